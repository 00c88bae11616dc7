import type { SolverCrew } from '../rigid/solver-crew.ts';

/** A caller that has nobody to divide the work with. */
export const crewOfOne: SolverCrew = {
  count: 1,
  allocate: bytes => new ArrayBuffer(bytes),
  share: () => {},
  begin: () => {},
  barrier: () => {},
};
