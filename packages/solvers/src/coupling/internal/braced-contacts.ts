/**
 * Particles that are pressed between two bodies, one of which cannot be pushed: cloth under a box on the
 * floor. Such particles hold their position against the other body and carry it, however light they are.
 * Otherwise they would yield to a heavy body, which would sink through them and glide.
 *
 * A braced contact moves the body alone. Contacts that carry a body together each make an equal share of the
 * correction: if each made all of it in turn, the body would be thrown about (mass splitting, Tonge,
 * Benevolenski & Voroshilov, SIGGRAPH 2012). The momentum goes to the body behind, which it cannot move.
 *
 * Cost O(contacts) per step.
 */
import type { ParticleSystem } from '../../particles/particle-system.ts';
import type { RigidSubsteps } from '../rigid-substeps.ts';

/** The contacts of particles as flat arrays; `RigidParticleContacts` owns and documents them. */
interface ContactArrays {
  readonly count: number;
  readonly ids: Int32Array;
  readonly bodies: Int32Array;
  readonly normals: Float64Array;
  readonly points: Float64Array;
  readonly separations: Float64Array;
  readonly braced: Uint8Array;
}

/**
 * The distance within which a particle counts as touching a surface, as a fraction of its required distance.
 */
const touching = 0.5;
/** Cosine below which two normals count as opposite. */
const opposite = -0.7;

/** Finds which contacts are braced, and how many carry each body. */
export class BracedContacts {
  /** Braced contacts of each body. */
  shares: Float64Array = new Float64Array(0);
  /** The contact of each particle with a body that cannot be pushed, or −1. */
  private supports: Int32Array = new Int32Array(0);

  /** Writes `contacts.braced`. */
  find(contacts: ContactArrays, substeps: RigidSubsteps, system: ParticleSystem): void {
    const { bodies, braced, count } = contacts;
    const { states } = substeps;
    if (this.shares.length < states.length) this.shares = new Float64Array(states.length);
    const particles = system.inverseMasses.length;
    if (this.supports.length < particles) this.supports = new Int32Array(particles);
    this.findSupports(contacts, substeps, system.positions);
    const shares = this.shares.fill(0);
    for (let c = 0; c < count; c++) {
      braced[c] = states[bodies[c]] > 1 && this.isSupported(contacts, c) ? 1 : 0;
      shares[bodies[c]] += braced[c];
    }
  }

  /** Finds the particles that touch a body that cannot be pushed. */
  private findSupports(
    { ids, bodies, normals, points, separations, count }: ContactArrays,
    { states, shifts }: RigidSubsteps,
    positions: Float64Array,
  ): void {
    const supports = this.supports.fill(-1);
    for (let c = 0; c < count; c++) {
      const body = bodies[c];
      if (states[body] > 1 || ids[3 * c + 1] >= 0) continue;
      let gap = 0;
      for (let k = 0; k < 3; k++)
        gap +=
          normals[3 * c + k] * (positions[3 * ids[3 * c] + k] - points[3 * c + k] - shifts[6 * body + k]);
      if (gap < (1 + touching) * separations[c]) supports[ids[3 * c]] = c;
    }
  }

  /** Whether all particles of contact `c` have a support on the other side. */
  private isSupported({ ids, normals }: ContactArrays, c: number): boolean {
    for (let k = 3 * c; k < 3 * c + 3; k++) {
      if (ids[k] < 0) continue;
      const s = 3 * this.supports[ids[k]];
      if (s < 0) return false;
      let along = 0;
      for (let axis = 0; axis < 3; axis++) along += normals[s + axis] * normals[3 * c + axis];
      if (!(along < opposite)) return false;
    }
    return true;
  }
}
