/**
 * Joints between frames of two particles by pins: pairs of points that are kept together. One pin is a
 * revolute joint, two are a weld, and a distance joint is a pin of some length. Points are brought together,
 * and their relative velocity is taken out afterwards. Pushes are not repeated in the next substep: those
 * that undo errors would be repeated as well, and long chains would fly apart.
 */
import { distanceAxis, type JointData, jointSpringSize, nobody } from '../../internal/joint-data.ts';
import { planarFrameSize, planarSideSize, revoluteLocks, weldLocks } from '../../internal/joint-layout-2d.ts';
import { frameSize, particleMassAt, perLengthAt, radiusAt } from './planar-frames.ts';
import { type PlanarStep, pushPlanarPair } from './planar-points.ts';

/**
 * A pin:
 *
 * | at | numbers | what                                                              |
 * | -- | ------- | ----------------------------------------------------------------- |
 * |  0 | 4       | weights α and β on the frames of A and B                          |
 * |  4 | 2       | shortest and longest distance of the points; 0 keeps them together |
 */
const shortestAt = 4;
const longestAt = 5;
export const pinSize = 6;
/** The largest number of pins per joint, and the integers per pin: its two frames. */
export const pinsPerJoint2d = 2;
export const pinEntrySize = 2;

/** Pins of a step. */
export interface PlanarPins {
  pins: Float64Array;
  entries: Int32Array;
  count: number;
}

/** Points of A and B, and the response of their distance to impulses: xx, xy, yy. */
const ends = /* @__PURE__ */ new Float64Array(4);
const response = /* @__PURE__ */ new Float64Array(3);
/** Impulse on B at its point, and the velocity of that point relative to A's. */
const impulse = /* @__PURE__ */ new Float64Array(2);
const motion = /* @__PURE__ */ new Float64Array(2);
/**
 * The required change of the points. In an array: V8 boxes fractions in calls that are not inlined.
 */
const change = /* @__PURE__ */ new Float64Array(2);

/** How many pins represent joint `j`; throws if pins cannot. */
function pinCountOf(joints: JointData, j: number): number {
  const { limits, motors, springs, frictions, owners, nexts, locks } = joints;
  const p = jointSpringSize * j;
  const isDriven = motors[2 * j + 1] + springs[p + 1] + springs[p + 2] + frictions[j] > 0;
  const isDistance = joints.freeAxes[j] === distanceAxis;
  const isLimited = limits[2 * j] > -Infinity || limits[2 * j + 1] < Infinity;
  if (!isDriven && owners[j] < 0 && nexts[j] < 0 && (isDistance || !isLimited)) {
    if (isDistance || locks[j] === revoluteLocks) return 1;
    if (locks[j] === weldLocks) return 2;
  }
  throw new RangeError(
    `joint ${j} must be a revolute joint without limits, a weld or a distance joint, without motor, spring or friction: particles have no others`,
  );
}

/** Makes the pins of all joints. */
export function loadPlanarPins(set: PlanarPins, step: PlanarStep, joints: JointData): void {
  const { frames, bodies } = step;
  const { pins, entries } = set;
  set.count = 0;
  for (let j = 0; j < joints.count; j++) {
    if (joints.bodies[2 * j] === nobody) continue;
    const wanted = pinCountOf(joints, j);
    const isDistance = joints.freeAxes[j] === distanceAxis;
    for (let n = 0; n < wanted; n++) {
      const at = pinSize * set.count;
      const entry = pinEntrySize * set.count++;
      for (let side = 0; side < 2; side++) {
        const body = joints.bodies[2 * j + side];
        if (body >= bodies.count) throw new RangeError(`joint ${j} names a body beyond ${bodies.count - 1}`);
        entries[entry + side] = body < 0 ? bodies.count : body;
      }
      pins[at + shortestAt] = isDistance ? joints.limits[2 * j] : 0;
      pins[at + longestAt] = isDistance ? joints.limits[2 * j + 1] : 0;
      for (let side = 0; side < 2; side++) hangPin(set, frames, joints, j, side, n > 0);
    }
  }
}

/**
 * Writes the weights of one side of the last pin, at the anchor of joint `j`, or a radius of the larger frame
 * off it.
 */
function hangPin(
  { pins, entries, count }: PlanarPins,
  frames: Float64Array,
  joints: JointData,
  j: number,
  side: number,
  isOff: boolean,
): void {
  const entry = pinEntrySize * (count - 1);
  const a = frameSize * entries[entry];
  const b = frameSize * entries[entry + 1];
  const offset = isOff ? Math.max(frames[a + radiusAt], frames[b + radiusAt]) : 0;
  const from = planarFrameSize * j + planarSideSize * side;
  const scale = frames[(side === 0 ? a : b) + perLengthAt];
  const at = pinSize * (count - 1) + 2 * side;
  pins[at] = scale * (joints.frames[from] + offset * joints.frames[from + 2]);
  pins[at + 1] = scale * (joints.frames[from + 1] + offset * joints.frames[from + 3]);
}

/** Writes the points of both sides of a pin to {@link ends}. */
function findEnds({ pins, entries }: PlanarPins, p: number, frames: Float64Array): void {
  for (let side = 0; side < 2; side++) {
    const frame = frameSize * entries[pinEntrySize * p + side];
    const alpha = pins[pinSize * p + 2 * side];
    const beta = pins[pinSize * p + 2 * side + 1];
    const x = frames[frame + 2] - frames[frame];
    const y = frames[frame + 3] - frames[frame + 1];
    ends[2 * side] = 0.5 * (frames[frame] + frames[frame + 2]) + alpha * x - beta * y;
    ends[2 * side + 1] = 0.5 * (frames[frame + 1] + frames[frame + 3]) + alpha * y + beta * x;
  }
}

