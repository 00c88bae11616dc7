/**
 * A small seeded generator (mulberry32): the scenes of these tests, and the bits that they assert, were drawn
 * with it.
 */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** An integer from `low` to `high`. */
  int(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.next());
  }
}
