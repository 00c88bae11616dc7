/**
 * The state of a world in one buffer of plain numbers: everything that changes from step to step and cannot
 * be derived. A world continues from a restored snapshot with the same bits.
 *
 * | section | numbers | kind |
 * | --- | --- | --- |
 * | head | 15, then 1 per part: the length of its state | f64 |
 * | states of the parts | their lengths in the head | f64 |
 * | impulses and values of joints | 11 and 1 per joint, if the world has any | f64 |
 * | positions, rotations, velocities, angular velocities, times at rest | 3, 4, 3, 3, 1 per body | f64 |
 * | impulses and first loads of contact points | 5 and 1 per point | f64 |
 * | forces that wait for the next step | 6 per force: vector, point | f64 |
 * | bodies of the forces | 1 per force | i32 |
 * | bodies and ids of contact points | 2 and 1 per point | i32 |
 * | touching pairs | 2 per pair | u32 |
 * | sleep | 1 per body | u8 |
 *
 * Bodies are in the order of their ids; free ids take no room.
 *
 * It does not contain the bodies and joints themselves: a snapshot fits the world it was taken from, as long
 * as no body or joint was added or removed since (`BodyHistory` lifts this limit), and any world that was
 * built by the same calls. A checksum over types, masses and joints rejects others. A checksum over the
 * snapshot itself rejects one with a changed bit.
 */
import { refuse, type TouchEvents } from '@colide/core';
import type { RigidContacts, RigidJoints } from '@colide/solvers';
import type { WorldPart } from '../world-part.ts';
import { type BodyTable, slot } from './body-table.ts';
import type { ForceList } from './force-list.ts';

/** Something with a state of its own: a part of the world, or its narrow phase. */
export type SavedPart = Pick<WorldPart, 'stateLength' | 'save' | 'fits' | 'load'>;

/** The parts of a world that a snapshot is made of. */
export interface SnapshotParts {
  readonly table: BodyTable;
  readonly contacts: RigidContacts;
  readonly joints: RigidJoints | undefined;
  readonly events: TouchEvents;
  readonly forces: ForceList;
  readonly saved: readonly SavedPart[];
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** The first number of a snapshot; another one for another layout. */
const magic = 0x636f6c6b;
/**
 * Offsets into the head, which begins with the checksum over all else; after it come the lengths of the
 * states of the parts.
 */
const magicAt = 1;
const lengthAt = 2;
const leftAt = 3;
const nextIdAt = 4;
const pointCountAt = 5;
const touchingCountAt = 6;
const forceCountAt = 7;
const contactImpulseTimeAt = 8;
const jointImpulseTimeAt = 9;
/**
 * Offset of the numbers of bodies, joints and parts; then come checksums over the bodies and over the joints.
 */
const countsAt = 10;
const counted = ['bodies', 'joints', 'parts'] as const;
const sumsAt = 13;
const headSize = 15;

/** Impulses per contact point; numbers per force. */
const contactImpulseSize = 5;
const forceSize = 6;

/** An array, how many of its numbers are stored, and, if it has an element for each id, how many per body. */
type Section = [array: Numbers, length: number, size?: number];

/** The arrays of a snapshot with this head; wide numbers first. */
function sections(world: SnapshotParts, head: ArrayLike<number>): Section[] {
  const { contacts, joints, events, forces } = world;
  const { state, count } = world.table;
  const points = head[pointCountAt];
  const forceCount = head[forceCountAt];
  const list: Section[] = [
    [state.positions, 3 * count, 3],
    [state.rotations, 4 * count, 4],
    [state.velocities, 3 * count, 3],
    [state.angularVelocities, 3 * count, 3],
    [state.restTimes, count, 1],
    [contacts.impulses, contactImpulseSize * points],
    [contacts.firstLoads, points],
    [forces.vectors, forceSize * forceCount],
    [forces.bodies, forceCount],
    [contacts.bodies, 2 * points],
    [contacts.ids, points],
    [events.touching.data, 2 * head[touchingCountAt]],
    [state.asleep, count, 1],
  ];
  if (joints) list.unshift(...joints.stateArrays());
  return list;
}

/** Size in bytes of a snapshot with this head. */
function bytesOf(world: SnapshotParts, head: ArrayLike<number>): number {
  let sum = 8 * head.length;
  for (let k = headSize; k < head.length; k++) sum += 8 * head[k];
  for (const [array, length] of sections(world, head)) sum += length * array.BYTES_PER_ELEMENT;
  // A multiple of eight, so that a checksum reads whole words.
  return 8 * Math.ceil(sum / 8);
}

/**
 * A checksum of 64 bits over numbers from the one at `first` on, as two words. Each sum is a bijection of the
 * one before for given words, so a single changed bit always shows.
 */
function checksumOf(words: Numbers, first = 0): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = first; i < words.length; i++) {
    a = Math.imul(a ^ words[i], 0x01000193);
    b = Math.imul((b ^ words[i]) + i, 0x85ebca6b);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return [a >>> 0, b >>> 0];
}

/** Checksums that differ for worlds with other bodies, and with other joints. */
function structureOf({ table, joints }: SnapshotParts): [number, number] {
  const { slots, idCount, state } = table;
  const { buffer, byteOffset } = state.inverseMasses;
  const [kinds] = checksumOf(slots.subarray(0, idCount));
  const [masses] = checksumOf(new Uint32Array(buffer, byteOffset, 2 * idCount));
  return [kinds ^ masses, joints?.count ? checksumOf(joints.bodies.subarray(0, 2 * joints.count))[0] : 0];
}

