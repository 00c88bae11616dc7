/**
 * The state of a world in one buffer of plain numbers: everything that changes from step to step and cannot be derived. A
 * world goes on from a restored snapshot with the same bits.
 *
 * Layout: a head of doubles that ends with the length of what each part of the world keeps; that of the parts; then of every
 * id position, quaternion, velocity, angular velocity and time at rest (14 doubles), of every contact point of the last step its five
 * impulses, of every joint nine, of every force that waits for the next step vector and point; then whole numbers: bodies of the forces, pairs and
 * ids of the points, pairs that touch; last, a byte of sleep an id.
 *
 * The bodies and joints themselves are not in it: a snapshot fits the world it was taken from as long as none was added or
 * removed since, and a world that was built by the same calls. A sum over types, masses and joints tells others.
 */
import type { RigidContacts, RigidJoints } from '@colide/solvers';
import type { TouchEvents } from '../../stages/touch-events.ts';
import type { WorldPart } from '../world-part.ts';
import type { BodyTable } from './body-table.ts';
import type { ForceList } from './force-list.ts';

/** What of a world a snapshot is made of. */
export interface SnapshotParts {
  readonly table: BodyTable;
  readonly contacts: RigidContacts;
  readonly joints: RigidJoints | undefined;
  readonly events: TouchEvents;
  readonly forces: ForceList;
  readonly parts: readonly WorldPart<never>[];
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

const magic = 0x636f6c6a;
const headLength = 8;

/** The arrays that a snapshot with such a head has a beginning of, and how long that is; wide numbers first. */
function sections(world: SnapshotParts, head: ArrayLike<number>): [Numbers, number][] {
  const { contacts, joints, events, forces } = world;
  const { state, idCount } = world.table;
  const points = head[2];
  const list: [Numbers, number][] = [
    [state.positions, 3 * idCount],
    [state.rotations, 4 * idCount],
    [state.velocities, 3 * idCount],
    [state.angularVelocities, 3 * idCount],
    [state.restTimes, idCount],
    [contacts.impulses, 5 * points],
    [forces.vectors, 6 * head[4]],
    [forces.bodies, head[4]],
    [contacts.bodies, 2 * points],
    [contacts.ids, points],
    [events.touching.data, 2 * head[3]],
    [state.asleep, idCount],
  ];
  if (joints) list.unshift([joints.impulses, 9 * joints.count]);
  return list;
}

/** Bytes of a snapshot with such a head. */
function bytesOf(world: SnapshotParts, head: ArrayLike<number>): number {
  let sum = 8 * head.length;
  for (let k = headLength; k < head.length; k++) sum += 8 * head[k];
  for (const [array, length] of sections(world, head)) sum += length * array.BYTES_PER_ELEMENT;
  return sum;
}

/** A sum that differs for worlds of other bodies or joints. */
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

/** Goes through a snapshot with such a head: what each part keeps, then the arrays and their places. */
function walk(
  world: SnapshotParts,
  head: Float64Array,
  buffer: ArrayBuffer,
  onPart: (part: WorldPart<never>, state: Float64Array) => void,
  onArray: (array: Numbers, place: Numbers) => void,
): void {
  let at = head.byteLength;
  for (const [p, part] of world.parts.entries()) {
    const state = new Float64Array(buffer, at, head[headLength + p]);
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
  const { contacts, joints, events, forces, parts } = world;
  const head = Float64Array.of(
    magic,
    structureOf(world),
    contacts.count,
    events.touching.count,
    forces.count,
    left,
    contacts.impulseTime[0],
    joints?.impulseTime[0] ?? 0,
    ...parts.map(part => part.stateLength),
  );
  const buffer = new ArrayBuffer(bytesOf(world, head));
  new Float64Array(buffer, 0, head.length).set(head);
  walk(
    world,
    head,
    buffer,
    (part, state) => part.save(state),
    (array, place) => place.set(array.subarray(0, place.length)),
  );
  return buffer;
}

/** Brings a snapshot back; returns the time not yet simulated. Throws when it does not fit, before anything has changed. */
export function readSnapshot(world: SnapshotParts, buffer: ArrayBuffer): number {
  const { table, contacts, joints, events, forces, parts } = world;
  const head = new Float64Array(headLength + parts.length);
  if (buffer.byteLength >= head.byteLength) head.set(new Float64Array(buffer, 0, head.length));
  let fits =
    head[0] === magic && head[1] === structureOf(world) && buffer.byteLength === bytesOf(world, head);
  const check = (part: WorldPart<never>, state: Float64Array) => {
    fits &&= part.fits?.(state) ?? state.length === part.stateLength;
  };
  if (fits) walk(world, head, buffer, check, () => {});
  if (!fits) throw new RangeError('buffer must hold a snapshot of this world');
  contacts.forget();
  while (contacts.count < head[2]) contacts.append(0, 0, 0);
  events.reset(head[3]);
  forces.reset(head[4]);
  walk(
    world,
    head,
    buffer,
    (part, state) => part.load(state),
    (array, place) => array.set(place),
  );
  for (let body = 0; body < table.idCount; body++) table.state.updateInertia(body);
  contacts.impulseTime[0] = head[6];
  if (joints) joints.impulseTime[0] = head[7];
  return head[5];
}
