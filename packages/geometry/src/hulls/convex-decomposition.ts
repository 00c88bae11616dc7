/**
 * A closed, concave triangle mesh cut into parts that are convex up to a bound.
 *
 * Idea: while the worst part is more concave than allowed, cut it with a plane and close both sides. Among
 * some planes along reflex edges and some perpendicular to the axes, it takes the one that leaves least of
 * each piece above the tangent planes of its surface (`internal/cut-cost.ts`). The concavity of a part is the
 * largest distance between the original surface and the part's hull, measured along the surface normal, so
 * that a thin-walled cup counts as deep as it is; or, if that is more, 0.3 times the radius of a ball with
 * the volume of the empty part of the hull. The parts' hulls are the result; together they contain the solid.
 * Planes separate the parts, except for disconnected pieces on the same side of a cut, whose hulls may
 * overlap.
 *
 * Cost: a cut tries at most 29 planes, each O(n) for a part of n vertices. A mesh of 10 000 triangles takes
 * half a second for the first 8 parts and three seconds for 128. Every step adds a part, so the loop ends at
 * `maxParts` at the latest; `converged` says whether the bound was reached. Limits: the surface must be
 * closed and consistently oriented. A curved wall needs more parts the smaller the bound.
 *
 * Follows the approximate decompositions of J.-M. Lien & N. M. Amato, "Approximate convex decomposition of
 * polyhedra", SPM 2007, and X. Wei et al., "Approximate convex decomposition for 3D meshes with
 * collision-aware concavity and tree search" (CoACD), SIGGRAPH 2022; the cut is greedy here, without their
 * tree search.
 */
import {
  requireFiniteArray,
  requireInteger,
  requireLength,
  requireMultiple,
  requireNonNegative,
  tellUnknown,
} from '@colide/core';
import { solidIntegrals } from '../internal/solid-integrals.ts';
import { describeMeshReport, meshReport } from '../meshes/mesh-report.ts';
import { clipSolid, planeHeights, type Solid } from './internal/clip-solid.ts';
import { cutCost, sampleSurface } from './internal/cut-cost.ts';
import { candidatePlanes } from './internal/cut-planes.ts';
import { measurePart, rangeAlong, type SolidPart, splitPieces } from './internal/solid-parts.ts';
import type { Hull } from './quick-hull.ts';

/** How many planes along reflex edges a cut tries, besides those perpendicular to axes. */
const reflexCandidates = 8;

/** Settings of {@link convexDecomposition}. */
export interface ConvexDecompositionOptions {
  /**
   * The largest distance allowed between the surface and the hull of its part; see the concavities of
   * {@link ConvexParts}. Default: 2 % of the largest extent.
   */
  maxConcavity?: number;
  /** The largest number of parts. Default 64. */
  maxParts?: number;
  /** Called after every cut with the number of parts and the concavity of the worst one. */
  onProgress?: (partCount: number, worstConcavity: number) => void;
}

/** Convex hulls that together contain a solid. */
export interface ConvexParts {
  hulls: Hull[];
  /**
   * Per hull, an upper bound on the distance from the original surface to the hull along the surface normal;
   * at least 0.3 times the radius of a ball with the volume of the empty part of the hull.
   */
  concavities: Float64Array;
  /** Whether all concavities are within the bound; false if `maxParts` was reached or no cut was possible. */
  converged: boolean;
}

/** Cuts the closed mesh (`positions`, three `indices` per triangle, facing outwards) into convex parts. */
export function convexDecomposition(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  options: ConvexDecompositionOptions = {},
): ConvexParts {
  const work = new ConvexDecomposition(positions, indices, options);
  while (work.step()) options.onProgress?.(work.parts.length, work.worstConcavity);
  return work.result();
}

/** A decomposition that can be watched: each {@link step} makes one cut. */
export class ConvexDecomposition {
  /** The parts so far, the worst first. */
  readonly parts: { readonly hull: Hull; readonly concavity: number }[] = [];
  private readonly work: (SolidPart & { isFinal: boolean })[];
  private readonly maxConcavity: number;
  private readonly maxParts: number;
  private readonly tolerance: number;
  private readonly leastVolume: number;

