/**
 * The state of a world in one buffer of plain numbers: everything that changes from step to step and cannot
 * be derived. A world continues from a restored snapshot with the same bits.
 *
 * | section | numbers | kind |
 * | --- | --- | --- |
 * | head | 10, then 1 per part: the length of its state | f64 |
 * | states of the parts | as the head says | f64 |
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
 * The bodies and joints themselves are not in it: a snapshot fits the world it was taken from, as long as
 * none was added or removed since, and any world that was built by the same calls. A checksum over types,
 * masses and joints rejects others. A checksum over the snapshot itself rejects one with a changed bit.
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

const magic = 0x636f6c6a;
/** Offsets into the head; after it come the lengths of the states of the parts. */
const magicAt = 0;
const structureAt = 1;
const pointCountAt = 2;
const touchingCountAt = 3;
const forceCountAt = 4;
const leftAt = 5;
const contactImpulseTimeAt = 6;
const jointImpulseTimeAt = 7;
const checksumAt = 8;
const nextIdAt = 9;
const headSize = 10;

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

/** A checksum that differs for worlds with different bodies or joints. */
function structureOf({ table, joints }: SnapshotParts): number {
  const { slots, idCount, state } = table;
  const { buffer, byteOffset } = state.inverseMasses;
  let sum = 0;
  const add = (array: ArrayLike<number>, length: number) => {
    for (let i = 0; i < length; i++) sum = Math.imul(sum ^ array[i], 0x01000193) + length;
  };
  add(slots, idCount);
  add(new Int32Array(buffer, byteOffset), 2 * idCount);
  if (joints) add(joints.bodies, 2 * joints.count);
  return sum;
}

/**
 * A checksum over all numbers of a snapshot except the checksum itself: 64 bits, stored as two words. Each
 * sum is a bijection of the one before for given words, so a single changed bit always shows.
 */
function checksumOf(words: Uint32Array): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < words.length; i++) {
    if (i >> 1 === checksumAt) continue;
    a = Math.imul(a ^ words[i], 0x01000193);
    b = Math.imul((b ^ words[i]) + i, 0x85ebca6b);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return [a >>> 0, b >>> 0];
}

/**
 * Visits the sections of a snapshot with this head: the state of each part, then the arrays and where they
 * are stored.
 */
function walk(
  world: SnapshotParts,
  head: Float64Array,
  buffer: ArrayBuffer,
  onPart: (part: SavedPart, state: Float64Array) => void,
  onArray?: (array: Numbers, stored: Numbers, size?: number) => void,
): void {
  let at = head.byteLength;
  for (const [p, part] of world.saved.entries()) {
    const state = new Float64Array(buffer, at, head[headSize + p]);
    at += state.byteLength;
    onPart(part, state);
  }
  if (!onArray) return;
  for (const [array, length, size] of sections(world, head)) {
    const Kind = array.constructor as new (b: ArrayBuffer, o: number, n: number) => Numbers;
    onArray(array, new Kind(buffer, at, length), size);
    at += array.BYTES_PER_ELEMENT * length;
  }
}

/**
 * Copies between an array and its section, in one direction or the other: bodies one by one where there are free
 * ids, which have no numbers in a snapshot.
 */
function copy(world: SnapshotParts, isReading: boolean, array: Numbers, stored: Numbers, size = 0): void {
  const { slots, idCount, count } = world.table;
  if (size === 0 || count === idCount) {
    if (isReading) array.set(stored);
    else stored.set(array.subarray(0, stored.length));
    return;
  }
  const from = isReading ? stored : array;
  const to = isReading ? array : stored;
  for (let body = 0, at = 0; body < idCount; body++) {
    if (slots[body] === slot.free) continue;
    const source = isReading ? at : size * body;
    const target = isReading ? size * body : at;
    for (let k = 0; k < size; k++) to[target + k] = from[source + k];
    at += size;
  }
}

/** Writes a snapshot; `left` is the time not yet simulated. */
export function writeSnapshot(world: SnapshotParts, left: number): ArrayBuffer {
  const { contacts, joints, events, forces, saved } = world;
  // In the order of the offsets.
  const head = Float64Array.of(
    magic,
    structureOf(world),
    contacts.count,
    events.touching.count,
    forces.count,
    left,
    contacts.impulseTime,
    joints?.impulseTime ?? 0,
    0,
    world.table.nextId,
    ...saved.map(part => part.stateLength),
  );
  const buffer = new ArrayBuffer(bytesOf(world, head));
  new Float64Array(buffer, 0, head.length).set(head);
  walk(world, head, buffer, (part, state) => part.save(state), copy.bind(null, world, false));
  const words = new Uint32Array(buffer);
  words.set(checksumOf(words), 2 * checksumAt);
  return buffer;
}

/** Whether the checksum is right. */
function isWhole(buffer: ArrayBuffer): boolean {
  const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
  const [a, b] = checksumOf(words);
  return words[2 * checksumAt] === a && words[2 * checksumAt + 1] === b;
}

/** Whether a value is a buffer, shared or not, of this or another realm. */
function isBuffer(value: unknown): boolean {
  return /^\[object (Shared)?ArrayBuffer]$/.test(Object.prototype.toString.call(value));
}

/**
 * Restores a snapshot; returns the time not yet simulated. Throws when it does not fit, before anything has
 * changed.
 */
export function readSnapshot(world: SnapshotParts, buffer: ArrayBuffer): number {
  const { table, contacts, joints, events, forces, saved } = world;
  if (!isBuffer(buffer)) refuse('snapshot', 'be a buffer', buffer);
  const head = new Float64Array(headSize + saved.length);
  if (buffer.byteLength >= head.byteLength) head.set(new Float64Array(buffer, 0, head.length));
  let fits =
    head[magicAt] === magic &&
    head[structureAt] === structureOf(world) &&
    isWhole(buffer) &&
    buffer.byteLength === bytesOf(world, head);
  const check = (part: SavedPart, state: Float64Array) => {
    fits &&= part.fits?.(state) ?? state.length === part.stateLength;
  };
  if (fits) walk(world, head, buffer, check);
  if (!fits) throw new RangeError('snapshot must be a buffer that holds a whole snapshot of this world');
  contacts.forget();
  while (contacts.count < head[pointCountAt]) contacts.append(0, 0, 0);
  events.reset(head[touchingCountAt]);
  forces.reset(head[forceCountAt]);
  walk(world, head, buffer, (part, state) => part.load(state), copy.bind(null, world, true));
  table.nextId = head[nextIdAt];
  for (let body = 0; body < table.idCount; body++) table.state.updateInertia(body);
  contacts.impulseTime = head[contactImpulseTimeAt];
  if (joints) joints.impulseTime = head[jointImpulseTimeAt];
  return head[leftAt];
}
