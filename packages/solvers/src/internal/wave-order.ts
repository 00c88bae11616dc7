/**
 * An order in which constraints that follow each other share no body, so that a processor works on several of
 * them at once; one after the other, each would wait for the velocities that the last one leaves. Constraints
 * that share a body stay in their order, so that passes forwards and backwards have the same bits.
 *
 * A constraint belongs to the wave after those of the constraints before it that share a body with it; the
 * order is by waves (list scheduling). O(constraints); no allocation in steady state.
 */
import { grown } from '@colide/core';

/** Puts constraints into waves. */
export class WaveOrder {
  /** How many constraints have been entered. */
  count = 0;
  /** The constraints, wave by wave, after {@link finish}. */
  order = new Int32Array(16);
  /** Each constraint that was entered, and its wave. */
  private entered = new Int32Array(16);
  private waves = new Int32Array(16);
  /** By body, the next wave in which it is free. */
  private free = new Int32Array(0);
  /** By wave, how many constraints it has; then where the next one goes. */
  private ends = new Int32Array(17);

  /** Begins anew, with bodies below `bodyCount`. */
  begin(bodyCount: number): void {
    if (this.free.length < bodyCount) this.free = new Int32Array(bodyCount);
    else this.free.fill(0);
    this.ends.fill(0);
    this.count = 0;
  }

  /** Enters a constraint of bodies `a` and `b`; −1 for one that cannot move. */
  enter(constraint: number, a: number, b: number): void {
    const { free, count } = this;
    if (count === this.entered.length) {
      this.entered = grown(this.entered);
      this.waves = grown(this.waves);
      this.ends = grown(this.ends);
      this.order = new Int32Array(this.entered.length);
    }
    const wave = Math.max(a < 0 ? 0 : free[a], b < 0 ? 0 : free[b]);
    if (a >= 0) free[a] = wave + 1;
    if (b >= 0) free[b] = wave + 1;
    this.entered[count] = constraint;
    this.waves[count] = wave;
    this.ends[wave + 1]++;
    this.count++;
  }

  /** Writes the order. */
  finish(): void {
    const { entered, waves, ends, order, count } = this;
    for (let wave = 1; ends[wave] > 0; wave++) ends[wave] += ends[wave - 1];
    for (let i = 0; i < count; i++) order[ends[waves[i]]++] = entered[i];
  }
}
