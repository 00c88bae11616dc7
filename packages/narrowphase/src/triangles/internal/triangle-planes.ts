/**
 * Two triangles against each other's planes, and the intervals in which they cut the line where the planes
 * meet: the common part of the triangle tests, in plain arithmetic with error bounds. If rounding leaves a
 * sign in doubt, the functions say so, and the caller uses exact predicates.
 *
 * Comparisons are turned into bits and branched on together: each sign alone is a coin toss, and a
 * mispredicted branch costs more than all the arithmetic of a plane. Triangles are read in place, nine
 * numbers each; no fractional number is passed as an argument.
 */

/** Bounds the rounding of a product of three vectors, relative to the product of their L₁ lengths. */
const doubt = 2e-15;

/** Answer of {@link planeSides} when some vertex is too close to a plane. */
export const sidesInDoubt = -1;

/** Offset of the heights of B's vertices, which follow those of A's. */
export const heightsBAt = 3;
export const heightsSize = 6;

/**
 * The sides on which the vertices lie: bit k is set when vertex k of A lies above the plane of B, bit 3 + k
 * when vertex k of B lies above the plane of A. 0 when a plane separates the triangles, {@link sidesInDoubt}
 * when some vertex may lie on a plane. Otherwise fills `heights` with those of A's vertices above B's plane,
 * in units of its normal, then of B's above A's.
 */
export function planeSides(heights: Float64Array, a: ArrayLike<number>, b: ArrayLike<number>): number {
  const x = a[0];
  const y = a[1];
  const z = a[2];
  const ux = a[3] - x;
  const uy = a[4] - y;
  const uz = a[5] - z;
  const vx = a[6] - x;
  const vy = a[7] - y;
  const vz = a[8] - z;
  const bx = b[0];
  const by = b[1];
  const bz = b[2];
  const sx = b[3] - bx;
  const sy = b[4] - by;
  const sz = b[5] - bz;
  const tx = b[6] - bx;
  const ty = b[7] - by;
  const tz = b[8] - bz;
  const dx = bx - x;
  const dy = by - y;
  const dz = bz - z;
  const u = Math.abs(ux) + Math.abs(uy) + Math.abs(uz);
  const v = Math.abs(vx) + Math.abs(vy) + Math.abs(vz);
  const s = Math.abs(sx) + Math.abs(sy) + Math.abs(sz);
  const t = Math.abs(tx) + Math.abs(ty) + Math.abs(tz);
  const d = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  // B above the plane of A.
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const b0 = mx * dx + my * dy + mz * dz;
  const b1 = b0 + (mx * sx + my * sy + mz * sz);
  const b2 = b0 + (mx * tx + my * ty + mz * tz);
  const boundB = doubt * u * v * (d + s + t);
  const aboveB = +(b0 > boundB) | (+(b1 > boundB) << 1) | (+(b2 > boundB) << 2);
  const belowB = +(b0 < -boundB) | (+(b1 < -boundB) << 1) | (+(b2 < -boundB) << 2);
  if (aboveB === 7 || belowB === 7) return 0;
  // A above the plane of B.
  const nx = sy * tz - sz * ty;
  const ny = sz * tx - sx * tz;
  const nz = sx * ty - sy * tx;
  const a0 = -(nx * dx + ny * dy + nz * dz);
  const a1 = a0 + (nx * ux + ny * uy + nz * uz);
  const a2 = a0 + (nx * vx + ny * vy + nz * vz);
  const boundA = doubt * s * t * (d + u + v);
  const aboveA = +(a0 > boundA) | (+(a1 > boundA) << 1) | (+(a2 > boundA) << 2);
  const belowA = +(a0 < -boundA) | (+(a1 < -boundA) << 1) | (+(a2 < -boundA) << 2);
  if (aboveA === 7 || belowA === 7) return 0;
  if (((aboveA | belowA) & (aboveB | belowB)) !== 7) return sidesInDoubt;
  heights[0] = a0;
  heights[1] = a1;
  heights[2] = a2;
  heights[heightsBAt] = b0;
  heights[heightsBAt + 1] = b1;
  heights[heightsBAt + 2] = b2;
  return aboveA | (aboveB << 3);
}

