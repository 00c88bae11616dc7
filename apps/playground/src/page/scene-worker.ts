/**
 * The worker of a scene: builds the scene of its first message and serves it, with a hand that can grab
 * bodies. With more than one thread, it starts helpers and divides its steps among them.
 */
import { PairList, serveWorld, WorkerPool, type World } from 'colide';
import { findBoxPairs } from '../box-pairs.ts';
import { isDivisible, type SceneChoice } from '../choice.ts';
import { describeBroadPhase, describeDetails } from '../details.ts';
import { Hand } from '../hand.ts';
import type { Scene } from '../scene.ts';
import { scenes } from '../scenes/index.ts';
import { shakeWorld } from '../shake.ts';
import { type Tuning, tuneWorld } from '../tune.ts';

/** The first message of the page. */
interface SceneOrder {
  readonly scene: string;
  readonly choice: SceneChoice;
  readonly threads: number;
}

addEventListener('message', ({ data }) => serve(data), { once: true });

function serve(order: SceneOrder): void {
  const hand = new Hand();
  const pairs = new PairList();
  let scene: Scene | undefined;
  let pool: WorkerPool | undefined;
  serveWorld(
    async () => {
      pool = await hire(order);
      scene = scenes
        .find(({ name }) => name === order.scene)!
        .build(pool ? { ...order.choice, pool } : order.choice);
      return withHand(scene, hand);
    },
    {
      handlers: {
        grab: (world: World, body: number, at: number[]) => hand.grab(world, body, at),
        grabParticle: (_: World, body: number, particle: number) =>
          hand.grabParticle(scene?.soft, body, particle),
        drag: (_: World, target: number[]) => hand.drag(target),
        release: () => hand.release(),
        shake: (world: World) => shakeWorld(world),
        tune: (world: World, tuning: Tuning) => tuneWorld(world, tuning),
        pairs: (world: World) => {
          findBoxPairs(pairs, world);
          return pairs.data.slice(0, 2 * pairs.count);
        },
        details: (world: World) => {
          const threads = pool ? `${pool.count} thread${pool.count === 1 ? '' : 's'}` : '';
          const words = [threads, describeBroadPhase(world), describeDetails(world, scene?.soft)];
          return words.filter(part => part !== '').join(' · ');
        },
      },
    },
  );
}

/** Starts the helpers of the other threads if steps can be divided. */
async function hire({ choice, threads }: SceneOrder): Promise<WorkerPool | undefined> {
  if (threads < 2 || !isDivisible(choice) || !crossOriginIsolated) return undefined;
  const ports = Array.from({ length: threads - 1 }, () => {
    const helper = new Worker(new URL('./helper-worker.ts', import.meta.url), { type: 'module' });
    const { port1, port2 } = new MessageChannel();
    helper.postMessage(port1, [port1]);
    return port2;
  });
  const pool = new WorkerPool(ports);
  await pool.ready;
  return pool;
}

/** The world of a scene, with its `beforeStep` and the visitor's hand as a part. */
function withHand({ world, beforeStep }: Scene, hand: Hand): World {
  const { step } = world;
  let time = 0;
  world.step = dt => {
    beforeStep?.(time);
    hand.pull(world);
    step.call(world, dt);
    time += dt;
  };
  return world;
}
