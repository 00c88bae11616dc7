/**
 * The total impulse between each pair of bodies in a step, found from the changes of their momenta. A body
 * with one partner got all its impulse from that partner; once it is known, the partner has one unknown less.
 * Removing such bodies one after the other is exact for contacts that form no ring. The remaining pairs, and
 * those of bodies that joints or locks hold, are estimated from the last substep. O(points · log pairs).
 */
import { grown, PairList, PairOrder, requireInteger } from '@colide/core';

/** The contact points of a step, in space or in the plane; `RigidContacts` is one. */
export interface ImpulsePoints {
  readonly count: number;
  /** Length of the substep that {@link impulses} belong to. */
  readonly impulseTime: number;
  /** Two bodies per point. */
  readonly bodies: ArrayLike<number>;
  /** Unit normals from the first body to the second. */
  readonly normals: ArrayLike<number>;
  /** One number per point for each kind of impulse, the normal impulse first. */
  readonly impulses: ArrayLike<number>;
}

/** Bodies that contacts push, in space or in the plane, such as `RigidBodies` and `RigidBodies2d`. */
export interface PushedBodies {
  readonly count: number;
  readonly velocities: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly gravityScales: Float64Array;
  readonly asleep: Uint8Array;
  /** Bits of locked axes, if bodies have any. */
  readonly locks?: Uint8Array;
}

/** Joints between them. */
export interface HoldingJoints {
  readonly count: number;
  /** Two bodies per joint, negative ones for none. */
  readonly bodies: ArrayLike<number>;
}

/** The bits of the locks that hold a body along an axis; the others lock its rotation. */
const translations = 0b111;

/** Impulses of pairs of bodies, in space or in the plane. */
export class PairImpulses {
  /** The pairs, sorted, the smaller id first. */
  readonly pairs = new PairList();
  /** Impulse on the second body of each pair, a vector each; NaN where it is not known. */
  impulses: Float64Array;
  private readonly order = new PairOrder();
  /** Velocities before the step; then the part of each body's momentum change that is not yet explained. */
  private lacks = new Float64Array(0);
  /** How many pairs of a body are unknown, and the exclusive or of their indices. */
  private degrees = new Int32Array(0);
  private links = new Int32Array(0);
  private queue = new Int32Array(0);
  private queued = 0;
  private readonly dimension: number;
  private readonly impulseSize: number;

  /** @param dimension 3 or 2  @param impulseSize numbers per point in the impulses of the contacts */
  constructor(dimension: number, impulseSize: number) {
    requireInteger('dimension', dimension, 2, 3);
    requireInteger('impulseSize', impulseSize, 1);
    this.dimension = dimension;
    this.impulseSize = impulseSize;
    this.impulses = new Float64Array(16 * dimension);
  }

  /** Begins a step: remembers velocities and lists the pairs that touch. */
  begin(bodies: PushedBodies, contacts: ImpulsePoints): void {
    const { pairs, dimension } = this;
    if (this.degrees.length < bodies.count) {
      this.lacks = new Float64Array(dimension * bodies.count);
      this.degrees = new Int32Array(bodies.count);
      this.links = new Int32Array(bodies.count);
      this.queue = new Int32Array(bodies.count);
    }
    this.lacks.set(bodies.velocities);
    pairs.clear();
    for (let c = 0; c < contacts.count; c++)
      pairs.pushOrdered(contacts.bodies[2 * c], contacts.bodies[2 * c + 1]);
    this.order.sort(pairs, bodies.count);
    const { data } = pairs;
    let kept = 0;
    for (let i = 0; i < 2 * pairs.count; i += 2) {
      if (kept > 0 && data[kept - 2] === data[i] && data[kept - 1] === data[i + 1]) continue;
      data[kept++] = data[i];
      data[kept++] = data[i + 1];
    }
    pairs.count = kept / 2;
    while (this.impulses.length < dimension * pairs.count) this.impulses = grown(this.impulses);
    this.impulses.fill(NaN, 0, dimension * pairs.count);
  }

  /** The index of a pair that was listed. */
  find(a: number, b: number): number {
    const { data, count } = this.pairs;
    const first = Math.min(a, b);
    const second = Math.max(a, b);
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (data[2 * middle] < first || (data[2 * middle] === first && data[2 * middle + 1] < second))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Finds the impulses after the step. */
  finish(bodies: PushedBodies, gravity: Float64Array, dt: number, joints?: HoldingJoints): void {
    const { pairs, degrees, links, lacks, dimension } = this;
    degrees.fill(0);
    links.fill(0);
    this.queued = 0;
    for (let body = 0; body < bodies.count; body++) {
      const mass = 1 / bodies.inverseMasses[body];
      for (let k = 0; k < dimension; k++) {
        const weight = dt * gravity[k] * bodies.gravityScales[body];
        lacks[dimension * body + k] =
          mass * (bodies.velocities[dimension * body + k] - lacks[dimension * body + k] - weight);
      }
    }
    for (let p = 0; p < pairs.count; p++)
      for (let side = 0; side < 2; side++) {
        const body = pairs.data[2 * p + side];
        degrees[body]++;
        links[body] ^= p;
      }
    if (joints) this.exclude(joints);
    for (let body = 0; body < bodies.count; body++) {
      // An immovable body takes any impulse, and a body with a locked axis is held by its lock.
      if (
        bodies.inverseMasses[body] === 0 ||
        bodies.asleep[body] === 1 ||
        (bodies.locks?.[body] ?? 0) & translations
      )
        degrees[body] = -1;
      else if (degrees[body] === 1) this.queue[this.queued++] = body;
    }
    for (let n = 0; n < this.queued; n++) this.take(this.queue[n]);
  }

  /**
   * The part of the impulse of a pair along the normal of one of its points; estimated from the last substep
   * if it is not known.
   */
  along(pair: number, contacts: ImpulsePoints, c: number, dt: number): number {
    const { impulses, dimension } = this;
    const { normals, bodies } = contacts;
    if (!Number.isNaN(impulses[dimension * pair])) {
      let size = 0;
      for (let k = 0; k < dimension; k++) size += impulses[dimension * pair + k] * normals[dimension * c + k];
      return bodies[2 * c] < bodies[2 * c + 1] ? size : -size;
    }
    let sum = 0;
    for (let i = 0; i < contacts.count; i++)
      if (this.find(bodies[2 * i], bodies[2 * i + 1]) === pair)
        sum += contacts.impulses[this.impulseSize * i];
    return contacts.impulseTime > 0 ? (sum * dt) / contacts.impulseTime : 0;
  }

  /** Excludes the bodies that joints hold. */
  private exclude(joints: HoldingJoints): void {
    for (let j = 0; j < 2 * joints.count; j++)
      if (joints.bodies[j] >= 0) this.degrees[joints.bodies[j]] = -(2 ** 30);
  }

  /** Removes a body with one unknown pair. */
  private take(body: number): void {
    const { pairs, degrees, links, lacks, impulses, dimension } = this;
    if (degrees[body] !== 1) return;
    const pair = links[body];
    const isSecond = pairs.data[2 * pair + 1] === body;
    const other = pairs.data[2 * pair + (isSecond ? 0 : 1)];
    for (let k = 0; k < dimension; k++) {
      impulses[dimension * pair + k] = isSecond ? lacks[dimension * body + k] : -lacks[dimension * body + k];
      lacks[dimension * other + k] += lacks[dimension * body + k];
    }
    degrees[body] = 0;
    links[other] ^= pair;
    if (degrees[other] > 0 && --degrees[other] === 1) this.queue[this.queued++] = other;
  }
}
