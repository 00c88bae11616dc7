/** The result of continuous tests: when, where and with which normal two moving sets first touch. */

/** The result of a continuous test. */
export interface TimeOfImpact {
  /**
   * When the sets touch, as a fraction of the motion, 0 to 1; `Infinity` if they do not. Never after the true
   * time.
   */
  time: number;
  /** Unit vector from A to B at that time; zero when the sets overlap from the start. */
  readonly normal: Float64Array;
  /** The point of contact on A, in the world at that time. */
  readonly point: Float64Array;
  /** How many steps the search took. */
  steps: number;
  /** Whether the answer is exact to the tolerance; otherwise nothing touches before `time`. */
  converged: boolean;
}

/** An empty result, to be reused. */
export function createTimeOfImpact(): TimeOfImpact {
  return {
    time: Infinity,
    normal: new Float64Array(3),
    point: new Float64Array(3),
    steps: 0,
    converged: false,
  };
}

/** An empty result in the plane, to be reused. */
export function createTimeOfImpact2d(): TimeOfImpact {
  return { ...createTimeOfImpact(), normal: new Float64Array(2), point: new Float64Array(2) };
}

/** When an advancement stops. */
export interface AdvancementOptions {
  /**
   * The distance, in units of length, that counts as contact, not negative; with 0 the search ends when the
   * time cannot be resolved any further. Default 1e-9.
   */
  readonly tolerance?: number;
  /**
   * The largest number of distance queries. Default 64 for `bilateralAdvancement`, 256 for
   * `conservativeAdvancement`.
   */
  readonly maxSteps?: number;
}
