/**
 * Bounding volumes: overlap of boxes one by one and in bulk, and the smallest ball around many points.
 *
 * Peers keep their boxes as objects in their own format, made before the clock starts. Pairs are in random
 * order and about a third of them overlap. The smallest ball has no peer; its yardstick is a pass, a plain
 * loop that computes the largest squared distance from a given centre, and its target is a third of a pass's
 * speed.
 */
import {
  aabbBulkOverlap,
  aabbBulkQuery,
  createMinimalSphere,
  createObb,
  obbFromBox,
  obbOverlap,
  sphereMinimal,
} from '@colide/bounds';
import { IdList } from '@colide/core';
import { Random } from '@colide/math';

import { box3, obb3 } from 'mathcat';
import { Box3, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import { OBB } from 'three/examples/jsm/math/OBB.js';
import { type BenchCase, defineSuite } from '../harness/suite.ts';

type Triple = [number, number, number];
type Quadruple = [number, number, number, number];

const pairCount = 20_000;
const pointCount = 100_000;

const triple = (random: Random, low: number, high: number): Triple => [
  random.uniform(low, high),
  random.uniform(low, high),
  random.uniform(low, high),
];

/**
 * Boxes in all formats: flat 32-bit floats for us, objects and arrays for the peers, the same numbers in
 * each.
 */
function makeBoxes(random: Random, spread: number) {
  const flat = new Float32Array(6 * pairCount);
  for (let i = 0; i < pairCount; i++) {
    const center = triple(random, 0, spread);
    const half = triple(random, 0.2, 0.8);
    for (let k = 0; k < 3; k++) {
      flat[6 * i + k] = center[k] - half[k];
      flat[6 * i + 3 + k] = center[k] + half[k];
    }
  }
  const rows = Array.from({ length: pairCount }, (_, i) => Array.from(flat.subarray(6 * i, 6 * i + 6)));
  return {
    flat,
    three: rows.map(([x, y, z, u, v, w]) => new Box3(new Vector3(x, y, z), new Vector3(u, v, w))),
    mathcat: rows as ReturnType<typeof box3.create>[],
  };
}

const aabbPairs: BenchCase = {
  name: 'AABB overlap, pair by pair',
  items: pairCount,
  unit: 'pair',
  target: 3,
  setUp() {
    const random = new Random(2024);
    const [a, b] = [makeBoxes(random, 2), makeBoxes(random, 2)];
    const out = new Uint8Array(pairCount);
    return {
      contenders: [
        { name: 'aabbBulkOverlap', run: () => aabbBulkOverlap(out, a.flat, b.flat, pairCount) },
        {
          name: 'three Box3',
          run() {
            let hits = 0;
            for (let i = 0; i < pairCount; i++) if (a.three[i].intersectsBox(b.three[i])) hits++;
            return hits;
          },
        },
        {
          name: 'mathcat box3',
          run() {
            let hits = 0;
            for (let i = 0; i < pairCount; i++) if (box3.intersectsBox3(a.mathcat[i], b.mathcat[i])) hits++;
            return hits;
          },
        },
      ],
    };
  },
};

const aabbQuery: BenchCase = {
  name: 'AABB overlap, one against all',
  items: pairCount,
  unit: 'box',
  target: 3,
  setUp() {
    const random = new Random(2027);
    const boxes = makeBoxes(random, 4);
    const one = Float32Array.of(1, 1, 1, 3, 3, 3);
    const oneThree = new Box3(new Vector3(1, 1, 1), new Vector3(3, 3, 3));
    const oneMathcat = Array.from(one) as ReturnType<typeof box3.create>;
    const ids = new IdList(pairCount);
    const found: number[] = [];
    return {
      contenders: [
        {
          name: 'aabbBulkQuery',
          run() {
            ids.clear();
            return aabbBulkQuery(ids, boxes.flat, pairCount, one);
          },
        },
        {
          name: 'three Box3',
          run() {
            found.length = 0;
            for (let i = 0; i < pairCount; i++) if (oneThree.intersectsBox(boxes.three[i])) found.push(i);
            return found.length;
          },
        },
        {
          name: 'mathcat box3',
          run() {
            found.length = 0;
            for (let i = 0; i < pairCount; i++)
              if (box3.intersectsBox3(oneMathcat, boxes.mathcat[i])) found.push(i);
            return found.length;
          },
        },
      ],
    };
  },
};

const obbs: BenchCase = {
  name: 'OBB overlap, 15 axes',
  items: pairCount,
  unit: 'pair',
  target: 2,
  setUp() {
    const random = new Random(2025);
    const make = () =>
      Array.from({ length: pairCount }, () => {
        const rotation: Quadruple = [0, 0, 0, 1];
        random.rotation(rotation);
        return { center: triple(random, 0, 2), half: triple(random, 0.2, 0.8), rotation };
      });
    const [a, b] = [make(), make()];
    const ours = (all: typeof a) => all.map(o => obbFromBox(createObb(), o.center, o.half, o.rotation));
    const [oursA, oursB] = [ours(a), ours(b)];
    const three = (all: typeof a) =>
      all.map(({ center, half, rotation }) => {
        const matrix = new Matrix4().makeRotationFromQuaternion(new Quaternion(...rotation));
        return new OBB(new Vector3(...center), new Vector3(...half), new Matrix3().setFromMatrix4(matrix));
      });
    const [threeA, threeB] = [three(a), three(b)];
    const mathcat = (all: typeof a) =>
      all.map(({ center, half, rotation }) =>
        obb3.setFromCenterHalfExtentsQuaternion(obb3.create(), center, half, rotation),
      );
    const [mathcatA, mathcatB] = [mathcat(a), mathcat(b)];
    return {
      contenders: [
        {
          name: 'obbOverlap',
          run() {
            let hits = 0;
            for (let i = 0; i < pairCount; i++) if (obbOverlap(oursA[i], oursB[i])) hits++;
            return hits;
          },
        },
        {
          name: 'three OBB',
          run() {
            let hits = 0;
            for (let i = 0; i < pairCount; i++) if (threeA[i].intersectsOBB(threeB[i])) hits++;
            return hits;
          },
        },
        {
          name: 'mathcat obb3',
          run() {
            let hits = 0;
            for (let i = 0; i < pairCount; i++) if (obb3.intersectsOBB3(mathcatA[i], mathcatB[i])) hits++;
            return hits;
          },
        },
      ],
    };
  },
};

/** One pass: the largest squared distance from a centre. */
function farthestSquared(points: Float64Array, x: number, y: number, z: number): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    const dx = points[i] - x;
    const dy = points[i + 1] - y;
    const dz = points[i + 2] - z;
    const d = dx * dx + dy * dy + dz * dz;
    if (d > most) most = d;
  }
  return most;
}

function ballCase(shape: 'a ball' | 'a cube'): BenchCase {
  return {
    name: `smallest ball of ${pointCount.toLocaleString('en')} points in ${shape}, against one pass`,
    items: pointCount,
    unit: 'point',
    target: 1 / 3,
    setUp() {
      const random = new Random(2026);
      const points = new Float64Array(3 * pointCount);
      for (let i = 0; i < points.length; ) {
        const p = triple(random, -1, 1);
        if (shape === 'a ball' && Math.hypot(...p) > 1) continue;
        for (let k = 0; k < 3; k++) points[i++] = p[k];
      }
      const result = createMinimalSphere();
      sphereMinimal(result, points);
      const [x, y, z] = result.sphere as unknown as Triple;
      return {
        contenders: [
          {
            name: 'sphereMinimal',
            run: () => sphereMinimal(result, points).sphere[3] ** 2,
          },
          { name: 'one pass over the points, no ball', run: () => farthestSquared(points, x, y, z) },
        ],
      };
    },
  };
}

export const suite = defineSuite({
  title: 'Bounding volumes',
  cases: [aabbPairs, aabbQuery, obbs, ballCase('a ball'), ballCase('a cube')],
});
