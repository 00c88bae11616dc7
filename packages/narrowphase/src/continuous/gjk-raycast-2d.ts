/**
 * Finds when two convex sets in the plane first touch while one moves on a straight line.
 *
 * The distance of B, moved by t · motion, from A is a convex function of t. Newton's method from the left
 * never passes its root: GJK finds the distance and the line that separates the sets, and t jumps to where B
 * meets that line. If B does not approach it, or only after t = 1, nothing is hit.
 *
 * A few steps for polygons; round sets converge quadratically, grazing ones by halves. No allocation. NaN
 * ends with `converged` false and `Infinity`.
 *
 * van den Bergen, "Ray casting against general convex objects with application to continuous collision
 * detection", 2004.
 */
import type { Convex2d, ReadonlyVec2, Vec2 } from '@colide/core';
import { createGjkResult2d, gjkDistance2d } from '../gjk/gjk-2d.ts';
import type { TimeOfImpact } from './time-of-impact.ts';

/** The core of B, translated. */
class Translated2d implements Convex2d {
  shape: Convex2d = { support: out => out };
  readonly offset = new Float64Array(2);

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    this.shape.support(out, direction);
    out[0] += this.offset[0];
    out[1] += this.offset[1];
    return out;
  }
}

const core = /* @__PURE__ */ new Translated2d();
const moving = {
  core,
  margin: 0,
  support: (out: Vec2, direction: ReadonlyVec2) => core.support(out, direction),
};
const result = /* @__PURE__ */ createGjkResult2d();

/**
 * The time from 0 to 1 at which `b`, moving by `motion` relative to `a`, first touches it, or `Infinity`; 0
 * when they touch already. Support mappings must not call this function in turn.
 *
 * @param tolerance distance at which the sets count as touching, as a fraction of the size of A ⊖ B
 */
export function gjkRaycast2d(
  out: TimeOfImpact,
  a: Convex2d,
  b: Convex2d,
  motion: ReadonlyVec2,
  tolerance = 1e-10,
  maxSteps = 64,
): number {
  moving.margin = 0;
  for (; b.core !== undefined; b = b.core) moving.margin += b.margin ?? 0;
  core.shape = b;
  out.steps = 0;
  out.time = 0;
  out.converged = false;
  out.normal[0] = out.normal[1] = 0;
  while (!step(out, a, motion, tolerance) && out.steps < maxSteps);
  if (out.time < Infinity) touch(out);
  return out.time;
}

/** One distance and one jump. Returns whether the search is over. */
function step(out: TimeOfImpact, a: Convex2d, motion: ReadonlyVec2, tolerance: number): boolean {
  const { axis, simplex } = result;
  const { w } = simplex;
  core.offset[0] = out.time * motion[0];
  core.offset[1] = out.time * motion[1];
  out.steps++;
  gjkDistance2d(result, a, moving);
  const { distance } = result;
  let largest = 0;
  for (let i = 0; i < 2 * simplex.count; i++) largest = Math.max(largest, Math.abs(w[i]));
  if (distance <= tolerance * largest) return (out.converged = true);
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1]);
  const x = -axis[0] / length;
  const y = -axis[1] / length;
  const closing = -(x * motion[0] + y * motion[1]);
  const next = out.time + distance / closing;
  if (!(closing > 0 && next <= 1)) {
    out.converged = !Number.isNaN(next);
    out.time = Infinity;
    return true;
  }
  out.normal[0] = x;
  out.normal[1] = y;
  // Rounding may leave no time that is later.
  if (!(next > out.time)) return (out.converged = true);
  out.time = next;
  return false;
}

/** The point of A that is touched. */
function touch({ point }: TimeOfImpact): void {
  point[0] = result.pointA[0];
  point[1] = result.pointA[1];
}
