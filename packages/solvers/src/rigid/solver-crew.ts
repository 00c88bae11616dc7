/** The contract between solvers that divide their steps and the threads that share them. */

/** The method by which a crew solves contacts. */
export type SolverMethod = 'impulses' | 'particles';

/** The threads that solve a step together. */
export interface SolverCrew {
  /** Number of members, the caller included. */
  readonly count: number;
  /**
   * Up to this many bodies and contacts together, the caller solves alone: the others would start too late.
   * Default 256.
   */
  readonly fewItems?: number;
  /** Memory that all members can see. */
  allocate(bytes: number): ArrayBufferLike;
  /**
   * Announces new memory with room for these numbers of bodies and points; the others make a `ColoredShare`
   * of it, or a `ColoredParticleShare` where the method is particles.
   */
  share(buffer: ArrayBufferLike, bodies: number, points: number, method: SolverMethod): void;
  /** Lets every other member run its share; the caller runs its own next. */
  begin(): void;
  /** Returns when all members have called it. Throws {@link failure} when others are lost. */
  barrier(): void;
  /** The reason why the others are lost. Such a crew has one member left, and its step is repeated. */
  readonly failure?: Error | undefined;
}
