/** A reusable list of the joints that broke in a step. */
import { grown, requireInteger } from '@colide/core';

/** A joint that broke. */
export interface BrokenJoint {
  /** Its id, which is no longer in use. */
  readonly joint: number;
  /** The bodies that it joined; −2 for the world. */
  readonly a: number;
  readonly b: number;
  /** Mean force and torque that it carried in the step. */
  readonly force: number;
  readonly torque: number;
}

/** Numbers per joint: id, bodies, force, torque. */
const bodiesAt = 1;
const forceAt = 3;
const torqueAt = 4;
const brokenSize = 5;

/** Joints that broke. */
export class BrokenJoints {
  /** How many there are. */
  count = 0;
  private data = new Float64Array(4 * brokenSize);

  /** The joint at `index`, as a new record. */
  get(index: number): BrokenJoint {
    requireInteger('index', index, 0, this.count - 1);
    const at = brokenSize * index;
    const [joint, a, b, force, torque] = this.data.subarray(at, at + brokenSize);
    return { joint, a, b, force, torque };
  }

  /** All of them, one after the other. */
  *[Symbol.iterator](): IterableIterator<BrokenJoint> {
    for (let i = 0; i < this.count; i++) yield this.get(i);
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /** Appends a joint. */
  push(joint: number, a: number, b: number, force: number, torque: number): void {
    const at = brokenSize * this.count++;
    if (at === this.data.length) this.data = grown(this.data);
    const { data } = this;
    data[at] = joint;
    data[at + bodiesAt] = a;
    data[at + bodiesAt + 1] = b;
    data[at + forceAt] = force;
    data[at + torqueAt] = torque;
  }
}
