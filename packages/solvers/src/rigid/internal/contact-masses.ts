/**
 * Effective masses of contact blocks, which relate normal impulses, friction and twist to relative motion.
 *
 * They depend on the current levers and inertia. If they were kept while bodies move past each other by their
 * own size, or rotate far, they would be wrong: an impulse that is too large by the square of the lever
 * overshoots, and every pass makes it worse. Two cubes of 1 cm that met at 5 m/s flew apart with ten billion
 * times their energy. So {@link renewMasses} computes them anew after such a substep.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  addResponse,
  forceBAt,
  forceNAt,
  forceTAt,
  responseSize,
  torqueBAt,
  torqueNAt,
  torqueTAt,
} from '../../internal/pair-motion.ts';
import {
  displacementAt,
  headSize,
  inverseInertiaAt,
  leverAAt,
  leverBAt,
  leverShareAt,
  normalResponseAt,
  pointArmAt,
  pointMassAt,
  pointSize,
  rotationAt,
  shortHeadSize,
  slipResponseAt,
  spreadAt,
  tangentMassAt,
  togetherAt,
  torqueResponseAt,
  twistMassAt,
  twistResponseAt,
} from '../../internal/solve-contacts.ts';

/** Points whose spread is below this share of the largest are not solved together. */
const leastSpread = 1e-3;

/** The same for points that lie on a line, as two always do. */
const mostWidth = 1e-12;

/** Share by which the response of a block may grow in a substep before its masses are renewed. */
const mostGrowth = 0.01;

/**
 * Square of the rotation in radians per substep above which the inertia in world axes has changed by much.
 */
const farRotation = 0.01;

/** Response of the two bodies at the centre of a manifold, see `addResponse`. */
const response = /* @__PURE__ */ plainDoubles(responseSize);

/**
 * Second moments of the arms of a manifold, v², vu and u². In an array, since V8 boxes arguments of calls
 * that are not inlined.
 */
const moments = /* @__PURE__ */ plainDoubles(3);

/**
 * Writes the effective masses of a manifold of `count` points between the bodies with states `a` and `b`;
 * those of several points follow by {@link setTogether}. False when neither body can move.
 */
export function setMasses(
  blocks: Doubles,
  at: number,
  states: Doubles,
  a: number,
  b: number,
  count: number,
): boolean {
  for (let k = 0; k < responseSize; k++) response[k] = 0;
  addResponse(response, blocks, at, at + leverAAt, states, a);
  addResponse(response, blocks, at, at + leverBAt, states, b);
  if (!(response[forceNAt] > 0)) return false;
  setFriction(blocks, at);
  if (count > 1) setRotation(blocks, at);
  else blocks[at + shortHeadSize + pointMassAt] = 1 / response[forceNAt];
  return true;
}

/** The part of the masses that blocks of one point also have. */
function setFriction(blocks: Doubles, at: number): void {
  const k11 = response[forceTAt];
  const k12 = response[forceTAt + 1];
  const k22 = response[forceBAt];
  const determinant = k11 * k22 - k12 * k12;
  const inverse = determinant > 1e-12 * k11 * k22 ? 1 / determinant : 0;
  const m = at + tangentMassAt;
  blocks[m] = k22 * inverse;
  blocks[m + 1] = -k12 * inverse;
  blocks[m + 2] = k11 * inverse;
  const difference = 0.5 * (k11 - k22);
  blocks[m + 3] = 1 / (0.5 * (k11 + k22) + Math.sqrt(difference * difference + k12 * k12));
  blocks[at + slipResponseAt] = response[forceNAt + 1];
  blocks[at + slipResponseAt + 1] = response[forceNAt + 2];
}

/** The response of a block of several points to torques. */
function setRotation(blocks: Doubles, at: number): void {
  const n = at + normalResponseAt;
  blocks[n] = response[forceNAt];
  blocks[n + 1] = response[forceNAt + 4];
  blocks[n + 2] = response[forceNAt + 5];
  blocks[n + 3] = response[torqueTAt];
  blocks[n + 4] = response[torqueTAt + 1];
  blocks[n + 5] = response[torqueBAt];
  const c = at + torqueResponseAt;
  blocks[c] = response[forceTAt + 3];
  blocks[c + 1] = response[forceTAt + 4];
  blocks[c + 2] = response[forceBAt + 2];
  blocks[c + 3] = response[forceBAt + 3];
  blocks[c + 4] = response[forceNAt + 3];
  blocks[c + 5] = response[torqueNAt + 1];
  blocks[c + 6] = response[torqueNAt + 2];
  blocks[at + twistResponseAt] = response[forceTAt + 2];
  blocks[at + twistResponseAt + 1] = response[forceBAt + 1];
  blocks[at + twistMassAt] = response[torqueNAt] > 0 ? 1 / response[torqueNAt] : 0;
}

/**
 * Renews the masses of a block after a substep in which its bodies have moved past each other, or have
 * rotated, by so much that the old ones are wrong.
 */
