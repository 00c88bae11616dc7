/**
 * Contact points of a convex shape and a half-plane: the lowest vertex of its core and the lower of the two
 * beside it. O(vertices); nothing is allocated.
 */
import { plainDoubles } from '@colide/core';
import type { ContactManifold2d } from './contact-manifold-2d.ts';
import { idStride } from './internal/contact-ids.ts';
import type { PosedShape2d } from './posed-shape-2d.ts';

/** The height of the vertex at hand: in an array, since V8 would box an argument. */
const heights = /* @__PURE__ */ plainDoubles(1);

/**
 * Writes the contact points of `shape`, which is A, and the half-plane `plane`, B, that are at most `margin`
 * apart; returns their number.
 */
export function manifoldPlane2d(
  out: ContactManifold2d,
  shape: PosedShape2d,
  plane: PosedShape2d,
  margin: number,
): number {
  const { points, count, radius } = shape;
  const nx = plane.normals[0];
  const ny = plane.normals[1];
  const offset = plane.center[0];
  let lowest = Infinity;
  let vertex = 0;
  for (let i = 0; i < count; i++) {
    const height = nx * points[2 * i] + ny * points[2 * i + 1] - offset;
    if (!(height < lowest)) continue;
    lowest = height;
    vertex = i;
  }
  out.count = 0;
  out.normal[0] = -nx;
  out.normal[1] = -ny;
  out.radii[0] = radius;
  out.radii[1] = 0;
  if (!(lowest - radius <= margin)) return 0;
  heights[0] = lowest;
  add(out, shape, vertex);
  if (count < 2) return 1;
  const after = vertex + 1 === count ? 0 : vertex + 1;
  const before = vertex === 0 ? count - 1 : vertex - 1;
  const ofAfter = nx * points[2 * after] + ny * points[2 * after + 1] - offset;
  const ofBefore = nx * points[2 * before] + ny * points[2 * before + 1] - offset;
  const second = ofAfter < ofBefore ? after : before;
  const height = second === after ? ofAfter : ofBefore;
  heights[0] = height;
  if (height - radius <= margin) add(out, shape, second);
  return out.count;
}

/** Appends vertex `i` of the core, whose height above the plane is in {@link heights}. */
function add(out: ContactManifold2d, { points, radius }: PosedShape2d, i: number): void {
  const height = heights[0];
  const { count, normal, pointsA, pointsB } = out;
  for (let k = 0; k < 2; k++) {
    pointsA[2 * count + k] = points[2 * i + k] + radius * normal[k];
    pointsB[2 * count + k] = points[2 * i + k] + height * normal[k];
  }
  out.depths[count] = radius - height;
  out.ids[count] = i * idStride;
  out.count = count + 1;
}
