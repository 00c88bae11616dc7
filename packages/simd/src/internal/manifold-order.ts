/**
 * Divides the manifolds of a step into colours: two of one colour share no body that can move, so any two of
 * them can be solved at once, and the result does not depend on their order. Manifolds between bodies that
 * can move come first, then those with bodies that cannot, which are therefore solved last in a pass;
 * within a colour they are sorted by the number of points. Greedy first fit in the order of the contacts,
 * O(contacts).
 *
 * Left to the solver are contacts of bodies that are round about an axis or locked, manifolds of more than
 * eight points, and those beyond 31 colours.
 */
import type { Doubles } from '@colide/core';
import type { RigidBodies, RigidContacts } from '@colide/solvers';
import { inverseMassAt, mostPoints, motionSize, stateSize } from './contact-layout.ts';

const colorLimit = 31;
/** The most points that the solver has in a manifold. */
const pointLimit = 64;
/** Keys of a colour, one per number of points. */
const partSize = colorLimit * mostPoints;

/** The manifolds of one step in order. */
export class ManifoldOrder {
  /**
   * For each contact that begins a manifold of the kernels, the number of its points; 0 for those that are
   * left to the solver.
   */
  readonly taken: Uint8Array;
  /** First contacts of the manifolds in order. */
  readonly sorted: Int32Array;
  /** Offset in {@link sorted} of the manifolds of each key: part, colour and number of points. */
  readonly starts = new Int32Array(2 * partSize + 1);
  /** Number of keys of a part. */
  readonly partSize = partSize;
  private readonly firsts: Int32Array;
  private readonly keys: Int16Array;
  /** Colours in use around each body, one bit each, for both parts. */
  private readonly used: Int32Array;

  /** Room for this many bodies and contacts. */
  constructor(bodies: number, contacts: number) {
    this.taken = new Uint8Array(contacts);
    this.sorted = new Int32Array(contacts);
    this.firsts = new Int32Array(contacts);
    this.keys = new Int16Array(contacts);
    this.used = new Int32Array(2 * bodies);
  }

  /** Finds, colours and sorts the manifolds of `contacts`. */
  arrange(bodies: RigidBodies, states: Doubles, contacts: RigidContacts): void {
    const { taken, starts, firsts, keys, used, sorted } = this;
    used.fill(0, 0, 2 * bodies.count);
    starts.fill(0);
    let found = 0;
    for (let c = 0, count = 0; c < contacts.count; c += count) {
      count = countPoints(contacts, c, states);
      const key = this.keyOf(bodies, states, contacts, c, count);
      taken[c] = key < 0 ? 0 : count;
      if (key < 0) continue;
      firsts[found] = c;
      keys[found++] = key;
      starts[key + 1]++;
    }
    for (let key = 0; key < 2 * partSize; key++) starts[key + 1] += starts[key];
    for (let m = 0; m < found; m++) sorted[starts[keys[m]]++] = firsts[m];
    for (let key = 2 * partSize; key > 0; key--) starts[key] = starts[key - 1];
    starts[0] = 0;
  }

  /** The key of the manifold of `count` points from contact `c` on; −1 if it is left to the solver. */
  private keyOf(
    bodies: RigidBodies,
    states: Doubles,
    contacts: RigidContacts,
    c: number,
    count: number,
  ): number {
    const { used } = this;
    const { axes } = contacts;
    if (count > mostPoints) return -1;
    const a = contacts.bodies[2 * c];
    const b = contacts.bodies[2 * c + 1];
    if (!(a < bodies.count && b < bodies.count) || bodies.locks[a] !== 0 || bodies.locks[b] !== 0) return -1;
    if (axes[3 * c] !== 0 || axes[3 * c + 1] !== 0 || axes[3 * c + 2] !== 0) return -1;
    const movesA = states[stateSize * a + inverseMassAt] > 0;
    const movesB = states[stateSize * b + inverseMassAt] > 0;
    if (!movesA && !movesB) return -1;
    const part = movesA && movesB ? 0 : 1;
    const free = ~((movesA ? used[2 * a + part] : 0) | (movesB ? used[2 * b + part] : 0)) & 0x7fffffff;
    if (free === 0) return -1;
    const color = 31 - Math.clz32(free & -free);
    if (movesA) used[2 * a + part] |= 1 << color;
    if (movesB) used[2 * b + part] |= 1 << color;
    return part * partSize + color * mostPoints + count - 1;
  }
}

/** How many points from contact `c` on make up one manifold, as the solver counts them. */
function countPoints(contacts: RigidContacts, c: number, states: Doubles): number {
  const { bodies, normals, frictions, restitutions, count } = contacts;
  const last = Math.min(count, c + pointLimit);
  let end = c + 1;
  for (; end < last; end++) {
    if (frictions[end] !== frictions[c] || restitutions[end] !== restitutions[c]) break;
    if (!isSame(states, bodies[2 * end], bodies[2 * c])) break;
    if (!isSame(states, bodies[2 * end + 1], bodies[2 * c + 1])) break;
    const x = normals[3 * end] - normals[3 * c];
    const y = normals[3 * end + 1] - normals[3 * c + 1];
    const z = normals[3 * end + 2] - normals[3 * c + 2];
    if (x * x + y * y + z * z > 1e-8) break;
  }
  return end - c;
}

function isSame(states: Doubles, a: number, b: number): boolean {
  return a === b || (isFixed(states, stateSize * a) && isFixed(states, stateSize * b));
}

/** Whether a body rests and cannot move. */
function isFixed(states: Doubles, body: number): boolean {
  if (states[body + inverseMassAt] !== 0) return false;
  for (let k = 0; k < motionSize; k++) if (states[body + k] !== 0) return false;
  return true;
}
