/**
 * Prepares the contact blocks of a step: manifolds from the contact points, with levers, effective masses and
 * the impulses of the last step. The layout of a block is described in `solve-contacts`.
 *
 * A manifold only depends on the relative motion of the two bodies at its centre c, six numbers in the axes
 * of the contact: the normal n and the tangents t, b. A point at c + u t + v b approaches with
 * `Vₙ + v Ω_t − u Ω_b`. So normal impulses need (Vₙ, Ω_t, Ω_b), friction needs (V_t, V_b, Ωₙ), and the
 * response of these to forces and torques at c is a symmetric 6×6 matrix that is computed once per step: a
 * point costs a few multiplications, whatever the shape of the bodies.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { setTangents } from '../../internal/pair-motion.ts';
import {
  angularVelocityAt,
  axisAt,
  ballsAt,
  bitangentAt,
  blockSize,
  type ContactBlocks,
  contactSoftnessAt,
  entryAAt,
  entryBAt,
  entryContactAt,
  entryCountAt,
  entrySize,
  frictionAt,
  frictionImpulseAt,
  frictionShareAt,
  growthLimit,
  headSize,
  impulseScaleAt,
  impulseSize,
  inverseMassAt,
  leverAAt,
  leverBAt,
  leverShareAt,
  massScaleAt,
  normalAt,
  normalResponseAt,
  normalShiftAt,
  pointArmAt,
  pointImpulseAt,
  pointMassAt,
  pointSeparationAt,
  pointSize,
  pushSpeedAt,
  radiiAt,
  restitutionAt,
  rollsAt,
  shortHeadSize,
  softnessAt,
  stateSize,
  staticSoftnessAt,
  substepAt,
  tangentAt,
  tiltAt,
  twistBiasAt,
  twistImpulseAt,
  twistRadiusAt,
  twistShareAt,
  warmStartScaleAt,
} from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';
import { setMasses, setTogether } from './contact-masses.ts';
import { isRound, setTwistBias } from './roll-contacts.ts';

/**
 * Stands for the radius of surfaces that are round without one radius of curvature: levers do not rotate with
 * those.
 */
const unknownRadius = -1;

/** The largest number of points in a block: those of many parts of a compound are solved together. */
const mostPoints = 64;

/** Centre of the points of a manifold. */
const center = /* @__PURE__ */ plainDoubles(3);
/**
 * The smallest separation that counts, so that overlap is undone at no more than the push speed.
 */
const floor = /* @__PURE__ */ plainDoubles(1);
/** The depth by which its points sink under a force, times its effective mass. */
const sink = /* @__PURE__ */ plainDoubles(1);

/** No blocks yet. */
export function createContactBlocks(): ContactBlocks {
  return { blocks: plainDoubles(0), entries: [], count: 0, taken: undefined };
}

/** Makes room for one more block, which ends at `end`, and for an eighth more. */
function reserveBlock(set: ContactBlocks, end: number): void {
  const { blocks } = set;
  if (end <= blocks.length) return;
  while (blocks.length < 1.125 * end) blocks.push(0.5);
  // V8 reserves half as much again when an array grows; a copy has no spare capacity.
  set.blocks = blocks.slice();
}

/**
 * How many points from contact `c` on make up one block: same normal and friction, and same bodies, where all
 * bodies at rest that cannot move count as one.
 */
function countPoints(contacts: RigidContacts, c: number, states: Doubles): number {
  const { bodies, normals, frictions, restitutions, count } = contacts;
  const a = bodies[2 * c];
  const b = bodies[2 * c + 1];
  const last = Math.min(count, c + mostPoints);
  let end = c + 1;
  for (; end < last; end++) {
    if (frictions[end] !== frictions[c] || restitutions[end] !== restitutions[c]) break;
    if (!isSame(states, bodies[2 * end], a) || !isSame(states, bodies[2 * end + 1], b)) break;
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (normals[3 * end + k] - normals[3 * c + k]) ** 2;
    if (squared > 1e-8) break;
  }
  return end - c;
}

/** Whether two bodies are one, or both rest and cannot move: all is 0 up to the inverse mass. */
function isSame(states: Doubles, a: number, b: number): boolean {
  for (let k = 0; a !== b && k <= inverseMassAt; k++)
    if (states[stateSize * a + k] !== 0 || states[stateSize * b + k] !== 0) return false;
  return true;
}

/**
 * Sets how levers follow the bodies if the surfaces are alike, see `update-separations`: the point stays with
 * the body that can move; of two, mostly with the smaller one, weighted by the squares of their radii of
 * gyration. Halfway between them it would leave a small body that slides on a large one, and push at its
 * side.
 */
