/**
 * Seeded families of point clouds, the hard ones included: every family is a name, so that tests can loop
 * over {@link pointFamilies} and say in their title which one failed.
 */
import type { Random } from '@colide/math';

type PointWriter = (out: Float64Array, at: number, i: number, n: number, random: Random) => void;

function write(out: Float64Array, at: number, x: number, y: number, z: number): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

function inCube(out: Float64Array, at: number, random: Random, scale: number, offset: number): void {
  for (let axis = 0; axis < 3; axis++) out[at + axis] = offset + scale * random.uniform(-1, 1);
}

function onSphere(out: Float64Array, at: number, random: Random, radius: number): void {
  const direction: [number, number, number] = [0, 0, 0];
  random.unitVector(direction);
  write(out, at, direction[0] * radius, direction[1] * radius, direction[2] * radius);
}

const writers = {
  /** In the cube from −1 to 1. */
  uniform: (out, at, _i, _n, random) => inCube(out, at, random, 1, 0),
  /** In the unit ball. */
  ball: (out, at, _i, _n, random) => onSphere(out, at, random, Math.cbrt(random.next())),
  /** On the unit sphere, all of them extreme. */
  sphere: (out, at, _i, _n, random) => onSphere(out, at, random, 1),
  /** Around the corners of a cube, 1/100 of its size apart. */
  clustered: (out, at, i, _n, random) => {
    for (let axis = 0; axis < 3; axis++) out[at + axis] = ((i >> axis) & 1) * 2 - 1 + 0.01 * random.normal();
  },
  /** On the integer grid in order: many coplanar, collinear and cospherical subsets. */
  grid: (out, at, i, n) => {
    const side = Math.ceil(Math.cbrt(n));
    write(out, at, i % side, Math.floor(i / side) % side, Math.floor(i / (side * side)));
  },
  /** On one skew line, up to rounding. */
  collinear: (out, at, _i, _n, random) => {
    const t = random.uniform(-1, 1);
    write(out, at, t, 2 * t, -0.5 * t + 0.25);
  },
  /** On one skew plane, up to rounding. */
  coplanar: (out, at, _i, _n, random) => {
    const u = random.uniform(-1, 1);
    const v = random.uniform(-1, 1);
    write(out, at, u, v, 0.5 * u - 0.25 * v + 1);
  },
  /** Few positions, each taken many times. */
  duplicates: (out, at, i, _n, random) => {
    if (i < 8) inCube(out, at, random, 1, 0);
    else out.copyWithin(at, 3 * (i % 8), 3 * (i % 8) + 3);
  },
  /** All the same point. */
  identical: (out, at) => write(out, at, 0.1, 0.2, 0.3),
  /** Of size 1e-6. */
  tiny: (out, at, _i, _n, random) => inCube(out, at, random, 1e-6, 0),
  /** Of size 1e6. */
  huge: (out, at, _i, _n, random) => inCube(out, at, random, 1e6, 0),
  /** Of size 1, 1e6 away from the origin on every axis. */
  offset: (out, at, _i, _n, random) => inCube(out, at, random, 1, 1e6),
  /** A needle: ten thousand times longer than thick. */
  sliver: (out, at, _i, _n, random) => {
    inCube(out, at, random, 1, 0);
    out[at + 1] *= 1e-4;
    out[at + 2] *= 1e-4;
  },
} satisfies Record<string, PointWriter>;

/** The name of a family of point clouds. */
export type PointFamily = keyof typeof writers;

/** All families of point clouds. */
export const pointFamilies = Object.keys(writers) as PointFamily[];

/** `n` points of a family, `xyz` interleaved. */
export function generatePoints(family: PointFamily, n: number, random: Random): Float64Array {
  const out = new Float64Array(3 * n);
  const writer: PointWriter = writers[family];
  for (let i = 0; i < n; i++) writer(out, 3 * i, i, n, random);
  return out;
}

/** `n` points in the plane: the first two coordinates of {@link generatePoints}. */
export function generatePoints2d(family: PointFamily, n: number, random: Random): Float64Array {
  const points = generatePoints(family, n, random);
  return Float64Array.from({ length: 2 * n }, (_, i) => points[3 * (i >> 1) + (i & 1)]);
}
