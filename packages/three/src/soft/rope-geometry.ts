/**
 * A rope as a tube around a chain of particles. Each ring is perpendicular to the chain; from ring to ring
 * the frame is rotated by the smallest angle (parallel transport), so that the tube does not twist. No
 * allocation.
 *
 * R. L. Bishop, "There is more than one way to frame a curve", American Mathematical Monthly 82, 1975.
 */
import { requireInteger, requirePositive } from '@colide/core';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';

/** A geometry that follows a chain of particles. */
export class RopeGeometry {
  /** The geometry for a mesh. */
  readonly geometry = new BufferGeometry();
  private readonly particles: Uint32Array;
  private readonly sides: number;
  private readonly positions: Float32Array;
  private readonly normals: Float32Array;
  /** Cosine and sine of each side. */
  private readonly circle: Float64Array;
  /** In an array, since V8 boxes fractions that are read from a field. */
  private readonly radius = new Float64Array(1);
  private readonly tangent = new Float64Array(3);
  private readonly normal = new Float64Array(3);

  /**
   * @param particles the chain, from end to end, numbered as in the array that {@link update} is given
   * @param radius of the tube
   * @param sides of its cross-section
   */
  constructor(particles: ArrayLike<number>, radius: number, sides = 8) {
    requireInteger('the length of particles', particles.length, 2);
    requirePositive('radius', radius);
    requireInteger('sides', sides, 3, 256);
    this.particles = Uint32Array.from(particles);
    this.sides = sides;
    this.radius[0] = radius;
    const rings = particles.length;
    this.positions = new Float32Array(3 * sides * rings);
    this.normals = new Float32Array(3 * sides * rings);
    this.circle = Float64Array.from({ length: 2 * sides }, (_, i) => {
      const angle = (2 * Math.PI * (i >> 1)) / sides;
      return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
    });
    const indices: number[] = [];
    for (let ring = 0; ring + 1 < rings; ring++)
      for (let side = 0; side < sides; side++) {
        const a = ring * sides + side;
        const b = ring * sides + ((side + 1) % sides);
        indices.push(a, b, a + sides, b, b + sides, a + sides);
      }
    for (let side = 1; side + 1 < sides; side++) {
      const end = (rings - 1) * sides;
      indices.push(0, side + 1, side, end, end + side, end + side + 1);
    }
    this.geometry.setIndex(indices);
    for (const [name, array] of [
      ['position', this.positions],
      ['normal', this.normals],
    ] as const)
      this.geometry.setAttribute(name, new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
  }

  /** Updates the geometry from the particles, x, y, z each. */
  update(particles: ArrayLike<number>): void {
    const { normal: n, tangent: t } = this;
    const rings = this.particles.length;
    n.fill(0);
    for (let ring = 0; ring < rings; ring++) {
      this.findTangent(particles, ring);
      this.straighten();
      const bx = t[1] * n[2] - t[2] * n[1];
      const by = t[2] * n[0] - t[0] * n[2];
      const bz = t[0] * n[1] - t[1] * n[0];
      this.writeRing(particles, ring, bx, by, bz);
    }
    const { attributes } = this.geometry;
    attributes['position'].needsUpdate = true;
    attributes['normal'].needsUpdate = true;
  }

  /** Frees GPU memory. */
  dispose(): void {
    this.geometry.dispose();
  }

  /** The direction from the particle before to the one after. */
  private findTangent(particles: ArrayLike<number>, ring: number): void {
    const { tangent: t, particles: chain } = this;
    const from = 3 * chain[Math.max(0, ring - 1)];
    const to = 3 * chain[Math.min(chain.length - 1, ring + 1)];
    const x = particles[to] - particles[from];
    const y = particles[to + 1] - particles[from + 1];
    const z = particles[to + 2] - particles[from + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return;
    t[0] = x / length;
    t[1] = y / length;
    t[2] = z / length;
  }

  /**
   * Makes the normal perpendicular to the tangent by the smallest rotation; chooses any such normal if there
   * is none yet.
   */
  private straighten(): void {
    const { normal: n, tangent: t } = this;
    for (let attempt = 0; attempt < 2; attempt++) {
      const along = n[0] * t[0] + n[1] * t[1] + n[2] * t[2];
      for (let k = 0; k < 3; k++) n[k] -= along * t[k];
      const squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
      if (squared > 1e-6) {
        const scale = 1 / Math.sqrt(squared);
        for (let k = 0; k < 3; k++) n[k] *= scale;
        return;
      }
      const steep = Math.abs(t[1]) > 0.9;
      n[0] = steep ? 1 : 0;
      n[1] = steep ? 0 : 1;
      n[2] = 0;
    }
  }

  private writeRing(particles: ArrayLike<number>, ring: number, bx: number, by: number, bz: number): void {
    const { positions, normals, circle, normal: n, sides } = this;
    const radius = this.radius[0];
    const center = 3 * this.particles[ring];
    for (let side = 0; side < sides; side++) {
      const c = circle[2 * side];
      const s = circle[2 * side + 1];
      const at = 3 * (ring * sides + side);
      normals[at] = c * n[0] + s * bx;
      normals[at + 1] = c * n[1] + s * by;
      normals[at + 2] = c * n[2] + s * bz;
      for (let k = 0; k < 3; k++) positions[at + k] = particles[center + k] + radius * normals[at + k];
    }
  }
}