function setAlikeShare(
  blocks: Doubles,
  at: number,
  bodies: RigidBodies,
  states: Doubles,
  a: number,
  b: number,
): void {
  const { inverseMoments } = bodies;
  const wa = states[stateSize * a + inverseMassAt];
  const wb = states[stateSize * b + inverseMassAt];
  const sizeA = inverseMoments[3 * a] + inverseMoments[3 * a + 1] + inverseMoments[3 * a + 2];
  const sizeB = inverseMoments[3 * b] + inverseMoments[3 * b + 1] + inverseMoments[3 * b + 2];
  const sum = sizeA * wb + sizeB * wa;
  let share = 0.5;
  if (wa === 0) share = 1;
  else if (wb === 0) share = 0;
  else if (sum > 0) share = (sizeB * wa) / sum;
  blocks[at + leverShareAt] = share;
}

/** The same for all surfaces: the point stays with the rounder one. */
function setLeverShare(
  blocks: Doubles,
  at: number,
  contacts: RigidContacts,
  c: number,
  several: boolean,
): void {
  const a = contacts.radii[2 * c];
  const b = contacts.radii[2 * c + 1];
  const sum = a + b;
  const balls = !several && sum > 0 && sum < Infinity;
  if (!several) blocks[at + shortHeadSize + ballsAt] = balls ? sum : 0;
  if (balls) blocks[at + leverShareAt] = a / sum;
  else if (a !== b) blocks[at + leverShareAt] = a > b ? 1 : 0;
  blocks[at + radiiAt] = a < Infinity ? Math.max(a, unknownRadius) : 0;
  blocks[at + radiiAt + 1] = b < Infinity ? Math.max(b, unknownRadius) : 0;
  for (let k = 0; k < 3; k++) blocks[at + axisAt + k] = contacts.axes[3 * c + k];
}

/**
 * Axes of a block, the {@link center} of its `count` points from contact `c` on, and the levers to it. The
 * centre lies on the surface that the points stay with, or halfway between the surfaces if it is neither: a
 * ball rolls on its radius, however deep it has sunk.
 */
function setAxes(
  blocks: Doubles,
  at: number,
  positions: Float64Array,
  contacts: RigidContacts,
  c: number,
  count: number,
): void {
  const { points, normals, separations } = contacts;
  const a = contacts.bodies[2 * c];
  const b = contacts.bodies[2 * c + 1];
  let gap = 0;
  for (let i = c; i < c + count; i++) gap += separations[i];
  const beyond = ((blocks[at + leverShareAt] - 0.5) * gap) / count;
  for (let k = 0; k < 3; k++) {
    const origin = points[3 * c + k];
    let sum = 0;
    for (let i = c + 1; i < c + count; i++) sum += points[3 * i + k] - origin;
    const middle = origin + sum / count + beyond * normals[3 * c + k];
    blocks[at + leverAAt + k] = middle - positions[3 * a + k];
    blocks[at + leverBAt + k] = middle - positions[3 * b + k];
    center[k] = positions[3 * a + k] + blocks[at + leverAAt + k];
    blocks[at + normalAt + k] = normals[3 * c + k];
  }
  setTangents(blocks, at);
}

/** The rest of the head of a block whose axes and masses are known. */
function setHead(
  blocks: Doubles,
  at: number,
  contacts: RigidContacts,
  c: number,
  several: boolean,
  softness: number,
): void {
  blocks[at + frictionAt] = contacts.frictions[c];
  blocks[at + restitutionAt] = contacts.restitutions[c];
  blocks[at + softnessAt] = softness;
  blocks[at + normalShiftAt] = 0;
  if (several) blocks[at + tiltAt] = blocks[at + tiltAt + 1] = 0;
}

/**
 * Sets how fast overlap is undone for bodies that `crowd` others overlap deeply: these share the push speed,
 * since speeds add up from the middle of a crowd to its rim (`count-crowds`).
 */
function setPush(blocks: Doubles, at: number, step: Doubles, crowd: number): void {
  const softness = blocks[at + softnessAt];
  const rate = step[softness];
  sink[0] = (step[substepAt] * step[softness + impulseScaleAt]) / (step[softness + massScaleAt] * rate);
  floor[0] = -step[pushSpeedAt] / (rate * Math.sqrt(Math.max(1, 4 * crowd - 4)));
}

/** Starts the points and the friction of a block with the scaled impulses of the last step. */
function setImpulses(
  blocks: Doubles,
  at: number,
  { impulses }: RigidContacts,
  c: number,
  count: number,
  step: Doubles,
): void {
  const s = Math.min(step[warmStartScaleAt], growthLimit);
  const first = at + (count > 1 ? headSize : shortHeadSize);
  let x = 0;
  let y = 0;
  let z = 0;
  let twist = 0;
  for (let i = 0; i < count; i++) {
    const from = impulseSize * (c + i);
    blocks[first + pointSize * i + pointImpulseAt] = s * impulses[from];
    x += impulses[from + frictionShareAt];
    y += impulses[from + frictionShareAt + 1];
    z += impulses[from + frictionShareAt + 2];
    twist += impulses[from + twistShareAt];
  }
  for (let k = 0; k < 2; k++) {
    const axis = at + (k === 0 ? tangentAt : bitangentAt);
    blocks[at + frictionImpulseAt + k] = s * (x * blocks[axis] + y * blocks[axis + 1] + z * blocks[axis + 2]);
  }
  if (count > 1) blocks[at + twistImpulseAt] = s * twist;
}

