/**
 * When steps are due and how long they are. Fixed steps are all equally long, and the rest of the time is
 * carried over to the next frame. Variable steps, one per frame, are as long as the previous frame took: the
 * same scene then takes another course at another frame rate, and piles jitter when it changes.
 */
import type { stepKinds } from './choice.ts';

/** Seconds per fixed step. */
export const stepSeconds = 1 / 60;
/** The shortest and the longest variable step, s. */
const shortest = 1 / 480;
const longest = 1 / 15;

/** Divides time into steps. */
export class StepClock {
  readonly kind: (typeof stepKinds)[number];
  private left = 0;

  constructor(kind: (typeof stepKinds)[number]) {
    this.kind = kind;
  }

  /** The position of the frame between the last two steps, from 0 to 1. */
  get factor(): number {
    return this.kind === 'fixed' ? Math.min(1, this.left / stepSeconds) : 1;
  }

  /** Adds elapsed time. */
  add(seconds: number): void {
    this.left += seconds;
  }

  /** Makes one step due and no more. */
  single(): void {
    this.left = stepSeconds;
  }

  /** Drops the steps that are due: the world is late. */
  drop(): void {
    this.left = Math.min(this.left, 0.999 * (this.kind === 'fixed' ? stepSeconds : shortest));
  }

  /** The length of the step that is due, which is then taken from the time; 0 if none is. */
  next(): number {
    const isFixed = this.kind === 'fixed';
    if (this.left < (isFixed ? stepSeconds : shortest)) return 0;
    const seconds = isFixed ? stepSeconds : Math.min(longest, this.left);
    // Time that a variable step does not cover is lost: the next step is as long as the next frame.
    this.left = isFixed ? this.left - seconds : 0;
    return seconds;
  }
}
