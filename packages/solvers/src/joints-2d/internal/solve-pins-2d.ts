/**
 * Pins, revolute joints that rotate freely, as most do in chains and nets: the same soft constraints as those
 * of other joints, along the axes of the world, with a 2×2 matrix. They lie in an array of their own, so that
 * a pass reads one after the other.
 *
 * A substep has two passes over pins. The one without softness lets each pin follow its bodies before it is
 * solved, and sums up for each body the effect of the final impulses: the next substep begins with that.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import type { JointData } from '../../internal/joint-data.ts';
import {
  pinArmsAt,
  pinEntryAAt,
  pinEntryBAt,
  pinEntryJointAt,
  pinEntryPushAAt,
  pinEntryPushBAt,
  pinEntrySize,
  pinErrorAt,
  pinImpulseAt,
  pinLeversAAt,
  pinLeversBAt,
  pinLoadAt,
  pinMassAt,
  pinShiftAt,
  pinSize,
  planarMotionCount,
  singularShare,
} from '../../internal/joint-layout-2d.ts';
import {
  displacementAt,
  inverseMassAt,
  inverseMomentAt,
  rotationAt,
  spinAt,
  stateSize,
} from '../../internal/planar-layout.ts';
import { impulseScaleAt, jointSoftnessAt, massScaleAt } from '../../internal/solve-contacts.ts';
import { hopelessImpulse, scaleImpulses } from '../../internal/solve-free.ts';

/** Numbers of a body in {@link Pins2d.pushes}: velocity and angular velocity, in the order of states. */
export const pushSize = 3;

/** The pins of a step; for the layout of `values` and `entries` see `joint-layout-2d.ts`. */
export interface Pins2d {
  count: number;
  values: number[];
  entries: number[];
  /**
   * By body, the change of velocity by the impulses of all pins; valid once a pass without softness has been
   * made.
   */
  pushes: number[];
  /** Whether the next pass adds the impulses it begins with to the loads. */
  isCounting: boolean;
  /** Whether the next substep begins with `pushes`. */
  isCarrying: boolean;
}

export function createPins2d(): Pins2d {
  return { count: 0, values: [], entries: [], pushes: [], isCounting: false, isCarrying: false };
}

/** Begins a step with room for as many pins as joints and for all states. */
export function beginPins2d(pins: Pins2d, jointCount: number, states: Doubles): void {
  pins.count = 0;
  pins.isCounting = pins.isCarrying = false;
  if (pins.values.length < pinSize * jointCount) {
    pins.values = plainDoubles(2 * pinSize * jointCount);
    pins.entries = [];
    // Grown by push: V8 sees integers without holes.
    while (pins.entries.length < 2 * pinEntrySize * jointCount) pins.entries.push(0);
  }
  const bodyCount = states.length / stateSize;
  if (pins.pushes.length < pushSize * bodyCount) pins.pushes = plainDoubles(pushSize * bodyCount);
}

/**
 * Lets pin `n` follow its bodies: levers, errors and its matrix, which stays as it is where it would be
 * singular. It reads only its own copy of the poses at the start of the step.
 */
