/**
 * GJK with Johnson's sub-algorithm as textbooks have it (van den Bergen 2003, §4.3): cofactors, the backup
 * procedure, and no further care. `gjkDistanceJohnson` of @colide/narrowphase differs in one point: it never
 * accepts that a flat tetrahedron, whose cofactors are only rounding noise, contains the origin.
 */
import type { Convex } from '@colide/core';
import { type GjkResult, type GjkSimplex, gjkFinish, gjkSimplexCompact, gjkStart } from '@colide/narrowphase';

/** Δ_j of every subset, by the bits of the subset. */
type Cofactors = number[][];

function findCofactors(w: Float64Array, count: number): Cofactors {
  const dot = (i: number, j: number) =>
    w[3 * i] * w[3 * j] + w[3 * i + 1] * w[3 * j + 1] + w[3 * i + 2] * w[3 * j + 2];
  const cofactors: Cofactors = [];
  for (let set = 1; set < 1 << count; set++) {
    cofactors[set] = [0, 0, 0, 0];
    for (let j = 0; j < count; j++) {
      if ((set & (1 << j)) === 0) continue;
      const rest = set & ~(1 << j);
      if (rest === 0) {
        cofactors[set][j] = 1;
        continue;
      }
      const k = Math.log2(rest & -rest);
      for (let i = 0; i < count; i++)
        if ((rest & (1 << i)) !== 0) cofactors[set][j] += cofactors[rest][i] * (dot(i, k) - dot(i, j));
    }
  }
  return cofactors;
}

/** Writes the point of the subset's hull with the cofactors as weights. */
function take(v: Float64Array, { w, weights, count }: GjkSimplex, set: number, cofactors: Cofactors): void {
  let sum = 0;
  for (let i = 0; i < count; i++) if ((set & (1 << i)) !== 0) sum += cofactors[set][i];
  v.fill(0);
  for (let i = 0; i < 4; i++) {
    weights[i] = i < count && (set & (1 << i)) !== 0 ? cofactors[set][i] / sum : 0;
    for (let k = 0; k < 3; k++) v[k] += weights[i] * (i < count ? w[3 * i + k] : 0);
  }
}

/** The point of the simplex nearest the origin; whether the origin is inside. */
function textbookJohnson(v: Float64Array, simplex: GjkSimplex): boolean {
  const { count, w } = simplex;
  const all = (1 << count) - 1;
  const cofactors = findCofactors(w, count);
  const isPositive = (set: number) => cofactors[set].every((delta, i) => (set & (1 << i)) === 0 || delta > 0);
  const isNearest = (set: number) => {
    for (let j = 0; j < count; j++)
      if ((set & (1 << j)) === 0 && cofactors[set | (1 << j)][j] > 0) return false;
    return true;
  };
  let chosen = 0;
  for (let set = 1; set <= all && chosen === 0; set++) if (isPositive(set) && isNearest(set)) chosen = set;
  if (chosen === 0) {
    let least = Infinity;
    for (let set = 1; set <= all; set++) {
      if (!isPositive(set)) continue;
      take(v, simplex, set, cofactors);
      const squared = v[0] ** 2 + v[1] ** 2 + v[2] ** 2;
      if (squared < least) [least, chosen] = [squared, set];
    }
  }
  take(v, simplex, chosen, cofactors);
  if (chosen === 15) return true;
  gjkSimplexCompact(simplex);
  return false;
}

/** The distance of two convex sets. */
export function gjkDistanceTextbook(out: GjkResult, a: Convex, b: Convex, tolerance = 1e-10): number {
  gjkStart(out, a, b);
  const { simplex, axis, cso } = out;
  const { w } = simplex;
  let squared = Infinity;
  for (let step = 0; step < 64; step++) {
    const at = 3 * simplex.count;
    cso.support(simplex, axis);
    const along = axis[0] * w[at] + axis[1] * w[at + 1] + axis[2] * w[at + 2];
    if (at > 0 && squared - along <= tolerance * squared) break;
    simplex.count++;
    out.coresOverlap = textbookJohnson(axis, simplex);
    const next = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2;
    if (out.coresOverlap || !(next < squared)) break;
    squared = next;
  }
  gjkFinish(out);
  return out.distance;
}
