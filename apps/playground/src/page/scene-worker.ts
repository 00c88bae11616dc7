/**
 * The worker of a scene: builds what it is first told and serves it, with a hand that can take hold of
 * bodies.
 */
import { PairList, serveWorld, type World } from 'colide';
import { findBoxPairs } from '../box-pairs.ts';
import type { SceneChoice } from '../choice.ts';
import { Hand } from '../hand.ts';
import { scenes } from '../scenes/index.ts';
import { shakeWorld } from '../shake.ts';

addEventListener('message', ({ data }) => serve(data), { once: true });

function serve({ scene: name, choice }: { scene: string; choice: SceneChoice }): void {
  const { world, soft, beforeStep } = scenes.find(scene => scene.name === name)!.build(choice);
  const hand = new Hand();
  const { step } = world;
  const pairs = new PairList();
  let time = 0;
  world.step = dt => {
    beforeStep?.(time);
    hand.pull(world);
    step.call(world, dt);
    time += dt;
  };
  serveWorld(world, {
    handlers: {
      grab: (_: World, body: number, at: number[]) => hand.grab(world, body, at),
      grabParticle: (_: World, body: number, particle: number) => hand.grabParticle(soft, body, particle),
      drag: (_: World, target: number[]) => hand.drag(target),
      release: () => hand.release(),
      shake: () => shakeWorld(world),
      pairs: () => {
        findBoxPairs(pairs, world);
        return pairs.data.slice(0, 2 * pairs.count);
      },
    },
  });
}