export function followPin2d({ values, entries }: Pins2d, n: number, states: Doubles): void {
  const at = pinSize * n;
  const a = entries[pinEntrySize * n + pinEntryAAt];
  const b = entries[pinEntrySize * n + pinEntryBAt];
  const cosA = states[a + rotationAt];
  const sinA = states[a + rotationAt + 1];
  const cosB = states[b + rotationAt];
  const sinB = states[b + rotationAt + 1];
  const armX = values[at + pinArmsAt];
  const armY = values[at + pinArmsAt + 1];
  const secondX = values[at + pinArmsAt + 2];
  const secondY = values[at + pinArmsAt + 3];
  const bx = cosB * secondX - sinB * secondY;
  const by = sinB * secondX + cosB * secondY;
  // The anchor on B, from the centre of A.
  const ax = bx + values[at + pinShiftAt] + states[b + displacementAt] - states[a + displacementAt];
  const ay =
    by + values[at + pinShiftAt + 1] + states[b + displacementAt + 1] - states[a + displacementAt + 1];
  values[at + pinLeversAAt] = -ay;
  values[at + pinLeversAAt + 1] = ax;
  values[at + pinLeversBAt] = -by;
  values[at + pinLeversBAt + 1] = bx;
  values[at + pinErrorAt] = ax - cosA * armX + sinA * armY;
  values[at + pinErrorAt + 1] = ay - sinA * armX - cosA * armY;
  const mass = states[a + inverseMassAt] + states[b + inverseMassAt];
  const momentA = states[a + inverseMomentAt];
  const momentB = states[b + inverseMomentAt];
  const xx = mass + momentA * ay * ay + momentB * by * by;
  const xy = -momentA * ax * ay - momentB * bx * by;
  const yy = mass + momentA * ax * ax + momentB * bx * bx;
  const determinant = xx * yy - xy * xy;
  if (!(determinant > singularShare * xx * yy)) return;
  const scale = 1 / determinant;
  values[at + pinMassAt] = scale * yy;
  values[at + pinMassAt + 1] = -scale * xy;
  values[at + pinMassAt + 2] = scale * xx;
}

/** Lets all pins follow their bodies, if no pass without softness will do so. */
export function followPins2d(pins: Pins2d, states: Doubles): void {
  for (let n = 0; n < pins.count; n++) followPin2d(pins, n, states);
  pins.isCarrying = false;
}

/**
 * The warm start of all pins. In the first substep of a step their impulses are read from the joints and
 * scaled to its length.
 */
export function warmStartPins2d(pins: Pins2d, joints: JointData, states: Doubles, first: boolean): void {
  const { count, values, entries, pushes } = pins;
  pins.isCounting = !first;
  if (pins.count > 0 && pins.isCarrying) {
    for (let i = 0, at = 0; i < pushes.length; i += pushSize, at += stateSize) {
      states[at] += pushes[i];
      states[at + 1] += pushes[i + 1];
      states[at + spinAt] += pushes[i + 2];
    }
    return;
  }
  for (let n = 0; n < count; n++) {
    const e = pinEntrySize * n;
    const at = pinSize * n + pinImpulseAt;
    const j = entries[e + pinEntryJointAt];
    if (first) {
      scaleImpulses(joints, j);
      for (let k = 0; k < 2; k++) values[at + k] = joints.impulses[joints.impulseSize * j + k];
    }
    pushPin(pins, n, states, states, entries[e + pinEntryAAt], entries[e + pinEntryBAt]);
  }
}

/**
 * One pass over all pins; those without softness go backwards. Hopeless impulses, such as those of joints
 * with levers of kilometres on tiny bodies, are dropped: they would grow without bound.
 */
