/**
 * The constraint graph of a body: particles are vertices, distance constraints are edges, stored as
 * compressed rows. A breadth-first search from a particle puts the constraints into rings of increasing
 * distance from it.
 *
 * Constraints from `internalFrom` on are internal (diagonals that stiffen a body): they are found when one of
 * their ends is reached, but the search does not follow them, as in the source of the ordered relaxation.
 *
 * Building O(particles + constraints), a search likewise.
 */
import { requireInteger } from '@colide/core';
import { requireParticleIds } from '../constraints/constraint-checks.ts';

/** Adjacency of particles through distance constraints. */
export class ConstraintGraph {
  /** Number of particles. */
  readonly particleCount: number;
  /** Number of constraints. */
  readonly constraintCount: number;
  /** Constraints of particle `p`: `incident[offsets[p]]` to `incident[offsets[p + 1] − 1]`, ascending. */
  readonly offsets: Uint32Array;
  /** Constraint ids, see {@link offsets}. */
  readonly incident: Uint32Array;
  /** Constraints from this id on are not followed. */
  readonly internalFrom: number;
  private readonly ids: Uint32Array;

  /**
   * @param ids two particles per constraint
   * @param particleCount number of particles
   * @param internalFrom first internal constraint; none by default
   */
  constructor(ids: ArrayLike<number>, particleCount: number, internalFrom = ids?.length / 2) {
    requireInteger('particleCount', particleCount, 0);
    requireParticleIds('ids', ids, 2, particleCount);
    const constraintCount = ids.length / 2;
    requireInteger('internalFrom', internalFrom, 0, constraintCount);
    this.particleCount = particleCount;
    this.constraintCount = constraintCount;
    this.internalFrom = internalFrom;
    this.ids = Uint32Array.from(ids);
    const offsets = new Uint32Array(particleCount + 1);
    for (let k = 0; k < ids.length; k++) offsets[ids[k] + 1]++;
    for (let p = 0; p < particleCount; p++) offsets[p + 1] += offsets[p];
    const next = offsets.slice();
    const incident = new Uint32Array(ids.length);
    for (let k = 0; k < ids.length; k++) incident[next[ids[k]]++] = k >> 1;
    this.offsets = offsets;
    this.incident = incident;
  }

  /** The other end of `constraint`. */
  other(constraint: number, particle: number): number {
    const first = this.ids[2 * constraint];
    return first === particle ? this.ids[2 * constraint + 1] : first;
  }

  /**
   * Breadth-first search from `particle`. Writes the constraints in the order found to `order` and the start
   * of each ring in it to `rings`, followed by the end of the last one. Returns the number of rings, the
   * eccentricity n.
   */
  findRings(order: Uint32Array, rings: Uint32Array, particle: number): number {
    requireInteger('particle', particle, 0, this.particleCount - 1);
    const seen = new Uint8Array(this.constraintCount);
    const reached = new Uint8Array(this.particleCount);
    const queue = new Uint32Array(this.particleCount);
    queue[0] = particle;
    reached[particle] = 1;
    let tail = 1;
    let head = 0;
    let found = 0;
    let ringCount = 0;
    while (head < tail) {
      const ringStart = found;
      for (const levelEnd = tail; head < levelEnd; head++) {
        const p = queue[head];
        for (let k = this.offsets[p]; k < this.offsets[p + 1]; k++) {
          const constraint = this.incident[k];
          if (seen[constraint] === 1) continue;
          seen[constraint] = 1;
          order[found++] = constraint;
          const q = this.other(constraint, p);
          if (constraint >= this.internalFrom || reached[q] === 1) continue;
          reached[q] = 1;
          queue[tail++] = q;
        }
      }
      if (found > ringStart) rings[ringCount++] = ringStart;
    }
    rings[ringCount] = found;
    return ringCount;
  }
}
