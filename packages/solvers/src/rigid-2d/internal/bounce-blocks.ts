/**
 * Restitution in the plane, at the start of a substep: bodies that would meet within it and approach faster
 * than a threshold bounce here, before the contact solver stops the rest of the approach. Rounds and energies
 * are those of `rigid/internal/solve-impacts`, where they are explained; two points are solved as one
 * problem. Without friction the energy of an impact never grows; with friction Newton's law of restitution
 * may add a little, as is known of it (Kane & Levinson 1985).
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { speedLimit } from '../../internal/limit-speed.ts';
import {
  bounceImpulseAt,
  bounceSize,
  bounceSpeedAt,
  couplingAt,
  displacementAt,
  entryAAt,
  entryBAt,
  entryBlockAt,
  entryContactAt,
  entryCountAt,
  entrySize,
  frictionAt,
  frictionLeversAt,
  frictionMassAt,
  gravityScaleAt,
  headSize,
  impactHeadSize,
  impactSize,
  inverseMassAt,
  inverseMomentAt,
  leversAt,
  type PlanarBlocks,
  pointSize,
  reachAt,
  reachedAt,
  responseAt,
  rotationAt,
  separationAt,
  spinAt,
  startAt,
} from '../../internal/planar-layout.ts';
import { gravityAt, restitutionSpeedAt, substepAt } from '../../internal/solve-contacts.ts';
import type { RigidContacts2d } from '../rigid-contacts-2d.ts';
import { problemSize, solveProblem, targetAt, unknownsAt } from './solve-blocks.ts';

/** Numbers per push. */
const pushSize = 4;
/** The largest number of rounds per substep, and of passes per round. */
const impactRounds = 8;
const impactPasses = 16;
/** Share of the restitution speed below which changes do not matter. */
const settledShare = 0.01;
/** If surfaces overlap, they met at most this many substeps ago. */
const deepest = 4;
/** The required speed of a point that has none. */
const none = -1e300;

/** The impact of a block, and the push that answers it: in arrays, since V8 would box arguments. */
const problem = /* @__PURE__ */ plainDoubles(problemSize);
const push = /* @__PURE__ */ plainDoubles(pushSize);

/** Reads the restitutions of all blocks; false if none has any. */
export function loadPlanarImpacts(set: PlanarBlocks, { arrays, count }: RigidContacts2d): boolean {
  const { materials } = arrays;
  let found = false;
  for (let c = 0; c < count && !found; c++) found = materials[3 * c + 1] > 0;
  if (!found) return false;
  if (set.impacts.length < impactSize * set.count) set.impacts = plainDoubles(2 * impactSize * set.count);
  for (let i = 0; i < set.count; i++)
    set.impacts[impactSize * i] = materials[3 * set.entries[entrySize * i + entryContactAt] + 1];
  return true;
}

/** Applies restitution to all contacts that close in this substep. */
export function bouncePlanar(set: PlanarBlocks, states: Doubles, step: Doubles): void {
  updateSeparations(set, states);
  for (let round = 0; round < impactRounds && findImpacts(set, states, step); round++)
    for (let pass = 0; pass < impactPasses && solveImpacts(set, states, step); pass++);
}

/** Measures the separations of all points anew, as a pass without softness does. */
function updateSeparations(set: PlanarBlocks, states: Doubles): void {
  const { blocks, entries } = set;
  for (let e = 0; e < entrySize * set.count; e += entrySize) {
    const head = entries[e + entryBlockAt];
    const a = entries[e + entryAAt];
    const b = entries[e + entryBAt];
    const end = head + headSize + pointSize * entries[e + entryCountAt];
    const shift =
      blocks[head] * (states[b + displacementAt] - states[a + displacementAt]) +
      blocks[head + 1] * (states[b + displacementAt + 1] - states[a + displacementAt + 1]);
    for (let at = head + headSize; at < end; at += pointSize)
      blocks[at + separationAt] =
        blocks[at + startAt] +
        shift +
        (states[b + rotationAt] - 1) * blocks[at + reachAt + 1] +
        states[b + rotationAt + 1] * blocks[at + leversAt + 1] -
        (states[a + rotationAt] - 1) * blocks[at + reachAt] -
        states[a + rotationAt + 1] * blocks[at + leversAt];
  }
}

