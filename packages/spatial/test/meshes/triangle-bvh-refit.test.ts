import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import { rayTriangles } from '@colide/narrowphase';
import { TriangleBvh, triangleBvhRefit } from '@colide/spatial';
import { expectNoAllocation, makeTerrain, makeTorus } from '@colide/testing';
import { describe, expect, it } from 'vitest';

function soupOf(positions: ArrayLike<number>, indices: ArrayLike<number>): Float64Array {
  const soup = new Float64Array(3 * indices.length);
  for (let i = 0; i < soup.length; i++) soup[i] = positions[3 * indices[Math.floor(i / 3)] + (i % 3)];
  return soup;
}

describe('triangleBvhRefit', () => {
  it('gives the tree of a mesh that waves, for floats and doubles', () => {
    const { positions: rest, indices } = makeTorus(24, 12);
    const random = new Random(2);
    const [hit, oracle] = [createRayHit(), createRayHit()];
    for (const positions of [Float64Array.from(rest), Float32Array.from(rest)]) {
      const bvh = new TriangleBvh(positions, indices);
      let hits = 0;
      for (let frame = 0; frame < 20; frame++) {
        for (let i = 0; i < rest.length; i++)
          positions[i] = rest[i] * (1 + 0.4 * Math.sin(frame + rest[i - (i % 3)])) + 0.1 * frame;
        expect(triangleBvhRefit(bvh)).toBe(bvh);
        const soup = soupOf(positions, indices);
        for (let i = 0; i < 20; i++) {
          const origin = [0, 1, 2].map(() => 0.1 * frame + random.uniform(-2, 2));
          const direction = [0, 1, 2].map(k => 0.1 * frame + random.uniform(-1, 1) - origin[k]);
          const expected = rayTriangles(oracle, origin, direction, soup);
          expect(bvh.raycast(hit, origin, direction)).toBe(expected);
          if (expected < Infinity) expect(hit.triangle).toBe(oracle.triangle);
          if (expected < Infinity) hits++;
        }
      }
      expect(hits / 400).toBeGreaterThan(0.2);
      expect(hits / 400).toBeLessThan(0.8);
    }
  });

  it('brings back the boxes of a tree at rest, and works on a tree that was serialized', () => {
    const { positions, indices } = makeTerrain(12, 1, new Random(1));
    const bvh = new TriangleBvh(positions, indices);
    const copy = TriangleBvh.deserialize(bvh.serialize(), positions, indices);
    expect(triangleBvhRefit(copy).nodes).toEqual(bvh.nodes);
    expect(triangleBvhRefit(new TriangleBvh([], [])).triangleCount).toBe(0);
  });

  it('leaves the tree as it was when a vertex is not finite', () => {
    const { positions, indices } = makeTorus(8, 6);
    const bvh = new TriangleBvh(positions, indices);
    const before = bvh.nodes.slice();
    positions[4] = Number.NaN;
    expect(() => triangleBvhRefit(bvh)).toThrow(/positions\[4\]/);
    expect(bvh.nodes).toEqual(before);
  });

  it('allocates nothing', () => {
    const { positions, indices } = makeTorus(8, 6);
    const bvh = new TriangleBvh(positions, indices);
    expectNoAllocation(() => {
      positions[0] += 1e-6;
      triangleBvhRefit(bvh);
    });
  });
});
