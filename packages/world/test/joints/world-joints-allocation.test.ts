/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { BoxShape } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { World, WorldJoints } from '@colide/world';
import { it } from 'vitest';

/** The clock gives one number when a step begins and one at the end of each of its six stages. */
const clockNumbers = 7;

it('a step with joints puts nothing but the time on the heap', () => {
  const world = new World({ sleeping: false });
  const joints = new WorldJoints(world);
  const shape = new BoxShape([0.3, 0.3, 0.3]);
  const [a, b, c, d, e, f] = Array.from({ length: 6 }, (_, i) =>
    world.add({
      shape,
      position: [0.7 * i, 3 + 0.1 * i, 0],
      mass: 1 + 0.3 * i,
      linearDamping: 1,
      angularDamping: 1,
    }),
  );
  joints.hinge(null, a, {
    anchor: [0, 3, 0],
    axis: [0, 0, 1],
    motor: { speed: 0.17, maxForce: 300 },
    breakForce: 1e6,
  });
  joints.ball(a, b, { anchor: [0.35, 3, 0], axis: [1, 0, 0], swing: 0.3, twist: [-0.3, 0.3] });
  joints.slider(b, c, {
    axis: [1, 0, 0],
    limits: [-0.2, 0.2],
    restitution: 0.5,
    spring: { stiffness: 90, damping: 1.5 },
    friction: 0.7,
  });
  joints.hinge(c, d, {
    anchor: [1.7, 3.2, 0],
    axis: [0, 1, 0],
    limits: [-1, 1],
    motor: { target: 0.3, stiffness: 50, damping: 5, maxForce: 10 },
  });
  joints.rope(d, e);
  joints.spring(e, f, { stiffness: 70, damping: 0.3 });
  const [g, h, i, j] = Array.from({ length: 4 }, (_, n) =>
    world.add({ shape, position: [0.7 * n, 9, 0], mass: 1 + 0.3 * n, linearDamping: 1, angularDamping: 1 }),
  );
  const wheels = [g, h].map((wheel, n) =>
    joints.hinge(null, wheel, { anchor: [0.7 * n, 9, 0], axis: [0, 0, 1], friction: 0.3 }),
  );
  joints.gear(wheels[0], wheels[1], { ratio: 1.7 });
  joints.pulley(i, j, { groundA: [1.4, 12, 0], groundB: [2.1, 12, 0], breakForce: 1e9 });
  joints.sixDof(i, null, { rotX: { limits: [-0.3, 0.3] }, rotZ: { spring: { stiffness: 5.5 } }, y: 'free' });
  expectNoAllocation(() => world.step(1 / 60), { boxedNumbers: clockNumbers, warmUp: 1500 });
});
