/** The answer of continuous tests: when, where and with which normal two moving sets first touch. */

/** What continuous tests fill. */
export interface TimeOfImpact {
  /**
   * When the sets touch, as a part of the motion, 0 to 1; `Infinity` when they do not. Never after the true
   * time.
   */
  time: number;
  /** Unit vector from A to B at that time; zero when the sets overlap from the start. */
  readonly normal: Float64Array;
  /** The point of A that is touched, in the world at that time. */
  readonly point: Float64Array;
  /** How many steps the search took. */
  steps: number;
  /** Whether the answer is exact to the tolerance; otherwise nothing touches before `time`. */
  converged: boolean;
}

/** An empty answer, to be filled again and again. */
export function createTimeOfImpact(): TimeOfImpact {
  return {
    time: Infinity,
    normal: new Float64Array(3),
    point: new Float64Array(3),
    steps: 0,
    converged: false,
  };
}

/** When an advancement stops. */
export interface AdvancementOptions {
  /**
   * The distance, in units of length, that counts as contact, not negative; with 0 the search ends where
   * times can tell no closer ones apart. Default 1e-9.
   */
  readonly tolerance?: number;
  /**
   * Distance queries to make at most. Default 64 for `bilateralAdvancement`, 256 for
   * `conservativeAdvancement`.
   */
  readonly maxSteps?: number;
}
