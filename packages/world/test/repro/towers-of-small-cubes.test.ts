/**
 * Towers of twelve cubes of 5 to 12 cm buckled within seconds where nothing sleeps: 30 of 240 random ones,
 * most of them in steps shorter or longer than 1/60 s. Contacts were as soft as for cubes of 1 m. Where a
 * scale of gravity makes bodies heavy, cubes of 10 to 30 cm are as small: all of those towers fell.
 */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

/** How far from its place the top of a tower of twelve cubes is after ten seconds, in half widths. */
function topError(size: number, hertz: number, gravityScale: number): number {
  const random = new Random(0);
  const half = size / 2;
  const world = new World({ sleeping: false });
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < 12; i++)
    world.add({
      shape: new BoxShape([half, half, half]),
      position: [random.uniform(-0.02, 0.02) * half, half * (2 * i + 1), random.uniform(-0.02, 0.02) * half],
      gravityScale,
    });
  for (let n = 0; n < 10 * hertz; n++) world.step(1 / hertz);
  return Math.abs(world.bodies.positions[3 * 12 + 1] / half - 23);
}

it.each([
  [0.0542, 144],
  [0.0655, 144],
  [0.0561, 90],
  [0.0756, 90],
  [0.0923, 60],
  [0.1153, 60],
  [0.0573, 30],
  [0.1183, 30],
])('twelve cubes of %d m stand without sleep, at %d Hz', (size, hertz) => {
  expect(topError(size, hertz, 1)).toBeLessThan(0.1);
});

it.each([
  [0.1, 144],
  [0.1, 60],
  [0.3, 60],
  [1, 30],
])('twelve cubes of %d m and ten times the weight stand without sleep, at %d Hz', (size, hertz) => {
  expect(topError(size, hertz, 10)).toBeLessThan(0.3);
});
