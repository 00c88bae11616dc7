/**
 * The memory that the workers of a coloured solver share: bodies, their states, contacts in order of colour,
 * and the numbers of a step, all in one buffer.
 */

import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import type { RigidContacts } from '../rigid/rigid-contacts.ts';
import { impulseSize, stateSize, stepSize } from './solve-contacts.ts';

/** The largest number of colours; contacts that fit into none come after them, for one worker. */
export const colorLimit = 31;

/**
 * Numbers of a step that all workers read. They begin with the step record of `solve-contacts`.
 *
 * | at | what                                                                        |
 * | -- | --------------------------------------------------------------------------- |
 * |  0 | step record, `stepSize` numbers                                             |
 * | 16 | substeps, iterations and relaxations                                        |
 * | 19 | 1 if there are joints                                                       |
 * | 20 | number of bodies                                                            |
 * | 21 | number of colours                                                           |
 * | 22 | the colour that one worker solves alone, since its contacts may share bodies |
 * | 23 | 1 if any contact has restitution                                            |
 * | 24 | two slots for the number of the last poll with votes                        |
 * | 26 | 1 if any body has locks                                                     |
 */
export const substepCountAt = stepSize;
export const iterationsAt = stepSize + 1;
export const relaxationsAt = stepSize + 2;
export const hasJointsAt = stepSize + 3;
export const bodyCountAt = stepSize + 4;
export const colorCountAt = stepSize + 5;
export const serialColorAt = stepSize + 6;
export const hasRestitutionAt = stepSize + 7;
export const votesAt = stepSize + 8;
export const hasLocksAt = stepSize + 10;
const numbersSize = stepSize + 11;

/** Arrays of bodies that a step reads or writes, and how many numbers each takes per body. */
const bodyArrays = [
  ['positions', 3],
  ['rotations', 4],
  ['velocities', 3],
  ['angularVelocities', 3],
  ['inverseMasses', 1],
  ['inverseMoments', 3],
  ['worldInverseInertias', 6],
  ['gravityScales', 1],
  ['speedLimits', 2],
] as const;
const changedArrays = [
  'positions',
  'rotations',
  'velocities',
  'angularVelocities',
  'worldInverseInertias',
] as const;
const bodySize = 26;

/** Arrays of doubles of contacts. */
const pointArrays = [
  ['points', 3],
  ['normals', 3],
  ['separations', 1],
  ['frictions', 1],
  ['restitutions', 1],
  ['radii', 2],
  ['axes', 3],
  ['impulses', impulseSize],
  ['firstLoads', 1],
] as const;
const pointSize = 15 + impulseSize;

/** Bytes for the given numbers of bodies and points. */
export function coloredMemoryBytes(bodies: number, points: number): number {
  const doubles = numbersSize + (bodySize + stateSize) * bodies + pointSize * points;
  // Crowds; two bodies per point, the contact of each point, the end of every colour in points and in units,
  // the points of units; sleep and locks.
  return 8 * doubles + 4 * (bodies + 4 * points + 2 * (colorLimit + 2)) + 2 * bodies;
}

type Arrays = Record<string, Float64Array>;

/** Views of the shared buffer. */
export class ColoredMemory {
  readonly bodyCapacity: number;
  readonly pointCapacity: number;
  readonly numbers: Float64Array;
  readonly states: Float64Array;
  /** The number of bodies that overlap each body deeply, see `count-crowds`. */
  readonly crowds: Int32Array;
  /** Two bodies per point, in order of colour. */
  readonly pairs: Int32Array;
  /** The contact of each point. */
  readonly order: Int32Array;
  /** First point of each unit: all points of one pair of bodies, which are never divided. */
  readonly units: Int32Array;
  /** The first unit of each colour, and the end of the last colour. */
  readonly colorUnits: Int32Array;
  private readonly bodies: Arrays = {};
  private readonly points: Arrays = {};
  private readonly asleep: Uint8Array;
  private readonly locks: Uint8Array;

