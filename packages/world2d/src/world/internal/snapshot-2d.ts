/**
 * The state of a planar world in one buffer of plain numbers: everything that changes from step to step and
 * cannot be derived. A world continues from a restored snapshot with the same bits. Bodies themselves are not
 * in it, nor are joints but for their impulses: a snapshot fits the world it was taken from, as long as no body
 * or joint was added or removed since, and any world that was built by the same calls. Free ids take no room.
 * Checksums over types,
 * masses and joints and over the snapshot itself reject others and damaged ones.
 */
import { refuse, type TouchEvents } from '@colide/core';
import { contactArraySizes2d, type RigidContacts2d } from '@colide/solvers';
import type { WorldPart2d } from '../world-part-2d.ts';
import { type BodyTable2d, slot2d } from './body-table-2d.ts';

/** What a snapshot is made of. */
export interface SnapshotParts2d {
  readonly table: BodyTable2d;
  readonly contacts: RigidContacts2d;
  readonly events: TouchEvents;
  readonly parts: readonly WorldPart2d[];
}

type Bytes = Float64Array | Int32Array | Uint32Array | Uint8Array;

const magic = 0x63326402;
/** Offsets into the head, doubles all. After it come the lengths of the states of the parts, then the states. */
const magicAt = 0;
const structureAt = 1;
const pointCountAt = 2;
const touchingCountAt = 3;
const leftAt = 4;
const impulseTimeAt = 5;
const jointImpulseTimeAt = 6;
const checksumAt = 7;
const nextIdAt = 8;
const headSize = 9;

/** An array, how many of its numbers are stored, and, if it has an element for each id, how many per body. */
type Section = [array: Bytes, length: number, size?: number];

/** The arrays that are in a snapshot with this head. */
function sections({ table, contacts, events }: SnapshotParts2d, head: Float64Array): Section[] {
  const { state, forces, margins, count } = table;
  const points = head[pointCountAt];
  const arrays = Object.entries(contactArraySizes2d).map(
    ([name, size]) => [contacts.arrays[name as keyof typeof contactArraySizes2d], size * points] as Section,
  );
  const list: Section[] = [
    [state.positions, 2 * count, 2],
    [state.rotations, 2 * count, 2],
    [state.velocities, 2 * count, 2],
    [state.angularVelocities, count, 1],
    [state.restTimes, count, 1],
    [forces, 3 * count, 3],
    [margins, count, 1],
    [events.touching.data, 2 * head[touchingCountAt]],
    [state.asleep, count, 1],
    ...arrays,
    ...(table.joints?.stateArrays() ?? []),
  ];
  // Wide numbers first, so that all are aligned.
  return list.sort(([a], [b]) => b.BYTES_PER_ELEMENT - a.BYTES_PER_ELEMENT);
}

/** Size in bytes of a snapshot with this head: whole doubles. */
function bytesOf(world: SnapshotParts2d, head: Float64Array): number {
  let sum = head.byteLength;
  for (let k = headSize; k < head.length; k++) sum += 8 * head[k];
  for (const [array, length] of sections(world, head)) sum += length * array.BYTES_PER_ELEMENT;
  return 8 * Math.ceil(sum / 8);
}

/** The states of the parts in a snapshot with this head. */
function statesIn(buffer: ArrayBuffer, head: Float64Array): Float64Array[] {
  let at = head.byteLength;
  return Array.from(head.subarray(headSize), length => {
    at += 8 * length;
    return new Float64Array(buffer, at - 8 * length, length);
  });
}

/** A checksum of 52 bits over words; those of the checksum itself are passed over. */
function checksumOf(words: Uint32Array): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < words.length; i++) {
    if (i >> 1 === checksumAt) continue;
    a = Math.imul(a ^ words[i], 0x01000193);
    b = Math.imul((b ^ words[i]) + i, 0x85ebca6b);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return (a >>> 0) * 0x100000 + (b >>> 12);
}

/** A checksum that differs for worlds with other bodies or joints. */
function structureOf({ slots, state, births, idCount, joints }: BodyTable2d): number {
  const joined = joints ? joints.bodies.subarray(0, 2 * joints.count) : [];
  const numbers = new Float64Array(4 * idCount + joined.length);
  numbers.set(joined, 4 * idCount);
  for (let i = 0; i < idCount; i++)
    numbers.set([slots[i], state.inverseMasses[i], state.inverseMoments[i], slots[i] && births[i]], 4 * i);
  return checksumOf(new Uint32Array(numbers.buffer));
}

