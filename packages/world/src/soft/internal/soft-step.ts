/**
 * The numbers of a step that its stages share: its length, the speed of the fastest rigid body, and the
 * distance around a body within which colliders are searched. In arrays behind names: V8 would box them as
 * arguments of calls that it does not inline.
 */
import type { RigidBodies } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';

const dtAt = 0;
const previousDtAt = 1;
const timingSize = 2;

const fastestAt = 0;
const reachAt = 1;
const numbersSize = 2;

/** The current step. */
export class SoftStep {
  /** Length of the step, then of the last substep, in s, as `predictMotions` reads them. */
  readonly timing = new Float64Array(timingSize);
  private readonly numbers = new Float64Array(numbersSize);

  /** Length of the step in s. */
  get dt(): number {
    return this.timing[dtAt];
  }

  /** The distance around a body's box within which colliders are searched, in m. */
  get reach(): number {
    return this.numbers[reachAt];
  }
  set reach(value: number) {
    this.numbers[reachAt] = value;
  }

  /** Begins a step of `dt`, after a substep of `previousDt`. */
  begin(dt: number, previousDt: number): void {
    this.timing[dtAt] = dt;
    this.timing[previousDtAt] = previousDt;
  }

  /** Records the speed of the fastest rigid body. */
  measureFastest({ velocities, asleep, count }: RigidBodies): void {
    let squared = 0;
    for (let i = 0, k = 0; i < count; i++, k += 3)
      if (asleep[i] === 0)
        squared = Math.max(squared, velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2);
    this.numbers[fastestAt] = Math.sqrt(squared);
  }

  /**
   * Sets {@link reach} for a body: its longest expected displacement, its thickness, and how far rigid bodies
   * may move.
   */
  measureReach(body: SoftBody, motions: Float64Array): void {
    let squared = 0;
    for (let k = 3 * body.first; k < 3 * (body.first + body.count); k += 3)
      squared = Math.max(squared, motions[k] ** 2 + motions[k + 1] ** 2 + motions[k + 2] ** 2);
    this.numbers[reachAt] = Math.sqrt(squared);
    this.numbers[reachAt] += 2 * body.thickness + this.timing[dtAt] * this.numbers[fastestAt];
  }
}
