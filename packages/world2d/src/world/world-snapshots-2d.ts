/**
 * The state of a planar world in one buffer of plain numbers: everything that changes from step to step and
 * cannot be derived. A world continues from a restored snapshot with the same bits. It contains neither the
 * bodies themselves nor, except for their impulses, the joints: a snapshot fits the world it was taken from,
 * as long as no body or joint was added or removed since, and any world that was built by the same calls.
 * Free ids take no room. Checksums over types, masses and joints and over the snapshot itself reject others
 * and damaged ones.
 *
 * Worlds take this as an option, so that programs without snapshots do not include the code.
 */
import { refuse, type TouchEvents } from '@colide/core';
import { contactArraySizes2d, type RigidContacts2d } from '@colide/solvers';
import type { BodyTable2d } from './internal/body-table-2d.ts';
import { freeSlot } from './internal/planar-constants.ts';
import type { WorldPart2d } from './world-part-2d.ts';

/** The parts of a `World2d` from which a snapshot is made. @internal */
export interface SnapshotParts2d {
  readonly table: BodyTable2d;
  readonly contacts: RigidContacts2d;
  readonly events: TouchEvents;
  readonly parts: readonly WorldPart2d[];
}

/** The implementation of `World2d.snapshot` and `World2d.restore`. */
export interface WorldSnapshots2d {
  /** Takes a snapshot; `left` is the time not yet simulated. @internal */
  write(world: SnapshotParts2d, left: number): ArrayBuffer;
  /**
   * Restores a snapshot; returns the time not yet simulated. Throws when it does not fit, before anything has
   * changed. @internal
   */
  read(world: SnapshotParts2d, buffer: ArrayBuffer): number;
}

type Bytes = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** The first number after the checksum; another one for another layout. */
const magic = 0x63326403;
/**
 * Offsets into the head, doubles all, which begins with the checksum over all else. After it come the lengths
 * of the states of the parts, then the states.
 */
const checksumAt = 0;
const magicAt = 1;
const lengthAt = 2;
const pointCountAt = 3;
const touchingCountAt = 4;
const leftAt = 5;
const impulseTimeAt = 6;
const jointImpulseTimeAt = 7;
const nextIdAt = 8;
/** Offset of the numbers of these; then come checksums over the bodies and over the joints. */
const countsAt = 9;
const counted = ['bodies', 'joints', 'parts'] as const;
const sumsAt = 12;
const headSize = 14;

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

/** A checksum of 52 bits over words from the one at `first` on. */
function checksumOf(words: Uint32Array, first = 0): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = first; i < words.length; i++) {
    a = Math.imul(a ^ words[i], 0x01000193);
    b = Math.imul((b ^ words[i]) + i, 0x85ebca6b);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return (a >>> 0) * 0x100000 + (b >>> 12);
}

/** Checksums that differ for worlds with other bodies, and with other joints. */
function structureOf({ slots, state, births, idCount, joints }: BodyTable2d): [number, number] {
  const numbers = new Float64Array(4 * idCount);
  for (let i = 0; i < idCount; i++)
    numbers.set([slots[i], state.inverseMasses[i], state.inverseMoments[i], slots[i] && births[i]], 4 * i);
  const joined = joints ? joints.bodies.slice(0, 2 * joints.count) : new Int32Array(0);
  return [checksumOf(new Uint32Array(numbers.buffer)), checksumOf(new Uint32Array(joined.buffer))];
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
    if (slots[body] === freeSlot) continue;
    const source = isReading ? at : size * body;
    const target = isReading ? size * body : at;
    for (let k = 0; k < size; k++) to[target + k] = from[source + k];
    at += size;
  }
}

/** The head of a snapshot that is taken now; `left` is the time not yet simulated. */
function headOf(world: SnapshotParts2d, left: number): Float64Array {
  const { table, contacts, events, parts } = world;
  const head = new Float64Array(headSize + parts.length);
  head[magicAt] = magic;
  head[pointCountAt] = contacts.count;
  head[touchingCountAt] = events.touching.count;
  head[leftAt] = left;
  head[impulseTimeAt] = contacts.impulseTime;
  head[jointImpulseTimeAt] = table.joints?.impulseTime ?? 0;
  head[nextIdAt] = table.nextId;
  head.set([table.count, table.joints?.count ?? 0, parts.length], countsAt);
  head.set(structureOf(table), sumsAt);
  for (const [p, part] of parts.entries()) head[headSize + p] = part.stateLength;
  head[lengthAt] = bytesOf(world, head);
  return head;
}

function writeSnapshot(world: SnapshotParts2d, left: number): ArrayBuffer {
  const head = headOf(world, left);
  const buffer = new ArrayBuffer(head[lengthAt]);
  new Float64Array(buffer).set(head);
  for (const [p, state] of statesIn(buffer, head).entries()) world.parts[p].save(state);
  copy(world, head, buffer, false);
  new Float64Array(buffer)[checksumAt] = checksumOf(new Uint32Array(buffer), 2);
  return buffer;
}

/** The head of a snapshot. Throws an error that says how the snapshot differs from the world if it does. */
function requireFit(world: SnapshotParts2d, buffer: ArrayBuffer): Float64Array {
  const fail = (what: string) => {
    throw new RangeError(`snapshot must be of this world (see worldLoad2d), got ${what}`);
  };
  const own = headOf(world, 0);
  const head = new Float64Array(own.length);
  const { byteLength } = buffer;
  head.set(new Float64Array(buffer.slice(0, Math.min(byteLength - (byteLength % 8), head.byteLength))));
  if (head[magicAt] !== magic) fail('another version');
  if (head[lengthAt] !== byteLength) fail(`${byteLength} bytes, not ${head[lengthAt]}`);
  if (head[checksumAt] !== checksumOf(new Uint32Array(buffer), 2)) fail('a wrong checksum');
  for (const [k, name] of counted.entries()) {
    const count = head[countsAt + k];
    if (count !== own[countsAt + k]) fail(`${count} ${name}, not ${own[countsAt + k]}`);
    if (k < 2 && head[sumsAt + k] !== own[sumsAt + k]) fail(`other ${name}`);
  }
  for (const [p, state] of statesIn(buffer, head).entries()) {
    const part = world.parts[p];
    if (!(part.fits?.(state) ?? state.length === part.stateLength)) fail(`another state of part ${p}`);
  }
  return head;
}

function readSnapshot(world: SnapshotParts2d, buffer: ArrayBuffer): number {
  const { table, contacts, events, parts } = world;
  if (Object.prototype.toString.call(buffer) !== '[object ArrayBuffer]')
    refuse('snapshot', 'be a buffer', buffer);
  const head = requireFit(world, buffer);
  contacts.reset(head[pointCountAt]);
  events.reset(head[touchingCountAt]);
  copy(world, head, buffer, true);
  for (const [p, state] of statesIn(buffer, head).entries()) parts[p].load(state);
  table.nextId = head[nextIdAt];
  contacts.impulseTime = head[impulseTimeAt];
  if (table.joints) table.joints.impulseTime = head[jointImpulseTimeAt];
  return head[leftAt];
}

/** Snapshots of planar worlds: `new World2d({ snapshots: worldSnapshots2d })`. */
export const worldSnapshots2d: WorldSnapshots2d = { write: writeSnapshot, read: readSnapshot };
