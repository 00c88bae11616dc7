/**
 * The interface between cloths and kernels that sweep over them in memory of their own, such as those of
 * `@colide/simd`.
 */

/** The threads and bends of a cloth. */
export interface ClothConstraints {
  /** Two particles per thread, and its length at rest. */
  readonly ids: Uint32Array;
  readonly restLengths: Float64Array;
  /** How many of the threads are left. */
  readonly count: number;
  /** Another number whenever {@link ids} or {@link count} have changed. */
  readonly revision: number;
  /** Four particles per bend: the ends of its edge, then the corners on both sides. */
  readonly bendingIds: Uint32Array;
  /** Cosine and sine of each rest angle. */
  readonly restAngles: Float64Array;
  /** ε of the threads and of the bends, the same in all sweeps. */
  readonly stiffness: number;
  readonly bending: number;
}

/** The particles of a cloth: three coordinates and an inverse mass each. */
export interface ClothParticles {
  readonly positions: Float64Array;
  readonly inverseMasses: Float64Array;
}

/** Sweeps over a set of cloths. */
export interface ClothSweeps {
  /** One sweep over the bends of a cloth, then its threads, each in the order of their colours. */
  project(cloth: ClothConstraints, particles: ClothParticles): void;
  /** Forgets a cloth that is removed. */
  forget(cloth: ClothConstraints): void;
}

/** Makes sweeps. */
export interface ClothKernels {
  createSweeps(): ClothSweeps;
}
