/**
 * The state of a planar world in one buffer of plain numbers: everything that changes from step to step and
 * cannot be derived. A world continues from a restored snapshot with the same bits. Bodies themselves are not
 * in it, nor are joints but for their impulses: a snapshot fits the world it was taken from, as long as no body
 * or joint was added or removed since, and any world that was built by the same calls. Checksums over types,
 * masses and joints and over the snapshot itself reject others and damaged ones.
 */
import { refuse, type TouchEvents } from '@colide/core';
import { contactArraySizes2d, type RigidContacts2d } from '@colide/solvers';
import type { WorldPart2d } from '../world-part-2d.ts';
import type { BodyTable2d } from './body-table-2d.ts';

/** What a snapshot is made of. */
export interface SnapshotParts2d {
  readonly table: BodyTable2d;
  readonly contacts: RigidContacts2d;
  readonly events: TouchEvents;
  readonly parts: readonly WorldPart2d[];
}

type Bytes = Float64Array | Int32Array | Uint32Array | Uint8Array;

const magic = 0x63326401;
/** Offsets into the head, doubles all. */
const magicAt = 0;
const structureAt = 1;
const pointCountAt = 2;
const touchingCountAt = 3;
const leftAt = 4;
const impulseTimeAt = 5;
const jointImpulseTimeAt = 6;
const checksumAt = 7;
const headSize = 8;

/** Room for the states of the parts of a world. */
function statesOf({ parts }: SnapshotParts2d): Float64Array[] {
  return parts.map(part => new Float64Array(part.stateLength));
}

/** The arrays whose beginnings are in a snapshot with this head, and how many numbers of each. */
function sections(
  { table, contacts, events }: SnapshotParts2d,
  head: Float64Array,
  states: readonly Float64Array[],
): [Bytes, number][] {
  const { state, forces, margins, idCount } = table;
  const points = head[pointCountAt];
  const arrays = Object.entries(contactArraySizes2d).map(
    ([name, size]) =>
      [contacts.arrays[name as keyof typeof contactArraySizes2d], size * points] as [Bytes, number],
  );
  const list: [Bytes, number][] = [
    [state.positions, 2 * idCount],
    [state.rotations, 2 * idCount],
    [state.velocities, 2 * idCount],
    [state.angularVelocities, idCount],
    [state.restTimes, idCount],
    [forces, 3 * idCount],
    [margins, idCount],
    [events.touching.data, 2 * head[touchingCountAt]],
    [state.asleep, idCount],
    ...states.map((state): [Bytes, number] => [state, state.length]),
    ...arrays,
    ...(table.joints?.stateArrays() ?? []),
  ];
  // Wide numbers first, so that all are aligned.
  return list.sort(([a], [b]) => b.BYTES_PER_ELEMENT - a.BYTES_PER_ELEMENT);
}

/** Size in bytes of a snapshot with these sections: whole doubles. */
function bytesOf(list: readonly [Bytes, number][]): number {
  let sum = 8 * headSize;
  for (const [array, length] of list) sum += length * array.BYTES_PER_ELEMENT;
  return 8 * Math.ceil(sum / 8);
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
    numbers.set([slots[i], state.inverseMasses[i], state.inverseMoments[i], births[i]], 4 * i);
  return checksumOf(new Uint32Array(numbers.buffer));
}

/** Copies between a buffer and the sections, in one direction or the other. */
function copy(list: readonly [Bytes, number][], buffer: ArrayBuffer, isReading: boolean): void {
  let at = 8 * headSize;
  for (const [array, length] of list) {
    const Kind = array.constructor as new (buffer: ArrayBuffer, at: number, length: number) => Bytes;
    const stored = new Kind(buffer, at, length);
    if (isReading) array.set(stored);
    else stored.set(array.subarray(0, length));
    at += stored.byteLength;
  }
}

/** Takes a snapshot; `left` is the time not yet simulated. */
export function writeSnapshot2d(world: SnapshotParts2d, left: number): ArrayBuffer {
  const { table, contacts, events } = world;
  const head = new Float64Array(headSize);
  head[magicAt] = magic;
  head[structureAt] = structureOf(table);
  head[pointCountAt] = contacts.count;
  head[touchingCountAt] = events.touching.count;
  head[leftAt] = left;
  head[impulseTimeAt] = contacts.impulseTime;
  head[jointImpulseTimeAt] = table.joints?.impulseTime ?? 0;
  const states = statesOf(world);
  world.parts.forEach((part, p) => {
    part.save(states[p]);
  });
  const list = sections(world, head, states);
  const buffer = new ArrayBuffer(bytesOf(list));
  new Float64Array(buffer).set(head);
  copy(list, buffer, false);
  new Float64Array(buffer)[checksumAt] = checksumOf(new Uint32Array(buffer));
  return buffer;
}

/** Restores a snapshot; returns the time not yet simulated. Throws when it does not fit, before anything has changed. */
export function readSnapshot2d(world: SnapshotParts2d, buffer: ArrayBuffer): number {
  const { table, contacts, events } = world;
  if (Object.prototype.toString.call(buffer) !== '[object ArrayBuffer]')
    refuse('snapshot', 'be a buffer', buffer);
  const whole = buffer.byteLength % 8 === 0 && buffer.byteLength >= 8 * headSize;
  const head = new Float64Array(headSize);
  const states = statesOf(world);
  if (whole) head.set(new Float64Array(buffer, 0, headSize));
  if (
    !whole ||
    head[magicAt] !== magic ||
    head[checksumAt] !== checksumOf(new Uint32Array(buffer)) ||
    head[structureAt] !== structureOf(table) ||
    buffer.byteLength !== bytesOf(sections(world, head, states))
  )
    throw new RangeError('snapshot must be a buffer that holds a whole snapshot of this world');
  contacts.reset(head[pointCountAt]);
  events.reset(head[touchingCountAt]);
  copy(sections(world, head, states), buffer, true);
  world.parts.forEach((part, p) => {
    part.load(states[p]);
  });
  contacts.impulseTime = head[impulseTimeAt];
  if (table.joints) table.joints.impulseTime = head[jointImpulseTimeAt];
  return head[leftAt];
}