  constructor(buffer: ArrayBufferLike, bodies: number, points: number) {
    this.bodyCapacity = bodies;
    this.pointCapacity = points;
    let at = 0;
    const doubles = (length: number) => {
      const array = new Float64Array(buffer, at, length);
      at += array.byteLength;
      return array;
    };
    const integers = (length: number) => {
      const array = new Int32Array(buffer, at, length);
      at += array.byteLength;
      return array;
    };
    this.numbers = doubles(numbersSize);
    this.states = doubles(stateSize * bodies);
    for (const [name, each] of bodyArrays) this.bodies[name] = doubles(each * bodies);
    for (const [name, each] of pointArrays) this.points[name] = doubles(each * points);
    this.crowds = integers(bodies);
    this.pairs = integers(2 * points);
    this.order = integers(points);
    this.units = integers(points + 1);
    this.colorUnits = integers(colorLimit + 2);
    this.asleep = new Uint8Array(buffer, at, bodies);
    this.locks = new Uint8Array(buffer, at + bodies, bodies);
  }

  /** Bodies `first` to `end` − 1 as a set of their own. */
  bodiesFrom(first: number, end: number): RigidBodies {
    const view: Record<string, unknown> = {
      count: end - first,
      asleep: this.asleep.subarray(first, end),
      locks: this.locks.subarray(first, end),
    };
    for (const [name, each] of bodyArrays) view[name] = this.bodies[name].subarray(each * first, each * end);
    return view as unknown as RigidBodies;
  }

  /** Points `first` to `end` − 1 as a set of their own. */
  contactsFrom(first: number, end: number): RigidContacts {
    const view: Record<string, unknown> = {
      count: end - first,
      // A fraction from the start: V8 then stores the field as a double.
      impulseTime: 0.5,
      bodies: this.pairs.subarray(2 * first, 2 * end),
    };
    for (const [name, each] of pointArrays) view[name] = this.points[name].subarray(each * first, each * end);
    return view as unknown as RigidContacts;
  }

  /** First point and end of the part of a colour that worker `index` of `size` solves. */
  pointsOf(color: number, index: number, size: number): [number, number] {
    const first = this.colorUnits[color];
    const count = this.colorUnits[color + 1] - first;
    return [
      this.units[first + Math.floor((index * count) / size)],
      this.units[first + Math.floor(((index + 1) * count) / size)],
    ];
  }

  /** Copies bodies in. */
  load(bodies: RigidBodies): void {
    for (const [name] of bodyArrays) this.bodies[name].set(bodies[name]);
    this.asleep.set(bodies.asleep);
    this.locks.set(bodies.locks);
  }

  /** Copies the changed arrays out. */
  store(bodies: RigidBodies): void {
    for (const name of changedArrays) {
      const to = bodies[name];
      const from = this.bodies[name];
      // Number by number: this array has room for more bodies, and a view of the first ones would be garbage
      // to collect.
      for (let i = 0; i < to.length; i++) to[i] = from[i];
    }
  }

  /** Copies contact `from` in as point `to`. */
  loadPoint(to: number, contacts: RigidContacts, from: number): void {
    this.order[to] = from;
    this.pairs[2 * to] = contacts.bodies[2 * from];
    this.pairs[2 * to + 1] = contacts.bodies[2 * from + 1];
    const { points, normals, separations, frictions, restitutions, radii, axes, impulses, firstLoads } =
      this.points;
    for (let k = 0; k < 3; k++) {
      points[3 * to + k] = contacts.points[3 * from + k];
      normals[3 * to + k] = contacts.normals[3 * from + k];
      axes[3 * to + k] = contacts.axes[3 * from + k];
    }
    separations[to] = contacts.separations[from];
    firstLoads[to] = contacts.firstLoads[from];
    frictions[to] = contacts.frictions[from];
    restitutions[to] = contacts.restitutions[from];
    for (let k = 0; k < 2; k++) radii[2 * to + k] = contacts.radii[2 * from + k];
    for (let k = 0; k < impulseSize; k++)
      impulses[impulseSize * to + k] = contacts.impulses[impulseSize * from + k];
  }

  /** Copies the impulses back to the contacts. */
  storeImpulses(contacts: RigidContacts): void {
    const { impulses, firstLoads } = this.points;
    for (let p = 0; p < contacts.count; p++) {
      const to = this.order[p];
      contacts.firstLoads[to] = firstLoads[p];
      for (let k = 0; k < impulseSize; k++)
        contacts.impulses[impulseSize * to + k] = impulses[impulseSize * p + k];
    }
  }
}
