/**
 * Whether a triangle and a box overlap: the separating-axis test on 13 axes, the three face normals of the
 * box, the normal of the triangle and nine cross products of edges. Akenine-Möller, "Fast 3D triangle–box
 * overlap testing", JGT 6(1), 2001.
 *
 * Where we depart: each comparison gets a slack of 2⁻⁴⁶ of the lengths that enter it, more than rounding can
 * amount to, so a triangle that touches the box is never missed, however flat or far from the origin;
 * triangles within about 1e-14 of the coordinates count as touching. Degenerate triangles are treated as the
 * segments or points they cover. No allocation.
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
 * | 12 | magnitude of the centre, which was subtracted |
 */
const local = /* @__PURE__ */ new Float64Array(13);
const halfAt = 9;
const magnitudeAt = 12;

/**
 * Whether `triangle`, nine numbers, and the axis-aligned `box` (not empty) have a point in common. Unchecked.
 */
export function triangleBox(triangle: ArrayLike<number>, box: ReadonlyAabb): boolean {
  let size = 0;
  for (let i = 0; i < 3; i++) {
    const center = 0.5 * box[i] + 0.5 * box[i + 3];
    for (let k = i; k < 9; k += 3) local[k] = triangle[k] - center;
    local[halfAt + i] = Math.max(box[i + 3] - center, center - box[i]);
    size += Math.abs(center);
  }
  local[magnitudeAt] = size;
  return localOverlap();
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
  local[magnitudeAt] = Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
  return localOverlap();
}

/**
 * The test of `local`. In one function: with the edges in a second one it took an eighth longer (Node 20),
 * because the vertices were loaded again.
 */
function localOverlap(): boolean {
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
    p[magnitudeAt] +
    hx +
    hy +
    hz +
    Math.max(
      Math.abs(ax) + Math.abs(ay) + Math.abs(az),
      Math.abs(bx) + Math.abs(by) + Math.abs(bz),
      Math.abs(cx) + Math.abs(cy) + Math.abs(cz),
    );
  const slack = slackRatio * size;
  // Face normals of the box. Written so that NaN separates.
  if (!(Math.min(ax, bx, cx) <= hx + slack && Math.max(ax, bx, cx) >= -hx - slack)) return false;
  if (!(Math.min(ay, by, cy) <= hy + slack && Math.max(ay, by, cy) >= -hy - slack)) return false;
  if (!(Math.min(az, bz, cz) <= hz + slack && Math.max(az, bz, cz) >= -hz - slack)) return false;
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - bx;
  const vy = cy - by;
  const vz = cz - bz;
  const wx = ax - cx;
  const wy = ay - cy;
  const wz = az - cz;
  // The normal of the triangle.
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const lengthU = Math.abs(ux) + Math.abs(uy) + Math.abs(uz);
  const lengthV = Math.abs(vx) + Math.abs(vy) + Math.abs(vz);
  const lengthW = Math.abs(wx) + Math.abs(wy) + Math.abs(wz);
  const height = Math.abs(nx * ax + ny * ay + nz * az);
  const extent = hx * Math.abs(nx) + hy * Math.abs(ny) + hz * Math.abs(nz);
  if (height > extent + slack * lengthU * lengthV) return false;
  // Each edge of the triangle with the three of the box. Its two ends share a projection; the third vertex
  // has its own.
  for (let edge = 0; edge < 3; edge++) {
    const ex = edge === 0 ? ux : edge === 1 ? vx : wx;
    const ey = edge === 0 ? uy : edge === 1 ? vy : wy;
    const ez = edge === 0 ? uz : edge === 1 ? vz : wz;
    const near = slack * (edge === 0 ? lengthU : edge === 1 ? lengthV : lengthW);
    const px = edge === 0 ? ax : edge === 1 ? bx : cx;
    const py = edge === 0 ? ay : edge === 1 ? by : cy;
    const pz = edge === 0 ? az : edge === 1 ? bz : cz;
    const qx = edge === 0 ? cx : edge === 1 ? ax : bx;
    const qy = edge === 0 ? cy : edge === 1 ? ay : by;
    const qz = edge === 0 ? cz : edge === 1 ? az : bz;
    const fx = Math.abs(ex);
    const fy = Math.abs(ey);
    const fz = Math.abs(ez);
    let s = ey * pz - ez * py;
    let t = ey * qz - ez * qy;
    let radius = hy * fz + hz * fy + near;
    if (Math.min(s, t) > radius || Math.max(s, t) < -radius) return false;
    s = ez * px - ex * pz;
    t = ez * qx - ex * qz;
    radius = hx * fz + hz * fx + near;
    if (Math.min(s, t) > radius || Math.max(s, t) < -radius) return false;
    s = ex * py - ey * px;
    t = ex * qy - ey * qx;
    radius = hx * fy + hy * fx + near;
    if (Math.min(s, t) > radius || Math.max(s, t) < -radius) return false;
  }
  return true;
}
