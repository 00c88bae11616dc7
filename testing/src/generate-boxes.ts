/**
 * Seeded families of axis-aligned boxes by size distribution and arrangement. The space grows with the number
 * of boxes, so that the number of overlapping pairs per box stays about the same, except where overlap is the
 * point.
 */
import type { Random } from '@colide/math';

type BoxWriter = (center: Float64Array, half: Float64Array, i: number, n: number, random: Random) => void;

function scatter(center: Float64Array, random: Random, extent: number): void {
  for (let axis = 0; axis < 3; axis++) center[axis] = random.uniform(-extent, extent);
}

function sizes(half: Float64Array, random: Random, min: number, max: number): void {
  for (let axis = 0; axis < 3; axis++) half[axis] = random.uniform(min, max);
}

const writers = {
  /** Similar sizes, spread evenly. */
  uniform: (center, half, _i, n, random) => {
    scatter(center, random, Math.cbrt(n));
    sizes(half, random, 0.3, 0.7);
  },
  /** Sizes over six orders of magnitude: most boxes tiny, a few that cover nearly everything. */
  mixed: (center, half, _i, n, random) => {
    const extent = Math.cbrt(n);
    scatter(center, random, extent);
    const size = extent * 10 ** (-6 * Math.sqrt(random.next()));
    sizes(half, random, 0.5 * size, size);
  },
  /** In eight dense heaps far from each other. */
  clustered: (center, half, i, n, random) => {
    for (let axis = 0; axis < 3; axis++)
      center[axis] = Math.cbrt(n) * (((i >> axis) & 1) * 10 + 0.5 * random.normal());
    sizes(half, random, 0.2, 0.5);
  },
  /** On a floor: wide, nearly flat scene, as in most games. */
  layered: (center, half, _i, n, random) => {
    scatter(center, random, Math.sqrt(n));
    center[1] = random.uniform(0, 2);
    sizes(half, random, 0.3, 0.7);
  },
  /** Along the x axis. */
  line: (center, half, _i, n, random) => {
    center.fill(0);
    center[0] = random.uniform(-n, n);
    sizes(half, random, 0.3, 0.9);
  },
  /** In a plane x = constant, where a sweep along x sees nothing but overlap. */
  wall: (center, half, _i, n, random) => {
    scatter(center, random, Math.sqrt(n));
    center[0] = 0;
    sizes(half, random, 0.3, 0.7);
  },
  /** Each inside the one before; all pairs overlap. */
  nested: (center, half, i, n) => {
    center.fill(1);
    half.fill(1 + n - i);
  },
  /** The same box many times; all pairs overlap. */
  identical: (center, half) => {
    center.fill(0.5);
    half.fill(0.5);
  },
  /** Without extent, at a few points of the integer grid. */
  zeroSize: (center, half, _i, n, random) => {
    for (let axis = 0; axis < 3; axis++) center[axis] = random.integer(Math.ceil(Math.cbrt(n)));
    half.fill(0);
  },
  /** Unit cubes of the integer grid that touch in faces, edges and corners. */
  touching: (center, half, i, n) => {
    const side = Math.ceil(Math.cbrt(n));
    center[0] = i % side;
    center[1] = Math.floor(i / side) % side;
    center[2] = Math.floor(i / (side * side));
    half.fill(0.5);
  },
  /** Similar sizes, a million units from the origin. */
  offset: (center, half, _i, n, random) => {
    scatter(center, random, Math.cbrt(n));
    for (let axis = 0; axis < 3; axis++) center[axis] += 1e6;
    sizes(half, random, 0.3, 0.7);
  },
} satisfies Record<string, BoxWriter>;

/** The name of a family of boxes. */
export type BoxFamily = keyof typeof writers;

/** All families of boxes. */
export const boxFamilies = Object.keys(writers) as BoxFamily[];

/** `n` boxes of a family, min xyz, max xyz each. */
export function generateBoxes(family: BoxFamily, n: number, random: Random): Float64Array {
  const out = new Float64Array(6 * n);
  const center = new Float64Array(3);
  const half = new Float64Array(3);
  const writer: BoxWriter = writers[family];
  for (let i = 0; i < n; i++) {
    writer(center, half, i, n, random);
    for (let axis = 0; axis < 3; axis++) {
      out[6 * i + axis] = center[axis] - half[axis];
      out[6 * i + axis + 3] = center[axis] + half[axis];
    }
  }
  return out;
}

/** Moves every box by a random step of at most `step` on each axis, in place: one frame of a moving scene. */
export function moveBoxes(boxes: Float64Array, step: number, random: Random): Float64Array {
  for (let i = 0; i < boxes.length; i += 6)
    for (let axis = 0; axis < 3; axis++) {
      const offset = random.uniform(-step, step);
      boxes[i + axis] += offset;
      boxes[i + axis + 3] += offset;
    }
  return boxes;
}
