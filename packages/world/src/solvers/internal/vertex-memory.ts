/**
 * The memory that the members of a crew share in a step of bodies of vertices, in one buffer.
 *
 * | section | numbers | kind |
 * | --- | --- | --- |
 * | length of a substep, gravity | 4 | f64 |
 * | activities and counters, see `VertexStep` and `tallySize` | 2 + 8 per member | f64 |
 * | frictions | 1 per pair | f64 |
 * | particles: positions, previous positions, motions | 3 · 3 per particle | f64 |
 * | bodies at the beginning of the step, see `stateArrays` | 15 per body | f64 |
 * | number of bodies, of colours, the colour for one member | 3 | i32 |
 * | first pair of each colour | 33 | i32 |
 * | pairs | 2 per pair | u32 |
 * | 1 for each body that sleeps | 1 per body | i32 |
 * | first particle of each body, −1 for none | 1 per body | i32 |
 * | marks, see `VertexBody` | 2 per body and 1 per particle | i32 |
 */
import type { RigidBodies } from '@colide/solvers';
import type { VertexRoom } from '../vertex-crew.ts';
import { type VertexBody, vertexMarks } from './vertex-body.ts';
import { colorLimit, type VertexSet } from './vertex-set.ts';
import { tallySize } from './vertex-step.ts';

/** The largest number of members of a crew. */
export const memberLimit = 256;
const numberCount = 4;
const gravityAt = 1;
const bodyCountAt = 0;
const colorCountAt = 1;
const serialColorAt = 2;
const integerCount = 3;
const colorStarts = colorLimit + 2;

/** The arrays of the bodies that a step reads, and numbers per body. */
const stateArrays = [
  ['positions', 3],
  ['rotations', 4],
  ['velocities', 3],
  ['angularVelocities', 3],
  ['inverseMasses', 1],
  ['gravityScales', 1],
] as const;
const stateSize = 15;

/** Bytes for this much room. */
export function vertexMemoryBytes(room: VertexRoom): number {
  const { bodies, pairs, particles } = room;
  const doubles = numberCount + (2 + tallySize) * memberLimit + pairs + 9 * particles + stateSize * bodies;
  const integers = integerCount + colorStarts + 2 * pairs + (2 + vertexMarks(0)) * bodies + particles;
  return 8 * doubles + 4 * integers;
}

/** Views of the shared buffer. */
export class VertexMemory {
  readonly room: VertexRoom;
  readonly numbers: Float64Array;
  readonly activities: Float64Array;
  readonly tallies: Float64Array;
  readonly frictions: Float64Array;
  readonly colors: Int32Array;
  readonly pairs: Uint32Array;
  readonly firstParticles: Int32Array;
  private readonly particles: readonly Float64Array[];
  /** The bodies at the start of the step, which no member changes. */
  private readonly state: readonly Float64Array[];
  private readonly asleep: Int32Array;
  private readonly marks: Int32Array;
  private readonly integers: Int32Array;

  constructor(buffer: ArrayBufferLike, room: VertexRoom) {
    this.room = room;
    let at = 0;
    const take = (count: number) => {
      const array = new Float64Array(buffer, at, count);
      at += array.byteLength;
      return array;
    };
    this.numbers = take(numberCount);
    this.activities = take(2 * memberLimit);
    this.tallies = take(tallySize * memberLimit);
    this.frictions = take(room.pairs);
    this.particles = [take(3 * room.particles), take(3 * room.particles), take(3 * room.particles)];
    this.state = stateArrays.map(([, size]) => take(size * room.bodies));
    const takeIntegers = (count: number) => {
      const array = new Int32Array(buffer, at, count);
      at += array.byteLength;
      return array;
    };
    this.integers = takeIntegers(integerCount);
    this.colors = takeIntegers(colorStarts);
    this.asleep = takeIntegers(room.bodies);
    this.firstParticles = takeIntegers(room.bodies);
    this.marks = takeIntegers(vertexMarks(0) * room.bodies + room.particles);
    this.pairs = new Uint32Array(buffer, at, 2 * room.pairs);
  }

  /** Copies the bodies in. */
  saveState(bodies: RigidBodies): void {
    for (let a = 0; a < stateArrays.length; a++) this.state[a].set(bodies[stateArrays[a][0]]);
    this.asleep.set(bodies.asleep);
  }

  /** Copies the bodies out. */
  loadState(bodies: RigidBodies): void {
    for (let a = 0; a < stateArrays.length; a++) {
      const to = bodies[stateArrays[a][0]];
      const from = this.state[a];
      for (let k = 0; k < to.length; k++) to[k] = from[k];
    }
    for (let i = 0; i < bodies.count; i++) bodies.asleep[i] = this.asleep[i];
  }

  /** Writes the numbers common to all members. */
  writeStep(set: VertexSet, gravity: Float64Array): void {
    const { numbers, integers } = this;
    numbers[0] = set.substep[0];
    for (let k = 0; k < 3; k++) numbers[gravityAt + k] = gravity[k];
    integers[bodyCountAt] = set.count;
    integers[colorCountAt] = set.colorCount;
    integers[serialColorAt] = set.serialColor;
  }

  /** Reads them. */
  readStep(set: VertexSet, gravity: Float64Array): void {
    const { numbers, integers } = this;
    set.substep[0] = numbers[0];
    for (let k = 0; k < 3; k++) gravity[k] = numbers[gravityAt + k];
    set.count = integers[bodyCountAt];
    set.colorCount = integers[colorCountAt];
    set.serialColor = integers[serialColorAt];
  }

  /** Makes a body keep its particles here, from particle `first` on. */
  bind(body: VertexBody, i: number, first: number): void {
    const [positions, previous, motions] = this.particles;
    const end = 3 * (first + body.count);
    body.particles = positions.subarray(3 * first, end);
    body.previous = previous.subarray(3 * first, end);
    body.motions = motions.subarray(3 * first, end);
    const at = vertexMarks(0) * i + first;
    body.marks = this.marks.subarray(at, at + vertexMarks(body.count));
  }
}
