/**
 * Joints between bodies made of particles.
 *
 * Revolute (in the plane) and ball joint (in space): one particle of each body at one place. Where the bodies
 * share the particle outright there is nothing to solve; where they do not, a distance constraint of length
 * zero holds them together, and since its direction does not matter it needs no root. A hinge is two ball
 * joints: its axis runs through them. A slider keeps a particle on the segment between two particles of the
 * other body; two sliders on one rail also keep the direction.
 *
 * All conserve linear and angular momentum. Jakobsen, "Advanced character physics", GDC 2001.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/**
 * Brings particles `a` and `b` together, each moving by its share of the inverse masses. Ids are not checked.
 */
export function projectBallJoint(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  stiffness = 1,
): void {
  requireFraction('stiffness', stiffness);
  join(positions, inverseMasses, a, b, stiffness);
}

/** One sweep over `count` ball (revolute) joints, two ids each. Ids are not checked. */
export function projectBallJoints(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  stiffness = 1,
  count = ids.length / 2,
): void {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 2);
  for (let k = 0; k < 2 * count; k += 2) join(positions, inverseMasses, ids[k], ids[k + 1], stiffness);
}

/** Brings `a0` to `b0` and `a1` to `b1`: the bodies turn about the line through both. Ids are not checked. */
export function projectHinge(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  stiffness = 1,
): void {
  requireFraction('stiffness', stiffness);
  join(positions, inverseMasses, a0, b0, stiffness);
  join(positions, inverseMasses, a1, b1, stiffness);
}

/** One sweep over `count` hinges, ids `a0, a1, b0, b1` each. Ids are not checked. */
export function projectHinges(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  stiffness = 1,
  count = ids.length / 4,
): void {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 4);
  for (let k = 0; k < 4 * count; k += 4) {
    join(positions, inverseMasses, ids[k], ids[k + 2], stiffness);
    join(positions, inverseMasses, ids[k + 1], ids[k + 3], stiffness);
  }
}

/**
 * Keeps particle `p` on the segment from `railStart` to `railEnd` and returns where on it, 0 to 1. Ids are
 * not checked.
 *
 * @param min stop of the slider, as a fraction of the rail
 * @param max the other stop
 */
export function projectSlider(
  positions: Float64Array,
  inverseMasses: Float64Array,
  p: number,
  railStart: number,
  railEnd: number,
  min = 0,
  max = 1,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  return slide(positions, inverseMasses, p, railStart, railEnd, min, max, stiffness);
}

/**
 * One sweep over `count` sliders, ids `p, railStart, railEnd` and stops `min, max` each. Ids are not checked.
 */
export function projectSliders(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  stops: Float64Array,
  stiffness = 1,
  count = stops.length / 2,
): void {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 3);
  for (let i = 0, k = 0; i < count; i++, k += 3)
    slide(
      positions,
      inverseMasses,
      ids[k],
      ids[k + 1],
      ids[k + 2],
      stops[2 * i],
      stops[2 * i + 1],
      stiffness,
    );
}

function join(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  stiffness: number,
): void {
  const wa = inverseMasses[a];
  const wb = inverseMasses[b];
  if (wa + wb === 0) return;
  const ca = (stiffness * wa) / (wa + wb);
  const cb = (stiffness * wb) / (wa + wb);
  for (let axis = 0; axis < 3; axis++) {
    const d = positions[3 * b + axis] - positions[3 * a + axis];
    positions[3 * a + axis] += d * ca;
    positions[3 * b + axis] -= d * cb;
  }
}

function slide(
  positions: Float64Array,
  inverseMasses: Float64Array,
  p: number,
  railStart: number,
  railEnd: number,
  min: number,
  max: number,
  stiffness: number,
): number {
  const i = 3 * p;
  const a = 3 * railStart;
  const b = 3 * railEnd;
  const rx = positions[b] - positions[a];
  const ry = positions[b + 1] - positions[a + 1];
  const rz = positions[b + 2] - positions[a + 2];
  const square = rx * rx + ry * ry + rz * rz;
  const along =
    (positions[i] - positions[a]) * rx +
    (positions[i + 1] - positions[a + 1]) * ry +
    (positions[i + 2] - positions[a + 2]) * rz;
  let t = square > 0 ? along / square : 0;
  if (t < min) t = min;
  else if (t > max) t = max;
  const s = 1 - t;
  const wp = inverseMasses[p];
  const wa = inverseMasses[railStart];
  const wb = inverseMasses[railEnd];
  const weight = wp + s * s * wa + t * t * wb;
  if (weight === 0) return t;
  const c = stiffness / weight;
  const dx = (positions[a] + t * rx - positions[i]) * c;
  const dy = (positions[a + 1] + t * ry - positions[i + 1]) * c;
  const dz = (positions[a + 2] + t * rz - positions[i + 2]) * c;
  positions[i] += wp * dx;
  positions[i + 1] += wp * dy;
  positions[i + 2] += wp * dz;
  positions[a] -= s * wa * dx;
  positions[a + 1] -= s * wa * dy;
  positions[a + 2] -= s * wa * dz;
  positions[b] -= t * wb * dx;
  positions[b + 1] -= t * wb * dy;
  positions[b + 2] -= t * wb * dz;
  return t;
}
