/**
 * Exact signs of orientations of points in one flat array. A plain determinant with an error bound nearly
 * always decides; only in doubtful cases do the adaptive predicates of Shewchuk (1997, package
 * robust-predicates) run. Points are given by index and signs are small integers, so that nothing is boxed.
 */
import { orient2d, orient3d } from 'robust-predicates';

/**
 * The points of two triangles, as the tests of a pair have them. A point begins at three times its index.
 *
 * | at | index | what        |
 * | -: | ----: | ----------- |
 * |  0 | 0     | A, vertex 0 |
 * |  3 | 1     | A, vertex 1 |
 * |  6 | 2     | A, vertex 2 |
 * |  9 | 3     | B, vertex 0 |
 * | 12 | 4     | B, vertex 1 |
 * | 15 | 5     | B, vertex 2 |
 */
export const trianglePairSize = 18;
export const vertex1At = 3;
export const vertex2At = 6;
export const triangleBAt = 9;
/** Index of the first point of B. */
export const firstOfB = 3;

/** Bounds the rounding of the determinants, relative to the sum of the magnitudes of their products. */
const bound3 = 7.8e-16;
const bound2 = 3.4e-16;

/** 1 when d lies on the side to which (b − a) × (c − a) points, −1 on the other, 0 exactly in the plane. */
export function sideOfPlane(p: Float64Array, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  const dx = p[l];
  const dy = p[l + 1];
  const dz = p[l + 2];
  const ax = p[i] - dx;
  const ay = p[i + 1] - dy;
  const az = p[i + 2] - dz;
  const bx = p[j] - dx;
  const by = p[j + 1] - dy;
  const bz = p[j + 2] - dz;
  const cx = p[k] - dx;
  const cy = p[k + 1] - dy;
  const cz = p[k + 2] - dz;
  const bxcy = bx * cy;
  const cxby = cx * by;
  const cxay = cx * ay;
  const axcy = ax * cy;
  const axby = ax * by;
  const bxay = bx * ay;
  const determinant = az * (bxcy - cxby) + bz * (cxay - axcy) + cz * (axby - bxay);
  const size =
    (Math.abs(bxcy) + Math.abs(cxby)) * Math.abs(az) +
    (Math.abs(cxay) + Math.abs(axcy)) * Math.abs(bz) +
    (Math.abs(axby) + Math.abs(bxay)) * Math.abs(cz);
  if (determinant > bound3 * size) return -1;
  if (determinant < -bound3 * size) return 1;
  return -Math.sign(
    orient3d(p[i], p[i + 1], p[i + 2], p[j], p[j + 1], p[j + 2], p[k], p[k + 1], p[k + 2], dx, dy, dz),
  );
}

/**
 * 1 when a, b, c run counter-clockwise in the plane of coordinates x and y (0, 1 or 2), −1 when clockwise, 0
 * exactly on a line.
 */
export function sideOfLine(p: Float64Array, x: number, y: number, a: number, b: number, c: number): number {
  const ax = p[3 * a + x];
  const ay = p[3 * a + y];
  const bx = p[3 * b + x];
  const by = p[3 * b + y];
  const cx = p[3 * c + x];
  const cy = p[3 * c + y];
  const left = (ay - cy) * (bx - cx);
  const right = (ax - cx) * (by - cy);
  const determinant = right - left;
  const size = bound2 * (Math.abs(left) + Math.abs(right));
  if (determinant > size) return 1;
  if (determinant < -size) return -1;
  return -Math.sign(orient2d(ax, ay, bx, by, cx, cy));
}
