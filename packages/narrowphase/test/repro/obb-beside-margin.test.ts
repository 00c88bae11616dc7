/**
 * Boxes apart by less than the margin, with an edge or a corner nearest beside the face that separates them
 * most, had no contact.
 */
import { createObb, obbFromBox } from '@colide/bounds';
import { createContactManifold, manifoldObbObb } from '@colide/narrowphase';
import { expect, it } from 'vitest';

const cases = [
  {
    a: [0.327, 0.345, 0.447],
    b: [0.805, 0.127, 0.72],
    at: [-1.105, -0.823, 0.87],
    turn: [-1.125, -0.342, -0.027, -0.956],
    gap: 0.190237388,
  },
  {
    a: [0.154, 0.854, 0.876],
    b: [0.651, 0.851, 0.165],
    at: [0.934, 0.816, -1.391],
    turn: [1.702, -0.999, 1.177, 0.209],
    gap: 0.196674815,
  },
  {
    a: [0.92, 0.963, 0.385],
    b: [0.563, 0.873, 0.457],
    at: [1.584, -0.999, 1.546],
    turn: [-1.841, -0.528, 0.065, 2.077],
    gap: 0.28493974,
  },
  {
    a: [0.645, 0.29, 0.148],
    b: [0.967, 0.153, 0.192],
    at: [1.051, -0.459, -0.69],
    turn: [0.198, -1.862, -0.348, 0.375],
    gap: 0.267077607,
  },
] as const;

it('gives boxes within the margin a contact at their distance', () => {
  const manifold = createContactManifold(8);
  for (const { a, b, at, turn, gap } of cases) {
    const boxes = Float64Array.of(
      ...(obbFromBox(createObb(), [0, 0, 0], a, [0, 0, 0, 1]) as Float64Array),
      ...(obbFromBox(createObb(), at, b, turn) as Float64Array),
    );
    const count = manifoldObbObb(manifold, boxes, 0, 15, Float64Array.of(0.3));
    expect(count).toBeGreaterThan(0);
    expect(Math.max(...manifold.depths.slice(0, count))).toBeCloseTo(-gap, 8);
  }
});
