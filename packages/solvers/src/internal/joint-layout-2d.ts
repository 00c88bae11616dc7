/**
 * Frames of a planar joint on its two bodies, in their axes:
 *
 * | at | numbers | what                                       |
 * | -- | ------- | ------------------------------------------ |
 * |  0 | 2       | anchor on body A                           |
 * |  2 | 2       | cosine and sine of the first axis, on A    |
 * |  4 | 4       | the same on body B                         |
 */
export const planarFrameSize = 8;
export const planarSideSize = 4;

/** Motions: shifts along the two axes of the joint, and the rotation. */
export const planarMotionCount = 3;
export const planarRotation = 2;

/** Bits of the locked motions. */
export const revoluteLocks = 0b011;
export const prismaticLocks = 0b110;
export const weldLocks = 0b111;
export const wheelLocks = 0b010;

/**
 * Block of a planar joint in the solver. A joint with two free motions has two blocks; the second one holds
 * the last two rows alone.
 *
 * | at | numbers | what                                                                                   |
 * | -- | ------- | -------------------------------------------------------------------------------------- |
 * |  0 | 2       | first axis of the joint; the second is a right angle counter-clockwise from it          |
 * |  2 | 3       | levers on A: lever of the anchor × axis for both shifts, 1 for the rotation             |
 * |  5 | 3       | levers on B                                                                            |
 * |  8 | 3       | errors of the three motions                                                            |
 * | 11 | 9       | effective mass of the locked motions, a symmetric 3×3 matrix; 0 for those not locked    |
 * | 20 | 2       | offsets of the states of bodies A and B                                                |
 * | 22 | 1       | 1 for joints that are skipped, since neither body can move; otherwise 0                |
 * | 23 | 3       | response of the free motion to impulses along all three                                |
 * | 26 | 3       | impulses of the locked motions caused by a unit impulse along the free one             |
 * | 29 | 1       | 1 for a pin: a revolute joint along whose rotation nothing acts; otherwise 0           |
 */
export const leversAAt = 2;
export const leversBAt = 5;
export const errorAt = 8;
export const lockedMassAt = 11;
export const statesAt = 20;
export const skippedAt = 22;
export const freeResponseAt = 23;
export const reactionAt = 26;
export const pinAt = 29;
export const planarJointSize = 30;

/** Share of the diagonal of a matrix below which a pivot is rounding. */
export const singularShare = 1e-10;

/**
 * A pin in the solver: first the numbers that the passes read, then those by which it follows its bodies.
 *
 * | at | numbers | what                                                                   |
 * | -- | ------- | ---------------------------------------------------------------------- |
 * |  0 | 2       | levers on A of impulses along x and y: lever of the anchor × axis       |
 * |  2 | 2       | levers on B                                                            |
 * |  4 | 2       | errors                                                                 |
 * |  6 | 3       | effective mass, a symmetric 2×2 matrix: 11, 12, 22                     |
 * |  9 | 2       | impulses                                                               |
 * | 11 | 2       | sum of the impulses of the previous substeps                           |
 * | 13 | 4       | anchors from the centres of A and B when the step began                |
 * | 17 | 2       | centre of B from that of A when the step began                         |
 */
export const pinLeversAAt = 0;
export const pinLeversBAt = 2;
export const pinErrorAt = 4;
export const pinMassAt = 6;
export const pinImpulseAt = 9;
export const pinLoadAt = 11;
export const pinArmsAt = 13;
export const pinShiftAt = 17;
export const pinSize = 19;

/**
 * Entry of a pin, five integers: offsets of the states of bodies A and B, offsets of their pushes, and the
 * joint.
 */
export const pinEntryAAt = 0;
export const pinEntryBAt = 1;
export const pinEntryPushAAt = 2;
export const pinEntryPushBAt = 3;
export const pinEntryJointAt = 4;
export const pinEntrySize = 5;
