import { BoxShape, HalfSpace, HullShape, SphereShape, solidTruncatedOctahedron } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

describe('fast bodies and half-spaces', () => {
  it('do not sink into the ground for seconds: the broad phase does not know half-spaces', () => {
    const hull = HullShape.fromPoints(solidTruncatedOctahedron(0.5).positions);
    for (const shape of [new SphereShape(0.5), new BoxShape([0.5, 0.5, 0.5]), hull])
      for (const speed of [40, 300]) {
        const world = new World();
        world.add({ shape: new HalfSpace() });
        const body = world.add({ shape, position: [0, 20, 0], velocity: [0, -speed, 0] });
        for (let n = 0; n < 60; n++) {
          world.step(1 / 60);
          expect(world.bodies.positions[3 * body + 1]).toBeGreaterThan(0.1);
        }
      }
  });
});
