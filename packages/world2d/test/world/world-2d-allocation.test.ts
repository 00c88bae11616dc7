import { BoxShape2d, CircleShape2d, HalfPlane2d } from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { World2d, worldExtras2d } from '@colide/world2d';
import { describe, it } from 'vitest';

const dt = 1 / 60;

/** Two layers of bodies on the ground, wide awake. */
function createHeap(shape: CircleShape2d | BoxShape2d, ground: HalfPlane2d | ChainShape2d): World2d {
  const world = new World2d({ ...worldExtras2d, sleeping: false });
  world.add({ shape: ground, type: 'static' });
  for (let i = 0; i < 18; i++)
    world.add({
      shape,
      position: [1.02 * (i % 9) - 4, 0.6 + 1.1 * Math.floor(i / 9)],
      friction: 1,
      restitution: 0.2,
    });
  for (let n = 0; n < 120; n++) world.step(dt);
  return world;
}

const hills: number[] = [];
for (let x = 8; x > -8; x -= 0.7) hills.push(x, 0.2 * Math.sin(x));

describe('World2d.step', () => {
  const grounds = { 'a half-plane': new HalfPlane2d(), 'a chain': new ChainShape2d(hills) };
  const shapes = { boxes: new BoxShape2d([0.5, 0.5]), balls: new CircleShape2d(0.5) };
  for (const [name, shape] of Object.entries(shapes))
    for (const [where, ground] of Object.entries(grounds))
      it(`puts nothing on the heap with ${name} on ${where}`, () => {
        const world = createHeap(shape, ground);
        expectNoAllocation(() => world.step(dt));
      });

  it('puts nothing on the heap with bullets that fly to and fro', () => {
    const world = new World2d({ ...worldExtras2d, sleeping: false, gravity: [0, 0] });
    for (const side of [-1, 1]) {
      world.add({ shape: new BoxShape2d([0.05, 5]), position: [5 * side, 0], type: 'static' });
      world.add({ shape: new BoxShape2d([5, 0.05]), position: [0, 5 * side], type: 'static' });
    }
    for (let i = 0; i < 6; i++)
      world.add({
        shape: i % 2 ? new CircleShape2d(0.05) : new BoxShape2d([0.05, 0.1]),
        position: [i / 2 - 2, i / 3 - 1],
        velocity: [40 + i, 30],
        restitution: 1,
        friction: 0,
        bullet: true,
      });
    for (let n = 0; n < 120; n++) world.step(dt);
    expectNoAllocation(() => world.step(dt));
  });

  it('puts nothing on the heap while all sleep', () => {
    const world = new World2d(worldExtras2d);
    world.add({ shape: new HalfPlane2d() });
    for (let i = 0; i < 10; i++) world.add({ shape: new BoxShape2d([0.5, 0.5]), position: [1.2 * i, 0.5] });
    for (let n = 0; n < 120; n++) world.step(dt);
    expectNoAllocation(() => world.step(dt));
  });
});
