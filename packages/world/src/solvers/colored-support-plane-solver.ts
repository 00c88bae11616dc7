/**
 * The support-plane solver for several threads: pairs divided by colours among the members of a crew, as in
 * `ColoredProjectionSolver`, with the same bits for any number of them.
 *
 *   const world = new World({ pool, solver: new ColoredSupportPlaneSolver({}, pool) });
 *
 * Cost: that of `SupportPlaneSolver` divided by the members, a copy of the bodies, colouring in O(pairs), and
 * a barrier per colour and round.
 */
import { VertexDivision, vertexCrewOfOne } from './internal/vertex-division.ts';
import { SupportPlaneSolver, type SupportPlaneSolverOptions } from './support-plane-solver.ts';
import type { VertexCrew } from './vertex-crew.ts';

/** Steps rigid bodies by planes through support vertices with the help of a crew. Serves one world. */
export class ColoredSupportPlaneSolver extends SupportPlaneSolver {
  /** @param crew the threads, such as a `WorkerPool`; default the caller alone */
  constructor(options: SupportPlaneSolverOptions = {}, crew: VertexCrew = vertexCrewOfOne) {
    super(options, settings => new VertexDivision(crew, 'support planes', settings));
  }
}
