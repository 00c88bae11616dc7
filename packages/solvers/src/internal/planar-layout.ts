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
 * | 10 | 1       | 1 if an impact has reached the body in this step        |
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
 * Velocity of a body in the present substep without the impulses of contacts: two numbers and the angular
 * one. The difference to the velocity at the end of the substep is the contribution of the contacts, with
 * which they begin the next one.
 */
export const carrySize = 3;

/**
 * Block of a manifold: a head and one or two points, one block behind the other. The tangent is the normal
 * rotated by a right angle, counter-clockwise; friction acts at the mean of the points.
 *
 * | at | numbers | what                                                       |
 * | -- | ------- | ---------------------------------------------------------- |
 * |  0 | 2       | normal                                                     |
 * |  2 | 1       | friction                                                   |
 * |  3 | 1       | effective mass of friction                                 |
 * |  4 | 1       | impulse of friction                                        |
 * |  5 | 2       | levers of friction on A and B                              |
 * |  7 | 1       | lever of rolling friction: torque per normal force         |
 * |  8 | 1       | effective moment of rolling friction                       |
 * |  9 | 1       | angular impulse of rolling friction                        |
 * | 10 | 1       | response of one point to an impulse on the other           |
 */
export const frictionAt = 2;
export const frictionMassAt = 3;
export const frictionImpulseAt = 4;
export const frictionLeversAt = 5;
export const rollingAt = 7;
export const rollingMassAt = 8;
export const rollingImpulseAt = 9;
export const couplingAt = 10;
export const headSize = 11;

/**
 * A point of a block:
 *
 * | at | numbers | what                                                                     |
 * | -- | ------- | ------------------------------------------------------------------------ |
 * |  0 | 2       | levers of the normal on A and B: lever × normal                          |
 * |  2 | 1       | response to an impulse along the normal                                  |
 * |  3 | 1       | accumulated impulse                                                      |
 * |  4 | 1       | separation at present                                                    |
 * |  5 | 1       | separation when the step began                                           |
 * |  6 | 2       | positions of the anchors on the cores of A and B along the normal, from their centres of mass |
 */
export const leversAt = 0;
export const responseAt = 2;
export const impulseAt = 3;
export const separationAt = 4;
export const startAt = 5;
export const reachAt = 6;
export const pointSize = 8;

/**
 * Entry of a block, five integers: offsets of the states of bodies A and B, number of points, first contact,
 * offset of the block.
 */
export const entryAAt = 0;
export const entryBAt = 1;
export const entryCountAt = 2;
export const entryContactAt = 3;
export const entryBlockAt = 4;
export const entrySize = 5;

/**
 * Impulses of a contact point that survive the step: normal, its share of friction and of rolling friction.
 */
export const impulseSize = 3;
export const frictionShareAt = 1;
export const rollingShareAt = 2;

/**
 * Impact of a block: its restitution; then for each point the speed at which it is to leave, and its impulse.
 */
export const impactSize = 5;
export const impactHeadSize = 1;
export const bounceSpeedAt = 0;
export const bounceImpulseAt = 1;
export const bounceSize = 2;

/** The blocks of a step. */
export interface PlanarBlocks {
  count: number;
  blocks: number[];
  entries: number[];
  /** Impacts by block, once there have been any. */
  impacts: number[];
}
