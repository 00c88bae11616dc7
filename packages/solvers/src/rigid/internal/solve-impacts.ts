/**
 * Restitution, at the start of a substep: bodies that would meet within it and approach faster than a
 * threshold bounce here, before the contact solver stops the rest of the approach.
 *
 * Impacts come in rounds. A round finds the points that are about to close, and the speed at which each has
 * to separate; passes over all blocks then apply the impulses, until velocities settle. Points of a manifold
 * are solved together, evenly first, so that a box that lands flat stays flat. Contacts without restitution
 * that these impulses press together resist them: a ball bounces off a plank on the floor as off the floor.
 * Contacts with restitution wait for the next round, so an impact travels through a row of balls as it does
 * through Newton's cradle. Friction acts within Coulomb's cone of the bounce. If it reduces the speed at
 * which a point separates, that is not compensated.
 *
 * A point separates at the speed that gives the right energy, not at e times its speed at that moment. Bodies
 * turn back before or after they touch, at a height s above the surface, where gravity has not given them as
 * much speed yet, and each substep adds its share of gravity before it moves. With a for that share, h for
 * the substep and u for the speed of approach before gravity, `u² + a u + 2 a s / h` is conserved in free
 * fall; an impact multiplies it by e². For e = 1 a ball retraces its path.
 *
 * Cost O(points with restitution) per substep without impacts; O(rounds · passes · blocks) with them, where
 * blocks of bodies that no impact has reached are skipped. The energy of an impact never grows.
 *
 * Newton's law of restitution; rounds after Smith, Kaufman, Vouga, Tamstorf & Grinspun, "Reflections on
 * simultaneous impact", SIGGRAPH 2012, without their projection.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { speedLimit } from '../../internal/limit-speed.ts';
import { applyWrench, measureMotion } from '../../internal/pair-motion.ts';
import {
  blockSize,
  type ContactBlocks,
  entryAAt,
  entryBAt,
  entryCountAt,
  entrySize,
  frictionAt,
  gravityAt,
  gravityScaleAt,
  headSize,
  inverseMassAt,
  normalResponseAt,
  normalShiftAt,
  pointArmAt,
  pointBounceAt,
  pointMassAt,
  pointSeparationAt,
  pointSize,
  pointSpeedAt,
  reachedAt,
  restitutionAt,
  restitutionSpeedAt,
  shortHeadSize,
  slipResponseAt,
  substepAt,
  tangentMassAt,
  tiltAt,
  torqueResponseAt,
  twistMassAt,
  twistRadiusAt,
  twistResponseAt,
  warmStartScaleAt,
} from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';
import { lockStates } from './body-states.ts';

/** The largest number of rounds per substep, and of passes per round. */
export const impactRounds = 8;
export const impactPasses = 16;

/** Sweeps over the points of a manifold per pass. */
const sweepCount = 8;
/** Share of the restitution speed below which changes do not matter. */
const settledShare = 0.01;
/** If surfaces overlap, they met at most this many substeps ago; more if those were longer. */
const deepest = 4;
/** The required speed of a point that has none. */
const none = -Infinity;

/** Relative motion of the bodies of a block, and the impulse on it. */
const motion = /* @__PURE__ */ plainDoubles(6);
const wrench = /* @__PURE__ */ plainDoubles(6);

/** Whether any contact has restitution. */
export function hasRestitution({ restitutions, count }: RigidContacts): boolean {
  for (let c = 0; c < count; c++) if (restitutions[c] > 0) return true;
  return false;
}

/** Applies restitution to all contacts that close in this substep, within the locks of `locked`. */
export function bounceContacts(
  set: ContactBlocks,
  states: Doubles,
  step: Doubles,
  locked?: RigidBodies,
): void {
  for (let round = 0; round < impactRounds && findImpacts(set, states, step); round++)
    for (let pass = 0; pass < impactPasses && solveImpacts(set, states, step); pass++)
      if (locked) lockStates(states, locked);
}

