/** Turns contact points into blocks for the planar solver, and blocks back into impulses. */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  couplingAt,
  entryAAt,
  entryBAt,
  entryBlockAt,
  entryContactAt,
  entryCountAt,
  entrySize,
  frictionAt,
  frictionImpulseAt,
  frictionLeversAt,
  frictionMassAt,
  frictionShareAt,
  headSize,
  impulseAt,
  impulseSize,
  inverseMassAt,
  inverseMomentAt,
  leversAt,
  type PlanarBlocks,
  pointSize,
  reachAt,
  responseAt,
  rollingAt,
  rollingImpulseAt,
  rollingMassAt,
  rollingShareAt,
  separationAt,
  startAt,
  stateSize,
} from '../../internal/planar-layout.ts';
import { warmStartScaleAt } from '../../internal/solve-contacts.ts';
import { WaveOrder } from '../../internal/wave-order.ts';
import type { RigidBodies2d } from '../rigid-bodies-2d.ts';
import type { RigidContacts2d } from '../rigid-contacts-2d.ts';

/** The order of the blocks. */
const waves = /* @__PURE__ */ new WaveOrder();

/** An empty set of blocks. */
export function createPlanarBlocks(): PlanarBlocks {
  return { count: 0, blocks: plainDoubles(0), entries: [], impacts: plainDoubles(0) };
}

/** Fills `set` with a block for each manifold of `contacts` that can move something. */
export function preparePlanarBlocks(
  set: PlanarBlocks,
  bodies: RigidBodies2d,
  states: Doubles,
  contacts: RigidContacts2d,
  step: Doubles,
): void {
  const { arrays } = contacts;
  reserve(set, contacts.count);
  const { order, count } = orderManifolds(states, contacts);
  set.count = 0;
  let at = 0;
  for (let n = 0; n < count; n++) {
    const c = order[n];
    const size = arrays.sizes[c];
    const e = entrySize * n;
    set.entries[e + entryAAt] = stateSize * arrays.bodies[2 * c];
    set.entries[e + entryBAt] = stateSize * arrays.bodies[2 * c + 1];
    set.entries[e + entryCountAt] = size;
    set.entries[e + entryContactAt] = c;
    set.entries[e + entryBlockAt] = at;
    fillHead(set, contacts, step);
    for (let p = 0; p < size; p++) fillPoint(set, bodies, states, contacts, p, step);
    finishHead(set, states);
    set.count++;
    at += headSize + size * pointSize;
  }
}

/** Finds the manifolds that can move something, and orders them. */
function orderManifolds(states: Doubles, { arrays, count }: RigidContacts2d): WaveOrder {
  const { sizes, bodies } = arrays;
  waves.begin(states.length / stateSize);
  for (let c = 0; c < count; c++) {
    if (sizes[c] === 0) continue;
    const a = bodies[2 * c];
    const b = bodies[2 * c + 1];
    const movesA = states[stateSize * a + inverseMassAt] > 0;
    const movesB = states[stateSize * b + inverseMassAt] > 0;
    if (movesA || movesB) waves.enter(c, movesA ? a : -1, movesB ? b : -1);
  }
  waves.finish();
  return waves;
}

/** Makes room for the blocks of `count` contacts. Both arrays grow by push, so that V8 keeps them packed. */
function reserve(set: PlanarBlocks, count: number): void {
  if (entrySize * count <= set.entries.length) return;
  set.entries = [];
  while (set.entries.length < 2 * entrySize * count) set.entries.push(0);
  set.blocks = plainDoubles(2 * (headSize + pointSize) * count);
}

/** Fills the head of the block after the last one, except for the sums over its points. */
function fillHead(set: PlanarBlocks, contacts: RigidContacts2d, step: Doubles): void {
  const { blocks, entries } = set;
  const { normals, materials, impulses } = contacts.arrays;
  const e = entrySize * set.count;
  const at = entries[e + entryBlockAt];
  const c = entries[e + entryContactAt];
  const scale = step[warmStartScaleAt];
  const second = entries[e + entryCountAt] - 1;
  const from = impulseSize * c;
  const last = impulseSize * (c + second);
  blocks[at] = normals[2 * c];
  blocks[at + 1] = normals[2 * c + 1];
  blocks[at + frictionAt] = materials[3 * c];
  blocks[at + rollingAt] = materials[3 * c + 2];
  blocks[at + frictionImpulseAt] =
    scale * (impulses[from + frictionShareAt] + second * impulses[last + frictionShareAt]);
  blocks[at + rollingImpulseAt] =
    scale * (impulses[from + rollingShareAt] + second * impulses[last + rollingShareAt]);
  blocks[at + frictionLeversAt] = blocks[at + frictionLeversAt + 1] = 0;
}

