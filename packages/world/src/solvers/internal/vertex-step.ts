/**
 * A step of bodies of vertices, as every member of a crew takes it: substeps, in each a few rounds over the
 * pairs that touch, colour after colour, until nothing overlaps. Members share the pairs of a colour and the
 * bodies; work that depends on another member's part waits for it.
 */
import type { RigidBodies } from '@colide/solvers';
import type { VertexSet } from './vertex-set.ts';

/** Resolves overlaps. */
export interface VertexResponse {
  readonly substeps: number;
  /** The largest number of rounds per substep. */
  readonly rounds: number;
  /** The work of this thread in the current step. */
  readonly counters: Record<string, number>;
  /** A measure of the work in the current round, 0 for none; one number. */
  readonly activity: Float64Array;
  /** Begins a step, whose pairs stay the same. */
  beginStep?(set: VertexSet): void;
  /** Responds to pairs `first` to `end`, one after the other. */
  respond(set: VertexSet, state: RigidBodies, first: number, end: number): void;
  /** Ends a round for bodies `first` to `end`. */
  endRound(set: VertexSet, first: number, end: number, isLast: boolean): void;
  /** Ends a substep for bodies `first` to `end`. */
  endSubstep(set: VertexSet, first: number, end: number): void;
}

/** The data of a step. */
export interface VertexStep {
  readonly set: VertexSet;
  readonly state: RigidBodies;
  readonly gravity: Float64Array;
  readonly response: VertexResponse;
  /**
   * The activity of each member in the current and in the last round, alternately: one member may begin a
   * round while others still read the values of the last.
   */
  readonly activities: Float64Array;
  /** The counters of the members, `tallySize` each; the caller, who has index 0, may leave them out. */
  readonly tallies?: Float64Array;
}

/** Counters per member. */
export const tallySize = 8;

/** The members who take the step. */
interface VertexMembers {
  readonly count: number;
  barrier(): void;
}

/** A crew that consists of the caller alone. */
export const aloneWithVertices: VertexMembers = { count: 1, barrier: () => {} };

/** Takes a step as member `index`; all bodies have been loaded. Returns when all members are done. */
export function runVertexStep(step: VertexStep, crew: VertexMembers, index: number): void {
  const { set, state, gravity, response } = step;
  const first = Math.floor((index * set.count) / crew.count);
  const end = Math.floor(((index + 1) * set.count) / crew.count);
  let turn = 0;
  response.beginStep?.(set);
  for (let s = 0; s < response.substeps; s++) {
    set.predict(state, gravity, first, end);
    crew.barrier();
    for (let round = 1; ; round++) {
      turn = 1 - turn;
      const isLast = !takeRound(step, crew, index, turn) || round === response.rounds;
      response.endRound(set, first, end, isLast);
      if (isLast) break;
      crew.barrier();
    }
    response.endSubstep(set, first, end);
  }
  const { counters } = response;
  let at = tallySize * index;
  if (step.tallies) for (const name in counters) step.tallies[at++] = counters[name];
  crew.barrier();
}

/** One round over all pairs; returns whether any member had something to do. */
function takeRound(
  { set, state, response, activities }: VertexStep,
  crew: VertexMembers,
  index: number,
  turn: number,
): boolean {
  response.activity[0] = 0;
  for (let color = 0; color < set.colorCount; color++) {
    const begin = set.colors[color];
    const size = set.colors[color + 1] - begin;
    if (color !== set.serialColor)
      response.respond(
        set,
        state,
        begin + Math.floor((index * size) / crew.count),
        begin + Math.floor(((index + 1) * size) / crew.count),
      );
    else if (index === 0) response.respond(set, state, begin, begin + size);
    if (color + 1 === set.colorCount) activities[2 * index + turn] = response.activity[0];
    crew.barrier();
  }
  if (set.colorCount === 0) return false;
  let most = 0;
  for (let m = 0; m < crew.count; m++) most = Math.max(most, activities[2 * m + turn]);
  response.activity[0] = most;
  return most > 0;
}
