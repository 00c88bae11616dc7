import type { SolverCrew } from '../rigid/solver-crew.ts';

/** A crew that consists of the caller alone. */
export const crewOfOne: SolverCrew = {
  count: 1,
  allocate: bytes => new ArrayBuffer(bytes),
  share: () => {},
  begin: () => {},
  barrier: () => {},
};
