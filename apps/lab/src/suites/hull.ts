/**
 * Convex hulls in space: 1 000, 10 000 and 100 000 points in a ball and on a sphere.
 *
 * Every peer gets the input it likes best (arrays of triples, vectors, flat arrays), made before the clock
 * starts; manifold-3d's time includes the copy into its memory, which it cannot avoid. All give triangles;
 * the verdict is their number and has to agree within 0.1 %, since peers that weld with a tolerance drop a
 * few vertices.
 */
import '../peers/node-require.ts';
import { quickHull } from '@colide/geometry';
import { Random } from '@colide/math';

import ManifoldModule from 'manifold-3d';
import { quickhull3 } from 'mathcat';
import quickhull3d from 'quickhull3d';
import { Vector3 } from 'three';
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js';
import { type BenchCase, type Contender, defineSuite } from '../harness/suite.ts';

type Triple = [number, number, number];

function makePoints(count: number, onSphere: boolean): Float64Array {
  const random = new Random(4242 + count);
  const points = new Float64Array(3 * count);
  const unit: Triple = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    random.unitVector(unit);
    const radius = onSphere ? 1 : Math.cbrt(random.next());
    for (let k = 0; k < 3; k++) points[3 * i + k] = radius * unit[k];
  }
  return points;
}

function hullCase(count: number, onSphere: boolean): BenchCase {
  return {
    name: `${count.toLocaleString('en')} points ${onSphere ? 'on a sphere' : 'in a ball'}`,
    items: count,
    unit: 'point',
    target: 1.5,
    async setUp() {
      const points = makePoints(count, onSphere);
      const triples: Triple[] = Array.from({ length: count }, (_, i) => [
        points[3 * i],
        points[3 * i + 1],
        points[3 * i + 2],
      ]);
      const vectors = triples.map(([x, y, z]) => new Vector3(x, y, z));
      const numbers = Array.from(points);
      const manifold = await ManifoldModule();
      manifold.setup();
      const contenders: Contender[] = [
        {
          name: 'quickHull',
          run: () => quickHull(points, { triangles: true }).faceOffsets.length - 1,
        },
        { name: 'mathcat quickhull3', run: () => quickhull3(numbers).length / 3 },
        { name: 'three ConvexHull', run: () => new ConvexHull().setFromPoints(vectors).faces.length },
        {
          name: 'manifold-3d hull',
          run() {
            const hull = manifold.Manifold.hull(triples);
            const triangles = hull.numTri();
            hull.delete();
            return triangles;
          },
        },
        { name: 'quickhull3d', run: () => quickhull3d(triples).length },
      ];
      return {
        contenders,
        agree(ours, peers) {
          const [a, b] = [ours as number, peers as number];
          return Math.abs(a - b) <= 0.001 * a || `${a} triangles against ${b}`;
        },
      };
    },
  };
}

export const suite = defineSuite({
  title: 'Convex hulls in space',
  cases: [
    hullCase(1000, false),
    hullCase(10_000, false),
    hullCase(100_000, false),
    hullCase(1000, true),
    hullCase(10_000, true),
    hullCase(100_000, true),
  ],
});
