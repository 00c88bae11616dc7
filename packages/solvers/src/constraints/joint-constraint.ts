/**
 * Joints between bodies made of particles.
 *
 * Revolute (in the plane) and ball joint (in space): one particle of each body at the same point. If the
 * bodies share the particle outright, there is nothing to solve. If they do not, a distance constraint of
 * length zero holds them together; since its direction does not matter, it needs no root. A hinge is two ball
 * joints: its axis runs through them. A slider keeps a particle on the segment between two particles of the
 * other body; two sliders on one rail also keep the direction.
 *
 * All conserve linear and angular momentum. Jakobsen, "Advanced character physics", GDC 2001.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

const wholeRail: readonly number[] = [0, 1];

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

/**
 * Brings `a0` to `b0` and `a1` to `b1`: the bodies rotate about the line through both. Ids are not checked.
 *
 * @param ids a0, a1, b0 and b1
 */
export function projectHinge(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  stiffness = 1,
): void {
  requireFraction('stiffness', stiffness);
  join(positions, inverseMasses, ids[0], ids[2], stiffness);
  join(positions, inverseMasses, ids[1], ids[3], stiffness);
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
 * Keeps a particle on the segment between two others and returns its position along it, 0 to 1. Ids are not
 * checked.
 *
 * @param ids the particle, then the start and the end of the rail
 * @param stops of the slider, lower and upper, as fractions of the rail
 */
export function projectSlider(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  stops: ArrayLike<number> = wholeRail,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  return slide(positions, inverseMasses, ids, stops, 0, stiffness);
}

/**
 * One sweep over `count` sliders, ids and stops of each as in {@link projectSlider}. Ids are not checked.
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
  for (let i = 0; i < count; i++) slide(positions, inverseMasses, ids, stops, i, stiffness);
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

/** Projects slider `i`. */
function slide(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  stops: ArrayLike<number>,
  i: number,
  stiffness: number,
): number {
  const slider = ids[3 * i];
  const railStart = ids[3 * i + 1];
  const railEnd = ids[3 * i + 2];
  const min = stops[2 * i];
  const max = stops[2 * i + 1];
  const p = 3 * slider;
  const a = 3 * railStart;
  const b = 3 * railEnd;
  const rx = positions[b] - positions[a];
  const ry = positions[b + 1] - positions[a + 1];
  const rz = positions[b + 2] - positions[a + 2];
  const square = rx * rx + ry * ry + rz * rz;
  const along =
    (positions[p] - positions[a]) * rx +
    (positions[p + 1] - positions[a + 1]) * ry +
    (positions[p + 2] - positions[a + 2]) * rz;
  let t = square > 0 ? along / square : 0;
  if (t < min) t = min;
  else if (t > max) t = max;
  const s = 1 - t;
  const wp = inverseMasses[slider];
  const wa = inverseMasses[railStart];
  const wb = inverseMasses[railEnd];
  const weight = wp + s * s * wa + t * t * wb;
  if (weight === 0) return t;
  const c = stiffness / weight;
  const dx = (positions[a] + t * rx - positions[p]) * c;
  const dy = (positions[a + 1] + t * ry - positions[p + 1]) * c;
  const dz = (positions[a + 2] + t * rz - positions[p + 2]) * c;
  positions[p] += wp * dx;
  positions[p + 1] += wp * dy;
  positions[p + 2] += wp * dz;
  positions[a] -= s * wa * dx;
  positions[a + 1] -= s * wa * dy;
  positions[a + 2] -= s * wa * dz;
  positions[b] -= t * wb * dx;
  positions[b + 1] -= t * wb * dy;
  positions[b + 2] -= t * wb * dz;
  return t;
}
