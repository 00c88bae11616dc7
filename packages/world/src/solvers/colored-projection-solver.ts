/**
 * The projection solver for several threads: bodies of vertices, with their pairs divided among the members
 * of a crew. Pairs of one colour share no body that moves, so any number of workers projects them at once,
 * with the same bits; the colours follow each other. 1, 2, 4 and 8 workers give the same result, which
 * differs from that of `ProjectionSolver` only by the order of the pairs.
 *
 *   const world = new World({ pool, solver: new ColoredProjectionSolver({}, pool) });
 *
 * Relaxation and prediction are divided by bodies. The first worker loads and stores the bodies. When others
 * are lost, it repeats the step and continues alone, with the same bits.
 *
 * Cost: that of `ProjectionSolver` divided by the members, a copy of the bodies, colouring in O(pairs), and a
 * barrier per colour, round and substep. Shapes must be those that `encodeShape` knows; otherwise the caller
 * stays alone.
 */
import { VertexDivision, vertexCrewOfOne } from './internal/vertex-division.ts';
import { ProjectionSolver, type ProjectionSolverOptions } from './projection-solver.ts';
import type { VertexCrew } from './vertex-crew.ts';

/** Steps rigid bodies made of particles at their vertices with the help of a crew. Serves one world. */
export class ColoredProjectionSolver extends ProjectionSolver {
  /** @param crew the threads, such as a `WorkerPool`; default the caller alone */
  constructor(options: ProjectionSolverOptions = {}, crew: VertexCrew = vertexCrewOfOne) {
    super(options, settings => new VertexDivision(crew, 'projection', settings));
  }
}
