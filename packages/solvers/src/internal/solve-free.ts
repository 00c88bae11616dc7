/**
 * Impulses along the free motion of a joint: friction, motor, spring, and limits last, since they must hold.
 *
 * A spring of stiffness k and damping c, displaced by x from its rest value, pushes with the impulse −h (k x
 * + D v), where v is the speed at the end of the substep h and x the displacement at its beginning. This is
 * symplectic, so an undamped spring oscillates without loss. D is the larger of c and h k − m / h, with the
 * effective mass m, which keeps springs stable that are too stiff for the substep. Springs act only in the
 * pass before the motion.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  frictionImpulseAt,
  type JointData,
  jointSpringSize,
  lowerImpulseAt,
  motorImpulseAt,
  servoAt,
  springImpulseAt,
  upperImpulseAt,
} from './joint-data.ts';
import {
  growthLimit,
  impulseScaleAt,
  jointSoftnessAt,
  massScaleAt,
  restitutionSpeedAt,
  substepAt,
} from './solve-contacts.ts';

// These numbers are in arrays, since V8 would box them in calls that are not inlined. The functions that get
// and set them are inlined.

/** Speed of the free motion, and the sum of the impulses along it in this pass. */
const freeSpeed = /* @__PURE__ */ plainDoubles(1);
const freePush = /* @__PURE__ */ plainDoubles(1);

/** Sets the speed of the free motion that {@link solveFree} starts from. */
export function setFreeSpeed(speed: number): void {
  freeSpeed[0] = speed;
}

/** The sum of the impulses that {@link solveFree} has found. */
export function freeImpulse(): number {
  return freePush[0];
}

/** Offset of the impulses along the free motion of slot `s`. */
function freeImpulsesAt({ impulseSize, motionCount }: JointData, s: number): number {
  return impulseSize * s + motionCount;
}

/**
 * Adds the sum of the impulses along the free motion of slot `s` to `out[at]`; V8 would box it as a return
 * value.
 */
export function addImpulses(out: Doubles, at: number, joints: JointData, s: number): void {
  const { impulses } = joints;
  const i = freeImpulsesAt(joints, s);
  out[at] +=
    impulses[i + lowerImpulseAt] -
    impulses[i + upperImpulseAt] +
    impulses[i + motorImpulseAt] +
    impulses[i + springImpulseAt] +
    impulses[i + frictionImpulseAt];
}

/** Factor on the impulses of the last substep. */
const warmScale = /* @__PURE__ */ plainDoubles(1);

/** A larger impulse than any joint needs. */
export const hopelessImpulse = 1e30;

/**
 * Sets what {@link scaleImpulses} scales by: in the first substep of a step, to its length, by at most
 * {@link growthLimit}.
 */
export function setWarmScale({ impulseTime }: JointData, step: Doubles, first: boolean): void {
  warmScale[0] = first && impulseTime > 0 ? Math.min(step[substepAt] / impulseTime, growthLimit) : 1;
}

/**
 * Scales the impulses of slot `s`, with a bound: those of joints that cannot hold, say with levers of
 * kilometres, would grow for ever.
 */
export function scaleImpulses({ impulses, impulseSize }: JointData, s: number): void {
  for (let k = impulseSize * s; k < impulseSize * (s + 1); k++)
    impulses[k] = Math.abs(impulses[k]) < hopelessImpulse ? impulses[k] * warmScale[0] : 0;
}

/** The same for the numbers from `from` to `end` − 1, which the plane does not need. */
export function scaleRange(numbers: Doubles, from: number, end: number): void {
  for (let k = from; k < end; k++)
    numbers[k] = Math.abs(numbers[k]) < hopelessImpulse ? numbers[k] * warmScale[0] : 0;
}

/**
 * Velocity motor, or friction, of slot `s`; its impulse is at `part` of the impulses of the slot. A motor
 * drives no farther than to a limit: limits are soft, and would give way to a motor of unlimited force.
 */
function drive(joints: JointData, s: number, part: number, step: Doubles): void {
  const { impulses, motors, frictions, freeMasses, limits, values } = joints;
  const isMotor = part === motorImpulseAt;
  const slot = freeImpulsesAt(joints, s) + part;
  const mass = freeMasses[s];
  const old = impulses[slot];
  const wanted = isMotor ? motors[2 * s] : 0;
  const room = wanted > 0 ? limits[2 * s + 1] - values[s] : values[s] - limits[2 * s];
  const isPast = wanted !== 0 && room < 0;
  const most = isPast ? 0 : step[substepAt] * (isMotor ? motors[2 * s + 1] : frictions[s]);
  const fastest = Math.abs(room) / step[substepAt];
  const excess = freeSpeed[0] - Math.max(-fastest, Math.min(fastest, wanted));
  const total = Math.max(-most, Math.min(most, old - mass * excess));
  impulses[slot] = total;
  freePush[0] += total - old;
  freeSpeed[0] += (total - old) / mass;
}

