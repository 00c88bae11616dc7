/**
 * The seam between the impulse solver and kernels that work in memory of their own, such as those of
 * `@colide/simd`. The solver prepares states and contact blocks in that memory and calls the kernels where it
 * would otherwise call its own functions; the results have the same bits.
 */
import type { Doubles } from '@colide/core';

/** Makes kernels for solvers. */
export interface SolverKernels {
  /**
   * Kernels with room for so many numbers in the states of the bodies, in contact blocks and in the entries
   * of the blocks. Called again when a solver needs more room.
   */
  createContacts(stateLength: number, blockLength: number, entryLength: number): ContactKernels;
}

/** Kernels of one solver and the memory that they work in. */
export interface ContactKernels {
  /** States of the bodies. */
  readonly states: Float64Array;
  /** Contact blocks. */
  readonly blocks: Float64Array;
  /** Entries of the blocks. */
  readonly entries: Int32Array;
  /** Takes note of the first `blockCount` blocks, for the first `stateLength` numbers of the states, and of the step. */
  begin(blockCount: number, stateLength: number, step: Doubles): void;
  /** One pass over all blocks, with soft contacts or relaxing. */
  solve(soft: boolean): void;
}
