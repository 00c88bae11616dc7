/**
 * The bodies of a world as particles at their vertices, in the form shared by all threads: the particles of
 * moving bodies, the colliders of the others, and the pairs that touch, in order of colour.
 */
import type { ColliderSet } from '@colide/narrowphase';
import type { RigidBodies } from '@colide/solvers';
import type { VertexBody } from './vertex-body.ts';

/** The colliders of a world, by body. */
export interface VertexColliders {
  readonly colliders: Pick<ColliderSet, 'convexes' | 'data' | 'place'>;
  readonly collidersOf: readonly (readonly number[])[];
}

/** The largest number of colours of pairs; the last one is for pairs that fit into no other. */
export const colorLimit = 31;

/** Bodies, and pairs of them. */
export class VertexSet {
  readonly scene: VertexColliders;
  /** The particles of each body that has been seen moving; see {@link VertexBody.active}. */
  readonly bodies: (VertexBody | undefined)[] = [];
  /** Number of bodies. */
  count = 0;
  /** Bodies that touch in this step, two per pair, the lower id first. */
  pairs: Uint32Array = new Uint32Array(0);
  /** Coulomb's μ of each pair. */
  frictions: Float64Array = new Float64Array(0);
  /**
   * The first pair of each colour, then the number of pairs. Pairs of one colour share no body that moves.
   */
  colors: Int32Array = new Int32Array(colorLimit + 2);
  /** Number of colours. */
  colorCount = 0;
  /** The colour that one thread handles alone, since its pairs share bodies; −1 for none. */
  serialColor = -1;
  /** Length of a substep; one number, in an array because V8 would box it as an argument. */
  readonly substep = new Float64Array(1);

  constructor(scene: VertexColliders) {
    this.scene = scene;
  }

  /** The particles of body `i`, if it moves in this step. */
  at(i: number): VertexBody | undefined {
    const body = this.bodies[i];
    return body?.active ? body : undefined;
  }

  /**
   * Moves the particles of bodies `first` to `end` by one substep, and bodies without particles by their
   * velocities.
   */
  predict(state: RigidBodies, gravity: Float64Array, first: number, end: number): void {
    const { substep, bodies, count } = this;
    const { colliders, collidersOf } = this.scene;
    const { asleep, positions, rotations, gravityScales } = state;
    for (let i = 0; i < count; i++) {
      if (asleep[i] === 1) continue;
      const body = bodies[i];
      if (body?.active) {
        if (i >= first && i < end) body.predict(gravity, gravityScales, i, substep);
      } else if (moveBody(state, i, substep)) {
        const list = collidersOf[i];
        for (let c = 0; c < list.length; c++) colliders.place(list[c], positions, rotations);
      }
    }
  }

  /** Removes vibrations from those of bodies `first` to `end` that contacts have moved in this substep. */
  makeMotionsRigid(first: number, end: number): void {
    const { bodies, substep } = this;
    for (let i = first; i < end; i++) {
      const body = bodies[i];
      if (body?.active && body.touched) body.makeMotionRigid(substep);
    }
  }
}

/** Moves a body without particles by its velocities; returns whether it moves at all. */
function moveBody(state: RigidBodies, i: number, h: Float64Array): boolean {
  const { positions, velocities, angularVelocities: w, rotations: q } = state;
  let moves = false;
  for (let k = 3 * i; k < 3 * i + 3; k++) {
    positions[k] += h[0] * velocities[k];
    moves ||= velocities[k] !== 0 || w[k] !== 0;
  }
  if (!moves) return false;
  // q' = q + h/2 ω q, normalised.
  const x = 0.5 * h[0] * w[3 * i];
  const y = 0.5 * h[0] * w[3 * i + 1];
  const z = 0.5 * h[0] * w[3 * i + 2];
  const at = 4 * i;
  const qx = q[at];
  const qy = q[at + 1];
  const qz = q[at + 2];
  const qw = q[at + 3];
  q[at] += x * qw + y * qz - z * qy;
  q[at + 1] += y * qw + z * qx - x * qz;
  q[at + 2] += z * qw + x * qy - y * qx;
  q[at + 3] -= x * qx + y * qy + z * qz;
  const length = Math.sqrt(q[at] ** 2 + q[at + 1] ** 2 + q[at + 2] ** 2 + q[at + 3] ** 2);
  for (let k = at; k < at + 4; k++) q[k] /= length;
  return true;
}

/** Numbers per collider: a half-space has its normal first, then its offset. */
export const colliderSize = 15;
export const planeOffsetAt = 3;
export const planeSize = 4;

/**
 * The half-space of a collider as a plane n · x ≤ d that bodies stay behind: n, which points into the
 * half-space, and d in `outOffset[0]`.
 */
export function planeOffsetOf(
  outNormal: Float64Array,
  outOffset: Float64Array,
  colliders: Pick<ColliderSet, 'data'>,
  collider: number,
): void {
  const { data } = colliders;
  for (let k = 0; k < 3; k++) outNormal[k] = -data[colliderSize * collider + k];
  outOffset[0] = -data[colliderSize * collider + planeOffsetAt];
}