/**
 * Writes the response of the points at {@link ends} to impulses, summed over both bodies, to
 * {@link response}.
 */
function measureResponse({ entries }: PlanarPins, p: number, frames: Float64Array): void {
  response[0] = response[1] = response[2] = 0;
  for (let side = 0; side < 2; side++) {
    const frame = frameSize * entries[pinEntrySize * p + side];
    const mass = 0.5 * frames[frame + particleMassAt];
    const radius = frames[frame + radiusAt];
    const angular = frames[frame + perLengthAt] > 0 ? mass / (radius * radius) : 0;
    const x = ends[2 * side] - 0.5 * (frames[frame] + frames[frame + 2]);
    const y = ends[2 * side + 1] - 0.5 * (frames[frame + 1] + frames[frame + 3]);
    response[0] += mass + angular * y * y;
    response[1] -= angular * x * y;
    response[2] += mass + angular * x * x;
  }
}

/**
 * Sets {@link impulse} to the one that changes the points by {@link change}, as points or only along that
 * line; false if there is none.
 */
function solvePin(isPoint: boolean): boolean {
  const x = change[0];
  const y = change[1];
  const xx = response[0];
  const xy = response[1];
  const yy = response[2];
  if (isPoint) {
    const determinant = xx * yy - xy * xy;
    if (!(determinant > 0)) return false;
    impulse[0] = (yy * x - xy * y) / determinant;
    impulse[1] = (xx * y - xy * x) / determinant;
    return true;
  }
  const square = x * x + y * y;
  const along = (xx * x * x + 2 * xy * x * y + yy * y * y) / square;
  if (!(along > 0)) return false;
  impulse[0] = x / along;
  impulse[1] = y / along;
  return true;
}

/** One sweep over all pins. */
export function sweepPlanarPins(set: PlanarPins, step: PlanarStep): void {
  const { pins, entries } = set;
  const { frames } = step;
  for (let p = 0; p < set.count; p++) {
    const at = pinSize * p;
    findEnds(set, p, frames);
    const x = ends[2] - ends[0];
    const y = ends[3] - ends[1];
    const length = Math.sqrt(x * x + y * y);
    const wanted = Math.max(pins[at + shortestAt], Math.min(pins[at + longestAt], length));
    if (length === wanted || length === 0) continue;
    measureResponse(set, p, frames);
    const by = wanted / length - 1;
    change[0] = by * x;
    change[1] = by * y;
    if (!solvePin(pins[at + longestAt] === 0)) continue;
    pushPlanarPair(step, impulse, entries[pinEntrySize * p], entries[pinEntrySize * p + 1], pins, at);
  }
}

/** Removes the relative velocity of the points from the velocities of the bodies, except along ropes. */
export function relaxPlanarPins(set: PlanarPins, step: PlanarStep): void {
  const { pins, entries } = set;
  for (let p = set.count - 1; p >= 0; p--) {
    const at = pinSize * p;
    const isPoint = pins[at + longestAt] === 0;
    if (pins[at + shortestAt] !== pins[at + longestAt]) continue;
    findEnds(set, p, step.frames);
    measureResponse(set, p, step.frames);
    measurePinVelocity(set, p, step);
    if (!isPoint) {
      const x = ends[2] - ends[0];
      const y = ends[3] - ends[1];
      const along = (motion[0] * x + motion[1] * y) / (x * x + y * y);
      motion[0] = along * x;
      motion[1] = along * y;
    }
    change[0] = -motion[0];
    change[1] = -motion[1];
    if ((change[0] === 0 && change[1] === 0) || !solvePin(isPoint)) continue;
    for (let side = 0; side < 2; side++) kickSide(entries[pinEntrySize * p + side], side, step);
  }
}

/** Sets {@link motion} to the velocity of the second of the {@link ends} relative to the first. */
function measurePinVelocity({ entries }: PlanarPins, p: number, { frames, bodies }: PlanarStep): void {
  motion[0] = motion[1] = 0;
  for (let side = 0; side < 2; side++) {
    const body = entries[pinEntrySize * p + side];
    if (body === bodies.count) continue;
    const frame = frameSize * body;
    const x = ends[2 * side] - 0.5 * (frames[frame] + frames[frame + 2]);
    const y = ends[2 * side + 1] - 0.5 * (frames[frame + 1] + frames[frame + 3]);
    const sign = side === 0 ? -1 : 1;
    motion[0] += sign * (bodies.velocities[2 * body] - bodies.angularVelocities[body] * y);
    motion[1] += sign * (bodies.velocities[2 * body + 1] + bodies.angularVelocities[body] * x);
  }
}

/** Applies {@link impulse} to the velocities of a body at its end of the pin. */
function kickSide(body: number, side: number, { frames, bodies }: PlanarStep): void {
  const frame = frameSize * body;
  if (frames[frame + particleMassAt] === 0) return;
  const x = ends[2 * side] - 0.5 * (frames[frame] + frames[frame + 2]);
  const y = ends[2 * side + 1] - 0.5 * (frames[frame + 1] + frames[frame + 3]);
  const sign = side === 0 ? -1 : 1;
  const mass = sign * bodies.inverseMasses[body];
  bodies.velocities[2 * body] += mass * impulse[0];
  bodies.velocities[2 * body + 1] += mass * impulse[1];
  bodies.angularVelocities[body] += sign * bodies.inverseMoments[body] * (x * impulse[1] - y * impulse[0]);
}
