/** Layouts of the planar impulse solver: states of bodies and blocks of contacts, both plain arrays. */

/**
 * State of a body:
 *
 * | at | numbers | what                                                    |
 * | -- | ------- | ------------------------------------------------------- |
 * |  0 | 2       | velocity                                                |
 * |  2 | 1       | angular velocity                                        |
 * |  3 | 2       | displacement since the step began                       |
 * |  5 | 2       | rotation since the step began: cosine, sine             |
 * |  7 | 1       | inverse mass; 0 while the body is static or asleep      |
 * |  8 | 1       | inverse moment of inertia                               |
 * |  9 | 1       | share of gravity                                        |
 * | 10 | 1       | 1 when an impact has reached the body in this step      |
 */
export const stateSize = 11;
export const spinAt = 2;
export const displacementAt = 3;
export const rotationAt = 5;
export const inverseMassAt = 7;
export const inverseMomentAt = 8;
export const gravityScaleAt = 9;
export const reachedAt = 10;

/**
 * Block of a manifold: a head and two points, of which the second may be unused. The tangent is the normal
 * turned by a right angle, counter-clockwise; friction acts at the mean of the points.
 *
 * | at | numbers | what                                                       |
 * | -- | ------- | ---------------------------------------------------------- |
 * |  0 | 2       | normal                                                     |
 * |  2 | 1       | friction                                                   |
 * |  3 | 1       | restitution                                                |
 * |  4 | 1       | effective mass of friction                                 |
 * |  5 | 1       | impulse of friction                                        |
 * |  6 | 2       | levers of friction on A and B                              |
 * |  8 | 1       | lever of rolling friction: torque per normal force         |
 * |  9 | 1       | effective moment of rolling friction                       |
 * | 10 | 1       | angular impulse of rolling friction                        |
 * | 11 | 1       | response of one point to an impulse on the other           |
 * | 12 | 1       | where the softness of this contact lies in the step record |
 */
export const frictionAt = 2;
export const restitutionAt = 3;
export const frictionMassAt = 4;
export const frictionImpulseAt = 5;
export const frictionLeversAt = 6;
export const rollingAt = 8;
export const rollingMassAt = 9;
export const rollingImpulseAt = 10;
export const couplingAt = 11;
export const softnessAt = 12;
export const headSize = 13;

/**
 * A point of a block:
 *
 * | at | numbers | what                                                                     |
 * | -- | ------- | ------------------------------------------------------------------------ |
 * |  0 | 2       | levers of the normal on A and B: lever × normal                          |
 * |  2 | 1       | response to an impulse along the normal                                  |
 * |  3 | 1       | accumulated impulse                                                      |
 * |  4 | 1       | separation at present                                                    |
 * |  5 | 1       | separation without the anchors: what they add is measured in each substep |
 * |  6 | 2       | anchor on the core of A, from its centre of mass                         |
 * |  8 | 2       | anchor on the core of B                                                  |
 * | 10 | 1       | speed at which the point is to leave an impact                           |
 * | 11 | 1       | impulse of the impact                                                    |
 */
export const leversAt = 0;
export const responseAt = 2;
export const impulseAt = 3;
export const separationAt = 4;
export const baseAt = 5;
export const anchorAAt = 6;
export const anchorBAt = 8;
export const bounceSpeedAt = 10;
export const bounceImpulseAt = 11;
export const pointSize = 12;
export const blockSize = headSize + 2 * pointSize;

/** Entry of a block, four integers: states of bodies A and B, number of points, first contact. */
export const entryAAt = 0;
export const entryBAt = 1;
export const entryCountAt = 2;
export const entryContactAt = 3;
export const entrySize = 4;

/** The blocks of a step. */
export interface PlanarBlocks {
  count: number;
  blocks: number[];
  entries: Int32Array;
}
