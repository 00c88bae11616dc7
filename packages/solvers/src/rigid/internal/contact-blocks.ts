/**
 * What the impulse solver keeps of a manifold during a step: a block of numbers, the points behind a common head.
 *
 * All that a manifold knows of the two bodies is their relative motion at its centre c, six numbers in the axes of the
 * contact: the normal n and the tangents t, b. A point at c + u t + v b approaches with `Vₙ + v Ω_t − u Ω_b`. So normal
 * impulses need (Vₙ, Ω_t, Ω_b), friction needs (V_t, V_b, Ωₙ), and the response of these to forces and torques at c is a
 * symmetric 6×6 matrix that is made once a step: a point costs a few multiplications, whatever the shape of the bodies.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { addResponse, measureMotion, response, setTangents } from '../../internal/pair-motion.ts';
import {
  approachOfPoint,
  bitangentAt,
  blockSize,
  entrySize,
  frictionAt,
  frictionImpulse,
  growthLimit,
  headSize,
  impulseOfPoint,
  impulseSize,
  largestOfPoint,
  leverA,
  leverB,
  massAt,
  massOfPoint,
  normalAt,
  normalResponse,
  placeOfPoint,
  pointSize,
  radiusAt,
  reachAt,
  restitutionAt,
  separationOfPoint,
  shiftAt,
  shortHeadSize,
  slipResponse,
  softnessKind,
  stateSize,
  tangentAt,
  tangentMass,
  torqueResponse,
  turnAt,
  twistImpulse,
  twistMass,
  twistResponse,
} from '../../internal/sweep-contacts.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/** Most points in a block. */
const mostPoints = 8;

/** Turns {@link response} into what the sweeps read; false when neither body can move. */
function setMasses(blocks: Doubles, at: number, several: boolean): boolean {
  if (!(response[0] > 0)) return false;
  const k11 = response[7];
  const k12 = response[8];
  const k22 = response[14];
  const determinant = k11 * k22 - k12 * k12;
  const inverse = determinant > 1e-12 * k11 * k22 ? 1 / determinant : 0;
  const m = at + tangentMass;
  blocks[m] = k22 * inverse;
  blocks[m + 1] = -k12 * inverse;
  blocks[m + 2] = k11 * inverse;
  const difference = 0.5 * (k11 - k22);
  blocks[m + 3] = 1 / (0.5 * (k11 + k22) + Math.sqrt(difference * difference + k12 * k12));
  blocks[at + slipResponse] = response[1];
  blocks[at + slipResponse + 1] = response[2];
  if (!several) return true;
  const n = at + normalResponse;
  blocks[n] = response[0];
  blocks[n + 1] = response[4];
  blocks[n + 2] = response[5];
  blocks[n + 3] = response[28];
  blocks[n + 4] = response[29];
  blocks[n + 5] = response[35];
  const c = at + torqueResponse;
  blocks[c] = response[10];
  blocks[c + 1] = response[11];
  blocks[c + 2] = response[16];
  blocks[c + 3] = response[17];
  blocks[c + 4] = response[3];
  blocks[c + 5] = response[22];
  blocks[c + 6] = response[23];
  blocks[at + twistResponse] = response[9];
  blocks[at + twistResponse + 1] = response[15];
  blocks[at + twistMass] = response[21] > 0 ? 1 / response[21] : 0;
  return true;
}

/** Number of points from contact `c` on that make up one block: same bodies, normal and friction. */
function countPoints(contacts: RigidContacts, c: number): number {
  const { bodies, normals, frictions, count } = contacts;
  const a = bodies[2 * c];
  const b = bodies[2 * c + 1];
  const last = Math.min(count, c + mostPoints);
  let end = c + 1;
  for (; end < last; end++) {
    if (bodies[2 * end] !== a || bodies[2 * end + 1] !== b || frictions[end] !== frictions[c]) break;
    const x = normals[3 * end] - normals[3 * c];
    const y = normals[3 * end + 1] - normals[3 * c + 1];
    const z = normals[3 * end + 2] - normals[3 * c + 2];
    if (x * x + y * y + z * z > 1e-8) break;
  }
  return end - c;
}

