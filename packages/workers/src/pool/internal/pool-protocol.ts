/** What a `WorkerPool` tells its helpers. All but `work` are told while they rest. */
import type { ShapeDescription } from '@colide/world';

/** A collider that has come, changed or, without a shape, gone. */
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
      /** Milliseconds after which a member who does not come is given up. */
      readonly patience: number;
    }
  /** The margin of the world; whatever was told of colliders and shapes before is void. */
  | { readonly kind: 'margin'; readonly margin: number }
  | {
      readonly kind: 'colliders';
      readonly changes: readonly ColliderChange[];
      /** Numbers of shapes that nobody has any more. */
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
    }
  | { readonly kind: 'work' };
