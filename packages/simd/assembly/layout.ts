/**
 * Where things lie in memory, in bytes: the layouts of `@colide/solvers` (`internal/solve-contacts`), whose
 * tables say what they are, and those of this module. Tests compare both sides on every kernel.
 */

/** Numbers in the state of a body. */
export const stateLength = 22;
export const displacementAt: usize = 6 * 8;
export const rotationAt: usize = 9 * 8;
export const inverseMassAt: usize = 12 * 8;
export const inverseInertiaAt: usize = 13 * 8;

export const headSize: usize = 63 * 8;
export const shortHeadSize: usize = 33 * 8;
export const pointSize: usize = 7 * 8;
export const shortPointSize: usize = 6 * 8;

export const entrySize: usize = 16;

export const massScaleAt: usize = 8;
export const impulseScaleAt: usize = 16;
export const substepAt: usize = 9 * 8;

/** Addresses of what the contact kernels work on, four bytes each. */
export const entriesAt: usize = 0;
export const blocksAt: usize = 4;
export const statesAt: usize = 8;
export const slotsAt: usize = 12;
/** Four bytes per body. */
export const marksAt: usize = 16;
/** Lists of open slots, {@link openSize} bytes each, for every number of points. */
export const openAt: usize = 20;
/** A state and a block that are zero. */
export const emptyAt: usize = 24;
/** The step record. */
export const stepAt: usize = 28;
/** Number of bodies. */
export const bodyCountAt: usize = 32;

/** How many open slots are kept for each number of points. */
export const openLimit = 16;
export const openSize: usize = 4 * (openLimit + 1);

/** A slot: addresses of two blocks, of the states of their bodies A, then B, and the number of points. */
export const slotSize: usize = 32;
export const slotAAt: usize = 8;
export const slotBAt: usize = 16;
export const slotCountAt: usize = 24;

/** Size of a block of `count` points. */
export function blockSize(count: i32): usize {
  return count > 1 ? headSize + pointSize * count : shortHeadSize + shortPointSize;
}
