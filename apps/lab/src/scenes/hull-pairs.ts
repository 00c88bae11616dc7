/** Pairs of random hulls that overlap or lie apart, for the cost of a test against the number of vertices. */
import { HullShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';

/** A hull and its pose. */
export type PosedHull = Posed<HullShape>;

/** Hulls of `vertices` points on spheres of radius 0.7 at random orientations, centres so far apart. */
export function makeHullPairs(count: number, vertices: number, distance: number): [PosedHull, PosedHull][] {
  const random = new Random(51);
  const make = (along: number) => {
    const points = new Float64Array(3 * vertices);
    for (let i = 0; i < vertices; i++) {
      const [x, y, z] = [...random.unitVector([0, 0, 0])];
      points.set([0.7 * x, 0.7 * y, 0.7 * z], 3 * i);
    }
    const posed = new Posed(HullShape.fromPoints(points));
    posed.setPose([along, 0, 0], random.rotation([0, 0, 0, 1]));
    return posed;
  };
  return Array.from({ length: count }, () => [make(0), make(distance)]);
}
