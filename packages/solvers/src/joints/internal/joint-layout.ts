/**
 * Block of a joint in the impulse solver, `jointSize` numbers. Axes and levers have the same offsets as in a
 * contact block. A joint has one block per free motion; the further blocks hold only the last two rows.
 *
 * | at | numbers | what                                                                                |
 * | -- | ------- | ----------------------------------------------------------------------------------- |
 * |  0 | 3 · 3   | axes of the joint                                                                   |
 * |  9 | 3 · 2   | levers from bodies A and B to the anchor                                            |
 * | 15 | 1       | 1 for joints that are skipped, since neither body can move; otherwise 0             |
 * | 16 | 36      | effective mass of the locked motions, a symmetric 6×6 matrix; 0 for those not locked |
 * | 52 | 6       | errors of the shifts and of the rotations                                           |
 * | 58 | 2       | offsets of the states of bodies A and B                                             |
 * | 60 | 3 · 3   | rates of the angles: each row times the angular velocity in the axes of the joint; unused if these are the axes themselves |
 * | 69 | 6       | response of the free motion to impulses along all six                               |
 * | 75 | 6       | impulses of the locked motions caused by a unit impulse along the free one          |
 */
export const jointSize = 81;
/** Motions of a joint: shifts along its three axes and rotations about them. */
export const motionCount = 6;
/** Offset of the rotations among them. */
export const rotationAt = 3;
/**
 * Numbers per row of a 6×6 matrix over the motions, and the step from one element of its diagonal to the
 * next.
 */
export const rowSize = 6;
export const diagonalStride = 7;
export const skippedAt = 15;
export const lockedMassAt = 16;
export const errorAt = 52;
export const rotationErrorAt = 55;
export const stateAt = 58;
export const angleRatesAt = 60;
export const freeResponseAt = 69;
export const reactionAt = 75;
