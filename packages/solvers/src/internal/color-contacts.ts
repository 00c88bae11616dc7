/** Greedy first-fit colouring of contacts, and their order by colour. O(contacts). */
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import type { RigidContacts } from '../rigid/rigid-contacts.ts';
import { type ColoredMemory, colorLimit, serialColorAt } from './colored-memory.ts';

/** Units below which a colour is not divided. */
const fewUnits = 16;

/** Colours in use around each body, one bit each; first contact and colour of each unit. */
let used = /* @__PURE__ */ new Int32Array(0);
let firsts = /* @__PURE__ */ new Int32Array(0);
let colors = /* @__PURE__ */ new Uint8Array(0);
/** The units in order of colour. */
let sorted = /* @__PURE__ */ new Int32Array(0);
const counts = /* @__PURE__ */ new Int32Array(colorLimit + 2);

/**
 * Writes the contacts to the memory in order of colour; returns the number of colours. Consecutive contacts
 * of one pair of bodies are a unit; units of one colour share no body that can move. Units with a body that
 * cannot move have a later colour than all others of their body.
 */
export function colorContacts(memory: ColoredMemory, contacts: RigidContacts, bodies: RigidBodies): number {
  const { count, bodies: pairs } = contacts;
  const { inverseMasses, asleep } = bodies;
  if (used.length < bodies.count) used = new Int32Array(2 * bodies.count);
  if (firsts.length < count) {
    firsts = new Int32Array(2 * count);
    colors = new Uint8Array(2 * count);
    sorted = new Int32Array(2 * count);
  }
  used.fill(0, 0, bodies.count);
  counts.fill(0);
  const unitCount = findUnits(contacts, bodies);
  for (let fixed = 0; fixed < 2; fixed++)
    for (let u = 0; u < unitCount; u++) {
      const a = pairs[2 * firsts[u]];
      const b = pairs[2 * firsts[u] + 1];
      const movesA = inverseMasses[a] > 0 && asleep[a] === 0;
      const movesB = inverseMasses[b] > 0 && asleep[b] === 0;
      if ((movesA && movesB) === (fixed === 1)) continue;
      const taken = (movesA ? used[a] : 0) | (movesB ? used[b] : 0);
      // Contacts with bodies that cannot move come after all others of a body, as in `prepareContacts`.
      const free = ~taken & 0x7fffffff;
      let color = fixed === 1 ? 32 - Math.clz32(taken) : 31 - Math.clz32(free & -free);
      if (free === 0) color = colorLimit;
      colors[u] = color;
      counts[color]++;
      if (color === colorLimit) continue;
      if (movesA) used[a] |= 1 << color;
      if (movesB) used[b] |= 1 << color;
    }
  return arrange(memory, contacts, unitCount);
}

/** Writes the first contact of every unit to {@link firsts}; returns how many there are. */
function findUnits({ count, bodies: pairs }: RigidContacts, bodies: RigidBodies): number {
  let unitCount = 0;
  for (let c = 0; c < count; ) {
    const a = pairs[2 * c];
    const b = pairs[2 * c + 1];
    if (!(a < bodies.count && b < bodies.count))
      throw new RangeError(`contact ${c} names a body beyond ${bodies.count - 1}`);
    firsts[unitCount++] = c;
    do c++;
    while (c < count && pairs[2 * c] === a && pairs[2 * c + 1] === b);
  }
  return unitCount;
}

/** Sorts the units by colour, by counting, and copies their contacts. */
function arrange(memory: ColoredMemory, contacts: RigidContacts, unitCount: number): number {
  const { units, colorUnits, numbers } = memory;
  // Colours too small to be worth a barrier go to one worker, together with units that fit into no colour.
  let kept = 0;
  while (kept < colorLimit && counts[kept] >= fewUnits) kept++;
  let left = unitCount;
  colorUnits[0] = 0;
  for (let color = 0; color < kept; color++) {
    colorUnits[color + 1] = colorUnits[color] + counts[color];
    left -= counts[color];
  }
  colorUnits[kept + 1] = unitCount;
  numbers[serialColorAt] = kept;
  for (let color = 0; color <= kept; color++) counts[color] = colorUnits[color];
  for (let u = 0; u < unitCount; u++) sorted[counts[Math.min(colors[u], kept)]++] = u;
  let to = 0;
  for (let i = 0; i < unitCount; i++) {
    const u = sorted[i];
    const end = u + 1 < unitCount ? firsts[u + 1] : contacts.count;
    units[i] = to;
    for (let c = firsts[u]; c < end; c++) memory.loadPoint(to++, contacts, c);
  }
  units[unitCount] = to;
  return left > 0 ? kept + 1 : kept;
}
