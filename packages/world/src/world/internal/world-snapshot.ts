/**
 * The state of a world in one buffer of plain numbers: everything that changes from step to step and cannot
 * be derived. A world continues from a restored snapshot with the same bits.
 *
 * | section | numbers | kind |
 * | --- | --- | --- |
 * | head, see `headAt` | 9, then 1 per part: the length of its state | f64 |
 * | states of the parts | as the head says | f64 |
 * | impulses and values of joints | 11 and 1 per joint, if the world has any | f64 |
 * | positions, rotations, velocities, angular velocities, times at rest | 3, 4, 3, 3, 1 per id | f64 |
 * | impulses and first loads of contact points | 5 and 1 per point | f64 |
 * | forces that wait for the next step | 6 per force: vector, point | f64 |
 * | bodies of the forces | 1 per force | i32 |
 * | bodies and ids of contact points | 2 and 1 per point | i32 |
 * | touching pairs | 2 per pair | u32 |
 * | sleep | 1 per id | u8 |
 *
 * The bodies and joints themselves are not in it: a snapshot fits the world it was taken from, as long as
 * none was added or removed since, and any world that was built by the same calls. A checksum over types,
 * masses and joints rejects others. A checksum over the snapshot itself rejects one with a changed bit.
 */
import { refuse, type TouchEvents } from '@colide/core';
import type { RigidContacts, RigidJoints } from '@colide/solvers';
import type { WorldPart } from '../world-part.ts';
import type { BodyTable } from './body-table.ts';
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
/** Offsets into the head. */
const headAt = {
  magic: 0,
  structure: 1,
  pointCount: 2,
  touchingCount: 3,
  forceCount: 4,
  left: 5,
  contactImpulseTime: 6,
  jointImpulseTime: 7,
  checksum: 8,
  partLengths: 9,
} as const;

/** Impulses per contact point; numbers per force. */
const contactImpulseSize = 5;
const forceSize = 6;

/** The arrays of a snapshot with this head and how many of their numbers it stores; wide numbers first. */
function sections(world: SnapshotParts, head: ArrayLike<number>): [Numbers, number][] {
  const { contacts, joints, events, forces } = world;
  const { state, idCount } = world.table;
  const points = head[headAt.pointCount];
  const forceCount = head[headAt.forceCount];
  const list: [Numbers, number][] = [
    [state.positions, 3 * idCount],
    [state.rotations, 4 * idCount],
    [state.velocities, 3 * idCount],
    [state.angularVelocities, 3 * idCount],
    [state.restTimes, idCount],
    [contacts.impulses, contactImpulseSize * points],
    [contacts.firstLoads, points],
    [forces.vectors, forceSize * forceCount],
    [forces.bodies, forceCount],
    [contacts.bodies, 2 * points],
    [contacts.ids, points],
    [events.touching.data, 2 * head[headAt.touchingCount]],
    [state.asleep, idCount],
  ];
  if (joints) list.unshift(...joints.stateArrays());
  return list;
}

/** Size in bytes of a snapshot with this head. */
function bytesOf(world: SnapshotParts, head: ArrayLike<number>): number {
  let sum = 8 * head.length;
  for (let k = headAt.partLengths; k < head.length; k++) sum += 8 * head[k];
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
    if (i >> 1 === headAt.checksum) continue;
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
  onArray: (array: Numbers, stored: Numbers) => void,
): void {
  let at = head.byteLength;
  for (const [p, part] of world.saved.entries()) {
    const state = new Float64Array(buffer, at, head[headAt.partLengths + p]);
    at += state.byteLength;
    onPart(part, state);
  }
  for (const [array, length] of sections(world, head)) {
    const Kind = array.constructor as new (b: ArrayBuffer, o: number, n: number) => Numbers;
    onArray(array, new Kind(buffer, at, length));
    at += array.BYTES_PER_ELEMENT * length;
  }
}

/** Writes a snapshot; `left` is the time not yet simulated. */
export function writeSnapshot(world: SnapshotParts, left: number): ArrayBuffer {
  const { contacts, joints, events, forces, saved } = world;
  // In the order of `headAt`.
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
    ...saved.map(part => part.stateLength),
  );
  const buffer = new ArrayBuffer(bytesOf(world, head));
  new Float64Array(buffer, 0, head.length).set(head);
  walk(
    world,
    head,
    buffer,
    (part, state) => part.save(state),
    (array, stored) => stored.set(array.subarray(0, stored.length)),
  );
  const words = new Uint32Array(buffer);
  words.set(checksumOf(words), 2 * headAt.checksum);
  return buffer;
}

/** Whether the checksum is right. */
function isWhole(buffer: ArrayBuffer): boolean {
  const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
  const [a, b] = checksumOf(words);
  return words[2 * headAt.checksum] === a && words[2 * headAt.checksum + 1] === b;
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
  const head = new Float64Array(headAt.partLengths + saved.length);
  if (buffer.byteLength >= head.byteLength) head.set(new Float64Array(buffer, 0, head.length));
  let fits =
    head[headAt.magic] === magic &&
    head[headAt.structure] === structureOf(world) &&
    isWhole(buffer) &&
    buffer.byteLength === bytesOf(world, head);
  const check = (part: SavedPart, state: Float64Array) => {
    fits &&= part.fits?.(state) ?? state.length === part.stateLength;
  };
  if (fits) walk(world, head, buffer, check, () => {});
  if (!fits) throw new RangeError('snapshot must be a buffer that holds a whole snapshot of this world');
  contacts.forget();
  while (contacts.count < head[headAt.pointCount]) contacts.append(0, 0, 0);
  events.reset(head[headAt.touchingCount]);
  forces.reset(head[headAt.forceCount]);
  walk(
    world,
    head,
    buffer,
    (part, state) => part.load(state),
    (array, stored) => array.set(stored),
  );
  for (let body = 0; body < table.idCount; body++) table.state.updateInertia(body);
  contacts.impulseTime = head[headAt.contactImpulseTime];
  if (joints) joints.impulseTime = head[headAt.jointImpulseTime];
  return head[headAt.left];
}