/** Finds the points that bounce now and the speeds at which they separate; false if there are none. */
export function findImpacts(set: ContactBlocks, states: Doubles, step: Doubles): boolean {
  const { blocks, entries } = set;
  let found = false;
  let at = 0;
  for (let e = 0; e < set.count; e++) {
    if (blocks[at + restitutionAt] > 0 && setBounces(set, e, at, states, step)) {
      found = true;
      markReached(states, entries[entrySize * e + entryAAt]);
      markReached(states, entries[entrySize * e + entryBAt]);
    }
    at += blockSize(entries[entrySize * e + entryCountAt]);
  }
  return found;
}

/** Notes that an impact has reached a body. */
function markReached(states: Doubles, state: number): void {
  if (states[state + inverseMassAt] > 0) states[state + reachedAt] = 1;
}

/** The share of the solver's gravity that accelerates a body. */
function gravityShare(states: Doubles, state: number): number {
  return states[state + inverseMassAt] > 0 ? states[state + gravityScaleAt] : 0;
}

/** The separation of the surfaces at the point at `p` of a block with `count` points. */
function separationOf(blocks: Doubles, at: number, p: number, count: number): number {
  const separation = blocks[p + pointSeparationAt] + blocks[at + normalShiftAt];
  if (count === 1) return separation;
  return (
    separation +
    (blocks[p + pointArmAt] * blocks[at + tiltAt] + blocks[p + pointArmAt + 1] * blocks[at + tiltAt + 1])
  );
}

/** The speed at which they separate there, by the {@link motion} of the bodies. */
function speedOf(blocks: Doubles, p: number, count: number): number {
  if (count === 1) return motion[0];
  return motion[0] + blocks[p + pointArmAt] * motion[4] + blocks[p + pointArmAt + 1] * motion[5];
}

/** Writes the speeds at which the points of block `e` separate; false if none does. */
function setBounces(set: ContactBlocks, e: number, at: number, states: Doubles, step: Doubles): boolean {
  const { blocks, entries } = set;
  const a = entries[entrySize * e + entryAAt];
  const b = entries[entrySize * e + entryBAt];
  const count = entries[entrySize * e + entryCountAt];
  const first = at + (count > 1 ? headSize : shortHeadSize);
  const end = at + blockSize(count);
  const h = step[substepAt];
  const restitution = blocks[at + restitutionAt];
  const longest = deepest * Math.max(1, 1 / step[warmStartScaleAt]);
  const moves = gravityShare(states, a) - gravityShare(states, b);
  const gain =
    moves *
    (step[gravityAt] * blocks[at] +
      step[gravityAt + 1] * blocks[at + 1] +
      step[gravityAt + 2] * blocks[at + 2]);
  let bounces = false;
  measureMotion(motion, blocks, at, states, a, b);
  for (let p = first; p < end; p += pointSize) {
    const separation = separationOf(blocks, at, p, count);
    const approach = -speedOf(blocks, p, count);
    const travel = h * (approach + gain);
    blocks[p + pointBounceAt] = 0;
    blocks[p + pointSpeedAt] = none;
    // When the first point of a manifold bounces, so do those that would in the next substep.
    if (!(approach > step[restitutionSpeedAt] && approach < speedLimit && separation < 2 * travel)) continue;
    const height = (2 * gain * Math.max(separation, -longest * travel)) / h;
    const energy = Math.max(0, approach * approach + gain * approach + height);
    const after = 0.25 * gain * gain + restitution * restitution * energy - height;
    if (!(after > 0.25 * gain * gain)) continue;
    blocks[p + pointSpeedAt] = Math.sqrt(after) + 0.5 * gain;
    if (separation < travel) bounces = true;
  }
  for (let p = first; p < end && !bounces; p += pointSize) blocks[p + pointSpeedAt] = none;
  return bounces;
}