export function solvePins2d(pins: Pins2d, states: Doubles, step: Doubles, isSoft: boolean): void {
  const { count, values, entries, pushes } = pins;
  const rate = isSoft ? step[jointSoftnessAt] : 0;
  const massScale = isSoft ? step[jointSoftnessAt + massScaleAt] : 1;
  const keep = isSoft ? 1 - step[jointSoftnessAt + impulseScaleAt] : 1;
  const counted = pins.isCounting ? 1 : 0;
  pins.isCounting = false;
  if (!isSoft) for (let i = 0; i < pushes.length; i++) pushes[i] = 0;
  pins.isCarrying = !isSoft;
  for (let k = 0; k < count; k++) {
    const n = isSoft ? k : count - 1 - k;
    const at = pinSize * n;
    if (!isSoft) followPin2d(pins, n, states);
    const a = entries[pinEntrySize * n + pinEntryAAt];
    const b = entries[pinEntrySize * n + pinEntryBAt];
    const leverA = values[at + pinLeversAAt];
    const secondA = values[at + pinLeversAAt + 1];
    const leverB = values[at + pinLeversBAt];
    const secondB = values[at + pinLeversBAt + 1];
    const spinA = states[a + spinAt];
    const spinB = states[b + spinAt];
    const oldX = values[at + pinImpulseAt];
    const oldY = values[at + pinImpulseAt + 1];
    const p =
      massScale * (states[b] - states[a] + spinB * leverB - spinA * leverA + rate * values[at + pinErrorAt]);
    const q =
      massScale *
      (states[b + 1] -
        states[a + 1] +
        spinB * secondB -
        spinA * secondA +
        rate * values[at + pinErrorAt + 1]);
    const across = values[at + pinMassAt + 1];
    const nextX = keep * oldX - values[at + pinMassAt] * p - across * q;
    const nextY = keep * oldY - across * p - values[at + pinMassAt + 2] * q;
    const isHopeless = !(Math.abs(nextX) + Math.abs(nextY) < hopelessImpulse);
    const x = isHopeless ? 0 : nextX;
    const y = isHopeless ? 0 : nextY;
    const pushX = isHopeless ? 0 : x - oldX;
    const pushY = isHopeless ? 0 : y - oldY;
    values[at + pinImpulseAt] = x;
    values[at + pinImpulseAt + 1] = y;
    values[at + pinLoadAt] += counted * oldX;
    values[at + pinLoadAt + 1] += counted * oldY;
    const massA = states[a + inverseMassAt];
    const massB = states[b + inverseMassAt];
    const momentA = states[a + inverseMomentAt];
    const momentB = states[b + inverseMomentAt];
    states[a] -= massA * pushX;
    states[a + 1] -= massA * pushY;
    states[a + spinAt] = spinA - momentA * (pushX * leverA + pushY * secondA);
    states[b] += massB * pushX;
    states[b + 1] += massB * pushY;
    states[b + spinAt] = spinB + momentB * (pushX * leverB + pushY * secondB);
    if (isSoft) continue;
    const e = pinEntrySize * n;
    pushPin(pins, n, states, pushes, entries[e + pinEntryPushAAt], entries[e + pinEntryPushBAt]);
  }
}

/**
 * Adds the effect of the impulses of pin `n` on its bodies to `out`: to the velocity and angular velocity of
 * A at `i`, and to those of B at `j`.
 */
function pushPin(pins: Pins2d, n: number, states: Doubles, out: Doubles, i: number, j: number): void {
  const { values, entries } = pins;
  const at = pinSize * n;
  const a = entries[pinEntrySize * n + pinEntryAAt];
  const b = entries[pinEntrySize * n + pinEntryBAt];
  const x = values[at + pinImpulseAt];
  const y = values[at + pinImpulseAt + 1];
  const massA = states[a + inverseMassAt];
  const massB = states[b + inverseMassAt];
  out[i] -= massA * x;
  out[i + 1] -= massA * y;
  out[i + spinAt] -=
    states[a + inverseMomentAt] * (x * values[at + pinLeversAAt] + y * values[at + pinLeversAAt + 1]);
  out[j] += massB * x;
  out[j + 1] += massB * y;
  out[j + spinAt] +=
    states[b + inverseMomentAt] * (x * values[at + pinLeversBAt] + y * values[at + pinLeversBAt + 1]);
}

/** Ends a step: leaves the impulses of pins in the joints, and the loads of all substeps but the last. */
export function storePins2d({ count, values, entries }: Pins2d, joints: JointData): void {
  const { impulses, impulseSize, loads } = joints;
  for (let n = 0; n < count; n++) {
    const at = pinSize * n;
    const j = entries[pinEntrySize * n + pinEntryJointAt];
    for (let k = 0; k < 2; k++) {
      impulses[impulseSize * j + k] = values[at + pinImpulseAt + k];
      loads[planarMotionCount * j + k] = values[at + pinLoadAt + k];
    }
    loads[planarMotionCount * j + 2] = 0;
  }
}
