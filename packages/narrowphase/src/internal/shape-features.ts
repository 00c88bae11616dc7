/**
 * The feature that supports a convex set within a tolerance angle of a direction: a corner, an edge or a
 * face, as a polygon.
 *
 * Boxes and hulls have their faces. A cylinder has its caps, a line down its side and points of its rims; a
 * cone and a capsule likewise; an ellipsoid has points only: samples of a curved surface would be corners of
 * a face that is not there, and lie behind the surface. The corners of a cap lie in fixed directions around
 * the normal, however the cylinder is rotated about its axis.
 *
 * Any other set is sampled with support calls along n + (u cos φ + v sin φ) tan α, u and v perpendicular to
 * n; the points found are the corners of its feature. A face with more corners than samples is cut short.
 * Rounded sets have the feature of their core, moved out by the margin.
 */
import type { Convex } from '@colide/core';
import type { CylinderShape, HullShape, Posed, Scaled } from '@colide/geometry';
import { type FeaturePolygon, polygonFacing } from './clip-features.ts';
import { cornerMask } from './clip-ids.ts';
import type { FeatureSearch } from './feature-search.ts';
import { facingFace, writeFace } from './support-features.ts';

const direction = /* @__PURE__ */ new Float64Array(3);
const point = /* @__PURE__ */ new Float64Array(3);
const local = /* @__PURE__ */ new Float64Array(3);
const facing = /* @__PURE__ */ new Float64Array(1);
const unscaled = /* @__PURE__ */ Float64Array.of(1, 1, 1);
const scale = /* @__PURE__ */ new Float64Array(3);
const identity = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const origin = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the feature that supports `set` around `search.sign` · normal, counter-clockwise seen from outside.
 */
export function supportFeature(out: FeaturePolygon, set: Convex, search: FeatureSearch): void {
  let core = set;
  let margin = 0;
  while (core.core !== undefined && (core.shape ?? core).kind !== 'capsule') {
    margin += core.margin ?? 0;
    core = core.core;
  }
  const { normal, sign } = search;
  out.count = 0;
  const shape = core.kind === 'posed' ? core.shape! : core;
  if (shape.kind === 'hull' && (shape as HullShape).dimension === 3) {
    const hull = core as HullShape | Posed<HullShape>;
    writeFace(out, hull, facingFace(hull, normal, sign));
    polygonFacing(facing, out, normal, sign);
    if (facing[0] < search.cosine) out.count = 0;
  } else if (!writeOwnFeature(out, core, shape, search)) out.count = 0;
  if (out.count === 0) sampleFeature(out, core, search);
  if (margin === 0) return;
  for (let i = 0; i < 3 * out.count; i++) out.points[i] += sign * margin * normal[i % 3];
}

/**
 * Writes the feature of a shape that is known by its kind; false if it is not, or has none within the angle.
 */
function writeOwnFeature(out: FeaturePolygon, core: Convex, shape: Convex, search: FeatureSearch): boolean {
  let factors = unscaled;
  let inner = shape;
  if (shape.kind === 'scaled') {
    const scaled = shape as Scaled;
    inner = scaled.shape;
    factors = scale;
    scale[0] = scaled.factorX;
    scale[1] = scaled.factorY;
    scale[2] = scaled.factorZ;
  }
  const { kind } = inner;
  const isPoint = kind === 'ellipsoid' || kind === 'sphere' || kind === 'point';
  const round = inner as Partial<CylinderShape>;
  if (!isPoint && round.writeFeature === undefined && (kind !== 'box' || inner !== shape)) return false;
  const isPosed = core !== shape;
  const matrix = isPosed ? core.matrix! : identity;
  const { sign } = search;
  toLocal(search.normal, matrix, factors);
  for (let k = 0; k < 3; k++) direction[k] = sign * local[k];
  if (isPoint) {
    inner.support(local, direction);
    addLocal(out, 0);
  } else if (kind === 'box') boxFace(out, inner, search);
  else round.writeFeature!(out, direction, search, matrix, factors);
  toWorld(out, matrix, (isPosed ? core.position! : origin) as Float64Array, factors);
  return out.count > 0;
}

/** Writes to `local` a world direction in the frame of the scaled shape. */
function toLocal(vector: Float64Array, m: Float64Array, factors: Float64Array): void {
  for (let k = 0; k < 3; k++)
    local[k] = factors[k] * (m[3 * k] * vector[0] + m[3 * k + 1] * vector[1] + m[3 * k + 2] * vector[2]);
}

/** Moves all corners from the frame of the shape to the world. */
function toWorld(out: FeaturePolygon, m: Float64Array, position: Float64Array, factors: Float64Array): void {
  const { points } = out;
  for (let i = 0; i < 3 * out.count; i += 3) {
    const x = factors[0] * points[i];
    const y = factors[1] * points[i + 1];
    const z = factors[2] * points[i + 2];
    for (let k = 0; k < 3; k++) points[i + k] = m[k] * x + m[3 + k] * y + m[6 + k] * z + position[k];
  }
}

/** Appends the corner in `local`. */
function addLocal(out: FeaturePolygon, id: number): void {
  const at = out.count++;
  for (let k = 0; k < 3; k++) out.points[3 * at + k] = local[k];
  out.ids[at] = id;
}

/** The face of a box within the angle of `direction`. */
function boxFace(out: FeaturePolygon, box: Convex, search: FeatureSearch): void {
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(direction[k]) >= search.cosine)) continue;
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    const top = direction[k] < 0 ? 0 : 1 << k;
    for (let c = 0; c < 4; c++) {
      const turn = top ? c : 3 - c;
      const id = top | (turn === 0 || turn === 3 ? 1 << k1 : 0) | (turn < 2 ? 1 << k2 : 0);
      box.vertex!(local, id);
      addLocal(out, id);
    }
  }
}

/** Samples the feature of any set. */
function sampleFeature(out: FeaturePolygon, set: Convex, search: FeatureSearch): void {
  const { normal, tangents, sign, slope, samples } = search;
  let c = 1;
  let s = 0;
  let vertex = 0;
  for (let i = 0; i < samples; i++) {
    for (let k = 0; k < 3; k++)
      direction[k] = sign * normal[k] + slope * (c * tangents[k] + sign * s * tangents[3 + k]);
    if (set.supportVertex !== undefined) {
      vertex = set.supportVertex(direction, vertex);
      set.vertex!(point, vertex);
    } else set.support(point, direction);
    addCorner(out, set.supportVertex !== undefined ? vertex & cornerMask : i);
    const turned = c * search.sampleCosine - s * search.sampleSine;
    s = s * search.sampleCosine + c * search.sampleSine;
    c = turned;
  }
  if (out.count > 1 && sameCorner(out, 0, out.count - 1)) out.count--;
}

/** Appends `point` unless it repeats the last corner. */
function addCorner(out: FeaturePolygon, id: number): void {
  const at = out.count;
  for (let k = 0; k < 3; k++) out.points[3 * at + k] = point[k];
  out.ids[at] = id;
  if (at === 0 || !sameCorner(out, at, at - 1)) out.count++;
}

function sameCorner(polygon: FeaturePolygon, i: number, j: number): boolean {
  const { points: p } = polygon;
  let size = 0;
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    size = Math.max(size, Math.abs(p[3 * i + k]));
    gap = Math.max(gap, Math.abs(p[3 * i + k] - p[3 * j + k]));
  }
  return gap <= 1e-12 * size;
}
