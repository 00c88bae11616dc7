/**
 * Triangle against triangle and ray against triangle, on the same 20 000 random pairs in the unit cube, and
 * triangles in one plane; then rays that look for the nearest of 1 024 triangles.
 *
 * The peers take objects of three.js, made before the clock starts; ours takes plain arrays: nine numbers a
 * triangle, three a point. All must come to the same number of hits; fast-triangle-triangle-intersection may
 * differ by one in a thousand, since it rounds, and by five where all corners lie in one plane.
 */

import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import {
  createTriangleSegment,
  rayTriangle,
  rayTriangles,
  triangleTriangle,
  triangleTriangleSegment,
} from '@colide/narrowphase';

import { trianglesIntersect } from 'fast-triangle-triangle-intersection/build/index.esm.js';
import { Ray, Triangle, Vector3 } from 'three';
import { type BenchCase, defineSuite } from '../harness/suite.ts';

type Triple = [number, number, number];

/** As many as in the published figures of the peers. */
const count = 20_000;

/** Corners of pairs of triangles, six points per pair; flat ones lie in one plane. */
function makePairs(isFlat = false): Triple[][] {
  const random = new Random(2024);
  return Array.from({ length: count }, () =>
    Array.from({ length: 6 }, (): Triple => [random.next(), random.next(), isFlat ? 0.5 : random.next()]),
  );
}

const toVector = ([x, y, z]: Triple): Vector3 => new Vector3(x, y, z);
const toFlat = (points: Triple[]): number[] => points.flatMap(point => [...point]);

function pairsCase(withSegment: boolean, isFlat = false): BenchCase {
  const pairs = isFlat ? 'coplanar triangles' : 'triangle against triangle';
  return {
    name: withSegment ? `${pairs}, with the segment` : pairs,
    items: count,
    unit: 'pair',
    target: isFlat ? 1 : 3,
    setUp() {
      const points = makePairs(isFlat);
      const a = points.map(pair => toFlat(pair.slice(0, 3)));
      const b = points.map(pair => toFlat(pair.slice(3)));
      const peerA = points.map(([p, q, r]) => new Triangle(toVector(p), toVector(q), toVector(r)));
      const peerB = points.map(([, , , p, q, r]) => new Triangle(toVector(p), toVector(q), toVector(r)));
      const segment = createTriangleSegment();
      const target: Vector3[] = [];
      return {
        contenders: [
          withSegment
            ? {
                name: 'triangleTriangleSegment',
                run() {
                  let hits = 0;
                  for (let i = 0; i < count; i++) if (triangleTriangleSegment(segment, a[i], b[i])) hits++;
                  return hits;
                },
              }
            : {
                name: 'triangleTriangle (exact)',
                run() {
                  let hits = 0;
                  for (let i = 0; i < count; i++) if (triangleTriangle(a[i], b[i])) hits++;
                  return hits;
                },
              },
          {
            name: 'fast-triangle-triangle-intersection',
            run() {
              let hits = 0;
              for (let i = 0; i < count; i++) {
                target.length = 0;
                if (trianglesIntersect(peerA[i], peerB[i], withSegment ? target : undefined) !== null) hits++;
              }
              return hits;
            },
          },
        ],
        agree(ours, peers) {
          const [x, y] = [ours as number, peers as number];
          return Math.abs(x - y) <= (isFlat ? 0.005 : 0.001) * count || `${x} hits against ${y}`;
        },
      };
    },
  };
}

const rays: BenchCase = {
  name: 'ray against triangle',
  items: count,
  unit: 'ray',
  target: 3,
  setUp() {
    const points = makePairs();
    const directions = points.map(pair => Float64Array.from(pair[4], x => x - 0.5) as unknown as Triple);
    const hit = createRayHit();
    const vectors = points.map(pair => pair.map(toVector));
    const peerRays = points.map((pair, i) => new Ray(toVector(pair[3]), toVector(directions[i])));
    const target = new Vector3();
    return {
      contenders: [
        {
          name: 'rayTriangle (t, u, v, normal)',
          run() {
            let hits = 0;
            for (let i = 0; i < count; i++) {
              const p = points[i];
              if (rayTriangle(hit, p[3], directions[i], p[0], p[1], p[2]) < Infinity) hits++;
            }
            return hits;
          },
        },
        {
          name: 'three Ray.intersectTriangle (point)',
          run() {
            let hits = 0;
            for (let i = 0; i < count; i++) {
              const p = vectors[i];
              if (peerRays[i].intersectTriangle(p[0], p[1], p[2], false, target) !== null) hits++;
            }
            return hits;
          },
        },
      ],
    };
  },
};

/** One ray after the other against all triangles of a soup, for the nearest hit. */
const nearest: BenchCase = {
  name: 'nearest of many triangles',
  items: 64 * 1024,
  unit: 'triangle',
  target: 3,
  setUp() {
    const points = makePairs();
    const rays = points.slice(0, 64).map(pair => pair.slice(3));
    const directions = rays.map(([, end]) => end.map(x => x - 0.5) as Triple);
    const corners = points
      .slice(0, 1024)
      .map(pair => pair.slice(0, 3).map(p => p.map(x => 4 * x - 2) as Triple));
    const soup = Float64Array.from(corners.flatMap(toFlat));
    const vectors = corners.map(triangle => triangle.map(toVector));
    const peerRays = rays.map(([origin], i) => new Ray(toVector(origin), toVector(directions[i])));
    const hit = createRayHit();
    const target = new Vector3();
    return {
      contenders: [
        {
          name: 'rayTriangles',
          run() {
            let sum = 0;
            for (let i = 0; i < 64; i++)
              if (rayTriangles(hit, rays[i][0], directions[i], soup) < Infinity) sum += 1 + hit.triangle;
            return sum;
          },
        },
        {
          name: 'loop over three Ray.intersectTriangle',
          run() {
            let sum = 0;
            for (let i = 0; i < 64; i++) {
              const ray = peerRays[i];
              let best = Infinity;
              let found = -1;
              for (let k = 0; k < 1024; k++) {
                const p = vectors[k];
                if (ray.intersectTriangle(p[0], p[1], p[2], false, target) === null) continue;
                const squared = ray.origin.distanceToSquared(target);
                if (squared >= best) continue;
                best = squared;
                found = k;
              }
              sum += 1 + found;
            }
            return sum;
          },
        },
      ],
    };
  },
};

export const suite = defineSuite({
  title: 'Triangles',
  cases: [pairsCase(false), pairsCase(true), pairsCase(false, true), rays, nearest],
});