/** Spring (`part` 0) or position motor (`servoAt`) of slot `s`. */
function spring(joints: JointData, s: number, part: number, step: Doubles): void {
  const { springs, impulses, motors, values, freeMasses } = joints;
  const isMotor = part === servoAt;
  const p = jointSpringSize * s + part;
  const slot = freeImpulsesAt(joints, s) + (isMotor ? motorImpulseAt : springImpulseAt);
  const h = step[substepAt];
  const mass = freeMasses[s];
  const stiffness = springs[p + 1];
  const damping = Math.max(springs[p + 2], h * stiffness - mass / h);
  const most = isMotor ? h * motors[2 * s + 1] : Infinity;
  const old = impulses[slot];
  const lack = old + h * (stiffness * (values[s] - springs[p]) + damping * freeSpeed[0]);
  const total = Math.max(-most, Math.min(most, old - lack / (1 + (h * damping) / mass)));
  impulses[slot] = total;
  freePush[0] += total - old;
  freeSpeed[0] += (total - old) / mass;
}

/**
 * Lower (`sign` 1) or upper (−1) limit of the free motion of slot `s`. Equal limits are one two-sided limit.
 * A limit with restitution that is reached in this substep bounces after the motion.
 */
function limit(joints: JointData, s: number, sign: 1 | -1, step: Doubles, soft: boolean): void {
  const { limits, impulses, restitutions, values, freeMasses, approaches } = joints;
  const end = limits[2 * s + (sign === 1 ? 0 : 1)];
  const equal = limits[2 * s] === limits[2 * s + 1];
  if (Math.abs(end) === Infinity || (equal && sign < 0)) return;
  const slot = freeImpulsesAt(joints, s) + (sign === 1 ? lowerImpulseAt : upperImpulseAt);
  const gap = sign * (values[s] - end);
  const speed = sign * freeSpeed[0];
  const old = impulses[slot];
  let bias = 0;
  let massScale = 1;
  let impulseScale = 0;
  if (gap > 0 && !equal) bias = gap / step[substepAt];
  else if (soft) {
    bias = step[jointSoftnessAt] * gap;
    massScale = step[jointSoftnessAt + massScaleAt];
    impulseScale = step[jointSoftnessAt + impulseScaleAt];
  }
  if (restitutions[s] > 0 && !equal) {
    if (old === 0 && speed + bias < 0 && speed < -step[restitutionSpeedAt]) approaches[s] = sign * speed;
    const approach = sign * approaches[s];
    if (!soft && approach < 0) bias = Math.min(bias, restitutions[s] * approach);
  }
  const wanted = -freeMasses[s] * massScale * (speed + bias) - impulseScale * old;
  const total = equal ? old + wanted : Math.max(0, old + wanted);
  impulses[slot] = total;
  freePush[0] += sign * (total - old);
  freeSpeed[0] += (sign * (total - old)) / freeMasses[s];
}

/**
 * Solves friction, motor, spring and limits along the free motion of slot `s`, whose speed
 * {@link setFreeSpeed} has set. The result is {@link freeImpulse}.
 */
export function solveFree(joints: JointData, s: number, step: Doubles, soft: boolean): void {
  const { springs, motors, frictions } = joints;
  const p = jointSpringSize * s;
  freePush[0] = 0;
  if (frictions[s] > 0) drive(joints, s, frictionImpulseAt, step);
  if (motors[2 * s + 1] > 0) {
    if (springs[p + servoAt + 1] + springs[p + servoAt + 2] === 0) drive(joints, s, motorImpulseAt, step);
    else if (soft) spring(joints, s, servoAt, step);
  }
  if (soft && springs[p + 1] + springs[p + 2] > 0) spring(joints, s, 0, step);
  limit(joints, s, 1, step, soft);
  limit(joints, s, -1, step, soft);
}

/** Value and effective mass of the coupling `j`, from those of the motions that it couples. */
export function prepareCoupling(joints: JointData, j: number): void {
  const { links, ratios, values, freeMasses } = joints;
  const first = links[2 * j];
  const second = links[2 * j + 1];
  const ratio = ratios[j];
  const massA = freeMasses[first];
  const massB = freeMasses[second];
  // Response of the sum. A body that both joints share counts as two, which makes the coupling slightly too
  // stiff or too soft.
  const k = (massA > 0 ? 1 / massA : 0) + (massB > 0 ? (ratio * ratio) / massB : 0);
  values[j] = values[first] + ratio * values[second];
  freeMasses[j] = k > 0 ? 1 / k : 0;
}
