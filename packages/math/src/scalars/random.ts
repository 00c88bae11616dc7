/**
 * A seeded random number generator whose numbers are the same bits in every engine.
 *
 * Idea: sfc32 (Chris Doty-Humphrey's "small fast chaotic" generator of PractRand): three words mixed by
 * shifts and additions and one word that counts, so that every cycle has at least 2³² and on average about
 * 2¹²⁷ numbers. It passes PractRand and BigCrush, needs 32-bit additions only and no multiplication. It is
 * not cryptographic.
 *
 * Everything here is made of integer operations and +, −, ·, / and √, which IEEE 754 rounds in one way only.
 * `Math.log`, `Math.cos` and the like may differ between engines in the last bit, so the textbook formulas
 * (Box–Muller, polar angles) are left out:
 * - points on circles and spheres are found by rejection from a square (Marsaglia 1972);
 * - the normal distribution takes its direction from such a point and its radius √(2E) from an exponential
 *   variate E, which von Neumann's game of comparing uniforms gives without a logarithm. It is exact, not an
 *   approximation by sums of uniforms.
 *
 * Cost: one 32-bit word per `uint32`, two per `next`; on average 5 for a unit vector, 10 for a quaternion and
 * 14 for a normal variate. No call allocates.
 *
 * J. von Neumann, "Various techniques used in connection with random digits", 1951. G. Marsaglia, "Choosing a
 * point from the surface of a sphere", Annals of Mathematical Statistics 43(2), 1972.
 */
import { type Mat3, type Quat, requireInteger, requireLength, type Vec2, type Vec3 } from '@colide/core';
import { rotationFromUnitQuat } from '../frames/rotation.ts';

const twoTo32 = 4294967296;
const twoTo53 = 9007199254740992;

/** A seeded generator of random numbers, vectors and rotations. */
export class Random {
  /** The four words of the generator. */
  private readonly words = new Int32Array(4);

  /** @param seed an integer from 0 to 2⁵³ − 1; equal seeds give equal sequences */
  constructor(seed = 1) {
    this.seed(seed);
  }

  /** Starts the sequence of `seed`. */
  seed(seed: number): this {
    requireInteger('seed', seed);
    const { words } = this;
    words[0] = 0;
    words[1] = seed | 0;
    words[2] = Math.floor(seed / twoTo32);
    words[3] = 1;
    for (let i = 0; i < 12; i++) this.uint32();
    return this;
  }

  /**
   * Copies the state to the first four elements of `out`, from where {@link restore} continues the sequence.
   */
  save(out: Uint32Array): Uint32Array {
    requireLength('out', out, 4);
    for (let i = 0; i < 4; i++) out[i] = this.words[i];
    return out;
  }

  /** Continues from a state that {@link save} has written. */
  restore(state: Uint32Array): this {
    requireLength('state', state, 4);
    for (let i = 0; i < 4; i++) this.words[i] = state[i];
    return this;
  }

  /** An integer from 0 to 2³² − 1, all equally likely. */
  uint32(): number {
    const { words } = this;
    const b = words[1];
    const c = words[2];
    const counter = words[3];
    const result = (words[0] + b + counter) | 0;
    words[3] = counter + 1;
    words[0] = b ^ (b >>> 9);
    words[1] = c + (c << 3);
    words[2] = ((c << 21) | (c >>> 11)) + result;
    return result >>> 0;
  }

  /** A number in [0, 1): one of the 2⁵³ multiples of 2⁻⁵³. */
  next(): number {
    const high = this.uint32() >>> 11;
    return (high * twoTo32 + this.uint32()) / twoTo53;
  }

  /**
   * A number in [`min`, `max`), by default [0, 1). If rounding would give `max`, `min` is returned; min = max
   * gives min.
   */
  uniform(min = 0, max = 1): number {
    const value = min + (max - min) * this.next();
    return value < max ? value : min;
  }