  /** Checks and measures the mesh; throws if it is not closed, not manifold or inside out. */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: ConvexDecompositionOptions = {},
  ) {
    tellUnknown('options', options, ['maxConcavity', 'maxParts', 'onProgress']);
    requireMultiple('positions', positions, 3);
    requireFiniteArray('positions', positions);
    requireMultiple('indices', indices, 3);
    requireLength('indices', indices, 3);
    const offsets = Uint32Array.from({ length: indices.length / 3 + 1 }, (_, i) => 3 * i);
    const report = meshReport(offsets, indices, positions.length / 3);
    const isSolid =
      report.closed && report.nonManifoldEdges.length === 0 && report.misorientedEdges.length === 0;
    if (!isSolid) throw new RangeError(`indices must form a closed surface: ${describeMeshReport(report)}`);
    const volume = solidIntegrals(positions, indices)[0];
    if (!(volume > 0))
      throw new RangeError(`indices must enclose a positive volume, facing outwards; got ${volume}`);
    let size = 0;
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = rangeAlong(positions, axis);
      size = Math.max(size, high - low);
    }
    const { maxConcavity = 0.02 * size, maxParts = 64 } = options;
    requireNonNegative('maxConcavity', maxConcavity);
    requireInteger('maxParts', maxParts, 1, 0xffff);
    this.maxConcavity = Math.max(maxConcavity, 1e-9 * size);
    this.maxParts = maxParts;
    this.tolerance = 1e-10 * size;
    this.leastVolume = 1e-12 * volume;
    const solid: Solid = {
      positions: Array.from(positions),
      indices: Array.from(indices),
      surfaceCount: indices.length / 3,
    };
    const pieces = splitPieces(solid, this.leastVolume);
    this.work = (pieces.length <= maxParts ? pieces : [solid]).map(piece => ({
      ...measurePart(piece),
      isFinal: false,
    }));
    this.sort();
  }

  /** Concavity of the worst part. */
  get worstConcavity(): number {
    return this.parts[0].concavity;
  }

  /** Cuts the worst part that is not convex enough; false if there is none left to cut. */
  step(): boolean {
    for (const part of this.work) {
      if (part.concavity <= this.maxConcavity || this.work.length >= this.maxParts) return false;
      if (part.isFinal) continue;
      const pieces = this.cut(part);
      if (pieces.length > 1) {
        this.work.splice(
          this.work.indexOf(part),
          1,
          ...pieces.map(piece => ({ ...measurePart(piece), isFinal: false })),
        );
        this.sort();
        return true;
      }
      part.isFinal = true;
    }
    return false;
  }

  /** The hulls as they are now. */
  result(): ConvexParts {
    return {
      hulls: this.work.map(part => part.hull),
      concavities: Float64Array.from(this.work, part => part.concavity),
      converged: this.worstConcavity <= this.maxConcavity,
    };
  }

  /** The pieces of `part` on both sides of the best plane; fewer than two if no plane divides it. */
  private cut(part: SolidPart): Solid[] {
    const { solid } = part;
    const sample = sampleSurface(solid);
    const costs = candidatePlanes(part, reflexCandidates)
      .map(plane => ({ plane, cost: cutCost(solid, sample, plane, this.tolerance) }))
      .filter(({ cost }) => cost < Infinity)
      .sort((a, b) => a.cost - b.cost);
    // The sides of the best cut that leaves too many pieces; a hull may then have to span the gap between
    // them.
    let unsplit: Solid[] = [];
    for (const { plane } of costs) {
      const heights = planeHeights(solid, plane, this.tolerance);
      const above = clipSolid(solid, plane, heights, 1);
      const below = clipSolid(solid, plane, heights, -1);
      const piecesAbove = splitPieces(above, this.leastVolume);
      const piecesBelow = splitPieces(below, this.leastVolume);
      if (piecesAbove.length === 0 || piecesBelow.length === 0) continue;
      const pieces = [...piecesAbove, ...piecesBelow];
      if (this.work.length - 1 + pieces.length <= this.maxParts) return pieces;
      if (unsplit.length === 0) unsplit = [above, below];
    }
    return unsplit;
  }

  private sort(): void {
    this.work.sort((a, b) => b.concavity - a.concavity);
    this.parts.length = 0;
    this.parts.push(...this.work);
  }
}
