/** Bounding volumes as lines: axis-aligned and oriented boxes, and spheres as three great circles. */
import type { DebugLines } from './debug-lines.ts';

/** Ends of the twelve edges of a box, as corners numbered in binary: bit 0 for x, 1 for y, 2 for z. */
const edges = /* @__PURE__ */ Uint8Array.of(
  ...[0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7],
);

/** Offsets of the half extents and axes of an oriented box, after the centre. */
const halvesAt = 3;
const axesAt = 6;

/** Segments of each of the three circles of a sphere. */
const arcs = 24;

/** The edges of the box at `at` in `boxes`: three minima, three maxima. */
export function debugAabb(lines: DebugLines, boxes: ArrayLike<number>, at = 0): void {
  const start = lines.reserve(12);
  const { positions } = lines;
  for (let i = 0; i < 24; i++)
    for (let k = 0; k < 3; k++) positions[start + 3 * i + k] = boxes[at + ((edges[i] >> k) & 1) * 3 + k];
}

/** The edges of the oriented box at `at` in `boxes`: centre, half extents, three axes. */
export function debugObb(lines: DebugLines, boxes: ArrayLike<number>, at = 0): void {
  const start = lines.reserve(12);
  const { positions } = lines;
  for (let i = 0; i < 24; i++) {
    const corner = edges[i];
    for (let k = 0; k < 3; k++) {
      let sum = boxes[at + k];
      for (let axis = 0; axis < 3; axis++) {
        const half = boxes[at + halvesAt + axis] * boxes[at + axesAt + 3 * axis + k];
        sum += (corner >> axis) & 1 ? half : -half;
      }
      positions[start + 3 * i + k] = sum;
    }
  }
}

/** Three great circles of the sphere at `at` in `spheres`: centre and radius. */
export function debugSphere(lines: DebugLines, spheres: ArrayLike<number>, at = 0): void {
  const start = lines.reserve(3 * arcs);
  const { positions } = lines;
  const radius = spheres[at + 3];
  // Applying a rotation by one segment repeatedly traces the circle without a sine for every point.
  const c = Math.cos((2 * Math.PI) / arcs);
  const s = Math.sin((2 * Math.PI) / arcs);
  let u = radius;
  let v = 0;
  for (let i = 0; i < arcs; i++) {
    const nextU = c * u - s * v;
    const nextV = s * u + c * v;
    for (let axis = 0; axis < 3; axis++) {
      const to = start + 6 * (arcs * axis + i);
      for (let k = 0; k < 3; k++) positions[to + k] = positions[to + 3 + k] = spheres[at + k];
      positions[to + ((axis + 1) % 3)] += u;
      positions[to + ((axis + 2) % 3)] += v;
      positions[to + 3 + ((axis + 1) % 3)] += nextU;
      positions[to + 3 + ((axis + 2) % 3)] += nextV;
    }
    u = nextU;
    v = nextV;
  }
}
