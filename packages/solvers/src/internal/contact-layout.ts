/**
 * Where the impulse solver keeps the numbers of a manifold: a head and its points. A block of one point has a shorter head, without
 * what concerns turning: a pile of balls is solved from less memory. See `contact-blocks`.
 */

/** Numbers in the head of a block of one point, in that of several, and for each point, alone or not. */
export const shortHeadSize = 28;
export const headSize = 48;
export const pointSize = 7;
export const shortPointSize = 5;

/** Where the numbers of a head are: normal, two tangents, levers from both bodies to the centre. */
export const normalAt = 0;
export const tangentAt = 3;
export const bitangentAt = 6;
export const leverA = 9;
export const leverB = 12;
/** Square of how far the bodies may move against each other, halved, for levers to follow: a quarter of the shorter lever. */
export const reachAt = 15;
/** Inverse of the 2×2 response of (V_t, V_b) to friction (11, 12, 22), and one over its larger eigenvalue. */
export const tangentMass = 16;
/** Response of (V_t, V_b) to force along n. */
export const slipResponse = 20;
/** Friction impulses along t and b. */
export const frictionImpulse = 22;
export const frictionAt = 24;
/** 3 where one side cannot move, else 0: where the softness of the contact is found. */
export const softnessKind = 25;
export const restitutionAt = 26;
/** Relative displacement along n since the step began. */
export const shiftAt = 27;

/** Response of (Vₙ, Ω_t, Ω_b) to force along n and torque about t and b: 11, 12, 13, 22, 23, 33. */
export const normalResponse = 28;
/** Response of V_t and V_b to torque about t and b, and of Ωₙ to force along n and those: three columns of 2, 2 and 3. */
export const torqueResponse = 34;
/** Response of Ωₙ to friction along t and b, and one over that to twist. */
export const twistResponse = 41;
export const twistMass = 43;
/** Twist impulse about n. */
export const twistImpulse = 44;
/** Mean distance of the points from the centre: the lever of twist. */
export const radiusAt = 45;
/** Relative turn about t and b since the step began. */
export const turnAt = 46;

/** Where the numbers of a point are: effective mass, impulse. */
export const massOfPoint = 0;
export const impulseOfPoint = 1;
/** Separation at the beginning of the step, largest impulse and approach before the step. */
export const separationOfPoint = 2;
export const largestOfPoint = 3;
export const approachOfPoint = 4;
/** Place of a point among several: v, −u. */
export const placeOfPoint = 5;

/** Integers a block: bodies A and B, number of points, first contact. */
export const entrySize = 4;
/** Numbers that are kept of a point between steps: normal impulse, its share of friction in world axes and of twist. */
export const impulseSize = 5;

/** Numbers of a block of `count` points. */
export function blockSize(count: number): number {
  return count > 1 ? headSize + pointSize * count : shortHeadSize + shortPointSize;
}

/**
 * Impulses grow with the step at most this much: those of a much shorter step undid errors rather than weight, and would throw bodies
 * about.
 */
export const growthLimit = 4;
