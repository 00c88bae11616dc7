/** The contract between solvers of vertices and the threads that share their steps. */
import type { ShapeDescription } from '../bodies/shape-codec.ts';

/** The capacity of the memory that the members share. */
export interface VertexRoom {
  readonly bodies: number;
  readonly pairs: number;
  readonly particles: number;
}

/**
 * A collider of a body: a shape by its number and its pose in the body, or the normal and offset of a
 * half-space.
 */
export type VertexPart =
  | { readonly shape: number; readonly offset: readonly number[] }
  | { readonly plane: readonly number[] };

/**
 * Messages to the other members: new memory, the solver, and shapes and bodies that were added, changed or
 * removed.
 */
export type VertexNews =
  | {
      readonly kind: 'vertex memory';
      readonly buffer: ArrayBufferLike;
      readonly room: VertexRoom;
      readonly method: 'projection' | 'support planes';
      readonly settings: readonly number[];
    }
  | {
      readonly kind: 'vertex shape';
      readonly id: number;
      /** `undefined` for a shape that is no longer used. */
      readonly description: ShapeDescription | undefined;
      /** Particles and constraints, if they are not the default ones. */
      readonly frame?: { readonly more: readonly number[]; readonly pairs: readonly number[] };
    }
  | { readonly kind: 'vertex body'; readonly id: number; readonly parts: readonly VertexPart[] };

/** The threads that step bodies of vertices together. A `WorkerPool` is one. */
export interface VertexCrew {
  /** Number of members, the caller included. */
  readonly count: number;
  /** Up to a sixteenth of this number of pairs, the caller works alone. Default 256. */
  readonly fewItems?: number;
  /** The reason why the others are lost. */
  readonly failure?: Error | undefined;
  /** Memory that all members can see. */
  allocate(bytes: number): ArrayBufferLike;
  /** Tells all others, before the next step. */
  tellVertices(news: VertexNews): void;
  /** Lets every other member run its `VertexShare`. */
  beginVertices(): void;
  /** Returns when all members have called it. Throws {@link failure} when others are lost. */
  barrier(): void;
}