  /** An integer from 0 to `n` − 1, all exactly equally likely; `n` from 1 to 2⁵³ − 1. */
  integer(n: number): number {
    requireInteger('n', n, 1);
    const range = n <= twoTo32 ? twoTo32 : twoTo53;
    for (;;) {
      const word = range === twoTo32 ? this.uint32() : this.next() * twoTo53;
      const remainder = word % n;
      // The last, incomplete run of n words would favour small remainders.
      if (word - remainder <= range - n) return remainder;
    }
  }

  /** A normal variate with the given mean and standard deviation. */
  normal(mean = 0, deviation = 1): number {
    this.drawDisc();
    const x = disc[0];
    const s = disc[2];
    return mean + deviation * x * Math.sqrt((2 * this.exponential()) / s);
  }

  /**
   * An exponential variate with mean 1. Von Neumann's game: draw uniforms as long as they decrease. A run
   * that starts at u has odd length with probability e⁻ᵘ; then u is the fraction, otherwise the whole part
   * grows by one.
   */
  exponential(): number {
    for (let whole = 0; ; whole++) {
      const first = this.next();
      let last = first;
      let odd = true;
      for (;;) {
        const drawn = this.next();
        if (drawn >= last) break;
        last = drawn;
        odd = !odd;
      }
      if (odd) return whole + first;
    }
  }

  /** A uniformly distributed point of the unit circle. */
  unitVector2d(out: Vec2): Vec2 {
    this.drawDisc();
    const scale = 1 / Math.sqrt(disc[2]);
    out[0] = disc[0] * scale;
    out[1] = disc[1] * scale;
    return out;
  }

  /** A uniformly distributed point of the unit sphere. */
  unitVector(out: Vec3): Vec3 {
    this.drawDisc();
    const s = disc[2];
    const scale = 2 * Math.sqrt(1 - s);
    out[0] = disc[0] * scale;
    out[1] = disc[1] * scale;
    out[2] = 1 - 2 * s;
    return out;
  }

  /**
   * A unit quaternion [x, y, z, w], uniform on the unit sphere of four dimensions: every rotation equally
   * likely.
   */
  rotation(out: Quat): Quat {
    this.drawDisc();
    const x = disc[0];
    const y = disc[1];
    const s = disc[2];
    this.drawDisc();
    const scale = Math.sqrt((1 - s) / disc[2]);
    out[0] = x;
    out[1] = y;
    out[2] = disc[0] * scale;
    out[3] = disc[1] * scale;
    return out;
  }

  /** A rotation matrix, all rotations equally likely (Haar measure). */
  rotationMatrix(out: Mat3): Mat3 {
    const q = scratchQuaternion;
    this.rotation(q);
    rotationFromUnitQuat(scratchMatrix, q);
    for (let i = 0; i < 9; i++) out[i] = scratchMatrix[i];
    return out;
  }

  /**
   * Writes to `disc` a random point (x, y) inside the unit circle, by rejection from the square, and s = x² +
   * y² > 0.
   */
  private drawDisc(): void {
    let s = 0;
    do {
      const x = 2 * this.next() - 1;
      const y = 2 * this.next() - 1;
      s = x * x + y * y;
      disc[0] = x;
      disc[1] = y;
      disc[2] = s;
    } while (s >= 1 || s < 1e-20);
  }

  /** Shuffles the first `count` elements, all orders equally likely (Fisher–Yates). */
  shuffle<T extends { length: number; [index: number]: unknown }>(array: T, count = array.length): T {
    requireInteger('count', count, 0, array.length);
    for (let i = count - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      const element = array[i];
      array[i] = array[j];
      array[j] = element;
    }
    return array;
  }
}

/** What `drawDisc` has drawn: x, y and x² + y². */
const disc = /* @__PURE__ */ new Float64Array(3);
const scratchMatrix = /* @__PURE__ */ new Float64Array(9);
const scratchQuaternion = /* @__PURE__ */ new Float64Array(4);
