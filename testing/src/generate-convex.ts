/** Seeded clouds for convex hulls, and poses. */
import type { Random } from '@colide/math';
import type { Posed } from './data-convex.ts';

type HullWriter = (out: Float64Array, n: number, random: Random) => void;

function rounded(out: Float64Array, random: Random): void {
  const direction: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < out.length; i += 3) out.set(random.unitVector(direction), i);
}

function scaleAxis(out: Float64Array, axis: number, factor: number): void {
  for (let i = axis; i < out.length; i += 3) out[i] *= factor;
}

const writers = {
  /** On the unit sphere: every point is a vertex. */
  rounded: (out, _n, random) => rounded(out, random),
  /** In the unit cube: many points inside. */
  cube: (out, _n, random) => {
    for (let i = 0; i < out.length; i++) out[i] = random.uniform(-0.5, 0.5);
  },
  /** Corners of a random box, repeated: large coplanar faces. */
  box: (out, n, random) => {
    const half = [random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)];
    for (let i = 0; i < n; i++)
      for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = (i >> axis) & 1 ? half[axis] : -half[axis];
  },
  /** A plate 1 : 10⁴. */
  plate: (out, _n, random) => {
    rounded(out, random);
    scaleAxis(out, 1, 1e-4);
  },
  /** A needle 1 : 10⁴. */
  needle: (out, _n, random) => {
    rounded(out, random);
    scaleAxis(out, 1, 1e-4);
    scaleAxis(out, 2, 1e-4);
  },
  /** A prism with a regular base: parallel edges and large faces. */
  prism: (out, n) => {
    const sides = Math.max(3, n >> 1);
    for (let i = 0; i < n; i++) {
      const angle = (2 * Math.PI * (i % sides)) / sides;
      out.set([Math.cos(angle), i < sides ? -0.5 : 0.5, Math.sin(angle)], 3 * i);
    }
  },
  /** Corners of a rotated box and points on its faces, in single precision: coplanar up to rounding. */
  turnedBox: (out, n, random) => {
    const half = [random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)];
    for (let i = 0; i < n; i++)
      for (let axis = 0; axis < 3; axis++) {
        const side = (i >> axis) & 1 ? half[axis] : -half[axis];
        const isFree = i >= 8 && axis !== i % 3;
        out[3 * i + axis] = isFree ? random.uniform(-half[axis], half[axis]) : side;
      }
    const pose = generatePose(random, 10);
    out.set(Float32Array.from(posePoints(out, pose), (x, i) => x - pose.position[i % 3]));
  },
  /** A box whose corners are cut off by a thousandth: faces of very different size. */
  bevelled: (out, n, random) => {
    const half = [random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)];
    for (let i = 0; i < n; i++)
      for (let axis = 0; axis < 3; axis++) {
        const cut = axis === (i >> 3) % 3 ? 1e-3 : 0;
        out[3 * i + axis] = (i >> axis) & 1 ? half[axis] - cut : cut - half[axis];
      }
  },
  tiny: (out, _n, random) => {
    rounded(out, random);
    for (let axis = 0; axis < 3; axis++) scaleAxis(out, axis, 1e-6);
  },
  huge: (out, _n, random) => {
    rounded(out, random);
    for (let axis = 0; axis < 3; axis++) scaleAxis(out, axis, 1e6);
  },
} satisfies Record<string, HullWriter>;

/** The name of a family of solid convex clouds. */
export type HullFamily = keyof typeof writers;

/** All families of solid convex clouds. Flat and thinner ones are among the point families. */
export const hullFamilies = Object.keys(writers) as HullFamily[];

/** `n` ≥ 8 points whose hull is solid, `xyz` interleaved. */
export function generateHull(family: HullFamily, n: number, random: Random): Float64Array {
  const out = new Float64Array(3 * n);
  const writer: HullWriter = writers[family];
  writer(out, n, random);
  return out;
}

/** A uniformly random rotation and a position in the cube from −`extent` to `extent`. */
export function generatePose(random: Random, extent = 1): Posed {
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  random.rotation(rotation);
  const position = [0, 0, 0].map(() => random.uniform(-extent, extent));
  return { position, rotation };
}

/** The points rotated and translated by a pose. */
export function posePoints(points: ArrayLike<number>, { position, rotation }: Posed): Float64Array {
  const [x, y, z, w] = rotation;
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [px, py, pz] = [points[i], points[i + 1], points[i + 2]];
    const tx = 2 * (y * pz - z * py);
    const ty = 2 * (z * px - x * pz);
    const tz = 2 * (x * py - y * px);
    out[i] = position[0] + px + w * tx + y * tz - z * ty;
    out[i + 1] = position[1] + py + w * ty + z * tx - x * tz;
    out[i + 2] = position[2] + pz + w * tz + x * ty - y * tx;
  }
  return out;
}
