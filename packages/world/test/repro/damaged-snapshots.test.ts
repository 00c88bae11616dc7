import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { RigidJoints } from '@colide/solvers';
import { SoftBodies, World } from '@colide/world';
import { expect, it } from 'vitest';

it('a snapshot with a flipped bit is refused, and nothing has changed', () => {
  const joints = new RigidJoints();
  const soft = new SoftBodies();
  const world = new World({ joints, parts: [soft] });
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < 3; i++)
    world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 1.1 * i + 0.5, 0] });
  world.add({ shape: new SphereShape(0.5), position: [1, 0.5, 0] });
  joints.addBall(world.bodies, 1, 4, [0.5, 0.5, 0]);
  soft.addCloth({ columns: 4, rows: 4, spacing: 0.2, position: [0, 4, 0], tearFactor: 2 });
  for (let n = 0; n < 20; n++) world.step(1 / 60);
  world.applyForce(2, [1, 2, 3]);
  const whole = world.snapshot();
  const random = new Random(7);
  const bits = 8 * whole.byteLength;
  const flips = Array.from({ length: 1500 }, () => Math.floor(random.next() * bits));
  // The head and the last bytes, too.
  for (let bit = 0; bit < 8 * 80; bit++) flips.push(bit, bits - 1 - bit);
  for (const bit of flips) {
    const damaged = new Uint8Array(whole.slice(0));
    damaged[bit >> 3] ^= 1 << (bit & 7);
    expect(() => world.restore(damaged.buffer), `bit ${bit}`).toThrow(/snapshot/);
  }
  for (const cut of [0, 4, 71, 80, whole.byteLength - 1, whole.byteLength - 8])
    expect(() => world.restore(whole.slice(0, cut)), `${cut} bytes`).toThrow(/snapshot/);
  expect(world.snapshot()).toEqual(whole);
  world.restore(whole);
  world.step(1 / 60);
});
