/**
 * Contacts of the colliders of a world that are meshes: which kernel finds them, in which order the two
 * colliders come, and what tells their manifolds apart. The first mesh of a world makes it
 * (`MeshShape.createPairs`), so that worlds without meshes do not carry the code.
 *
 *   convex shape        its contacts with the triangles near it
 *   half-space          the lowest vertices
 *   mesh                features of both surfaces
 *   below a mesh that   a convex shape with corners is taken as a mesh: a large one would meet too many
 *   moves               triangles one by one
 */
import { BoxedNumber, type Convex } from '@colide/core';
import type { Posed } from '@colide/geometry';
import {
  type ColliderSet,
  type ContactManifold,
  colliderKind,
  createContactManifold,
  MeshContacts,
  TriangleContacts,
} from '@colide/narrowphase';
import { KeptTriangles } from './kept-triangles.ts';
import { meshOfConvex } from './mesh-of-convex.ts';
import type { SolidMesh } from './tree-mesh.ts';

/** Numbers per collider in `ColliderSet.data`. */
const colliderSize = 15;

/** Manifolds of one pair of bodies are told apart by their colliders: i · stride + j. */
const partStride = 4096;

const noParts = /* @__PURE__ */ new Int32Array(1);

/** What is needed of a `MeshShape`. */
export interface PairMesh extends SolidMesh {
  contacts(out: TriangleContacts, placed: Posed, convex: Convex, margin: number): number;
  planeContacts(out: ContactManifold, placed: Posed, data: Float64Array, at: number, margin: number): number;
  meshContacts(
    out: MeshContacts,
    placed: Posed,
    other: SolidMesh,
    otherPlaced: Posed,
    margin: number,
  ): number;
}

/** The colliders of a world, with the mesh of each that is one and the colliders of each body. */
export interface MeshPairColliders {
  readonly colliders: ColliderSet;
  readonly meshes: readonly (PairMesh | undefined)[];
  readonly collidersOf: readonly (readonly number[])[];
}

/** Finds the contacts of one pair of colliders after the other, and keeps those of the last. */
export class MeshPairs {
  /** The colliders in the order that normals and points have. */
  first = 0;
  second = 0;
  /** The manifolds, and a number that tells each from the others. */
  manifolds: readonly ContactManifold[] = [];
  parts: Int32Array = noParts;
  /** What is to be added to the {@link parts}. */
  shift = 0;
  /** Whether the convex shape may be round where it touches; otherwise both surfaces are flat. */
  isRound = false;
  private readonly world: MeshPairColliders;
  private readonly margin: BoxedNumber;
  private readonly triangles = new TriangleContacts();
  private readonly surfaces = new MeshContacts();
  private readonly single = [createContactManifold()];
  /** The triangles near each convex collider. */
  private readonly kept: (KeptTriangles | undefined)[] = [];
  /** Convex colliders as meshes, and the shapes they were made of. */
  private readonly solids: (SolidMesh | undefined)[] = [];
  private readonly solidShapes: (Convex | undefined)[] = [];

  constructor(world: MeshPairColliders) {
    this.world = world;
    this.margin = new BoxedNumber(world.colliders.contactMargin);
  }

  /**
   * Finds the contacts of mesh `i` with collider `j`; returns the number of manifolds. Two meshes of which
   * neither is dynamic do not meet.
   */
  find(i: number, j: number, isDynamic: boolean, otherIsDynamic: boolean): number {
    const { colliders, meshes } = this.world;
    const { bodies, kinds } = colliders;
    if (kinds[j] === colliderKind.plane) return this.meetPlane(i, j);
    const mesh = meshes[i]!;
    const other = meshes[j];
    if (other) {
      if (!isDynamic && !otherIsDynamic) return 0;
      // Always in the same order, so that the impulses of the last step are found again.
      const more = mesh.mesh.triangleCount - other.mesh.triangleCount;
      return more > 0 || (more === 0 && bodies[i] < bodies[j])
        ? this.meetMesh(i, j, other)
        : this.meetMesh(j, i, mesh);
    }
    const solid = isDynamic ? this.solidOf(j) : undefined;
    return solid ? this.meetMesh(i, j, solid) : this.meetConvex(i, j);
  }

  private meetConvex(i: number, j: number): number {
    const { triangles } = this;
    const { meshes, colliders } = this.world;
    const { convexes } = colliders;
    this.set(j, i, triangles.manifolds, triangles.parts, this.partOf(i, j));
    this.isRound = true;
    const shape = meshes[i]!;
    const placed = convexes[i]!;
    const convex = convexes[j]!;
    const kept = (this.kept[j] ??= new KeptTriangles());
    const count = kept.contacts(triangles, shape.mesh, placed, convex, this.margin.value);
    return count < 0 ? shape.contacts(triangles, placed, convex, this.margin.value) : count;
  }

  private meetPlane(i: number, j: number): number {
    const { single } = this;
    const { meshes, colliders } = this.world;
    const { convexes, data } = colliders;
    this.set(i, j, single, noParts, i);
    meshes[i]!.planeContacts(single[0], convexes[i]!, data, colliderSize * j, this.margin.value);
    return single[0].count && 1;
  }

  /** Meets collider `j` as the mesh `other`. */
  private meetMesh(i: number, j: number, other: SolidMesh): number {
    const { surfaces } = this;
    const { meshes, colliders } = this.world;
    const { convexes } = colliders;
    this.set(i, j, surfaces.manifolds, surfaces.parts, this.partOf(i, j));
    return meshes[i]!.meshContacts(surfaces, convexes[i]!, other, convexes[j]!, this.margin.value);
  }

  private set(
    first: number,
    second: number,
    manifolds: readonly ContactManifold[],
    parts: Int32Array,
    shift: number,
  ): void {
    this.first = first;
    this.second = second;
    this.manifolds = manifolds;
    this.parts = parts;
    this.shift = shift;
    this.isRound = false;
  }

  /** What tells the manifolds of a mesh in a compound, or with one, from those of its other parts; else 0. */
  private partOf(i: number, j: number): number {
    const { collidersOf, colliders } = this.world;
    const { bodies } = colliders;
    const single = collidersOf[bodies[i]].length === 1 && collidersOf[bodies[j]].length === 1;
    return single ? 0 : Math.imul(partStride * i + j + 1, 0x85ebca6b);
  }

  /** A convex collider as a mesh, if it has corners. */
  private solidOf(collider: number): SolidMesh | undefined {
    const { shape } = this.world.colliders.convexes[collider]!;
    if (this.solidShapes[collider] !== shape) {
      this.solidShapes[collider] = shape;
      this.solids[collider] = meshOfConvex(shape);
    }
    return this.solids[collider];
  }
}
