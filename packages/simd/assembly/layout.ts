/**
 * The layout of the memory. Contact manifolds are packed two by two: a slot holds the same number of both
 * side by side, as one vector. `at(k)` is the offset of vector k in bytes. The numbers are explained in the
 * tables of `@colide/solvers` (`internal/solve-contacts`), whose layout of the states of bodies is used here
 * as it is.
 *
 * | vector | vectors | of a slot                                                                         |
 * | ------ | ------- | --------------------------------------------------------------------------------- |
 * |  0     | 1       | number of points of both manifolds, four bytes; the rest belongs to the caller    |
 * |  1     | 1       | addresses of the states of both bodies A, then of both bodies B, four bytes each  |
 * |  2     | 3 · 3   | axes n, t, b                                                                      |
 * | 11     | 3 + 3   | levers of A and B                                                                 |
 * | 17     | 1       | friction coefficient                                                              |
 * | 18     | 1       | relative displacement along n since the step began                                |
 * | 19     | 4 + 2   | inverse of the response to friction, response of the sliding to a force along n   |
 * | 25     | 2       | friction impulses                                                                 |
 * | 27     | 7 + 7   | inverse mass and inertia of A and of B, as of the last motion                     |
 * | 41     | 1 + 2   | share of B in the motion of the point, radii of curvature                         |
 * | 44     |         | one point: effective mass, impulse, separation, sum of the radii of two balls     |
 * | 44     | 6 + 7   | several: response to a force along n and torques about t and b, of the rest to the same |
 * | 57     | 2 + 1   | response of the spin about n to friction, inverse of that to twist                |
 * | 60     | 2       | twist impulse, lever of twist                                                     |
 * | 62     | 2       | relative rotation about t and b since the step began                              |
 * | 64     | 6 + 3   | inverses of the response at 44 and of the second moments of the arms              |
 * | 73     | 5 each  | points: effective mass, impulse, separation, arm                                  |
 *
 * The data from which a slot is prepared is packed in the same form, in a record of its own:
 *
 * | vector | vectors | of a record                                                  |
 * | ------ | ------- | ------------------------------------------------------------ |
 * |  0     | 3 + 3   | positions of A and B                                         |
 * |  6     | 3 + 1   | friction impulse in world axes and twist of the last step    |
 * | 10     | 1       | the separation that counts at the least                      |
 * | 11     | 6 each  | points: position, separation, impulse of the last step, first load |
 */

/** Offset of vector `k`. */
export function at(k: usize): usize {
  return k << 4;
}

export const statesOfSlot = 1;
export const normal = 2;
export const tangent = 5;
export const bitangent = 8;
export const leverA = 11;
export const leverB = 14;
export const friction = 17;
export const normalShift = 18;
export const tangentMass = 19;
export const slipResponse = 23;
export const frictionImpulse = 25;
export const massA = 27;
export const massB = 34;
export const leverShare = 41;
export const radii = 42;
export const shortHead = 44;
export const balls = 47;
export const normalResponse = 44;
export const torqueResponse = 50;
export const twistResponse = 57;
export const twistMass = 59;
export const twistImpulse = 60;
export const twistRadius = 61;
export const tilt = 62;
export const together = 64;
export const spread = 70;
export const head = 73;

/** Parts of a point: its effective mass is at 0. */
export const impulse = 1;
export const separation = 2;
export const arm = 3;
export const pointSize: usize = 5 * 16;

export const rawPoints = 11;
export const rawPointSize: usize = 6 * 16;

/** Bytes of a slot, and of the record it is prepared from. */
export function slotSize(points: i32): usize {
  return points > 1 ? at(head) + pointSize * points : at(shortHead + 4);
}
export function rawSize(points: i32): usize {
  return at(rawPoints) + rawPointSize * points;
}

/** The address of a state that a slot holds. */
export function stateOf(slot: usize, k: usize): usize {
  return <usize>load<u32>(slot + at(statesOfSlot) + 4 * k);
}
/** Which of the states: those of the bodies A in both lanes, then those of the bodies B. */
export const firstA: usize = 0;
export const secondA: usize = 1;
export const firstB: usize = 2;
export const secondB: usize = 3;

/** Bytes into a vector. */
export const yAt: usize = 8;
export const zAt: usize = 2 * 8;

/** Bytes into the state of a body, which begins with the velocity. */
export const angularVelocityAt: usize = 3 * 8;
export const displacementAt: usize = 6 * 8;
export const rotationAt: usize = 9 * 8;
export const inverseMassAt: usize = 12 * 8;
/** The inverse inertia: xx, yy, zz, then xy, xz, yz. */
export const inverseInertiaAt: usize = 13 * 8;
export const offDiagonalAt: usize = 3 * 8;

/** Bytes into the step record; the softness lies at an offset given by the caller. */
export const massScaleAt: usize = 8;
export const impulseScaleAt: usize = 16;
export const substepAt: usize = 9 * 8;
export const warmStartScaleAt: usize = 15 * 8;

/** Offset of the memory for intermediate results. */
export const scratch: usize = 0;