/** Fills point `p` of the block after the last one, and adds its share of the levers of friction. */
function fillPoint(
  set: PlanarBlocks,
  bodies: RigidBodies2d,
  states: Doubles,
  contacts: RigidContacts2d,
  p: number,
  step: Doubles,
): void {
  const { blocks, entries } = set;
  const { arrays } = contacts;
  const { positions } = bodies;
  const e = entrySize * set.count;
  const head = entries[e + entryBlockAt];
  const at = head + headSize + p * pointSize;
  const c = entries[e + entryContactAt] + p;
  const a = entries[e + entryAAt];
  const b = entries[e + entryBAt];
  const nx = blocks[head];
  const ny = blocks[head + 1];
  const separation = arrays.separations[c];
  const share = 1 / entries[e + entryCountAt];
  // Both surfaces, from the centres of mass.
  const x = arrays.points[2 * c];
  const y = arrays.points[2 * c + 1];
  const bodyA = 2 * arrays.bodies[2 * c];
  const bodyB = 2 * arrays.bodies[2 * c + 1];
  const ax = x - 0.5 * separation * nx - positions[bodyA];
  const ay = y - 0.5 * separation * ny - positions[bodyA + 1];
  const bx = x + 0.5 * separation * nx - positions[bodyB];
  const by = y + 0.5 * separation * ny - positions[bodyB + 1];
  const leverA = ax * ny - ay * nx;
  const leverB = bx * ny - by * nx;
  const alongA = ax * nx + ay * ny;
  const alongB = bx * nx + by * ny;
  blocks[at + leversAt] = leverA;
  blocks[at + leversAt + 1] = leverB;
  blocks[at + responseAt] =
    states[a + inverseMassAt] +
    states[b + inverseMassAt] +
    states[a + inverseMomentAt] * leverA * leverA +
    states[b + inverseMomentAt] * leverB * leverB;
  blocks[at + impulseAt] = step[warmStartScaleAt] * arrays.impulses[impulseSize * c];
  blocks[at + separationAt] = blocks[at + startAt] = separation;
  // Anchors on round corners do not rotate with the body: a ball that rolls keeps its height.
  blocks[at + reachAt] = alongA - arrays.radii[2 * c];
  blocks[at + reachAt + 1] = alongB + arrays.radii[2 * c + 1];
  // Lever × tangent, with the tangent (−ny, nx).
  blocks[head + frictionLeversAt] += share * alongA;
  blocks[head + frictionLeversAt + 1] += share * alongB;
}

/** Completes the head of the block after the last one. */
function finishHead({ blocks, entries, count }: PlanarBlocks, states: Doubles): void {
  const e = entrySize * count;
  const at = entries[e + entryBlockAt];
  const a = entries[e + entryAAt];
  const b = entries[e + entryBAt];
  const shifts = states[a + inverseMassAt] + states[b + inverseMassAt];
  const turnA = states[a + inverseMomentAt];
  const turnB = states[b + inverseMomentAt];
  const leverA = blocks[at + frictionLeversAt];
  const leverB = blocks[at + frictionLeversAt + 1];
  const slip = shifts + turnA * leverA * leverA + turnB * leverB * leverB;
  blocks[at + frictionMassAt] = slip > 0 ? 1 / slip : 0;
  blocks[at + rollingMassAt] = turnA + turnB > 0 ? 1 / (turnA + turnB) : 0;
  if (entries[e + entryCountAt] < 2) return;
  const first = at + headSize + leversAt;
  const second = first + pointSize;
  blocks[at + couplingAt] =
    shifts + turnA * blocks[first] * blocks[second] + turnB * blocks[first + 1] * blocks[second + 1];
}

/** Stores the impulses in `contacts`; those of friction are divided among the points of a manifold. */
export function storePlanarImpulses(contacts: RigidContacts2d, set: PlanarBlocks): void {
  const { impulses } = contacts.arrays;
  const { blocks, entries } = set;
  for (let i = 0; i < set.count; i++) {
    const head = entries[entrySize * i + entryBlockAt];
    const count = entries[entrySize * i + entryCountAt];
    const c = entries[entrySize * i + entryContactAt];
    for (let p = 0; p < count; p++) {
      const to = impulseSize * (c + p);
      impulses[to] = blocks[head + headSize + p * pointSize + impulseAt];
      impulses[to + frictionShareAt] = blocks[head + frictionImpulseAt] / count;
      impulses[to + rollingShareAt] = blocks[head + rollingImpulseAt] / count;
    }
  }
}
