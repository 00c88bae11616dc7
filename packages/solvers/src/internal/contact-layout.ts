/** Where the impulse solver keeps the numbers of a manifold: a head and its points. See `contact-blocks`. */

/** Numbers in the head of a block, and for each point. */
export const headSize = 48;
export const pointSize = 7;

/** Where the numbers of a head are: normal, two tangents, levers from both bodies to the centre. */
export const normalAt = 0;
export const tangentAt = 3;
export const bitangentAt = 6;
export const leverA = 9;
export const leverB = 12;
/** Response of (Vₙ, Ω_t, Ω_b) to force along n and torque about t and b: 11, 12, 13, 22, 23, 33. */
export const normalResponse = 15;
/** Response of (Vₙ, Ω_t, Ω_b) to friction along t and b and twist about n, three columns. */
export const crossResponse = 21;
/** Inverse of the 2×2 response of (V_t, V_b) to friction (11, 12, 22), and one over its larger eigenvalue. */
export const tangentMass = 30;
/** Response of Ωₙ to friction along t and b, and one over that to twist. */
export const twistResponse = 34;
export const twistMass = 36;
/** Friction impulses along t and b and twist impulse about n. */
export const frictionImpulse = 37;
export const frictionAt = 40;
/** Mean distance of the points from the centre: the lever of twist. */
export const radiusAt = 41;
/** Relative displacement and turn along (n; t, b) since the step began. */
export const shiftAt = 42;
/** 3 where one side cannot move, else 0: where the softness of the contact is found. */
export const softnessKind = 45;
export const restitutionAt = 46;
/** Square of how far the bodies may move against each other, halved, for levers to follow: a quarter of the shorter lever. */
export const reachAt = 47;

/** Where the numbers of a point are: v, −u, effective mass, impulse. */
export const massOfPoint = 2;
export const impulseOfPoint = 3;
/** Separation at the beginning of the step, largest impulse and approach before the step. */
export const separationOfPoint = 4;
export const largestOfPoint = 5;
export const approachOfPoint = 6;

/** Integers a block: bodies A and B, number of points, first contact. */
export const entrySize = 4;
/** Numbers that are kept of a point between steps: normal impulse, its share of friction in world axes and of twist. */
export const impulseSize = 5;
