/**
 * Finds where a ray meets a posed planar shape. The ray is clipped by the edges of sharp polygons (Cyrus &
 * Beck 1978); on round shapes the hit is the nearest of those with the edges, moved outward by the radius,
 * and with the discs around the vertices. O(vertices); nothing is allocated, nothing checked.
 */
import type { ReadonlyVec2 } from '@colide/core';
import { type PosedShape2d, posedKind2d } from '../contacts-2d/posed-shape-2d.ts';

/** A hit in the plane at `origin + t · direction`. The normal is valid only if `t` is finite. */
export interface RayHit2d {
  /** Parameter along the ray; `Infinity` when it misses. */
  t: number;
  /** Outward unit normal of the surface. */
  readonly normal: Float64Array;
}

/** A record that holds no hit yet. */
export function createRayHit2d(): RayHit2d {
  return { t: Infinity, normal: new Float64Array(2) };
}

/** The ray: origin x, y, direction x, y. */
const ray = /* @__PURE__ */ new Float64Array(4);

/**
 * The parameter at which the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, first meets `part`, `Infinity`
 * when it misses; fills `hit`. A ray that starts inside hits at 0, with the normal against it. Links of
 * chains are hit only from their front and by rays that start on them.
 */
export function rayPosedShape2d(
  hit: RayHit2d,
  part: PosedShape2d,
  origin: ReadonlyVec2,
  direction: ReadonlyVec2,
  maxT = Infinity,
): number {
  ray[0] = origin[0];
  ray[1] = origin[1];
  ray[2] = direction[0];
  ray[3] = direction[1];
  hit.t = Infinity;
  const { kind, count, radius } = part;
  if (kind === posedKind2d.plane) meetPlane(hit, part);
  else if (kind === posedKind2d.link) meetEdge(hit, part, 0, 0);
  else if (radius > 0) meetRound(hit, part);
  else if (count > 2) meetPolygon(hit, part);
  else if (count === 2) {
    meetEdge(hit, part, 0, 0);
    meetEdge(hit, part, 1, 0);
  } else if (posedDistanceSquared2d(part, ray[0], ray[1]) === 0) start(hit);
  if (!(hit.t <= maxT)) hit.t = Infinity;
  return hit.t;
}

/** The ray starts inside: t = 0 and the unit normal against it. */
function start(hit: RayHit2d): void {
  const length = Math.sqrt(ray[2] * ray[2] + ray[3] * ray[3]);
  hit.t = 0;
  hit.normal[0] = -ray[2] / length;
  hit.normal[1] = -ray[3] / length;
}

function meetPlane(hit: RayHit2d, { normals, center }: PosedShape2d): void {
  const height = normals[0] * ray[0] + normals[1] * ray[1] - center[0];
  const sinking = -(normals[0] * ray[2] + normals[1] * ray[3]);
  if (height <= 0) start(hit);
  else if (sinking > 0) {
    hit.t = height / sinking;
    hit.normal[0] = normals[0];
    hit.normal[1] = normals[1];
  }
}

/** Tests the front of edge `edge`, moved outward by `radius`; an earlier hit is kept. */
function meetEdge(hit: RayHit2d, { points, normals, count }: PosedShape2d, edge: number, radius: number) {
  const i = 2 * edge;
  const j = edge + 1 === count ? 0 : i + 2;
  const nx = normals[i];
  const ny = normals[i + 1];
  const sinking = -(nx * ray[2] + ny * ray[3]);
  const x = ray[0] - points[i];
  const y = ray[1] - points[i + 1];
  const height = nx * x + ny * y - radius;
  if (!(sinking > 0 && height >= 0)) return;
  const t = height / sinking;
  const along = -ny * (x + t * ray[2]) + nx * (y + t * ray[3]);
  const length = -ny * (points[j] - points[i]) + nx * (points[j + 1] - points[i + 1]);
  if (!(along >= 0 && along <= length && t < hit.t)) return;
  hit.t = t;
  hit.normal[0] = nx;
  hit.normal[1] = ny;
}

/**
 * A polygon with sharp corners: the ray is inside between the last edge it enters and the first it leaves.
 */
function meetPolygon(hit: RayHit2d, { points, normals, count }: PosedShape2d): void {
  let enter = 0;
  let leave = Infinity;
  let entered = -1;
  for (let i = 0; i < 2 * count; i += 2) {
    const sinking = -(normals[i] * ray[2] + normals[i + 1] * ray[3]);
    const height = normals[i] * (ray[0] - points[i]) + normals[i + 1] * (ray[1] - points[i + 1]);
    if (sinking === 0) {
      if (height > 0) return;
    } else if (sinking > 0) {
      if (!(height / sinking > enter)) continue;
      enter = height / sinking;
      entered = i;
    } else leave = Math.min(leave, height / sinking);
  }
  if (!(enter <= leave)) return;
  if (entered < 0) {
    start(hit);
    return;
  }
  hit.t = enter;
  hit.normal[0] = normals[entered];
  hit.normal[1] = normals[entered + 1];
}

/** A shape with a radius: edges moved outward, and discs around the vertices. */
function meetRound(hit: RayHit2d, part: PosedShape2d): void {
  const { points, count, radius } = part;
  if (posedDistanceSquared2d(part, ray[0], ray[1]) <= radius * radius) {
    start(hit);
    return;
  }
  if (count > 1) for (let edge = 0; edge < count; edge++) meetEdge(hit, part, edge, radius);
  const a = ray[2] * ray[2] + ray[3] * ray[3];
  for (let i = 0; i < 2 * count; i += 2) {
    const x = ray[0] - points[i];
    const y = ray[1] - points[i + 1];
    const b = ray[2] * x + ray[3] * y;
    // Computed from the distance of the line, since that of the origin would cancel digits far away.
    const across = ray[2] * y - ray[3] * x;
    const root = a * radius * radius - across * across;
    if (!(root >= 0)) continue;
    const t = (-b - Math.sqrt(root)) / a;
    if (!(t >= 0 && t < hit.t)) continue;
    hit.t = t;
    hit.normal[0] = (x + t * ray[2]) / radius;
    hit.normal[1] = (y + t * ray[3]) / radius;
  }
}

/**
 * Squared distance of a point from the core of a posed shape that is not a half-plane; 0 inside a polygon.
 */
export function posedDistanceSquared2d(part: PosedShape2d, x: number, y: number): number {
  const { points, normals, count } = part;
  let isInside = count > 2;
  let least = Infinity;
  for (let i = 0; i < 2 * count; i += 2) {
    const j = i + 2 === 2 * count ? 0 : i + 2;
    const px = x - points[i];
    const py = y - points[i + 1];
    if (normals[i] * px + normals[i + 1] * py > 0) isInside = false;
    const ex = points[j] - points[i];
    const ey = points[j + 1] - points[i + 1];
    const squared = ex * ex + ey * ey;
    const along = px * ex + py * ey;
    const share = squared > 0 && along > 0 ? (along < squared ? along / squared : 1) : 0;
    least = Math.min(least, (px - share * ex) ** 2 + (py - share * ey) ** 2);
  }
  return isInside ? 0 : least;
}
