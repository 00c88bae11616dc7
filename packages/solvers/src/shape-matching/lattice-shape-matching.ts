/**
 * Region-based shape matching on a lattice with fast summation: every particle sits in a cell of a grid and
 * has a region, all particles at most `regionRadius` cells away. The goal of a particle is the mean of the
 * goals that its regions give it. Large regions make a stiff body, small ones a soft body with hundreds of
 * overlapping regions.
 *
 * Summing over each region separately would cost O(r³) per particle for regions of radius r. The sums that
 * regions need (mass-weighted positions and moments, 12 numbers) and those that particles need (rotations and
 * translations, 12 numbers) are sums over boxes of cells, so three passes of a sliding window, one along each
 * axis, give all of them in O(1) per cell, whatever the size of the regions.
 *
 * The mass of a particle is divided by the number of its regions, which makes the moves conserve linear and
 * angular momentum. We depart from the paper in taking the whole box of cells as region, also across gaps of
 * the body, where the paper follows connected cells.
 *
 * Rivers & James, "FastLSM: fast lattice shape matching for robust real-time deformation", SIGGRAPH 2007.
 */
import {
  requireFiniteArray,
  requireInteger,
  requireLength,
  requireObject,
  requirePositive,
} from '@colide/core';
import { extractRotation, rotationFromUnitQuat } from '@colide/math';
import { requireFraction } from '../internal/parameter-checks.ts';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';

/** Settings of lattice shape matching. */
export interface LatticeShapeMatchingOptions {
  /** Cells along x, y and z. */
  readonly size: readonly [number, number, number];
  /** Region half width in cells, 1 or more. Default 1. */
  readonly regionRadius?: number;
  /** α in [0, 1]. Default 1. */
  readonly stiffness?: number;
}

const each = 12;
const a = /* @__PURE__ */ new Float64Array(9);
const q = /* @__PURE__ */ new Float64Array(4);
const r = /* @__PURE__ */ new Float64Array(9);

/** One body of particles on a lattice. */
export class LatticeShapeMatching implements ParticleConstraint {
  /** Particle of each cell, x fastest, −1 for empty cells. */
  readonly particles: Int32Array;
  /** Rotation of the region around each cell, unit quaternions. */
  readonly rotations: Float64Array;
  /** α. */
  stiffness: number;
  private readonly size: readonly [number, number, number];
  private readonly regionRadius: number;
  private readonly rest: Float64Array;
  private readonly masses: Float64Array;
  /** Mass and mass-weighted rest position of each region. */
  private readonly regions: Float64Array;
  private readonly counts: Float64Array;
  private readonly sums: Float64Array;
  private readonly line: Float64Array;

  /**
   * @param particles which particle sits in each cell, −1 for none
   * @param restPositions rest positions of all particles, three numbers each
   * @param masses mass of each particle
   */
  constructor(
    particles: ArrayLike<number>,
    restPositions: ArrayLike<number>,
    masses: ArrayLike<number>,
    options: LatticeShapeMatchingOptions,
  ) {
    requireObject('options', options);
    const { size, regionRadius = 1, stiffness = 1 } = options;
    requireLength('size', size, 3);
    for (let axis = 0; axis < 3; axis++) requireInteger(`size[${axis}]`, size[axis], 1);
    requireInteger('regionRadius', regionRadius, 1);
    requireFraction('stiffness', stiffness);
    const cells = size[0] * size[1] * size[2];
    requireLength('particles', particles, 0);
    if (particles.length !== cells)
      throw new RangeError(`particles must have ${cells} elements, one per cell, got ${particles.length}`);
    requireFiniteArray('restPositions', restPositions);
    this.stiffness = stiffness;
    this.particles = Int32Array.from(particles);
    this.rotations = new Float64Array(4 * cells);
    this.size = size;
    this.regionRadius = regionRadius;
    this.rest = new Float64Array(3 * cells);
    this.masses = new Float64Array(cells);
    this.regions = new Float64Array(4 * cells);
    this.counts = new Float64Array(cells);
    this.sums = new Float64Array(each * cells);
    this.line = new Float64Array(each * Math.max(...size));
    const center = [0, 0, 0];
    let total = 0;
    for (let c = 0; c < cells; c++) {
      this.rotations[4 * c + 3] = 1;
      const id = particles[c];
      if (id === -1) continue;
      requireInteger(`particles[${c}]`, id, 0, restPositions.length / 3 - 1);
      requirePositive(`masses[${id}]`, masses[id]);
      total += masses[id];
      for (let axis = 0; axis < 3; axis++) center[axis] += masses[id] * restPositions[3 * id + axis];
    }
    requirePositive('the sum of masses', total);
    const sums = this.sums;
    for (let c = 0; c < cells; c++) if (particles[c] >= 0) sums[each * c] = 1;
    this.sumRegions();
    for (let c = 0; c < cells; c++) {
      this.counts[c] = sums[each * c];
      const id = particles[c];
      if (id < 0) continue;
      this.masses[c] = masses[id] / this.counts[c];
      for (let axis = 0; axis < 3; axis++)
        this.rest[3 * c + axis] = restPositions[3 * id + axis] - center[axis] / total;
    }
    sums.fill(0);
    for (let c = 0; c < cells; c++) {
      sums[each * c] = this.masses[c];
      for (let axis = 0; axis < 3; axis++)
        sums[each * c + 1 + axis] = this.masses[c] * this.rest[3 * c + axis];
    }
    this.sumRegions();
    for (let c = 0; c < cells; c++) for (let k = 0; k < 4; k++) this.regions[4 * c + k] = sums[each * c + k];
  }

