/**
 * Gauss–Seidel relaxation of distance constraints to a tolerance: sweep after sweep in array order, each
 * constraint projected only when its relative error exceeds the tolerance, until a whole sweep finds nothing
 * to do. The count of projections is the cost that orderings are compared by.
 *
 * Whether a constraint is within tolerance is decided on squared lengths, so satisfied constraints cost no
 * root. Convergence is linear and slow for long chains (the error of a chain of n links decays with 1 −
 * O(1/n²) per sweep); over-relaxation helps by a large factor there.
 *
 * Jakobsen, "Advanced character physics", GDC 2001; Young, "Iterative Solution of Large Linear Systems",
 * 1971.
 */
import { requireInteger, requireNonNegative } from '@colide/core';
import type { DistanceList } from '../constraints/distance-constraint.ts';
import { requireCount, requireOverRelaxation } from '../internal/parameter-checks.ts';
import { relaxOne } from './internal/relax-one.ts';

/** When a relaxation is done, and how it gets there. */
export interface RelaxationSettings {
  /** Most sweeps of a loop; a single sweep ignores it. Default 100. */
  readonly maxIterations?: number;
  /** Relative error up to which a constraint counts as satisfied. Default 0.01. */
  readonly tolerance?: number;
  /** Factor in (0, 2) on every correction. Default 1. */
  readonly overRelaxation?: number;
}

const defaultSettings: RelaxationSettings = {};

/** Result of a relaxation. */
export interface RelaxationResult {
  /** Sweeps made, the last one that found nothing included. */
  iterations: number;
  /** Constraints projected in all. */
  relaxations: number;
  /** Whether the last sweep found every constraint within tolerance. */
  converged: boolean;
}

/** An empty result for the relaxation functions. */
export function createRelaxationResult(): RelaxationResult {
  return { iterations: 0, relaxations: 0, converged: false };
}

/**
 * One sweep over the constraints in array order; returns how many were beyond the tolerance and were
 * projected. Ids are not checked.
 */
export function relaxDistancesOnce(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  settings: RelaxationSettings = defaultSettings,
): number {
  const { ids, restLengths, count = restLengths.length } = distances;
  const { tolerance = 0.01, overRelaxation = 1 } = settings;
  requireNonNegative('tolerance', tolerance);
  requireOverRelaxation(overRelaxation);
  requireCount(count, ids, 2);
  let relaxations = 0;
  for (let i = 0; i < count; i++)
    relaxations += relaxOne(positions, inverseMasses, distances, i, tolerance, overRelaxation);
  return relaxations;
}

/**
 * Sweeps until every constraint is within the tolerance, or as often as the settings allow. Fills `out` and
 * returns whether it converged. Ids are not checked.
 */
export function relaxDistances(
  out: RelaxationResult,
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  settings: RelaxationSettings = defaultSettings,
): boolean {
  const { maxIterations = 100 } = settings;
  requireInteger('maxIterations', maxIterations, 0);
  out.iterations = 0;
  out.relaxations = 0;
  out.converged = false;
  while (!out.converged && out.iterations < maxIterations) {
    const done = relaxDistancesOnce(positions, inverseMasses, distances, settings);
    out.iterations++;
    out.relaxations += done;
    out.converged = done === 0;
  }
  return out.converged;
}