/** Copies between a buffer and the sections of a snapshot with this head, in one direction or the other. */
function copy(world: SnapshotParts2d, head: Float64Array, buffer: ArrayBuffer, isReading: boolean): void {
  const { count, idCount } = world.table;
  let at = head.byteLength;
  for (let k = headSize; k < head.length; k++) at += 8 * head[k];
  for (const [array, length, size = 0] of sections(world, head)) {
    const Kind = array.constructor as new (buffer: ArrayBuffer, at: number, length: number) => Bytes;
    const stored = new Kind(buffer, at, length);
    if (size > 0 && count < idCount) copyBodies(world.table, array, stored, size, isReading);
    else if (isReading) array.set(stored);
    else stored.set(array.subarray(0, length));
    at += stored.byteLength;
  }
}

/** Copies the numbers of bodies one by one: free ids have none in a snapshot. */
function copyBodies(
  { slots, idCount }: BodyTable2d,
  array: Bytes,
  stored: Bytes,
  size: number,
  isReading: boolean,
): void {
  const from = isReading ? stored : array;
  const to = isReading ? array : stored;
  for (let body = 0, at = 0; body < idCount; body++) {
    if (slots[body] === slot2d.free) continue;
    const source = isReading ? at : size * body;
    const target = isReading ? size * body : at;
    for (let k = 0; k < size; k++) to[target + k] = from[source + k];
    at += size;
  }
}

/** Takes a snapshot; `left` is the time not yet simulated. */
export function writeSnapshot2d(world: SnapshotParts2d, left: number): ArrayBuffer {
  const { table, contacts, events, parts } = world;
  const head = new Float64Array(headSize + parts.length);
  head[magicAt] = magic;
  head[structureAt] = structureOf(table);
  head[pointCountAt] = contacts.count;
  head[touchingCountAt] = events.touching.count;
  head[leftAt] = left;
  head[impulseTimeAt] = contacts.impulseTime;
  head[jointImpulseTimeAt] = table.joints?.impulseTime ?? 0;
  head[nextIdAt] = table.nextId;
  for (const [p, part] of parts.entries()) head[headSize + p] = part.stateLength;
  const buffer = new ArrayBuffer(bytesOf(world, head));
  new Float64Array(buffer).set(head);
  for (const [p, state] of statesIn(buffer, head).entries()) parts[p].save(state);
  copy(world, head, buffer, false);
  new Float64Array(buffer)[checksumAt] = checksumOf(new Uint32Array(buffer));
  return buffer;
}

/** Whether a snapshot with this head is whole and of a world like this one. */
function fits(world: SnapshotParts2d, buffer: ArrayBuffer, head: Float64Array): boolean {
  if (
    head[magicAt] !== magic ||
    head[checksumAt] !== checksumOf(new Uint32Array(buffer)) ||
    head[structureAt] !== structureOf(world.table) ||
    buffer.byteLength !== bytesOf(world, head)
  )
    return false;
  const states = statesIn(buffer, head);
  return world.parts.every((part, p) => part.fits?.(states[p]) ?? states[p].length === part.stateLength);
}

/** Restores a snapshot; returns the time not yet simulated. Throws when it does not fit, before anything has changed. */
export function readSnapshot2d(world: SnapshotParts2d, buffer: ArrayBuffer): number {
  const { table, contacts, events, parts } = world;
  if (Object.prototype.toString.call(buffer) !== '[object ArrayBuffer]')
    refuse('snapshot', 'be a buffer', buffer);
  const head = new Float64Array(headSize + parts.length);
  const isLong = buffer.byteLength % 8 === 0 && buffer.byteLength >= head.byteLength;
  if (isLong) head.set(new Float64Array(buffer, 0, head.length));
  if (!isLong || !fits(world, buffer, head))
    throw new RangeError('snapshot must be a buffer that holds a whole snapshot of this world');
  contacts.reset(head[pointCountAt]);
  events.reset(head[touchingCountAt]);
  copy(world, head, buffer, true);
  for (const [p, state] of statesIn(buffer, head).entries()) parts[p].load(state);
  table.nextId = head[nextIdAt];
  contacts.impulseTime = head[impulseTimeAt];
  if (table.joints) table.joints.impulseTime = head[jointImpulseTimeAt];
  return head[leftAt];
}
