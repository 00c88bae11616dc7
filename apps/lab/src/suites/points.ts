/**
 * Points in space: build, nearest, 8 nearest and all within a radius, 10 000 queries on 10 000 and 100 000
 * points.
 *
 * static-kdtree takes arrays of triples, made before the clock starts; three-mesh-bvh's PointsBVH takes a
 * geometry and is asked through `shapecast`, its way to visit points in a ball. Sums of distances and counts
 * have to agree.
 */
import '../peers/node-require.ts';
import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import { createNearestPoint, createNearestPoints, KdTree } from '@colide/spatial';

import createStaticKdTree from 'static-kdtree';
import { BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';
import { PointsBVH } from 'three-mesh-bvh';
import { type BenchCase, defineSuite } from '../harness/suite.ts';

type Triple = [number, number, number];

const queryCount = 10_000;
const k = 8;

/** Points and query points in the unit cube, as floats, which all contenders take without rounding. */
function makeScene(count: number) {
  const random = new Random(77);
  const flat = Float32Array.from({ length: 3 * count }, () => random.next());
  const places = Float32Array.from({ length: 3 * queryCount }, () => random.next());
  const triplesOf = (array: Float32Array): Triple[] =>
    Array.from({ length: array.length / 3 }, (_, i) => [array[3 * i], array[3 * i + 1], array[3 * i + 2]]);
  return { flat, triples: triplesOf(flat), queries: triplesOf(places), radius: 0.5 * Math.cbrt(8 / count) };
}

function distance(a: Triple, b: Triple): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

function makePointsBvh(flat: Float32Array): PointsBVH {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(flat, 3));
  return new PointsBVH(geometry);
}

function buildCase(count: number): BenchCase {
  return {
    name: `build, ${count.toLocaleString('en')} points`,
    items: count,
    unit: 'point',
    setUp() {
      const { flat, triples } = makeScene(count);
      return {
        contenders: [
          { name: 'KdTree', run: () => new KdTree(flat).count },
          { name: 'static-kdtree', run: () => createStaticKdTree(triples).length },
          {
            name: 'three-mesh-bvh PointsBVH',
            run: () => makePointsBvh(flat).geometry.getAttribute('position').count,
          },
        ],
      };
    },
  };
}

function nearestCase(count: number): BenchCase {
  return {
    name: `nearest, ${count.toLocaleString('en')} points`,
    items: queryCount,
    unit: 'query',
    target: 3,
    setUp() {
      const { flat, triples, queries } = makeScene(count);
      const tree = new KdTree(flat);
      const found = createNearestPoint();
      const peer = createStaticKdTree(triples);
      return {
        contenders: [
          {
            name: 'KdTree.nearest',
            run() {
              let sum = 0;
              for (const place of queries) sum += tree.nearest(found, place);
              return sum;
            },
          },
          {
            name: 'static-kdtree nn',
            run() {
              let sum = 0;
              for (const place of queries) sum += distance(triples[peer.nn(place)], place);
              return sum;
            },
          },
        ],
      };
    },
  };
}

function manyCase(count: number): BenchCase {
  return {
    name: `${k} nearest, ${count.toLocaleString('en')} points`,
    items: queryCount,
    unit: 'query',
    target: 3,
    setUp() {
      const { flat, triples, queries } = makeScene(count);
      const tree = new KdTree(flat);
      const found = createNearestPoints(k);
      const peer = createStaticKdTree(triples);
      return {
        contenders: [
          {
            name: 'KdTree.nearestMany',
            run() {
              let sum = 0;
              for (const place of queries) {
                tree.nearestMany(found, place);
                for (let i = 0; i < k; i++) sum += found.distances[i];
              }
              return sum;
            },
          },
          {
            name: 'static-kdtree knn',
            run() {
              let sum = 0;
              for (const place of queries)
                for (const id of peer.knn(place, k)) sum += distance(triples[id], place);
              return sum;
            },
          },
        ],
      };
    },
  };
}

function radiusCase(count: number): BenchCase {
  return {
    name: `within a radius, ${count.toLocaleString('en')} points`,
    items: queryCount,
    unit: 'query',
    target: 3,
    setUp() {
      const { flat, triples, queries, radius } = makeScene(count);
      const tree = new KdTree(flat);
      const ids = new IdList();
      const peer = createStaticKdTree(triples);
      const bvh = makePointsBvh(flat);
      const sphere = new Sphere(new Vector3(), radius);
      return {
        contenders: [
          {
            name: 'KdTree.querySphere',
            run() {
              let hits = 0;
              for (const place of queries) {
                ids.clear();
                hits += tree.querySphere(ids, place, radius);
              }
              return hits;
            },
          },
          {
            name: 'static-kdtree rnn',
            run() {
              let hits = 0;
              for (const place of queries)
                peer.rnn(place, radius, () => {
                  hits++;
                });
              return hits;
            },
          },
          {
            name: 'three-mesh-bvh shapecast',
            run() {
              let hits = 0;
              for (const place of queries) {
                sphere.center.set(...place);
                bvh.shapecast({
                  intersectsBounds: box => sphere.intersectsBox(box),
                  // Declared with the point's number, called with the point.
                  intersectsPoint: ((point: Vector3) => {
                    if (point.distanceToSquared(sphere.center) <= radius * radius) hits++;
                    return false;
                  }) as unknown as (index: number) => boolean,
                });
              }
              return hits;
            },
          },
        ],
      };
    },
  };
}

export const suite = defineSuite({
  title: 'Points in space',
  cases: [10_000, 100_000].flatMap(count => [
    buildCase(count),
    nearestCase(count),
    manyCase(count),
    radiusCase(count),
  ]),
});
