/**
 * With a tolerance below the rounding of distances, features of cloth that pass through each other never came
 * close enough, and half of them were missed. Advancement with a tolerance that is negative or NaN missed
 * everything.
 */

import { BoxShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  bilateralAdvancement,
  ccdEdgeEdge,
  ccdVertexFace,
  conservativeAdvancement,
  createSweep,
  createTimeOfImpact,
} from '@colide/narrowphase';
import { expect, it } from 'vitest';

it.each([
  ['a vertex through a face', ccdVertexFace],
  ['an edge through an edge', ccdEdgeEdge],
])('%s: none missed, none late', (_, find) => {
  const random = new Random(3);
  for (let i = 0; i < 600; i++) {
    const time = random.uniform(0.1, 0.9);
    const meeting = find === ccdEdgeEdge ? crossedEdges(random) : vertexOnFace(random);
    const motion = meeting.map(() => random.uniform(-1, 1));
    const offset = [0, 1, 2].map(() => [0, 1, 1e6][i % 3] * random.uniform(-1, 1));
    const start = meeting.map((x, k) => offset[k % 3] + x - time * motion[k]);
    const end = meeting.map((x, k) => offset[k % 3] + x + (1 - time) * motion[k]);
    for (const tolerance of [1e-9, 0]) {
      const found = find(start, end, 0, tolerance, 100_000);
      if (!(found <= time + 1e-8)) expect.fail(`case ${i}, tolerance ${tolerance}: ${found}, not ${time}`);
    }
  }
});

it('advancement refuses a tolerance that is negative or NaN', () => {
  const box = new BoxShape([1, 1, 1]);
  const a = createSweep(box.boundingRadius);
  const b = createSweep(box.boundingRadius);
  b.position[0] = 5;
  b.linear[0] = -4;
  const out = createTimeOfImpact();
  for (const advance of [conservativeAdvancement, bilateralAdvancement]) {
    for (const tolerance of [-1, Number.NaN])
      expect(() => advance(out, new Posed(box), a, new Posed(box), b, { tolerance })).toThrow(
        'options.tolerance',
      );
    expect(advance(out, new Posed(box), a, new Posed(box), b, { tolerance: 0 })).toBeCloseTo(0.75, 14);
  }
});

function corners(random: Random): Float64Array {
  return Float64Array.from({ length: 12 }, () => random.uniform(-1, 1));
}

/** Two edges that meet in a point inside both. */
function crossedEdges(random: Random): Float64Array {
  const at = corners(random);
  const [s, t] = [random.uniform(0.1, 0.9), random.uniform(0.1, 0.9)];
  for (let k = 0; k < 3; k++) {
    const shift = at[6 + k] + t * (at[9 + k] - at[6 + k]) - at[k] - s * (at[3 + k] - at[k]);
    at[k] += shift;
    at[3 + k] += shift;
  }
  return at;
}

/** A vertex inside a face. */
function vertexOnFace(random: Random): Float64Array {
  const at = corners(random);
  const [v, w] = [random.uniform(0.1, 0.45), random.uniform(0.1, 0.45)];
  for (let k = 0; k < 3; k++) at[k] = (1 - v - w) * at[3 + k] + v * at[6 + k] + w * at[9 + k];
  return at;
}
