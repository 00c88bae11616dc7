/**
 * Overlap tests that multiply or take roots cannot be exact. They are made one-sided instead: sums of extents
 * are widened by this factor, some 60 units in the last place, so that a pair that touches is never missed.
 * The price is that pairs within about 1e-14 of their size count as touching.
 */
export const touching = 1 + 2 ** -46;

/** The part of {@link touching} above one, to be multiplied with a magnitude. */
export const touchingMargin = 2 ** -46;

/** Eight units in the last place: what a rotation and a translation of a point may lose to rounding. */
export const poseMargin = 2 ** -49;
