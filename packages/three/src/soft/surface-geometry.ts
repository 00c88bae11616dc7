/**
 * The surface of cloth or of a soft body: triangles over particles that move. Positions are copied from the
 * flat array of the solver into the one that three.js uploads, and normals are recomputed, weighted by area,
 * in one pass over triangles and one over vertices. No allocation.
 */
import { requireInteger, requireMultiple } from '@colide/core';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';

/** A geometry that follows particles. */
export class SurfaceGeometry {
  /** The geometry for a mesh. */
  readonly geometry = new BufferGeometry();
  private readonly first: number;
  private readonly triangles: Uint32Array;
  /**
   * The triangles as uploaded. Tearing and restoring change triangles in place and may or may not change
   * their number.
   */
  private readonly drawn: Uint32Array;
  private readonly positions: Float32Array;
  private readonly normals: Float32Array;

  /**
   * @param triangles three particles each, counted from `first`; read in every update, so that tearing can
   *   remove triangles
   * @param first the first particle of this surface in the array that {@link update} is given
   * @param count how many particles it has
   */
  constructor(triangles: Uint32Array, first: number, count: number) {
    requireMultiple('triangles', triangles, 3);
    requireInteger('first', first);
    requireInteger('count', count, 1);
    for (let i = 0; i < triangles.length; i++) requireInteger(`triangles[${i}]`, triangles[i], 0, count - 1);
    this.first = first;
    this.triangles = triangles;
    this.drawn = triangles.slice();
    this.positions = new Float32Array(3 * count);
    this.normals = new Float32Array(3 * count);
    this.geometry.setIndex(new BufferAttribute(this.drawn, 1)).setDrawRange(0, triangles.length);
    for (const [name, array] of [
      ['position', this.positions],
      ['normal', this.normals],
    ] as const)
      this.geometry.setAttribute(name, new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
  }

  /**
   * Updates the geometry from the particles, x, y, z each; `triangleCount` is the number of remaining
   * triangles.
   */
  update(particles: ArrayLike<number>, triangleCount: number = this.geometry.drawRange.count / 3): void {
    const { positions, normals, triangles, drawn, geometry } = this;
    geometry.setDrawRange(0, 3 * triangleCount);
    const start = 3 * this.first;
    for (let i = 0; i < positions.length; i++) positions[i] = particles[start + i];
    normals.fill(0);
    for (let t = 0; t < 3 * triangleCount; t += 3) {
      const a = 3 * triangles[t];
      const b = 3 * triangles[t + 1];
      const c = 3 * triangles[t + 2];
      const ux = positions[b] - positions[a];
      const uy = positions[b + 1] - positions[a + 1];
      const uz = positions[b + 2] - positions[a + 2];
      const vx = positions[c] - positions[a];
      const vy = positions[c + 1] - positions[a + 1];
      const vz = positions[c + 2] - positions[a + 2];
      const x = uy * vz - uz * vy;
      const y = uz * vx - ux * vz;
      const z = ux * vy - uy * vx;
      for (let i = t; i < t + 3; i++) {
        const v = 3 * triangles[i];
        if (drawn[i] !== triangles[i]) {
          drawn[i] = triangles[i];
          geometry.index!.needsUpdate = true;
        }
        normals[v] += x;
        normals[v + 1] += y;
        normals[v + 2] += z;
      }
    }
    for (let v = 0; v < normals.length; v += 3) {
      const x = normals[v];
      const y = normals[v + 1];
      const z = normals[v + 2];
      const length = Math.sqrt(x * x + y * y + z * z);
      const scale = length > 0 ? 1 / length : 0;
      normals[v] = x * scale;
      normals[v + 1] = y * scale;
      normals[v + 2] = z * scale;
    }
    const { attributes } = geometry;
    attributes['position'].needsUpdate = true;
    attributes['normal'].needsUpdate = true;
  }

  /** Frees GPU memory. */
  dispose(): void {
    this.geometry.dispose();
  }
}
