/**
 * Cones that are flatter than wide rolled ever faster on their side: with a radius of 0.5 m and a height of
 * 0.2 m one had 1.11 times its energy after 8 s.
 */
import { BoxShape, ConeShape, HalfSpace } from '@colide/geometry';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

const dt = 1 / 60;
const gravity = 9.81;

/** Twice the energy per mass of a body that is round about its y axis, above its centre at height `low`. */
function energyOf({ bodies }: World, i: number, low: number): number {
  const { velocities: v, angularVelocities: w, rotations, inverseMasses, inverseMoments, positions } = bodies;
  const [x, y, z, s] = rotations.subarray(4 * i, 4 * i + 4);
  const axis = [2 * (x * y - z * s), 1 - 2 * (x * x + z * z), 2 * (y * z + x * s)];
  let spin = 0;
  let across = 0;
  let sum = 2 * gravity * (positions[3 * i + 1] - low);
  for (let k = 0; k < 3; k++) {
    sum += v[3 * i + k] ** 2;
    spin += axis[k] * w[3 * i + k];
    across += w[3 * i + k] ** 2;
  }
  across -= spin * spin;
  return sum + inverseMasses[i] * (across / inverseMoments[3 * i] + spin ** 2 / inverseMoments[3 * i + 1]);
}

it.each([
  ['a half-space', 0.5, 0.1, 0.5],
  ['a box', 0.5, 0.1, 0.5],
  ['a half-space', 0.1, 0.03, 0.3],
])(
  'a flat cone that rolls on %s gains no energy: radius %d, half-height %d, %d m/s',
  (name, radius, half, v) => {
    const world = new World({ sleeping: false });
    if (name === 'a box')
      world.add({ shape: new BoxShape([50, 1, 50]), position: [0, -1, 0], type: 'static' });
    else world.add({ shape: new HalfSpace([0, 1, 0], 0) });
    const slope = Math.atan2(radius, 2 * half);
    // The apex lies at the origin, and the cone on its side along z.
    const angle = -Math.PI / 2 - slope;
    const cone = world.add({
      shape: new ConeShape(radius, half),
      position: [0, half * Math.sin(slope), half * Math.cos(slope)],
      rotation: [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)],
    });
    const height = world.bodies.positions[3 * cone + 1];
    world.setVelocity(cone, [-v, 0, 0], [0, 0, v / height]);
    const first = energyOf(world, cone, height);
    for (let n = 0; n < 480; n++) {
      world.step(dt);
      expect(energyOf(world, cone, height) / first).toBeLessThan(1.001);
    }
    expect(energyOf(world, cone, height) / first).toBeGreaterThan(0.95);
  },
);

it('a crate with a square base that landing stops has finite velocities', () => {
  const world = new World();
  world.add({ shape: new HalfSpace() });
  const crate = world.add({ shape: new BoxShape([0.3, 0.2, 0.3]), position: [0, 0.5, 0] });
  for (let n = 0; n < 120; n++) world.step(dt);
  expect(world.bodies.positions[3 * crate + 1]).toBeCloseTo(0.2, 3);
});
