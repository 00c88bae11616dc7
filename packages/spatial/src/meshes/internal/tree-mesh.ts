/**
 * The parts of a mesh that contacts of two meshes read: its triangles, the tree over them if it has one, and
 * its surface.
 */
import type { IdList } from '@colide/core';
import type { MeshSurface } from '@colide/geometry';

/** The triangles of a mesh, with the nodes of a tree if it has one. */
export interface TreeMesh {
  readonly triangleCount: number;
  readonly order?: Uint32Array;
  readonly corners?: Float32Array | Float64Array;
  triangle(out: Float64Array, id: number): Float64Array;
  slotsIn(out: IdList, box: Float64Array): void;
  /**
   * How many times the triangles have changed, if that is known and {@link slotsIn} finds them in an order
   * that does not depend on the box.
   */
  readonly revision?: number;
  readonly indices?: ArrayLike<number>;
  readonly nodes?: Float32Array;
  readonly words?: Uint32Array;
}

/** A mesh and its surface, as a `MeshShape` has them. */
export interface SolidMesh {
  readonly mesh: TreeMesh;
  readonly surface: MeshSurface;
  /** Cones of the normals below the nodes of the tree, if they are known. */
  readonly normalCones?: Float64Array | undefined;
}
