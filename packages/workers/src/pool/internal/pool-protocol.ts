/** Messages of a `WorkerPool` to its helpers. All but `work` are sent between steps. */
import type { SolverMethod } from '@colide/solvers';
import type { ShapeDescription, SoftNews, VertexNews } from '@colide/world';

/** A collider that was added, changed or, without a shape, removed. */
export interface ColliderChange {
  readonly id: number;
  readonly shape: number;
  readonly description: ShapeDescription | undefined;
}

/** A message to a helper. */
export type PoolMessage =
  | {
      readonly kind: 'join';
      readonly crew: ArrayBufferLike;
      readonly size: number;
      readonly index: number;
      /** Milliseconds after which a missing member is given up. */
      readonly patience: number;
    }
  /** The margin of the world; all colliders and shapes sent before are void. */
  | { readonly kind: 'margin'; readonly margin: number }
  | {
      readonly kind: 'colliders';
      readonly changes: readonly ColliderChange[];
      /** Numbers of shapes that are no longer used. */
      readonly forgotten: readonly number[];
    }
  | {
      readonly kind: 'pairs';
      readonly buffer: ArrayBufferLike;
      readonly pairs: number;
      readonly colliders: number;
      readonly stride: number;
    }
  | {
      readonly kind: 'solver';
      readonly buffer: ArrayBufferLike;
      readonly bodies: number;
      readonly points: number;
      readonly method: SolverMethod;
    }
  | SoftNews
  | VertexNews
  | { readonly kind: 'work' };
