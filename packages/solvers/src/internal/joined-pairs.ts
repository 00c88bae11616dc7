/**
 * The pairs of bodies that joints keep from colliding, as lists of partners, so that queries during a step
 * allocate nothing.
 */
import type { JointArrays } from './joint-arrays.ts';

/** The partners with which each body does not collide. */
export class JoinedPairs {
  /** Index of the first partner of each body. */
  private starts = new Int32Array(1);
  private partners = new Int32Array(0);

  /** Rebuilds the lists from the joints. */
  read({ bodies, collides, count }: JointArrays): void {
    let most = -1;
    let total = 0;
    const isApart = (j: number) => collides[j] === 0 && bodies[2 * j] >= 0 && bodies[2 * j + 1] >= 0;
    for (let j = 0; j < count; j++)
      if (isApart(j)) {
        most = Math.max(most, bodies[2 * j], bodies[2 * j + 1]);
        total += 2;
      }
    const starts = new Int32Array(most + 2);
    const partners = new Int32Array(total);
    for (let k = 0; k < 2 * count; k++) if (isApart(k >> 1)) starts[bodies[k] + 1]++;
    for (let body = 0; body <= most; body++) starts[body + 1] += starts[body];
    const ends = starts.slice();
    for (let k = 0; k < 2 * count; k++) if (isApart(k >> 1)) partners[ends[bodies[k]]++] = bodies[k ^ 1];
    this.starts = starts;
    this.partners = partners;
  }

  /** Whether bodies `a` and `b` must not collide. */
  has(a: number, b: number): boolean {
    const { starts, partners } = this;
    if (a >= starts.length - 1 || b >= starts.length - 1) return false;
    const ofA = starts[a + 1] - starts[a];
    const ofB = starts[b + 1] - starts[b];
    if (ofA === 0 || ofB === 0) return false;
    const body = ofA < ofB ? a : b;
    const other = ofA < ofB ? b : a;
    for (let i = starts[body]; i < starts[body + 1]; i++) if (partners[i] === other) return true;
    return false;
  }
}