/** Limits the reach of a block to a quarter of a lever. */
function limitReach(blocks: Doubles, at: number, lever: number): void {
  const x = blocks[lever];
  const y = blocks[lever + 1];
  const z = blocks[lever + 2];
  blocks[at + reachAt] = Math.min(blocks[at + reachAt], (x * x + y * y + z * z) / 16);
}

/** Head of a block: axes, levers to the centre of the points, responses. False when neither body can move. */
function setHead(
  blocks: Doubles,
  at: number,
  bodies: RigidBodies,
  states: Doubles,
  contacts: RigidContacts,
  c: number,
  count: number,
): boolean {
  const { positions } = bodies;
  const { points, normals } = contacts;
  const a = contacts.bodies[2 * c];
  const b = contacts.bodies[2 * c + 1];
  for (let k = 0; k < 3; k++) {
    const origin = points[3 * c + k];
    let sum = 0;
    for (let i = c + 1; i < c + count; i++) sum += points[3 * i + k] - origin;
    const center = origin + sum / count;
    blocks[at + leverA + k] = center - positions[3 * a + k];
    blocks[at + leverB + k] = center - positions[3 * b + k];
    blocks[at + normalAt + k] = normals[3 * c + k];
  }
  setTangents(blocks, at);
  for (let k = 0; k < response.length; k++) response[k] = 0;
  addResponse(blocks, at, at + leverA, states, stateSize * a);
  addResponse(blocks, at, at + leverB, states, stateSize * b);
  const wa = states[stateSize * a + massAt];
  const wb = states[stateSize * b + massAt];
  blocks[at + frictionAt] = contacts.frictions[c];
  blocks[at + restitutionAt] = contacts.restitutions[c];
  blocks[at + softnessKind] = wa === 0 || wb === 0 ? 3 : 0;
  blocks[at + reachAt] = Infinity;
  if (wa > 0) limitReach(blocks, at, at + leverA);
  if (wb > 0) limitReach(blocks, at, at + leverB);
  blocks[at + shiftAt] = 0;
  if (count > 1) blocks[at + turnAt] = blocks[at + turnAt + 1] = 0;
  return setMasses(blocks, at, count > 1);
}

/** Velocity of B against A at the centre of a block that bounces, and relative angular velocity, in its axes. */
const motion = /* @__PURE__ */ plainDoubles(6);

/** The point of a block that has one, with the impulses of the step before times `scale[0]`. */
function setPoint(
  blocks: Doubles,
  at: number,
  contacts: RigidContacts,
  c: number,
  scale: Float64Array,
): void {
  const { separations, impulses } = contacts;
  const p = at + shortHeadSize;
  const from = impulseSize * c;
  const s = Math.min(scale[0], growthLimit);
  const fx = s * impulses[from + 1];
  const fy = s * impulses[from + 2];
  const fz = s * impulses[from + 3];
  blocks[p + massOfPoint] = 1 / response[0];
  blocks[p + impulseOfPoint] = s * impulses[from];
  blocks[p + separationOfPoint] = separations[c];
  blocks[p + largestOfPoint] = 0;
  blocks[p + approachOfPoint] = motion[0];
  const f = at + frictionImpulse;
  blocks[f] = fx * blocks[at + 3] + fy * blocks[at + 4] + fz * blocks[at + 5];
  blocks[f + 1] = fx * blocks[at + 6] + fy * blocks[at + 7] + fz * blocks[at + 8];
}

