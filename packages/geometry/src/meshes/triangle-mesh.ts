/**
 * A triangle mesh as a static shape: closed or not, manifold or soup. It holds checked, flat data for spatial
 * structures and exact tests. It encloses a volume if every directed edge occurs once, and so does its
 * reverse.
 */
import { type Aabb, requireFiniteArray, requireInteger, requireMultiple } from '@colide/core';
import { type MassProperties, massProperties } from '../mass/mass-properties.ts';
import type { TriangleGeometry } from '../solids/solid-geometry.ts';

/** Triangles over shared vertices, checked. */
export class TriangleMesh implements TriangleGeometry {
  readonly kind = 'triangleMesh';
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  private isClosed: boolean | undefined = undefined;

  /**
   * @param positions vertex coordinates x, y, z; copied unless a `Float64Array`
   * @param indices three vertex numbers per triangle; copied unless a `Uint32Array`
   */
  constructor(positions: ArrayLike<number>, indices: ArrayLike<number>) {
    requireMultiple('positions', positions, 3);
    requireFiniteArray('positions', positions);
    requireMultiple('indices', indices, 3);
    const last = positions.length / 3 - 1;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i];
      if (!(Number.isInteger(index) && index >= 0 && index <= last))
        throw new RangeError(`indices[${i}] must be a vertex number from 0 to ${last}, got ${index}`);
    }
    this.positions = positions instanceof Float64Array ? positions : Float64Array.from(positions);
    this.indices = indices instanceof Uint32Array ? indices : Uint32Array.from(indices);
  }

  /** Checks and wraps what a solid or a loader returned. */
  static fromGeometry(geometry: TriangleGeometry): TriangleMesh {
    return new TriangleMesh(geometry.positions, geometry.indices);
  }

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  get triangleCount(): number {
    return this.indices.length / 3;
  }

  /**
   * Whether the mesh bounds a volume: every directed edge occurs once and so does its reverse. Found on first
   * use.
   */
  get closed(): boolean {
    this.isClosed ??= this.findClosed();
    return this.isClosed;
  }

  /** Writes the nine coordinates of triangle `index`; unchecked. */
  triangle(out: { [index: number]: number }, index: number): void {
    const { positions, indices } = this;
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * indices[3 * index + corner];
      out[3 * corner] = positions[at];
      out[3 * corner + 1] = positions[at + 1];
      out[3 * corner + 2] = positions[at + 2];
    }
  }

  /** Writes the box of triangle `index`. */
  triangleAabb(out: Aabb, index: number): Aabb {
    requireInteger('index', index, 0, this.triangleCount - 1);
    const { positions, indices } = this;
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[3 * indices[3 * index] + axis];
      const b = positions[3 * indices[3 * index + 1] + axis];
      const c = positions[3 * indices[3 * index + 2] + axis];
      out[axis] = Math.min(a, b, c);
      out[axis + 3] = Math.max(a, b, c);
    }
    return out;
  }

  /**
   * Writes the box of all triangles; of a mesh without triangles, the empty box (∞ to −∞). Unused vertices do
   * not count.
   */
  aabb(out: Aabb): Aabb {
    const { positions, indices } = this;
    out[0] = out[1] = out[2] = Infinity;
    out[3] = out[4] = out[5] = -Infinity;
    for (let i = 0; i < indices.length; i++) {
      const at = 3 * indices[i];
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[at + axis];
        if (value < out[axis]) out[axis] = value;
        if (value > out[axis + 3]) out[axis + 3] = value;
      }
    }
    return out;
  }

  /**
   * Fills `out` with the mass properties of the solid inside and returns its mass. Throws if the mesh is not
   * closed or is inside out.
   */
  massProperties(out: MassProperties, density = 1): number {
    if (!this.closed) throw new RangeError('the mesh must be closed to have a volume');
    return massProperties(out, this.positions, this.indices, density);
  }

  private findClosed(): boolean {
    const { indices } = this;
    const edges = new Set<number>();
    const vertices = this.vertexCount;
    for (let i = 0; i < indices.length; i++) {
      const a = indices[i];
      const b = indices[i % 3 === 2 ? i - 2 : i + 1];
      const key = a * vertices + b;
      if (a === b || edges.has(key)) return false;
      edges.add(key);
    }
    for (const key of edges) {
      const a = Math.floor(key / vertices);
      if (!edges.has((key - a * vertices) * vertices + a)) return false;
    }
    return indices.length > 0;
  }
}