/** The states of the parts in a snapshot with this head. */
function statesIn(buffer: ArrayBuffer, head: Float64Array): Float64Array[] {
  let end = head.byteLength;
  return Array.from(head.subarray(headSize), length => {
    const state = new Float64Array(buffer, end, length);
    end += state.byteLength;
    return state;
  });
}

/**
 * Copies between the arrays and their sections in a snapshot with this head, in one direction or the other.
 */
function copy(world: SnapshotParts, head: Float64Array, buffer: ArrayBuffer, isReading: boolean): void {
  const { slots, idCount, count } = world.table;
  let start = head.byteLength;
  for (let k = headSize; k < head.length; k++) start += 8 * head[k];
  for (const [array, length, size = 0] of sections(world, head)) {
    const Kind = array.constructor as new (b: ArrayBuffer, o: number, n: number) => Numbers;
    const stored = new Kind(buffer, start, length);
    start += stored.byteLength;
    const from = isReading ? stored : array;
    const to = isReading ? array : stored;
    if (size === 0 || count === idCount) to.set(from.subarray(0, length));
    else copyBodies(slots.subarray(0, idCount), from, to, size, isReading);
  }
}

/** Copies the numbers of bodies one by one: free ids have none in a snapshot. */
function copyBodies(slots: Uint8Array, from: Numbers, to: Numbers, size: number, isReading: boolean): void {
  for (let body = 0, at = 0; body < slots.length; body++) {
    if (slots[body] === slot.free) continue;
    const source = isReading ? at : size * body;
    const target = isReading ? size * body : at;
    for (let k = 0; k < size; k++) to[target + k] = from[source + k];
    at += size;
  }
}

/** The head of a snapshot that is taken now; `left` is the time not yet simulated. */
function headOf(world: SnapshotParts, left: number): Float64Array {
  const { table, contacts, joints, events, forces, saved } = world;
  // In the order of the offsets.
  const head = Float64Array.of(
    ...[0, magic, 0, left, table.nextId, contacts.count, events.touching.count, forces.count],
    ...[contacts.impulseTime, joints?.impulseTime ?? 0, table.count, joints?.count ?? 0, saved.length],
    ...structureOf(world),
    ...saved.map(part => part.stateLength),
  );
  head[lengthAt] = bytesOf(world, head);
  return head;
}

/** Writes a snapshot; `left` is the time not yet simulated. */
export function writeSnapshot(world: SnapshotParts, left: number): ArrayBuffer {
  const head = headOf(world, left);
  const buffer = new ArrayBuffer(head[lengthAt]);
  new Float64Array(buffer).set(head);
  statesIn(buffer, head).forEach((state, p) => {
    world.saved[p].save(state);
  });
  copy(world, head, buffer, false);
  const words = new Uint32Array(buffer);
  words.set(checksumOf(words, 2));
  return buffer;
}

/** The head of a snapshot. Throws an error that says how the snapshot differs from the world if it does. */
function requireFit(world: SnapshotParts, buffer: ArrayBuffer): Float64Array {
  const fail = (what: string) => {
    throw new RangeError(`snapshot must be of this world (see BodyHistory, worldLoad), got ${what}`);
  };
  const own = headOf(world, 0);
  const head = new Float64Array(own.length);
  const { byteLength } = buffer;
  head.set(new Float64Array(buffer.slice(0, Math.min(byteLength - (byteLength % 8), head.byteLength))));
  if (head[magicAt] !== magic) fail('another version');
  if (head[lengthAt] !== byteLength) fail(`${byteLength} bytes, not ${head[lengthAt]}`);
  const words = new Uint32Array(buffer);
  if (`${checksumOf(words, 2)}` !== `${words.subarray(0, 2)}`) fail('a wrong checksum');
  for (const [k, name] of counted.entries()) {
    const count = head[countsAt + k];
    if (count !== own[countsAt + k]) fail(`${count} ${name}, not ${own[countsAt + k]}`);
    if (k < 2 && head[sumsAt + k] !== own[sumsAt + k]) fail(`other ${name}`);
  }
  statesIn(buffer, head).forEach((state, p) => {
    const part = world.saved[p];
    if (!(part.fits?.(state) ?? state.length === part.stateLength)) fail(`another state of part ${p}`);
  });
  return head;
}

/**
 * Restores a snapshot; returns the time not yet simulated. Throws when it does not fit, before anything has
 * changed.
 */
export function readSnapshot(world: SnapshotParts, buffer: ArrayBuffer): number {
  const { table, contacts, joints, events, forces } = world;
  // Shared or not, of this or another realm.
  if (!/ArrayBuffer]$/.test(Object.prototype.toString.call(buffer)))
    refuse('snapshot', 'be a buffer', buffer);
  const head = requireFit(world, buffer);
  contacts.forget();
  while (contacts.count < head[pointCountAt]) contacts.append(0, 0, 0);
  events.reset(head[touchingCountAt]);
  forces.reset(head[forceCountAt]);
  statesIn(buffer, head).forEach((state, p) => {
    world.saved[p].load(state);
  });
  copy(world, head, buffer, true);
  table.nextId = head[nextIdAt];
  for (let body = 0; body < table.idCount; body++) table.state.updateInertia(body);
  contacts.impulseTime = head[contactImpulseTimeAt];
  if (joints) joints.impulseTime = head[jointImpulseTimeAt];
  return head[leftAt];
}
