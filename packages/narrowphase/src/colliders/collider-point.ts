/**
 * How far a point is from one collider of a `ColliderSet`, negative inside, with the outward normal and the
 * nearest point of the surface. For a ball, subtract its radius: particles with a thickness use this. Closed
 * forms for balls, boxes, capsules and half-spaces; all other convex shapes use GJK, and EPA for points
 * inside. No allocation, nothing checked.
 */
import { PointShape, Posed } from '@colide/geometry';
import {
  capsuleRadiusAt,
  colliderSize,
  obbAxesAt,
  obbHalfAt,
  planeOffsetAt,
  secondEndAt,
  sphereRadiusAt,
} from '../internal/layouts.ts';
import { createPenetrationResult, penetration } from '../penetration/penetration.ts';
import { type ColliderSet, colliderKind } from './collider-set.ts';

/** The result of {@link colliderPoint}: numbers in arrays, so that none is boxed. */
export interface ColliderPoint {
  /** The distance, negative inside; one number. */
  readonly distance: Float64Array;
  /** Outward unit normal of the collider. */
  readonly normal: Float64Array;
  /** The nearest point of its surface. */
  readonly point: Float64Array;
}

/** An empty record, to be reused. */
export function createColliderPoint(): ColliderPoint {
  return { distance: new Float64Array(1), normal: new Float64Array(3), point: new Float64Array(3) };
}

const beyond = /* @__PURE__ */ new Float64Array(3);
const center = /* @__PURE__ */ new Float64Array(3);
const upright = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1);
const probe = /* @__PURE__ */ new Posed(/* @__PURE__ */ new PointShape());
const result = /* @__PURE__ */ createPenetrationResult();

/** Fills `out` for collider `id` and the point `points[at…at + 2]`. */
export function colliderPoint(
  out: ColliderPoint,
  set: ColliderSet,
  id: number,
  points: Float64Array,
  at: number,
): void {
  const { data } = set;
  const c = colliderSize * id;
  switch (set.kinds[id]) {
    case colliderKind.plane:
      fromPlane(out, data, c, points, at);
      break;
    case colliderKind.box:
      fromBox(out, data, c, points, at);
      break;
    case colliderKind.sphere:
      for (let k = 0; k < 3; k++) center[k] = data[c + k];
      fromCenter(out, points, at, data, c + sphereRadiusAt);
      break;
    case colliderKind.capsule:
      toSegment(data, c, points, at);
      fromCenter(out, points, at, data, c + capsuleRadiusAt);
      break;
    default:
      fromConvex(out, set, id, points, at);
  }
}

function fromPlane(
  out: ColliderPoint,
  data: Float64Array,
  c: number,
  points: Float64Array,
  at: number,
): void {
  const { distance, normal, point } = out;
  const height =
    data[c] * points[at] +
    data[c + 1] * points[at + 1] +
    data[c + 2] * points[at + 2] -
    data[c + planeOffsetAt];
  distance[0] = height;
  for (let k = 0; k < 3; k++) {
    normal[k] = data[c + k];
    point[k] = points[at + k] - height * data[c + k];
  }
}

/** The answer for the ball around {@link center}; the normal points up if the point is the centre itself. */
function fromCenter(
  out: ColliderPoint,
  points: Float64Array,
  at: number,
  radii: Float64Array,
  r: number,
): void {
  const { distance, normal, point } = out;
  const x = points[at] - center[0];
  const y = points[at + 1] - center[1];
  const z = points[at + 2] - center[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const radius = radii[r];
  normal[0] = length > 0 ? x / length : 0;
  normal[1] = length > 0 ? y / length : 1;
  normal[2] = length > 0 ? z / length : 0;
  for (let k = 0; k < 3; k++) point[k] = center[k] + radius * normal[k];
  distance[0] = length - radius;
}

/** Sets {@link center} to the point of a capsule's core nearest to a point. */
function toSegment(data: Float64Array, c: number, points: Float64Array, at: number): void {
  let along = 0;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const d = data[c + secondEndAt + k] - data[c + k];
    along += d * (points[at + k] - data[c + k]);
    squared += d * d;
  }
  const t = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
  for (let k = 0; k < 3; k++) center[k] = data[c + k] + t * (data[c + secondEndAt + k] - data[c + k]);
}

function fromBox(out: ColliderPoint, data: Float64Array, c: number, points: Float64Array, at: number): void {
  const { distance, normal, point } = out;
  const x = points[at] - data[c];
  const y = points[at + 1] - data[c + 1];
  const z = points[at + 2] - data[c + 2];
  let squared = 0;
  let least = Infinity;
  let exit = 0;
  let side = 1;
  for (let k = 0; k < 3; k++) {
    const p = c + obbAxesAt + 3 * k;
    const along = x * data[p] + y * data[p + 1] + z * data[p + 2];
    const half = data[c + obbHalfAt + k];
    const over = along > half ? along - half : along < -half ? along + half : 0;
    beyond[k] = over;
    squared += over * over;
    const depth = half - Math.abs(along);
    if (depth >= least) continue;
    least = depth;
    exit = p;
    side = along < 0 ? -1 : 1;
  }
  const length = squared > 0 ? Math.sqrt(squared) : -least;
  distance[0] = length;
  const axes = c + obbAxesAt;
  for (let k = 0; k < 3; k++) {
    normal[k] =
      squared > 0
        ? (beyond[0] * data[axes + k] + beyond[1] * data[axes + 3 + k] + beyond[2] * data[axes + 6 + k]) /
          length
        : side * data[exit + k];
    point[k] = points[at + k] - length * normal[k];
  }
}

function fromConvex(
  out: ColliderPoint,
  set: ColliderSet,
  id: number,
  points: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) center[k] = points[at + k];
  probe.setPose(center, upright);
  penetration(result, set.convexes[id]!, probe);
  out.distance[0] = result.distance;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = result.normal[k];
    // Where several points are equally near, the one that belongs to the normal.
    out.point[k] = points[at + k] - result.distance * result.normal[k];
  }
}
