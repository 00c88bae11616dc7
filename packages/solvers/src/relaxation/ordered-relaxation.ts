/**
 * Ordered relaxation: after a collision the constraints near the particles that were pushed are the violated
 * ones, so they are relaxed first and most often.
 *
 * Each particle has a list of all constraints of its body, ring by ring from a breadth-first search of the
 * constraint graph; the nearest ring appears n times, the next n/2 times, and so on down to once, n being the
 * number of rings (the eccentricity of the particle). After a collision the lists of the moved particles are
 * worked through, each constraint projected only when it is beyond the tolerance, until a list finds nothing
 * to do. A body that did not collide is relaxed in plain order (`relaxation`).
 *
 * Lists are made beforehand: O(V·E) memory, right for bodies of tens or hundreds of particles, not for a
 * large cloth.
 *
 * The source reports about half the relaxations of plain order for icosahedra in a box. In that scene we
 * project as many constraints as plain order (1.00 to 1.07 times, `apps/lab` E3.2): if satisfied constraints
 * are skipped, order matters little. Only the rounds of the loop become fewer (0.35 to 0.64), since a round
 * works through several lists.
 *
 * Ponce Atencio, M.Sc. thesis, COPPE/UFRJ 2005, §4.2.2. There n/2 is not said to be rounded; we round down
 * and keep at least one. Nor is it said how the lists of several particles are joined; we take one after the
 * other.
 */
import { type IdList, requireInteger, requireLength, requireNonNegative, requireObject } from '@colide/core';
import type { DistanceList } from '../constraints/distance-constraint.ts';
import { requireOverRelaxation } from '../internal/parameter-checks.ts';
import { ConstraintGraph } from './constraint-graph.ts';
import { relaxOne } from './internal/relax-one.ts';
import {
  type RelaxationResult,
  type RelaxationSettings,
  relaxDistances,
  relaxDistancesOnce,
} from './relaxation.ts';

const defaultSettings: RelaxationSettings = {};

/** Relaxation lists of all particles of a body. */
export class OrderedRelaxation {
  /** The list of particle `p` is `lists[offsets[p]]` to `lists[offsets[p + 1] − 1]`. */
  readonly offsets: Uint32Array;
  /** Constraint ids with repetitions, see {@link offsets}. */
  readonly lists: Uint32Array;
  /** Number of rings around each particle. */
  readonly eccentricities: Uint32Array;
  private readonly distances: DistanceList;
  /** Whether every list holds every constraint, so that one idle list proves convergence. */
  private readonly connected: boolean;

  /**
   * @param distances the constraints of the body; kept, not copied; only their rest lengths may change
   * @param particleCount number of particles of the body
   * @param internalFrom first internal constraint, see `ConstraintGraph`
   */
  constructor(distances: DistanceList, particleCount: number, internalFrom = distances?.ids?.length / 2) {
    requireObject('distances', distances);
    const { ids, restLengths } = distances;
    const graph = new ConstraintGraph(ids, particleCount, internalFrom);
    requireLength('restLengths', restLengths, graph.constraintCount);
    this.distances = distances;
    this.offsets = new Uint32Array(particleCount + 1);
    this.eccentricities = new Uint32Array(particleCount);
    const order = new Uint32Array(graph.constraintCount);
    const rings = new Uint32Array(particleCount + 1);
    const all: number[] = [];
    let connected = true;
    for (let p = 0; p < particleCount; p++) {
      const n = graph.findRings(order, rings, p);
      this.eccentricities[p] = n;
      if (rings[n] < graph.constraintCount) connected = false;
      let repetitions = n;
      for (let ring = 0; ring < n; ring++) {
        for (let r = 0; r < repetitions; r++)
          for (let k = rings[ring]; k < rings[ring + 1]; k++) all.push(order[k]);
        repetitions = Math.max(1, repetitions >> 1);
      }
      this.offsets[p + 1] = all.length;
    }
    this.lists = Uint32Array.from(all);
    this.connected = connected;
  }

  /**
   * One round: the lists of the `moved` particles, one after the other, or all constraints in plain order
   * when none has moved. Returns how many constraints were projected.
   */
  relaxOnce(
    positions: Float64Array,
    inverseMasses: Float64Array,
    moved: IdList,
    settings: RelaxationSettings = defaultSettings,
  ): number {
    if (moved.count === 0) return relaxDistancesOnce(positions, inverseMasses, this.distances, settings);
    const { tolerance = 0.01, overRelaxation = 1 } = settings;
    requireNonNegative('tolerance', tolerance);
    requireOverRelaxation(overRelaxation);
    let relaxations = 0;
    for (let m = 0; m < moved.count; m++)
      relaxations += this.relaxList(positions, inverseMasses, moved.data[m], tolerance, overRelaxation);
    return relaxations;
  }

  /**
   * Rounds until every constraint in reach of the `moved` particles is within the tolerance, or as many as
   * the settings allow; plain relaxation of all constraints when none has moved. Ends within a round as soon
   * as that is certain. Fills `out`, rounds begun being its iterations, and returns whether it converged.
   */
  relax(
    out: RelaxationResult,
    positions: Float64Array,
    inverseMasses: Float64Array,
    moved: IdList,
    settings: RelaxationSettings = defaultSettings,
  ): boolean {
    if (moved.count === 0) return relaxDistances(out, positions, inverseMasses, this.distances, settings);
    const { maxIterations = 100, tolerance = 0.01, overRelaxation = 1 } = settings;
    requireInteger('maxIterations', maxIterations, 0);
    requireNonNegative('tolerance', tolerance);
    requireOverRelaxation(overRelaxation);
    out.iterations = 0;
    out.relaxations = 0;
    const enough = this.connected ? 1 : moved.count;
    let idle = 0;
    while (idle < enough && out.iterations < maxIterations) {
      out.iterations++;
      for (let m = 0; m < moved.count && idle < enough; m++) {
        const done = this.relaxList(positions, inverseMasses, moved.data[m], tolerance, overRelaxation);
        out.relaxations += done;
        idle = done === 0 ? idle + 1 : 0;
      }
    }
    out.converged = idle >= enough;
    return out.converged;
  }

  /** Works through the list of one particle; returns how many constraints were projected. */
  private relaxList(
    positions: Float64Array,
    inverseMasses: Float64Array,
    particle: number,
    tolerance: number,
    overRelaxation: number,
  ): number {
    const { offsets, lists, eccentricities } = this;
    const distances = this.distances;
    if (particle >= eccentricities.length)
      throw new RangeError(`moved must hold particles below ${eccentricities.length}, got ${particle}`);
    let relaxations = 0;
    for (let k = offsets[particle]; k < offsets[particle + 1]; k++)
      relaxations += relaxOne(positions, inverseMasses, distances, lists[k], tolerance, overRelaxation);
    return relaxations;
  }
}
