/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { WorldJoints2d } from '@colide/world2d';
import { it } from 'vitest';
import { addBox, createGround } from '../support/scenes.ts';

it('a step of a world with all kinds of joints and with contacts allocates nothing', () => {
  const world = createGround({ sleeping: false });
  const joints = new WorldJoints2d(world);
  let last: number | undefined;
  for (let i = 0; i < 8; i++) {
    const link = addBox(world, 0.4, 0.1, 0.4 * i + 0.2, 2);
    joints.revolute(last, link, { anchor: [0.4 * i, 2] });
    last = link;
  }
  const chassis = addBox(world, 2, 0.3, 10, 0.8);
  for (const x of [9.3, 10.7]) {
    const wheel = world.add({ shape: new CircleShape2d(0.3), position: [x, 0.4], friction: 1 });
    const spring = { rest: 0, stiffness: 200, damping: 20 };
    joints.wheel(chassis, wheel, { axis: [0, 1], spring, motor: { speed: -1.5, maxForce: 2.5 } });
  }
  const lift = world.add({ shape: new BoxShape2d([0.5, 0.1]), position: [20, 2] });
  joints.prismatic(undefined, lift, { axis: [0, 1], limits: [-0.5, 0.5] });
  const load = addBox(world, 0.4, 0.4, 20, 2.4);
  joints.rope(lift, load, { length: 0.6 });
  const a = addBox(world, 0.5, 0.5, 24, 1);
  const b = addBox(world, 0.5, 0.5, 24.6, 1);
  joints.weld(a, b);
  joints.mouse(a, { target: [24.3, 2.1] });
  const cogs = [30, 33].map(x => {
    const cog = world.add({ shape: new CircleShape2d(1), position: [x, 5], mask: 0 });
    return joints.revolute(undefined, cog, { anchor: [x, 5] });
  });
  joints.setMotor(cogs[0], { speed: 1.5, maxForce: 2.5 });
  joints.gear(cogs[0], cogs[1], { ratio: 1.7 });
  const weights = [36, 38].map(x => addBox(world, 0.3, 0.3, x, 3));
  joints.pulley(weights[0], weights[1], { groundA: [36, 6], groundB: [38, 6], ratio: 1.3 });
  expectNoAllocation(() => world.step(1 / 60), { warmUp: 1500 });
});
