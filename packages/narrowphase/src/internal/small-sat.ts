/**
 * The separating-axis test of two small sets of points (segments, triangles, boxes): both sets are projected
 * in full on every axis that is offered, and the axis of least overlap is kept.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { axisAt, axisSize, gapAt } from './axis-layout.ts';
import { obbAxesAt, obbHalfAt } from './layouts.ts';

/** Corners of a box, the largest set. */
const maxPoints = 8;
/** Squared sine below which edges are parallel. */
const parallel = 1e-20;

/** The sets, the axis at hand and the best one so far. */
export class SmallSat {
  /** The points of A, three numbers each. */
  readonly pointsA = new Float64Array(3 * maxPoints);
  countA = 0;
  /** The points of B. */
  readonly pointsB = new Float64Array(3 * maxPoints);
  countB = 0;
  /** The axis to offer next, of any length. */
  readonly axis = new Float64Array(3);
  /** The best axis so far, laid out as in `axis-layout.ts`. */
  readonly best = new Float64Array(axisSize);
  /** One number: an axis separates when the gap exceeds it. In an array, as V8 boxes fractional arguments. */
  readonly limit = new Float64Array(1);
  /** The name the best axis was offered under. */
  name = -1;

  /** Forgets all axes. */
  clear(): void {
    this.best[gapAt] = -Infinity;
    this.name = -1;
  }

  /** Sets {@link axis} to the cross product of the difference of two points of A and that of two of B. */
  crossEdges(i: number, j: number, k: number, l: number): void {
    const { pointsA: p, pointsB: q, axis } = this;
    const ux = p[3 * j] - p[3 * i];
    const uy = p[3 * j + 1] - p[3 * i + 1];
    const uz = p[3 * j + 2] - p[3 * i + 2];
    const vx = q[3 * l] - q[3 * k];
    const vy = q[3 * l + 1] - q[3 * k + 1];
    const vz = q[3 * l + 2] - q[3 * k + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    // Two edges that are nearly parallel have no common perpendicular but rounding.
    const lengths = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
    const doubtful = !(x * x + y * y + z * z > parallel * lengths);
    axis[0] = doubtful ? 0 : x;
    axis[1] = doubtful ? 0 : y;
    axis[2] = doubtful ? 0 : z;
  }

  /** Sets {@link axis} to the normal of the first three points of a set. */
  normalOf(p: Float64Array): void {
    const { axis } = this;
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    axis[0] = uy * vz - uz * vy;
    axis[1] = uz * vx - ux * vz;
    axis[2] = ux * vy - uy * vx;
  }

  /**
   * Projects both sets on {@link axis}; a zero axis is passed over. Returns whether it separates by more than
   * {@link limit}.
   */
  offer(name: number): boolean {
    const { axis, pointsA, pointsB, best } = this;
    let x = axis[0];
    let y = axis[1];
    let z = axis[2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return false;
    x /= length;
    y /= length;
    z /= length;
    // Relative to the first point of A: far from the origin the projections would cancel.
    const ox = pointsA[0];
    const oy = pointsA[1];
    const oz = pointsA[2];
    let minA = 0;
    let maxA = 0;
    for (let i = 3; i < 3 * this.countA; i += 3) {
      const along = (pointsA[i] - ox) * x + (pointsA[i + 1] - oy) * y + (pointsA[i + 2] - oz) * z;
      if (along < minA) minA = along;
      if (along > maxA) maxA = along;
    }
    let minB = Infinity;
    let maxB = -Infinity;
    for (let i = 0; i < 3 * this.countB; i += 3) {
      const along = (pointsB[i] - ox) * x + (pointsB[i + 1] - oy) * y + (pointsB[i + 2] - oz) * z;
      if (along < minB) minB = along;
      if (along > maxB) maxB = along;
    }
    const ahead = minB - maxA;
    const behind = minA - maxB;
    const gap = Math.max(ahead, behind);
    if (gap > best[gapAt]) {
      const sign = ahead >= behind ? 1 : -1;
      best[gapAt] = gap;
      best[axisAt] = sign * x;
      best[axisAt + 1] = sign * y;
      best[axisAt + 2] = sign * z;
      this.name = name;
    }
    return gap > this.limit[0];
  }
}

/**
 * Writes the eight corners of the box; corner i lies on the positive side of axis k when bit k of i is set.
 */
export function loadObb(out: Float64Array, obb: ReadonlyObb): void {
  for (let corner = 0; corner < 8; corner++)
    for (let k = 0; k < 3; k++) {
      let x = obb[k];
      for (let axis = 0; axis < 3; axis++) {
        const offset = obb[obbHalfAt + axis] * obb[obbAxesAt + 3 * axis + k];
        x += corner & (1 << axis) ? offset : -offset;
      }
      out[3 * corner + k] = x;
    }
}
