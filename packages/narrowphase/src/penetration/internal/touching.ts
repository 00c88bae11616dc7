/**
 * Signed distance and normal of cores that all but touch.
 *
 * For such cores the difference of the points that GJK or EPA ends with is rounding error, and its direction
 * is noise. But the signed distance is also the greatest separation along any direction, and that is accurate
 * to rounding however close the sets are. So B is moved away along the current normal, far enough to find a
 * new normal without loss of digits. This is repeated over shorter and shorter distances: if the sets curve
 * with radius r, a distance s leaves s / (r + s) of the error. The separation never falls.
 *
 * Cost: seven searches by GJK, only for pairs that all but touch. Limits: sets that touch in a corner have a
 * cone of normals, and if they are closer than rounding (about 1e-15 of the size) any normal of the cone may
 * be reported.
 */
import type { Convex, ReadonlyVec3, Vec3 } from '@colide/core';
import { createGjkResult, type GjkResult, gjkFinish, gjkStart, gjkStep } from '../../gjk/gjk.ts';
import { createGjkSimplex, type GjkSimplex } from '../../gjk/gjk-simplex.ts';
import type { CsoSupport } from '../../internal/cso-support.ts';
import { innermostCore } from '../../internal/innermost-core.ts';
import { largestAt } from '../../internal/simplex-layout.ts';

/** Cores closer, or less deep, than this fraction of their size are examined again. */
const near = 1e-4;
/** Curved cores closer than this may agree with a wrong separation: thin simplices tilt both alike. */
const nearest = 1e-7;
/**
 * How far B is moved away first, in units of the size; how often; and the factor from one distance to the
 * next.
 */
const firstStride = 0.1;
const strides = 7;
const shorter = 0.1;
/** A separation this close to the distance, as a fraction of the size, confirms it. */
const rounding = 4e-15;

/** Offsets in `TouchingSearch.numbers`. */
export const distanceAt = 0;
export const sizeAt = 1;
const separationAt = 2;
const strideAt = 3;
const numbersSize = 4;

/** A core moved by a vector. */
class MovedCore implements Convex {
  of: Convex = { support: out => out };
  readonly by = new Float64Array(3);

  support<T extends Vec3>(out: T, direction: ReadonlyVec3): T {
    this.of.support(out, direction);
    for (let i = 0; i < 3; i++) out[i] += this.by[i];
    return out;
  }
}

/** The best answer for the pair so far, and the memory of the search. */
export class TouchingSearch {
  /**
   * At `distanceAt` the separation of the cores along {@link normal}, which is the signed distance, and at
   * `sizeAt` their size; then scratch. In an array, as V8 might box what is passed and returned.
   */
  readonly numbers = new Float64Array(numbersSize);
  /** Unit vector from A to B. */
  readonly normal = new Float64Array(3);
  /** Nearest points of the cores. */
  readonly pointA = new Float64Array(3);
  readonly pointB = new Float64Array(3);
  private readonly moved = new MovedCore();
  private readonly gjk: GjkResult = createGjkResult();
  private readonly probe: GjkSimplex = createGjkSimplex();
  private readonly axis = new Float64Array(3);

  /**
   * Looks for a better answer than the distance in {@link numbers} along `normal` for the cores of `a` and
   * `b`. Returns whether there may be one, which is then in this object; its points stay as they are if no
   * nearer ones are found.
   */
  improve(cso: CsoSupport, a: Convex, b: Convex, normal: Float64Array): boolean {
    const { numbers } = this;
    const distance = numbers[distanceAt];
    const size = numbers[sizeAt];
    this.measure(cso, normal);
    const agree = Math.abs(numbers[separationAt] - distance) <= rounding * size + 1e-9 * Math.abs(distance);
    if (agree && (cso.polytopes || Math.abs(distance) > nearest * size)) return false;
    const { axis, moved } = this;
    this.take(normal);
    for (let i = 0; i < 3; i++) axis[i] = -normal[i];
    this.offer(cso, axis);
    cso.guess(axis);
    const length = -Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (let i = 0; i < 3; i++) axis[i] /= length;
    this.offer(cso, axis);
    moved.of = innermostCore(b);
    const core = innermostCore(a);
    numbers[strideAt] = firstStride * size;
    for (let i = 0; i < strides; i++, numbers[strideAt] *= shorter) this.step(cso, core);
    this.straighten();
    return true;
  }

  /** Puts the points as far apart as the distance, along the normal, without moving their middle. */
  private straighten(): void {
    const { pointA, pointB, normal } = this;
    const distance = this.numbers[distanceAt];
    for (let i = 0; i < 3; i++) {
      const middle = (pointA[i] + pointB[i]) / 2;
      pointA[i] = middle - (distance / 2) * normal[i];
      pointB[i] = middle + (distance / 2) * normal[i];
    }
  }

  /** Moves B away along the normal and takes the normal found there, if it separates more. */
  private step(cso: CsoSupport, core: Convex): void {
    const { gjk, moved, axis, normal, numbers } = this;
    for (let i = 0; i < 3; i++) moved.by[i] = (numbers[strideAt] - numbers[distanceAt]) * normal[i];
    gjkStart(gjk, core, moved);
    while (!gjkStep(gjk, 1e-13) && gjk.steps < 200);
    gjkFinish(gjk);
    if (gjk.coresOverlap || !(gjk.distance > 0)) return;
    for (let i = 0; i < 3; i++) axis[i] = -gjk.axis[i] / gjk.distance;
    if (!this.offer(cso, axis)) return;
    for (let i = 0; i < 3; i++) {
      this.pointA[i] = gjk.pointA[i];
      this.pointB[i] = gjk.pointB[i] - moved.by[i];
    }
  }

  /** Takes the normal if the cores are at least as far apart along it as along the current one. */
  private offer(cso: CsoSupport, normal: Float64Array): boolean {
    const { numbers } = this;
    this.measure(cso, normal);
    if (!(numbers[separationAt] >= numbers[distanceAt])) return false;
    this.take(normal);
    return true;
  }

  /** Takes the normal along which the separation was measured last. */
  private take(normal: Float64Array): void {
    this.numbers[distanceAt] = this.numbers[separationAt];
    for (let i = 0; i < 3; i++) this.normal[i] = normal[i];
  }

  /** Measures how far the cores are apart along `normal`; negative where they overlap. */
  private measure(cso: CsoSupport, normal: Float64Array): void {
    const { probe } = this;
    probe.count = 0;
    for (let i = 0; i < 3; i++) opposite[i] = -normal[i];
    cso.support(probe, opposite);
    const { numbers: w } = probe;
    this.numbers[separationAt] = -(normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2]);
  }
}

const opposite = /* @__PURE__ */ new Float64Array(3);

/** Whether a distance or depth of the cores, one number, is so small that rounding spoils its direction. */
export function isNear(distance: Float64Array, simplex: GjkSimplex): boolean {
  return distance[0] * distance[0] <= near * near * simplex.numbers[largestAt];
}