/** Sets the arms and the separations of the points of a block that has several. */
function setPoints(blocks: Doubles, at: number, contacts: RigidContacts, c: number, count: number): void {
  const { points, separations, firstLoads } = contacts;
  const n = at + normalResponseAt;
  const t = at + tangentAt;
  const b = at + bitangentAt;
  let radius = 0;
  let load = 0;
  let loadT = 0;
  let loadB = 0;
  for (let i = c; i < c + count; i++) {
    const x = points[3 * i] - center[0];
    const y = points[3 * i + 1] - center[1];
    const z = points[3 * i + 2] - center[2];
    const u = x * blocks[t] + y * blocks[t + 1] + z * blocks[t + 2];
    const v = x * blocks[b] + y * blocks[b + 1] + z * blocks[b + 2];
    const p = at + headSize + pointSize * (i - c);
    radius += Math.sqrt(u * u + v * v);
    blocks[p + pointArmAt] = v;
    blocks[p + pointArmAt + 1] = -u;
    load += firstLoads[i];
    loadT += firstLoads[i] * v;
    loadB -= firstLoads[i] * u;
  }
  // The depth by which they sink under their first loads, in the middle and by tilting.
  const depth = sink[0] * (load * blocks[n] + loadT * blocks[n + 1] + loadB * blocks[n + 2]);
  const tiltT = sink[0] * (load * blocks[n + 1] + loadT * blocks[n + 3] + loadB * blocks[n + 4]);
  const tiltB = sink[0] * (load * blocks[n + 2] + loadT * blocks[n + 4] + loadB * blocks[n + 5]);
  for (let i = 0; i < count; i++) {
    const p = at + headSize + pointSize * i;
    const sunk = depth + blocks[p + pointArmAt] * tiltT + blocks[p + pointArmAt + 1] * tiltB;
    blocks[p + pointSeparationAt] = Math.max(separations[c + i] - sunk, floor[0]);
  }
  blocks[at + twistRadiusAt] = radius / count;
  setTogether(blocks, at, count);
}

/** The additional numbers of a block of several points if one of the bodies is round. */
function setRolling(blocks: Doubles, at: number, states: Doubles, body: number, count: number): void {
  blocks[at + twistBiasAt] = 0;
  if (!isRound(blocks, at)) return;
  states[body + rollsAt] = 1;
  setTwistBias(blocks, at, count, states, body + angularVelocityAt, 1);
}

/**
 * Writes the blocks of all contacts and their entries: first those between bodies that can move, then those
 * with bodies that cannot, which are therefore solved last in a pass. The weight of a tower reaches the
 * ground in one pass, whatever the order of the contacts.
 */
export function prepareContacts(
  set: ContactBlocks,
  bodies: RigidBodies,
  states: Doubles,
  contacts: RigidContacts,
  step: Doubles,
  crowds: Int32Array,
): void {
  const { entries, taken } = set;
  let at = 0;
  let made = 0;
  for (let fixed = 0; fixed < 2; fixed++)
    for (let c = 0, count = 0; c < contacts.count; c += count) {
      const a = contacts.bodies[2 * c];
      const b = contacts.bodies[2 * c + 1];
      if (!(a < bodies.count && b < bodies.count))
        throw new RangeError(`contact ${c} names a body beyond ${bodies.count - 1}`);
      count = taken?.[c] ?? 0;
      if (count > 0) continue;
      count = countPoints(contacts, c, states);
      const isLast =
        states[stateSize * a + inverseMassAt] === 0 || states[stateSize * b + inverseMassAt] === 0;
      if (isLast !== (fixed === 1)) continue;
      reserveBlock(set, at + blockSize(count));
      const { blocks } = set;
      setAlikeShare(blocks, at, bodies, states, a, b);
      setLeverShare(blocks, at, contacts, c, count > 1);
      setAxes(blocks, at, bodies.positions, contacts, c, count);
      if (!setMasses(blocks, at, states, stateSize * a, stateSize * b, count)) continue;
      setHead(blocks, at, contacts, c, count > 1, isLast ? staticSoftnessAt : contactSoftnessAt);
      setPush(blocks, at, step, Math.min(crowds[a], crowds[b]) >> 1);
      if (count > 1) {
        setPoints(blocks, at, contacts, c, count);
        setRolling(blocks, at, states, stateSize * (blocks[at + leverShareAt] === 0 ? a : b), count);
      } else {
        const p = at + shortHeadSize;
        const sunk = (sink[0] * contacts.firstLoads[c]) / blocks[p + pointMassAt];
        blocks[p + pointSeparationAt] = Math.max(contacts.separations[c] - sunk, floor[0]);
      }
      setImpulses(blocks, at, contacts, c, count, step);
      const entry = entrySize * made++;
      entries[entry + entryAAt] = stateSize * a;
      entries[entry + entryBAt] = stateSize * b;
      entries[entry + entryCountAt] = count;
      entries[entry + entryContactAt] = c;
      at += blockSize(count);
    }
  set.count = made;
}