/** One pass over the blocks that impacts have reached; false when velocities have settled. */
export function solveImpacts(set: ContactBlocks, states: Doubles, step: Doubles): boolean {
  const { blocks, entries } = set;
  let changed = false;
  let at = 0;
  for (let e = 0; e < set.count; e++) {
    const a = entries[entrySize * e + entryAAt];
    const b = entries[entrySize * e + entryBAt];
    const count = entries[entrySize * e + entryCountAt];
    if (states[a + reachedAt] + states[b + reachedAt] > 0) {
      measureMotion(motion, blocks, at, states, a, b);
      if (blocks[at + restitutionAt] === 0) setHolds(blocks, at, count, step);
      if (isUnsettled(blocks, at, count, settledShare * step[restitutionSpeedAt])) {
        changed = true;
        for (let k = 0; k < 6; k++) wrench[k] = 0;
        if (count > 1) {
          pushEvenly(blocks, at, count);
          pushPoints(blocks, at, count);
        } else pushPoint(blocks, at);
        addFriction(blocks, at, count > 1);
        takeSpeeds(blocks, at, count);
        applyWrench(wrench, blocks, at, states, a, b);
        markReached(states, a);
        markReached(states, b);
      }
    }
    at += blockSize(count);
  }
  return changed;
}

/** Lets the points of a block without restitution resist a motion that would close them in this substep. */
function setHolds(blocks: Doubles, at: number, count: number, step: Doubles): void {
  const end = at + blockSize(count);
  for (let p = at + (count > 1 ? headSize : shortHeadSize); p < end; p += pointSize) {
    blocks[p + pointBounceAt] = 0;
    blocks[p + pointSpeedAt] = -Math.max(0, separationOf(blocks, at, p, count)) / step[substepAt];
  }
}

/** Whether a point of a block misses its speed by more than `tolerance`, and an impulse would help. */
function isUnsettled(blocks: Doubles, at: number, count: number, tolerance: number): boolean {
  const end = at + blockSize(count);
  for (let p = at + (count > 1 ? headSize : shortHeadSize); p < end; p += pointSize) {
    const missing = blocks[p + pointSpeedAt] - speedOf(blocks, p, count);
    if (missing > tolerance || (missing < -tolerance && blocks[p + pointBounceAt] > 0)) return true;
  }
  return false;
}

/** The impulse of a single point. */
function pushPoint(blocks: Doubles, at: number): void {
  const p = at + shortHeadSize;
  const old = blocks[p + pointBounceAt];
  const total = Math.max(0, old + blocks[p + pointMassAt] * (blocks[p + pointSpeedAt] - motion[0]));
  blocks[p + pointBounceAt] = total;
  wrench[0] = total - old;
}

/** Applies the same impulse to all points that lack speed: the average of what they lack. */
function pushEvenly(blocks: Doubles, at: number, count: number): void {
  const n = at + normalResponseAt;
  const first = at + headSize;
  const end = at + blockSize(count);
  let points = 0;
  let missing = 0;
  let v = 0;
  let u = 0;
  for (let p = first; p < end; p += pointSize) {
    const speed = blocks[p + pointSpeedAt];
    if (speed === none) continue;
    missing += speed - speedOf(blocks, p, count);
    v += blocks[p + pointArmAt];
    u += blocks[p + pointArmAt + 1];
    points++;
  }
  v /= points;
  u /= points;
  const approach = blocks[n] + blocks[n + 1] * v + blocks[n + 2] * u;
  const spinT = blocks[n + 1] + blocks[n + 3] * v + blocks[n + 4] * u;
  const spinB = blocks[n + 2] + blocks[n + 4] * v + blocks[n + 5] * u;
  const response = points * (approach + spinT * v + spinB * u);
  if (!(missing > 0 && response > 0)) return;
  const force = missing / response;
  for (let p = first; p < end; p += pointSize)
    if (blocks[p + pointSpeedAt] !== none) blocks[p + pointBounceAt] += force / points;
  wrench[0] = force;
  wrench[4] = force * v;
  wrench[5] = force * u;
  motion[0] += approach * force;
  motion[4] += spinT * force;
  motion[5] += spinB * force;
}