export function renewMasses(
  blocks: Doubles,
  at: number,
  states: Doubles,
  a: number,
  b: number,
  count: number,
): void {
  const x = states[b + displacementAt] - states[a + displacementAt];
  const y = states[b + displacementAt + 1] - states[a + displacementAt + 1];
  const z = states[b + displacementAt + 2] - states[a + displacementAt + 2];
  const share = blocks[at + leverShareAt];
  const i = a + inverseInertiaAt;
  const j = b + inverseInertiaAt;
  const growth =
    (x * x + y * y + z * z) *
    (share * share * (states[i] + states[i + 1] + states[i + 2]) +
      (1 - share) * (1 - share) * (states[j] + states[j + 1] + states[j + 2]));
  const old = count > 1 ? blocks[at + normalResponseAt] : 1 / blocks[at + shortHeadSize + pointMassAt];
  if (!(growth > mostGrowth * old) && !rotatesFar(states, a) && !rotatesFar(states, b)) return;
  if (setMasses(blocks, at, states, a, b, count) && count > 1) setTogether(blocks, at, count);
}

/** Whether a body whose moments of inertia differ has rotated far in the last substep. */
export function rotatesFar(states: Doubles, body: number): boolean {
  const i = body + inverseInertiaAt;
  if (states[i] === states[i + 1] && states[i] === states[i + 2]) return false;
  const x = states[body + rotationAt];
  const y = states[body + rotationAt + 1];
  const z = states[body + rotationAt + 2];
  return x * x + y * y + z * z > farRotation;
}

/**
 * Writes the effective masses of single points and, to solve them together, the inverse response of (Vₙ, Ω_t,
 * Ω_b) and the inverse of the second moments of the arms, which gives the impulses of the points for a force
 * and two torques.
 */
export function setTogether(blocks: Doubles, at: number, count: number): void {
  const n = at + normalResponseAt;
  const k00 = blocks[n];
  const k01 = blocks[n + 1];
  const k02 = blocks[n + 2];
  const k11 = blocks[n + 3];
  const k12 = blocks[n + 4];
  const k22 = blocks[n + 5];
  let vv = 0;
  let vu = 0;
  let uu = 0;
  for (let p = at + headSize; p < at + headSize + pointSize * count; p += pointSize) {
    const v = blocks[p + pointArmAt];
    const u = blocks[p + pointArmAt + 1];
    vv += v * v;
    vu += v * u;
    uu += u * u;
    blocks[p + pointMassAt] = 1 / (k00 + v * (2 * k01 + v * k11) + u * (2 * k02 + 2 * v * k12 + u * k22));
  }
  const c00 = k11 * k22 - k12 * k12;
  const c01 = k02 * k12 - k01 * k22;
  const c02 = k01 * k12 - k02 * k11;
  const determinant = k00 * c00 + k01 * c01 + k02 * c02;
  const area = vv * uu - vu * vu;
  const i = at + togetherAt;
  blocks[i] = 0;
  // Points close together and points almost on a line are left to be solved one by one.
  if (!((vv + uu) * (k11 + k22) > leastSpread * count * k00)) return;
  if (area <= mostWidth * (vv + uu) * (vv + uu)) {
    moments[0] = vv;
    moments[1] = vu;
    moments[2] = uu;
    setLine(blocks, at);
    return;
  }
  if (!(determinant > 1e-9 * k00 * k11 * k22) || !(area > leastSpread * (vv + uu) * (vv + uu))) return;
  blocks[i] = c00 / determinant;
  blocks[i + 1] = c01 / determinant;
  blocks[i + 2] = c02 / determinant;
  blocks[i + 3] = (k00 * k22 - k02 * k02) / determinant;
  blocks[i + 4] = (k01 * k02 - k00 * k12) / determinant;
  blocks[i + 5] = (k00 * k11 - k01 * k01) / determinant;
  const g = at + spreadAt;
  blocks[g] = uu / area;
  blocks[g + 1] = -vu / area;
  blocks[g + 2] = vv / area;
}

/**
 * The same for points on a line, which cannot resist rotations about it: everything is projected onto the
 * direction (v, u) of their arms with the larger spread, which follows from {@link moments}.
 */
function setLine(blocks: Doubles, at: number): void {
  const vv = moments[0];
  const vu = moments[1];
  const uu = moments[2];
  const half = 0.5 * (vv - uu);
  const spread = 0.5 * (vv + uu) + Math.sqrt(half * half + vu * vu);
  let v = vv > uu ? spread - uu : vu;
  let u = vv > uu ? vu : spread - vv;
  const length = Math.sqrt(v * v + u * u);
  v /= length;
  u /= length;
  const n = at + normalResponseAt;
  const k00 = blocks[n];
  const k01 = v * blocks[n + 1] + u * blocks[n + 2];
  const k11 = v * v * blocks[n + 3] + 2 * v * u * blocks[n + 4] + u * u * blocks[n + 5];
  const determinant = k00 * k11 - k01 * k01;
  if (!(determinant > 1e-9 * k00 * k11)) return;
  const i = at + togetherAt;
  blocks[i] = k11 / determinant;
  blocks[i + 1] = (-v * k01) / determinant;
  blocks[i + 2] = (-u * k01) / determinant;
  blocks[i + 3] = (v * v * k00) / determinant;
  blocks[i + 4] = (v * u * k00) / determinant;
  blocks[i + 5] = (u * u * k00) / determinant;
  const g = at + spreadAt;
  blocks[g] = (v * v) / spread;
  blocks[g + 1] = (v * u) / spread;
  blocks[g + 2] = (u * u) / spread;
}
