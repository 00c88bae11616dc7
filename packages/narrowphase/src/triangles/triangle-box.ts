/**
 * Whether a triangle and a box overlap: the separating-axis test on 13 axes, the three face normals of the box, the normal of
 * the triangle and nine cross products of edges. Akenine-Möller, "Fast 3D triangle–box overlap testing", JGT 6(1), 2001.
 *
 * Where we depart: each comparison gets a slack of 2⁻⁴⁶ of the lengths that enter it, more than rounding can amount to,
 * so a triangle that touches the box is never missed, however flat or far from the origin; triangles within about 1e-14 of
 * the coordinates count as touching. Degenerate triangles are the segments or points they cover. No allocation.
 */
import type { ReadonlyObb } from '@colide/bounds';
import type { ReadonlyAabb } from '@colide/core';
import { obbAxesAt, obbHalfAt } from '../internal/layouts.ts';

const slackRatio = 2 ** -46;

/**
 * The triangle in the frame of the box.
 *
 * | from | what |
 * | ---: | --- |
 * | 0 | the three vertices |
 * | 9 | half extents of the box |
 * | 12 | magnitude of the centre, which was subtracted; then the slack of a comparison of lengths |
 */
const local = /* @__PURE__ */ new Float64Array(13);
const halfAt = 9;
const slackAt = 12;

/** Whether `triangle`, nine numbers, and the axis-aligned `box` (not empty) have a point in common. Unchecked. */
export function triangleBox(triangle: ArrayLike<number>, box: ReadonlyAabb): boolean {
  let size = 0;
  for (let i = 0; i < 3; i++) {
    const center = 0.5 * box[i] + 0.5 * box[i + 3];
    for (let k = i; k < 9; k += 3) local[k] = triangle[k] - center;
    local[halfAt + i] = Math.max(box[i + 3] - center, center - box[i]);
    size += Math.abs(center);
  }
  local[slackAt] = size;
  return !facesSeparate() && !edgesSeparate();
}

/** Whether `triangle`, nine numbers, and the oriented box have a point in common. Unchecked. */
export function triangleObb(triangle: ArrayLike<number>, obb: ReadonlyObb): boolean {
  const cx = obb[0];
  const cy = obb[1];
  const cz = obb[2];
  for (let k = 0; k < 9; k += 3) {
    const x = triangle[k] - cx;
    const y = triangle[k + 1] - cy;
    const z = triangle[k + 2] - cz;
    local[k] = x * obb[obbAxesAt] + y * obb[obbAxesAt + 1] + z * obb[obbAxesAt + 2];
    local[k + 1] = x * obb[obbAxesAt + 3] + y * obb[obbAxesAt + 4] + z * obb[obbAxesAt + 5];
    local[k + 2] = x * obb[obbAxesAt + 6] + y * obb[obbAxesAt + 7] + z * obb[obbAxesAt + 8];
  }
  for (let i = 0; i < 3; i++) local[halfAt + i] = obb[obbHalfAt + i];
  local[slackAt] = Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
  return !facesSeparate() && !edgesSeparate();
}

/** Sets the slack and tries the face normals of the box and the normal of the triangle. NaN separates. */
function facesSeparate(): boolean {
  const p = local;
  const hx = p[halfAt];
  const hy = p[halfAt + 1];
  const hz = p[halfAt + 2];
  const ax = p[0];
  const ay = p[1];
  const az = p[2];
  const bx = p[3];
  const by = p[4];
  const bz = p[5];
  const cx = p[6];
  const cy = p[7];
  const cz = p[8];
  const size =
    p[slackAt] +
    hx +
    hy +
    hz +
    Math.max(
      Math.abs(ax) + Math.abs(ay) + Math.abs(az),
      Math.abs(bx) + Math.abs(by) + Math.abs(bz),
      Math.abs(cx) + Math.abs(cy) + Math.abs(cz),
    );
  const slack = slackRatio * size;
  p[slackAt] = slack;
  if (!(Math.min(ax, bx, cx) <= hx + slack && Math.max(ax, bx, cx) >= -hx - slack)) return true;
  if (!(Math.min(ay, by, cy) <= hy + slack && Math.max(ay, by, cy) >= -hy - slack)) return true;
  if (!(Math.min(az, bz, cz) <= hz + slack && Math.max(az, bz, cz) >= -hz - slack)) return true;
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - bx;
  const vy = cy - by;
  const vz = cz - bz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const lengthU = Math.abs(ux) + Math.abs(uy) + Math.abs(uz);
  const lengthV = Math.abs(vx) + Math.abs(vy) + Math.abs(vz);
  const height = Math.abs(nx * ax + ny * ay + nz * az);
  const extent = hx * Math.abs(nx) + hy * Math.abs(ny) + hz * Math.abs(nz);
  return height > extent + slack * lengthU * lengthV;
}

/** Tries each edge of the triangle with the three of the box. Its two ends share a projection; the third vertex is apart. */
function edgesSeparate(): boolean {
  const hx = local[halfAt];
  const hy = local[halfAt + 1];
  const hz = local[halfAt + 2];
  const slack = local[slackAt];
  for (let p = 0; p < 9; p += 3) {
    const end = p === 6 ? 0 : p + 3;
    const q = p === 0 ? 6 : p - 3;
    const px = local[p];
    const py = local[p + 1];
    const pz = local[p + 2];
    const qx = local[q];
    const qy = local[q + 1];
    const qz = local[q + 2];
    const ex = local[end] - px;
    const ey = local[end + 1] - py;
    const ez = local[end + 2] - pz;
    const fx = Math.abs(ex);
    const fy = Math.abs(ey);
    const fz = Math.abs(ez);
    const near = slack * (fx + fy + fz);
    let s = ey * pz - ez * py;
    let t = ey * qz - ez * qy;
    let radius = hy * fz + hz * fy + near;
    if (Math.min(s, t) > radius || Math.max(s, t) < -radius) return true;
    s = ez * px - ex * pz;
    t = ez * qx - ex * qz;
    radius = hx * fz + hz * fx + near;
    if (Math.min(s, t) > radius || Math.max(s, t) < -radius) return true;
    s = ex * py - ey * px;
    t = ex * qy - ey * qx;
    radius = hx * fy + hy * fx + near;
    if (Math.min(s, t) > radius || Math.max(s, t) < -radius) return true;
  }
  return false;
}