  /** One sweep: matches all regions and pulls the particles to the mean of their goals. */
  project(system: Pick<ParticleSystem, 'positions' | 'inverseMasses'>): void {
    const { positions, inverseMasses } = system;
    const { particles, stiffness } = this;
    const rest = this.rest;
    const sums = this.sums;
    const origin = 3 * this.firstParticle();
    const ox = positions[origin];
    const oy = positions[origin + 1];
    const oz = positions[origin + 2];
    for (let c = 0; c < particles.length; c++) {
      const at = each * c;
      if (particles[c] < 0) {
        sums.fill(0, at, at + each);
        continue;
      }
      const i = 3 * particles[c];
      const m = this.masses[c];
      const x = m * (positions[i] - ox);
      const y = m * (positions[i + 1] - oy);
      const z = m * (positions[i + 2] - oz);
      sums[at] = x;
      sums[at + 1] = y;
      sums[at + 2] = z;
      for (let axis = 0; axis < 3; axis++) {
        const s = rest[3 * c + axis];
        sums[at + 3 + 3 * axis] = x * s;
        sums[at + 4 + 3 * axis] = y * s;
        sums[at + 5 + 3 * axis] = z * s;
      }
    }
    this.sumRegions();
    for (let c = 0; c < particles.length; c++) this.matchRegion(c);
    this.sumRegions();
    for (let c = 0; c < particles.length; c++) {
      const id = particles[c];
      if (id < 0 || inverseMasses[id] === 0) continue;
      const at = each * c;
      const i = 3 * id;
      const s = 1 / this.counts[c];
      const x = rest[3 * c];
      const y = rest[3 * c + 1];
      const z = rest[3 * c + 2];
      const gx = ox + s * (sums[at] + sums[at + 3] * x + sums[at + 6] * y + sums[at + 9] * z);
      const gy = oy + s * (sums[at + 1] + sums[at + 4] * x + sums[at + 7] * y + sums[at + 10] * z);
      const gz = oz + s * (sums[at + 2] + sums[at + 5] * x + sums[at + 8] * y + sums[at + 11] * z);
      positions[i] += stiffness * (gx - positions[i]);
      positions[i + 1] += stiffness * (gy - positions[i + 1]);
      positions[i + 2] += stiffness * (gz - positions[i + 2]);
    }
  }

  private firstParticle(): number {
    let c = 0;
    while (this.particles[c] < 0) c++;
    return this.particles[c];
  }

  /**
   * Replaces the sums of region `c` by its translation and rotation; nothing for empty cells, which have no
   * region.
   */
  private matchRegion(c: number): void {
    const sums = this.sums;
    const { rotations } = this;
    const at = each * c;
    if (this.particles[c] < 0) {
      sums.fill(0, at, at + each);
      return;
    }
    const regions = this.regions;
    const mass = regions[4 * c];
    for (let k = 0; k < 4; k++) q[k] = rotations[4 * c + k];
    for (let column = 0; column < 3; column++)
      for (let row = 0; row < 3; row++)
        a[3 * column + row] =
          sums[at + 3 + 3 * column + row] - (sums[at + row] * regions[4 * c + 1 + column]) / mass;
    extractRotation(q, a);
    for (let k = 0; k < 4; k++) rotations[4 * c + k] = q[k];
    rotationFromUnitQuat(r, q, 0);
    for (let row = 0; row < 3; row++) {
      const turned =
        r[row] * regions[4 * c + 1] + r[3 + row] * regions[4 * c + 2] + r[6 + row] * regions[4 * c + 3];
      sums[at + row] = (sums[at + row] - turned) / mass;
    }
    for (let k = 0; k < 9; k++) sums[at + 3 + k] = r[k];
  }

  /** Replaces the 12 numbers of every cell by their sum over the box of cells around it. */
  private sumRegions(): void {
    const size = this.size;
    const nx = size[0];
    const ny = size[1];
    const nz = size[2];
    for (let z = 0; z < nz; z++) for (let y = 0; y < ny; y++) this.sumLine(nx * (y + ny * z), 1, nx);
    for (let z = 0; z < nz; z++) for (let x = 0; x < nx; x++) this.sumLine(x + nx * ny * z, nx, ny);
    for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) this.sumLine(x + nx * y, nx * ny, nz);
  }

  /** Sliding window along one line of `length` cells from cell `first` in steps of `step`. */
  private sumLine(first: number, step: number, length: number): void {
    const sums = this.sums;
    const line = this.line;
    const regionRadius = this.regionRadius;
    for (let i = 0; i < length; i++)
      for (let k = 0; k < each; k++) line[each * i + k] = sums[each * (first + i * step) + k];
    for (let k = 0; k < each; k++) {
      let sum = 0;
      for (let i = 0; i < regionRadius && i < length; i++) sum += line[each * i + k];
      for (let i = 0; i < length; i++) {
        if (i + regionRadius < length) sum += line[each * (i + regionRadius) + k];
        if (i > regionRadius) sum -= line[each * (i - regionRadius - 1) + k];
        sums[each * (first + i * step) + k] = sum;
      }
    }
  }
}