/**
 * Applies a push to the bodies of a block, with the opposite on A.
 *
 * @param push impulse along the normal and along the tangent, moment of the first about A and about B
 */
function applyPush(
  push: Doubles,
  blocks: Doubles,
  head: number,
  states: Doubles,
  a: number,
  b: number,
): void {
  const x = push[0] * blocks[head] - push[1] * blocks[head + 1];
  const y = push[0] * blocks[head + 1] + push[1] * blocks[head];
  const shiftA = states[a + inverseMassAt];
  const shiftB = states[b + inverseMassAt];
  states[a] -= shiftA * x;
  states[a + 1] -= shiftA * y;
  states[a + spinAt] -= states[a + inverseMomentAt] * (push[2] + push[1] * blocks[head + frictionLeversAt]);
  states[b] += shiftB * x;
  states[b + 1] += shiftB * y;
  states[b + spinAt] +=
    states[b + inverseMomentAt] * (push[3] + push[1] * blocks[head + frictionLeversAt + 1]);
}

/** Speed of a point of a block along the normal: positive where the bodies part. */
function pointSpeed(
  blocks: Doubles,
  head: number,
  at: number,
  states: Doubles,
  a: number,
  b: number,
): number {
  return (
    blocks[head] * (states[b] - states[a]) +
    blocks[head + 1] * (states[b + 1] - states[a + 1]) +
    states[b + spinAt] * blocks[at + leversAt + 1] -
    states[a + spinAt] * blocks[at + leversAt]
  );
}