/** The impulses of the points of a manifold, one after the other, in sweeps. */
function pushPoints(blocks: Doubles, at: number, count: number): void {
  const n = at + normalResponseAt;
  const end = at + blockSize(count);
  let approach = motion[0];
  let spinT = motion[4];
  let spinB = motion[5];
  let force = wrench[0];
  let torqueT = wrench[4];
  let torqueB = wrench[5];
  for (let sweep = 0; sweep < sweepCount; sweep++)
    for (let p = at + headSize; p < end; p += pointSize) {
      const v = blocks[p + pointArmAt];
      const u = blocks[p + pointArmAt + 1];
      const old = blocks[p + pointBounceAt];
      const speed = blocks[p + pointSpeedAt];
      if (speed === none) continue;
      const total = Math.max(0, old + blocks[p + pointMassAt] * (speed - approach - v * spinT - u * spinB));
      const change = total - old;
      blocks[p + pointBounceAt] = total;
      force += change;
      torqueT += change * v;
      torqueB += change * u;
      approach += change * (blocks[n] + blocks[n + 1] * v + blocks[n + 2] * u);
      spinT += change * (blocks[n + 1] + blocks[n + 3] * v + blocks[n + 4] * u);
      spinB += change * (blocks[n + 2] + blocks[n + 4] * v + blocks[n + 5] * u);
    }
  wrench[0] = force;
  wrench[4] = torqueT;
  wrench[5] = torqueB;
}

/** Adds friction at the centre of a block to its {@link wrench}, within Coulomb's cone of the push. */
function addFriction(blocks: Doubles, at: number, several: boolean): void {
  const limit = blocks[at + frictionAt] * wrench[0];
  if (!(limit > 0)) return;
  const m = at + tangentMassAt;
  const c = at + torqueResponseAt;
  let slipT = motion[1] + blocks[at + slipResponseAt] * wrench[0];
  let slipB = motion[2] + blocks[at + slipResponseAt + 1] * wrench[0];
  if (several) {
    slipT += blocks[c] * wrench[4] + blocks[c + 1] * wrench[5];
    slipB += blocks[c + 2] * wrench[4] + blocks[c + 3] * wrench[5];
  }
  let t = -blocks[m] * slipT - blocks[m + 1] * slipB;
  let b = -blocks[m + 1] * slipT - blocks[m + 2] * slipB;
  if (t * t + b * b > limit * limit) {
    const slip = Math.sqrt(slipT * slipT + slipB * slipB);
    const s = Math.min(blocks[m + 3], limit / slip);
    t = -s * slipT;
    b = -s * slipB;
  }
  wrench[1] = t;
  wrench[2] = b;
  if (!several) return;
  const w = at + twistResponseAt;
  const spin =
    motion[3] +
    blocks[c + 4] * wrench[0] +
    blocks[c + 5] * wrench[4] +
    blocks[c + 6] * wrench[5] +
    blocks[w] * t +
    blocks[w + 1] * b;
  const most = limit * blocks[at + twistRadiusAt];
  wrench[3] = Math.max(-most, Math.min(most, -blocks[at + twistMassAt] * spin));
}

/**
 * Lowers the required speeds of the points of a block by the amount that friction takes from them. If they
 * were pushed up to the old speeds again, corners that friction presses into the ground would gain energy.
 */
function takeSpeeds(blocks: Doubles, at: number, count: number): void {
  const s = at + slipResponseAt;
  const c = at + torqueResponseAt;
  const t = wrench[1];
  const b = wrench[2];
  const twist = wrench[3];
  motion[0] = blocks[s] * t + blocks[s + 1] * b;
  if (count > 1) {
    motion[0] += blocks[c + 4] * twist;
    motion[4] = blocks[c] * t + blocks[c + 2] * b + blocks[c + 5] * twist;
    motion[5] = blocks[c + 1] * t + blocks[c + 3] * b + blocks[c + 6] * twist;
  }
  const end = at + blockSize(count);
  for (let p = at + (count > 1 ? headSize : shortHeadSize); p < end; p += pointSize)
    blocks[p + pointSpeedAt] += Math.min(0, speedOf(blocks, p, count));
}
