/**
 * Walls of boxes on a grid lie in the same planes. The entry of a flat node was rounded up past a hit at the
 * same t in another node, which was then skipped: the smaller of two triangle numbers was lost, and elsewhere
 * a hit one rounding nearer.
 */

import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import { rayTriangles } from '@colide/narrowphase';
import { TriangleBvh } from '@colide/spatial';
import { generateDirtyMesh } from '@colide/testing';
import { expect, it } from 'vitest';
import { boundsOf, pointIn, soupOf } from '../support/mesh-oracles.ts';

it.each(['rooms', 'nonManifold', 'unwelded'] as const)(
  'gives the hit of a loop over all triangles: %s',
  family => {
    const [hit, expected] = [createRayHit(), createRayHit()];
    let hits = 0;
    for (let seed = 0; seed < 4; seed++) {
      const random = new Random(seed);
      const mesh = generateDirtyMesh(family, random);
      const soup = soupOf(mesh);
      const box = boundsOf(mesh.positions);
      const bvh = new TriangleBvh(mesh.positions, mesh.indices);
      for (let i = 0; i < 1000; i++) {
        const origin = pointIn(random, box, 2);
        const vertex = 3 * mesh.indices[random.integer(mesh.indices.length)];
        const target = i % 2 === 0 ? pointIn(random, box, 0.9) : mesh.positions.subarray(vertex, vertex + 3);
        const direction = origin.map((x, k) => target[k] - x);
        const t = rayTriangles(expected, origin, direction, soup);
        if (bvh.raycast(hit, origin, direction) !== t)
          expect.fail(`seed ${seed}, ray ${i}: ${hit.t}, not ${t}`);
        if (t === Infinity) continue;
        if (hit.triangle !== expected.triangle) expect(hit.triangle).toBe(expected.triangle);
        hits++;
      }
    }
    expect(hits).toBeGreaterThan(1000);
  },
);