/** The points of a block that has several, with the impulses of the step before times `scale[0]`. */
function setPoints(
  blocks: Doubles,
  at: number,
  bodies: RigidBodies,
  contacts: RigidContacts,
  c: number,
  count: number,
  scale: Float64Array,
): void {
  const { points, separations, impulses } = contacts;
  const a = contacts.bodies[2 * c];
  const n = at + normalResponse;
  const k00 = blocks[n];
  const k01 = blocks[n + 1];
  const k02 = blocks[n + 2];
  const k11 = blocks[n + 3];
  const k12 = blocks[n + 4];
  const k22 = blocks[n + 5];
  const cx = bodies.positions[3 * a] + blocks[at + leverA];
  const cy = bodies.positions[3 * a + 1] + blocks[at + leverA + 1];
  const cz = bodies.positions[3 * a + 2] + blocks[at + leverA + 2];
  const s = Math.min(scale[0], growthLimit);
  let radius = 0;
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let twist = 0;
  for (let i = 0; i < count; i++) {
    const x = points[3 * (c + i)] - cx;
    const y = points[3 * (c + i) + 1] - cy;
    const z = points[3 * (c + i) + 2] - cz;
    const u = x * blocks[at + 3] + y * blocks[at + 4] + z * blocks[at + 5];
    const v = x * blocks[at + 6] + y * blocks[at + 7] + z * blocks[at + 8];
    const p = at + headSize + pointSize * i;
    const from = impulseSize * (c + i);
    radius += Math.sqrt(u * u + v * v);
    fx += impulses[from + 1];
    fy += impulses[from + 2];
    fz += impulses[from + 3];
    twist += impulses[from + 4];
    blocks[p + placeOfPoint] = v;
    blocks[p + placeOfPoint + 1] = -u;
    blocks[p + massOfPoint] = 1 / (k00 + v * (2 * k01 + v * k11) - u * (2 * k02 + 2 * v * k12 - u * k22));
    blocks[p + impulseOfPoint] = s * impulses[from];
    blocks[p + separationOfPoint] = separations[c + i];
    blocks[p + largestOfPoint] = 0;
    blocks[p + approachOfPoint] = motion[0] + v * motion[4] - u * motion[5];
  }
  const f = at + frictionImpulse;
  blocks[f] = s * (fx * blocks[at + 3] + fy * blocks[at + 4] + fz * blocks[at + 5]);
  blocks[f + 1] = s * (fx * blocks[at + 6] + fy * blocks[at + 7] + fz * blocks[at + 8]);
  blocks[at + twistImpulse] = s * twist;
  blocks[at + radiusAt] = radius / count;
}

/**
 * Writes the blocks of all contacts and their entries (bodies, number of points, first contact); returns how many there are.
 * Memory must suffice for blocks of one point each, which are the largest for their points.
 */
export function prepareBlocks(
  blocks: Doubles,
  entries: Int32Array,
  bodies: RigidBodies,
  states: Doubles,
  contacts: RigidContacts,
  scale: Float64Array,
): number {
  let at = 0;
  let made = 0;
  for (let c = 0; c < contacts.count; ) {
    const a = contacts.bodies[2 * c];
    const b = contacts.bodies[2 * c + 1];
    if (!(a < bodies.count && b < bodies.count))
      throw new RangeError(`contact ${c} names a body beyond ${bodies.count - 1}`);
    const count = countPoints(contacts, c);
    if (setHead(blocks, at, bodies, states, contacts, c, count)) {
      if (contacts.restitutions[c] > 0)
        measureMotion(motion, blocks, at, states, stateSize * a, stateSize * b);
      if (count > 1) setPoints(blocks, at, bodies, contacts, c, count, scale);
      else setPoint(blocks, at, contacts, c, scale);
      entries[entrySize * made] = stateSize * a;
      entries[entrySize * made + 1] = stateSize * b;
      entries[entrySize * made + 2] = count;
      entries[entrySize * made + 3] = c;
      at += blockSize(count);
      made++;
    }
    c += count;
  }
  return made;
}

/** Writes the impulses of all blocks back to the contacts, friction in equal shares. */
export function storeImpulses(
  contacts: RigidContacts,
  blocks: Doubles,
  entries: Int32Array,
  blockCount: number,
): void {
  const { impulses } = contacts;
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const count = entries[entrySize * e + 2];
    const first = at + (count > 1 ? headSize : shortHeadSize);
    const f1 = blocks[at + frictionImpulse] / count;
    const f2 = blocks[at + frictionImpulse + 1] / count;
    const fx = f1 * blocks[at + tangentAt] + f2 * blocks[at + bitangentAt];
    const fy = f1 * blocks[at + tangentAt + 1] + f2 * blocks[at + bitangentAt + 1];
    const fz = f1 * blocks[at + tangentAt + 2] + f2 * blocks[at + bitangentAt + 2];
    const twist = count > 1 ? blocks[at + twistImpulse] / count : 0;
    for (let i = 0; i < count; i++) {
      const to = impulseSize * (entries[entrySize * e + 3] + i);
      impulses[to] = blocks[first + pointSize * i + impulseOfPoint];
      impulses[to + 1] = fx;
      impulses[to + 2] = fy;
      impulses[to + 3] = fz;
      impulses[to + 4] = twist;
    }
    at += blockSize(count);
  }
}