/** Finds the points that bounce now and the speeds at which they separate; false if there are none. */
function findImpacts(set: PlanarBlocks, states: Doubles, step: Doubles): boolean {
  const { entries, impacts } = set;
  let found = false;
  for (let i = 0; i < set.count; i++) {
    if (!(impacts[impactSize * i] > 0) || !setBounces(set, i, states, step)) continue;
    found = true;
    markReached(states, entries[entrySize * i + entryAAt]);
    markReached(states, entries[entrySize * i + entryBAt]);
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

/** Writes the speeds at which the points of block `i` separate; false if none does. */
function setBounces(set: PlanarBlocks, i: number, states: Doubles, step: Doubles): boolean {
  const { blocks, entries, impacts } = set;
  const head = entries[entrySize * i + entryBlockAt];
  const a = entries[entrySize * i + entryAAt];
  const b = entries[entrySize * i + entryBAt];
  const count = entries[entrySize * i + entryCountAt];
  const h = step[substepAt];
  const restitution = impacts[impactSize * i];
  const gain =
    (gravityShare(states, a) - gravityShare(states, b)) *
    (step[gravityAt] * blocks[head] + step[gravityAt + 1] * blocks[head + 1]);
  let bounces = false;
  for (let p = 0; p < count; p++) {
    const at = head + headSize + p * pointSize;
    const impact = impactSize * i + impactHeadSize + p * bounceSize;
    const approach = -pointSpeed(blocks, head, at, states, a, b);
    const separation = blocks[at + separationAt];
    const travel = h * (approach + gain);
    impacts[impact + bounceImpulseAt] = 0;
    impacts[impact + bounceSpeedAt] = none;
    // When the first point of a manifold bounces, so do those that would in the next substep.
    if (!(approach > step[restitutionSpeedAt] && approach < speedLimit && separation < 2 * travel)) continue;
    const height = (2 * gain * Math.max(separation, -deepest * travel)) / h;
    const energy = Math.max(0, approach * approach + gain * approach + height);
    const after = 0.25 * gain * gain + restitution * restitution * energy - height;
    if (!(after > 0.25 * gain * gain)) continue;
    impacts[impact + bounceSpeedAt] = Math.sqrt(after) + 0.5 * gain;
    if (separation < travel) bounces = true;
  }
  for (let p = 0; p < count && !bounces; p++)
    impacts[impactSize * i + impactHeadSize + p * bounceSize + bounceSpeedAt] = none;
  return bounces;
}

/** One pass over the blocks that impacts have reached; false when velocities have settled. */
function solveImpacts(set: PlanarBlocks, states: Doubles, step: Doubles): boolean {
  const { entries } = set;
  let changed = false;
  for (let i = 0; i < set.count; i++) {
    const a = entries[entrySize * i + entryAAt];
    const b = entries[entrySize * i + entryBAt];
    if (states[a + reachedAt] + states[b + reachedAt] === 0) continue;
    if (!setImpact(set, i, states, step)) continue;
    changed = true;
    pushImpact(set, i, states);
    markReached(states, a);
    markReached(states, b);
  }
  return changed;
}

/**
 * Writes the speeds that the points of block `i` lack to {@link problem}; false if they lack next to nothing.
 * Points without restitution only resist a motion that would close them in this substep.
 */
function setImpact(set: PlanarBlocks, i: number, states: Doubles, step: Doubles): boolean {
  const { blocks, entries, impacts } = set;
  const head = entries[entrySize * i + entryBlockAt];
  const a = entries[entrySize * i + entryAAt];
  const b = entries[entrySize * i + entryBAt];
  const count = entries[entrySize * i + entryCountAt];
  const holds = !(impacts[impactSize * i] > 0);
  const tolerance = settledShare * step[restitutionSpeedAt];
  let unsettled = false;
  for (let p = 0; p < count; p++) {
    const at = head + headSize + p * pointSize;
    const impact = impactSize * i + impactHeadSize + p * bounceSize;
    if (holds) {
      impacts[impact + bounceImpulseAt] = 0;
      impacts[impact + bounceSpeedAt] = -Math.max(0, blocks[at + separationAt]) / step[substepAt];
    }
    const missing = impacts[impact + bounceSpeedAt] - pointSpeed(blocks, head, at, states, a, b);
    problem[targetAt + p] = -missing;
    unsettled ||= missing > tolerance || (missing < -tolerance && impacts[impact + bounceImpulseAt] > 0);
  }
  return unsettled;
}

/** Solves the impact of block `i` and applies it, with friction within Coulomb's limit of the push. */
function pushImpact(set: PlanarBlocks, i: number, states: Doubles): void {
  const { blocks, entries, impacts } = set;
  const head = entries[entrySize * i + entryBlockAt];
  const first = head + headSize;
  const second = first + pointSize;
  const impact = impactSize * i + impactHeadSize + bounceImpulseAt;
  const a = entries[entrySize * i + entryAAt];
  const b = entries[entrySize * i + entryBAt];
  const isPair = entries[entrySize * i + entryCountAt] > 1;
  const old = impacts[impact];
  const oldSecond = isPair ? impacts[impact + bounceSize] : 0;
  const coupling = isPair ? blocks[head + couplingAt] : 0;
  problem[0] = blocks[first + responseAt];
  problem[1] = coupling;
  problem[2] = isPair ? blocks[second + responseAt] : 1;
  problem[targetAt] -= problem[0] * old + coupling * oldSecond;
  problem[targetAt + 1] = isPair ? problem[targetAt + 1] - problem[2] * oldSecond - coupling * old : 0;
  problem[unknownsAt] = old;
  problem[unknownsAt + 1] = oldSecond;
  solveProblem(problem);
  const change = problem[unknownsAt] - old;
  const changeSecond = isPair ? problem[unknownsAt + 1] - oldSecond : 0;
  impacts[impact] = problem[unknownsAt];
  if (isPair) impacts[impact + bounceSize] = problem[unknownsAt + 1];
  push[0] = change + changeSecond;
  push[1] = 0;
  push[2] = change * blocks[first + leversAt];
  push[3] = change * blocks[first + leversAt + 1];
  if (isPair) {
    push[2] += changeSecond * blocks[second + leversAt];
    push[3] += changeSecond * blocks[second + leversAt + 1];
  }
  applyPush(push, blocks, head, states, a, b);
  const limit = blocks[head + frictionAt] * push[0];
  if (!(limit > 0)) return;
  const slip =
    blocks[head] * (states[b + 1] - states[a + 1]) -
    blocks[head + 1] * (states[b] - states[a]) +
    states[b + spinAt] * blocks[head + frictionLeversAt + 1] -
    states[a + spinAt] * blocks[head + frictionLeversAt];
  push[0] = push[2] = push[3] = 0;
  push[1] = Math.max(-limit, Math.min(limit, -blocks[head + frictionMassAt] * slip));
  applyPush(push, blocks, head, states, a, b);
}