/** Indexed by three bits: the one that differs from the other two. */
const lone = /* @__PURE__ */ Uint8Array.of(0, 0, 1, 2, 2, 1, 0, 0);

/** Positions in the order that {@link cutOrder} packs. */
export const loneOfA = 0;
export const nextOfA = 1;
export const lastOfA = 2;
export const loneOfB = 3;
export const nextOfB = 4;
export const lastOfB = 5;

/**
 * The order of vertices for {@link cutsOverlap}, packed two bits each: the lone vertex of A (alone on its
 * side of B's plane), the next and the last of A, then those of B. They are ordered so that each lone vertex
 * is on the positive side: next and last of a triangle swap when the other one's lone vertex lies below.
 */
export function cutOrder(sides: number): number {
  const sidesA = sides & 7;
  const sidesB = sides >> 3;
  const i = lone[sidesA];
  const k = lone[sidesB];
  const swapA = 1 - ((sidesB >> k) & 1);
  const swapB = 1 - ((sidesA >> i) & 1);
  return (
    (i << (2 * loneOfA)) |
    (((i + 1 + swapA) % 3) << (2 * nextOfA)) |
    (((i + 2 - swapA) % 3) << (2 * lastOfA)) |
    (k << (2 * loneOfB)) |
    (((k + 1 + swapB) % 3) << (2 * nextOfB)) |
    (((k + 2 - swapB) % 3) << (2 * lastOfB))
  );
}

/** The vertex, 0 to 2 of its triangle, at a position of the order. */
export function orderedVertex(order: number, place: number): number {
  return (order >> (2 * place)) & 3;
}

/**
 * Whether the intervals in which the triangles cut the common line of their planes overlap: 1 for yes, 0 for
 * no, −1 in doubt. The signs of two triple products of edges decide (Guigue & Devillers 2003).
 */
export function cutsOverlap(a: ArrayLike<number>, b: ArrayLike<number>, order: number): number {
  const i0 = 3 * orderedVertex(order, loneOfA);
  const i1 = 3 * orderedVertex(order, nextOfA);
  const i2 = 3 * orderedVertex(order, lastOfA);
  const k0 = 3 * orderedVertex(order, loneOfB);
  const k1 = 3 * orderedVertex(order, nextOfB);
  const k2 = 3 * orderedVertex(order, lastOfB);
  const x = a[i0];
  const y = a[i0 + 1];
  const z = a[i0 + 2];
  const px = a[i1] - x;
  const py = a[i1 + 1] - y;
  const pz = a[i1 + 2] - z;
  const qx = a[i2] - x;
  const qy = a[i2 + 1] - y;
  const qz = a[i2 + 2] - z;
  const rx = b[k0] - x;
  const ry = b[k0 + 1] - y;
  const rz = b[k0 + 2] - z;
  const sx = b[k1] - x;
  const sy = b[k1 + 1] - y;
  const sz = b[k1 + 2] - z;
  const tx = b[k2] - x;
  const ty = b[k2 + 1] - y;
  const tz = b[k2 + 2] - z;
  const first = (py * rz - pz * ry) * sx + (pz * rx - px * rz) * sy + (px * ry - py * rx) * sz;
  const second = (qy * tz - qz * ty) * rx + (qz * tx - qx * tz) * ry + (qx * ty - qy * tx) * rz;
  const r = doubt * (Math.abs(rx) + Math.abs(ry) + Math.abs(rz));
  const boundFirst =
    r * (Math.abs(px) + Math.abs(py) + Math.abs(pz)) * (Math.abs(sx) + Math.abs(sy) + Math.abs(sz));
  const boundSecond =
    r * (Math.abs(qx) + Math.abs(qy) + Math.abs(qz)) * (Math.abs(tx) + Math.abs(ty) + Math.abs(tz));
  if ((+(first > boundFirst) | +(second > boundSecond)) !== 0) return 0;
  return (+(first < -boundFirst) & +(second < -boundSecond)) !== 0 ? 1 : -1;
}
