/**
 * The state of a world in one small buffer, and back: what changes from step to step and cannot be derived. For rollback, replay
 * and saving. A world goes on from a restored snapshot with the same bits.
 *
 * Layout: a head of doubles, then of every id position, quaternion, velocity, angular velocity and time at rest (14 doubles);
 * then of every contact point of the last step its five impulses; of every joint nine; what the parts of the world keep; then
 * whole numbers: pairs and ids of the points, pairs that touch; last, a byte of sleep an id.
 *
 * The bodies and joints themselves are not in it: a snapshot fits the world it was taken from as long as none was added or
 * removed since, and a world that was built by the same calls.
 */
import type { RigidBodies, RigidContacts, RigidJoints } from '@colide/solvers';
import type { WorldPart } from '../world-part.ts';
import type { TouchEvents } from './touch-events.ts';

/** What of a world a snapshot is made of. */
export interface SnapshotParts {
  readonly state: RigidBodies;
  readonly idCount: number;
  readonly contacts: RigidContacts;
  readonly joints: RigidJoints | undefined;
  readonly events: TouchEvents;
  readonly parts: readonly WorldPart<never>[];
}

const magic = 0x636f6c69;
const headLength = 9;
const changing = [
  ['positions', 3],
  ['quaternions', 4],
  ['velocities', 3],
  ['angularVelocities', 3],
  ['restTimes', 1],
] as const;
const doublesPerBody = 14;
const impulsesPerPoint = 5;
const impulsesPerJoint = 9;

/** Bytes of a snapshot of a world with so many ids, contact points, joints, touching pairs and doubles of parts. */
function snapshotBytes(ids: number, points: number, joints: number, touching: number, parts: number): number {
  const doubles =
    headLength + doublesPerBody * ids + impulsesPerPoint * points + impulsesPerJoint * joints + parts;
  return 8 * doubles + 4 * (3 * points + 2 * touching) + ids;
}

function lengthOfParts(parts: readonly WorldPart<never>[]): number {
  let sum = 0;
  for (const part of parts) sum += part.stateLength;
  return sum;
}

/** Writes a snapshot; `left` is the time not yet simulated. */
export function writeSnapshot(parts: SnapshotParts, left: number): ArrayBuffer {
  const { state, idCount, contacts, joints, events } = parts;
  const { touching } = events;
  const partsLength = lengthOfParts(parts.parts);
  const buffer = new ArrayBuffer(
    snapshotBytes(idCount, contacts.count, joints?.count ?? 0, touching.length, partsLength),
  );
  const doubles = new Float64Array(buffer, 0, headLength);
  doubles.set([magic, idCount, contacts.count, joints?.count ?? 0, touching.length, left]);
  doubles[6] = contacts.impulseTime[0]!;
  doubles[7] = joints?.impulseTime[0] ?? 0;
  doubles[8] = partsLength;
  let at = 8 * headLength;
  const put = (array: Float64Array | Int32Array | Uint32Array | Uint8Array, length: number) => {
    const Kind = array.constructor as new (b: ArrayBuffer, o: number, n: number) => typeof array;
    new Kind(buffer, at, length).set(array.subarray(0, length));
    at += length * array.BYTES_PER_ELEMENT;
  };
  for (const [name, each] of changing) put(state[name], each * idCount);
  put(contacts.impulses, impulsesPerPoint * contacts.count);
  if (joints) put(joints.impulses, impulsesPerJoint * joints.count);
  for (const part of parts.parts) {
    part.save(new Float64Array(buffer, at, part.stateLength));
    at += 8 * part.stateLength;
  }
  put(contacts.bodies, 2 * contacts.count);
  put(contacts.ids, contacts.count);
  put(touching.data, 2 * touching.length);
  put(state.asleep, idCount);
  return buffer;
}

/** Brings a snapshot back; returns the time not yet simulated. Throws when it does not fit, before anything has changed. */
export function readSnapshot(parts: SnapshotParts, buffer: ArrayBuffer): number {
  const { state, idCount, contacts, joints, events } = parts;
  const head = buffer.byteLength >= 8 * headLength ? new Float64Array(buffer, 0, headLength) : [];
  const [kind, ids, points, jointCount, touchCount, left] = head;
  if (
    kind !== magic ||
    buffer.byteLength !== snapshotBytes(ids!, points!, jointCount!, touchCount!, head[8]!) ||
    ids !== idCount ||
    head[8] !== lengthOfParts(parts.parts) ||
    jointCount !== (joints?.count ?? 0)
  )
    throw new RangeError('buffer must hold a snapshot of this world');
  let at = 8 * headLength;
  const take = <T>(
    Kind: new (b: ArrayBuffer, o: number, n: number) => T,
    length: number,
    size: number,
  ): T => {
    const view = new Kind(buffer, at, length);
    at += length * size;
    return view;
  };
  for (const [name, each] of changing) state[name].set(take(Float64Array, each * idCount, 8));
  const impulses = take(Float64Array, impulsesPerPoint * points!, 8);
  joints?.impulses.set(take(Float64Array, impulsesPerJoint * jointCount, 8));
  for (const part of parts.parts) part.load(take(Float64Array, part.stateLength, 8));
  const bodies = take(Int32Array, 2 * points!, 4);
  const pointIds = take(Int32Array, points!, 4);
  const pairs = take(Uint32Array, 2 * touchCount!, 4);
  state.asleep.set(take(Uint8Array, idCount, 1));
  for (let body = 0; body < idCount; body++) state.updateInertia(body);
  contacts.forget();
  for (let p = 0; p < points!; p++) contacts.append(bodies[2 * p]!, bodies[2 * p + 1]!, pointIds[p]!);
  contacts.impulses.set(impulses);
  contacts.impulseTime[0] = head[6]!;
  if (joints) joints.impulseTime[0] = head[7]!;
  events.touching.clear();
  for (let p = 0; p < touchCount!; p++) events.touching.push(pairs[2 * p]!, pairs[2 * p + 1]!);
  return left!;
}
