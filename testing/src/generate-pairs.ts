/**
 * Seeded pairs of convex shapes with their signed distance by exhaustion, most of them about to touch: hulls
 * at any given distance from each other, and boxes in the arrangements that special cases consist of.
 */
import type { Random } from '@colide/math';
import type { HullPairCase, Posed, SignedDistance } from './data-convex.ts';
import { generateHull, generatePose, type HullFamily, hullFamilies, posePoints } from './generate-convex.ts';
import { makeBoxMesh } from './generate-meshes.ts';
import { convexDistanceOracle, hullOracle, type Polytope, translatePolytope } from './oracle-convex.ts';
import { addScaled, type Vector } from './oracle-vectors.ts';

/** Two posed clouds and the signed distance of their hulls. */
export interface GeneratedHullPair extends SignedDistance {
  readonly name: string;
  readonly cloudA: Float64Array;
  readonly cloudB: Float64Array;
  readonly poseA: Posed;
  readonly poseB: Posed;
  /** Size of the smaller hull, as a scale for tolerances. */
  readonly size: number;
}

/** Distances relative to the size of the smaller hull, as in the real pairs. */
const targets: Record<HullPairCase['kind'], (random: Random) => number> = {
  separated: random => 10 ** random.uniform(-3, 0.5),
  grazing: random => (random.integer(3) - 1) * 10 ** random.uniform(-9, -4),
  shallow: random => -(10 ** random.uniform(-3, -1)),
  deep: random => random.uniform(-1, -0.2),
};

/** How near the hulls of a pair are to each other. */
export const hullPairKinds = Object.keys(targets) as HullPairCase['kind'][];

const ordinaryFamilies: readonly HullFamily[] = hullFamilies.filter(
  family => family !== 'tiny' && family !== 'huge',
);

/** Largest extent along an axis. */
function extent({ points }: Polytope): number {
  return Math.max(
    ...[0, 1, 2].map(k => Math.max(...points.map(p => p[k])) - Math.min(...points.map(p => p[k]))),
  );
}

/**
 * `n` pairs of hulls of 8 to 12 points. The second one is moved along the axis of least distance, so that
 * their distance or depth is that of the kind; if another translation separates them sooner, the depth is
 * less.
 */
export function generateHullPairs(
  kind: HullPairCase['kind'],
  n: number,
  random: Random,
): GeneratedHullPair[] {
  return Array.from({ length: n }, (_, i) => {
    const [familyA, familyB] = pickFamilies(i, random);
    const cloudA = generateHull(familyA, 8 + random.integer(5), random);
    const cloudB = generateHull(familyB, 8 + random.integer(5), random);
    const scale = familyA === 'tiny' ? 1e-6 : familyA === 'huge' ? 1e6 : 1;
    const poseA = generatePose(random, scale);
    const turned = generatePose(random, scale);
    const a = hullOracle(posePoints(cloudA, poseA));
    const b = hullOracle(posePoints(cloudB, turned));
    const size = Math.min(extent(a), extent(b));
    const { distance, normal } = convexDistanceOracle(a, b);
    const shift = addScaled([0, 0, 0], normal, targets[kind](random) * size - distance);
    const poseB = { ...turned, position: turned.position.map((x, k) => x + shift[k]) };
    const signed = convexDistanceOracle(a, translatePolytope(b, shift));
    return {
      ...signed,
      // The nearer disjoint hulls are, the less their normal is determined.
      gap: signed.gap ?? signed.distance,
      name: `${kind} ${i}: ${familyA}, ${familyB}`,
      cloudA,
      cloudB,
      poseA,
      poseB,
      size,
    };
  });
}

/** Tiny shapes are paired with tiny ones only, and huge ones with huge ones. */
function pickFamilies(i: number, random: Random): [HullFamily, HullFamily] {
  const first = hullFamilies[i % hullFamilies.length];
  if (!ordinaryFamilies.includes(first)) return [first, first];
  return [first, ordinaryFamilies[random.integer(ordinaryFamilies.length)]];
}

/** Two posed boxes and their signed distance. */
export interface GeneratedBoxPair extends SignedDistance {
  readonly name: string;
  readonly halfA: Vector;
  readonly halfB: Vector;
  readonly poseA: Posed;
  readonly poseB: Posed;
}

const quarter = Math.SQRT1_2;
const eighth = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)];

/** Rotations that make faces, edges and corners touch. */
const turns: Record<string, readonly number[]> = {
  aligned: [0, 0, 0, 1],
  'quarter turn': [0, 0, quarter, quarter],
  'edge first': [0, 0, eighth[1], eighth[0]],
  'edge first about another axis': [0, eighth[1], 0, eighth[0]],
  'corner first': [
    -eighth[1] * eighth[1],
    eighth[1] * eighth[0],
    eighth[0] * eighth[1],
    eighth[0] * eighth[0],
  ],
};

/**
 * Boxes with sides in tenths, one of them rotated by a simple angle, that pass each other in steps of a
 * tenth; `n` for each angle.
 */
export function generateBoxPairs(n: number, random: Random): GeneratedBoxPair[] {
  const tenths = () => (1 + random.integer(10)) / 10;
  return Object.entries(turns).flatMap(([turn, rotation]) =>
    Array.from({ length: n }, (_, i) => {
      const halfA: Vector = [tenths(), tenths(), tenths()];
      const halfB: Vector = [tenths(), tenths(), tenths()];
      const poseA = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
      const position = [0, 1, 2].map(k =>
        k === i % 3
          ? (random.integer(2) ? 1 : -1) * (halfA[k] + halfB[k] + (random.integer(9) - 6) / 10)
          : random.integer(5) / 10,
      );
      const poseB = { position, rotation };
      const a = hullOracle(makeBoxMesh(...halfA).positions);
      const b = hullOracle(posePoints(makeBoxMesh(...halfB).positions, poseB));
      return { ...convexDistanceOracle(a, b), name: `${turn} ${i}`, halfA, halfB, poseA, poseB };
    }),
  );
}
