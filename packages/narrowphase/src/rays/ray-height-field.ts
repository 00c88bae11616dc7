/**
 * Ray against height field: the ray is followed through strips of cells perpendicular to its dominant axis;
 * in each strip the one or two cells below it are tested with the watertight triangle test. So the cost is
 * proportional to the cells the ray passes over, not to the whole field, and it never slips through between
 * two of them: strips and cells are widened by a billionth of a cell, far more than rounding moves the ray.
 *
 * Amanatides & Woo, "A fast voxel traversal algorithm for ray tracing", Eurographics 1987, steps from cell to
 * cell by accumulated parameters instead, which may round to the wrong cell. No allocation. The ray is in the
 * frame of the field.
 */

import { createRayHit, type RayHit, type ReadonlyVec3 } from '@colide/core';
import type { HeightField } from '@colide/geometry';
import { createWatertightRay, rayTriangleWatertight, watertightRaySet } from './ray-triangle-watertight.ts';

const ray = /* @__PURE__ */ createWatertightRay();
const corners = /* @__PURE__ */ new Float64Array(9);
const p0 = /* @__PURE__ */ new Float64Array(3);
const p1 = /* @__PURE__ */ new Float64Array(3);
const p2 = /* @__PURE__ */ new Float64Array(3);
/** The part of the ray to be tested. */
const span = { near: 0, far: Infinity };
/** The best hit so far. */
const best = /* @__PURE__ */ createRayHit();

/** The fraction of a cell by which strips and cells are widened. */
const widening = 1e-9;

/**
 * The parameter t ≥ 0 at which the ray first meets the surface, from above or below, `Infinity` when it
 * misses; fills `hit` (`t`, `u`, `v`, `normal` and `triangle`, the number that `HeightField.triangle` takes).
 * Unchecked: NaN misses.
 */
export function rayHeightField(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  field: HeightField,
): number {
  const { cellSize, columns, rows } = field;
  hit.t = best.t = Infinity;
  if (!clipToField(origin, direction, field)) return Infinity;
  const alongX = Math.abs(direction[0]) >= Math.abs(direction[2]);
  const main = alongX ? 0 : 2;
  const cross = 2 - main;
  const o = origin[main] / cellSize;
  const d = direction[main] / cellSize;
  const lastStrip = (alongX ? columns : rows) - 2;
  const lastCell = (alongX ? rows : columns) - 2;
  const from = clampCell(o + span.near * d - (d < 0 ? -widening : widening), lastStrip);
  const to = clampCell(o + span.far * d + (d < 0 ? -widening : widening), lastStrip);
  const step = to >= from ? 1 : -1;
  watertightRaySet(ray, origin, direction);
  for (let strip = from; strip !== to + step; strip += step) {
    let enter = span.near;
    let leave = span.far;
    if (d !== 0) {
      const low = (strip - widening - o) / d;
      const high = (strip + 1 + widening - o) / d;
      enter = Math.max(enter, Math.min(low, high));
      leave = Math.min(leave, Math.max(low, high));
    }
    const a = (origin[cross] + enter * direction[cross]) / cellSize;
    const b = (origin[cross] + leave * direction[cross]) / cellSize;
    const first = clampCell(Math.min(a, b) - widening, lastCell);
    const last = clampCell(Math.max(a, b) + widening, lastCell);
    for (let cell = first; cell <= last; cell++) {
      const column = alongX ? strip : cell;
      const row = alongX ? cell : strip;
      const number = 2 * (row * (columns - 1) + column);
      testTriangle(hit, field, number);
      testTriangle(hit, field, number + 1);
    }
    if (best.t <= leave) break;
  }
  hit.t = best.t;
  hit.u = best.u;
  hit.v = best.v;
  for (let i = 0; i < 3; i++) hit.normal[i] = best.normal[i];
  return best.t;
}

function clampCell(value: number, last: number): number {
  return Math.max(0, Math.min(last, Math.floor(value)));
}

/** Keeps the hit with triangle `number` if it comes before the best so far. */
function testTriangle(hit: RayHit, field: HeightField, number: number): void {
  field.triangle(corners, number);
  for (let i = 0; i < 3; i++) {
    p0[i] = corners[i];
    p1[i] = corners[i + 3];
    p2[i] = corners[i + 6];
  }
  rayTriangleWatertight(hit, ray, p0, p1, p2);
  if (!(hit.t < best.t)) return;
  best.t = hit.t;
  best.u = hit.u;
  best.v = hit.v;
  for (let i = 0; i < 3; i++) best.normal[i] = hit.normal[i];
  hit.triangle = number;
}

/** Writes to `span` the part of the ray in the field's box, slightly widened; false when there is none. */
function clipToField(origin: ReadonlyVec3, direction: ReadonlyVec3, field: HeightField): boolean {
  const { cellSize } = field;
  let near = 0;
  let far = Infinity;
  for (let i = 0; i < 3; i++) {
    const low = i === 1 ? field.minHeight : 0;
    const high = i === 1 ? field.maxHeight : cellSize * ((i === 0 ? field.columns : field.rows) - 1);
    const slack = widening * (cellSize + Math.abs(low) + Math.abs(high));
    const o = origin[i];
    const d = direction[i];
    if (d === 0) {
      if (!(o >= low - slack && o <= high + slack)) return false;
      continue;
    }
    const a = (low - slack - o) / d;
    const b = (high + slack - o) / d;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  span.near = near;
  span.far = far;
  return near <= far && far < Infinity;
}
