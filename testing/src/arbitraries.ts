/**
 * The generators as fast-check arbitraries: they shrink by size and by seed and print the family that failed.
 */
import { Random } from '@colide/math';
import fc from 'fast-check';
import { type BoxFamily, boxFamilies, generateBoxes } from './generate-boxes.ts';
import { generateHull, type HullFamily, hullFamilies } from './generate-convex.ts';
import { generatePoints, type PointFamily, pointFamilies } from './generate-points.ts';

/**
 * Numbers that break code: signed zeros, subnormals, ulps around 1, extremes and ordinary ones, all finite.
 */
export function arbitraryNumber(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e3, max: 1e3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 1, -1, 1e-6, 1e6, Number.MIN_VALUE, Number.EPSILON, 1 + Number.EPSILON),
  );
}

/** Three ordinary coordinates within `extent`. */
export function arbitraryVec3(extent = 1e3): fc.Arbitrary<[number, number, number]> {
  const coordinate = fc.double({ noNaN: true, min: -extent, max: extent });
  return fc.tuple(coordinate, coordinate, coordinate);
}

function arbitraryFlat<F extends string>(
  families: readonly F[],
  minCount: number,
  maxCount: number,
  generate: (family: F, n: number, random: Random) => Float64Array,
): fc.Arbitrary<Float64Array> {
  return fc
    .tuple(fc.constantFrom(...families), fc.integer({ min: minCount, max: maxCount }), fc.nat(1e6))
    .map(([family, n, seed]) => generate(family, n, new Random(seed)));
}

/** Up to `maxCount` points of any of the families. */
export function arbitraryPoints(
  maxCount = 50,
  families: readonly PointFamily[] = pointFamilies,
): fc.Arbitrary<Float64Array> {
  return arbitraryFlat(families, 0, maxCount, generatePoints);
}

/** Up to `maxCount` boxes of any of the families. */
export function arbitraryBoxes(
  maxCount = 50,
  families: readonly BoxFamily[] = boxFamilies,
): fc.Arbitrary<Float64Array> {
  return arbitraryFlat(families, 0, maxCount, generateBoxes);
}

/** From 8 to `maxCount` points of a solid hull. */
export function arbitraryHull(
  maxCount = 20,
  families: readonly HullFamily[] = hullFamilies,
): fc.Arbitrary<Float64Array> {
  return arbitraryFlat(families, 8, maxCount, generateHull);
}
