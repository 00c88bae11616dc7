/** Offsets in the memory of the contact kernels; `assembly/layout` explains them. */

/** The layouts of the solver: numbers of a step, of a state and of the impulses of a contact. */
export const stepLength = 16;
export const stateSize = 22;
/** Velocity and angular velocity. */
export const motionSize = 6;
export const inverseMassAt = 12;
export const impulseSize = 5;
export const frictionShareAt = 1;
export const twistShareAt = 4;
/** Offsets in the step record. */
export const contactSoftnessAt = 0;
export const staticSoftnessAt = 3;
export const substepAt = 9;
export const pushSpeedAt = 10;

/** The largest number of points of a manifold. */
export const mostPoints = 8;

/** Vectors of a slot. */
export const normalAt = 2;
export const tangentAt = 5;
export const bitangentAt = 8;
export const frictionAt = 17;
export const frictionImpulseAt = 25;
export const leverShareAt = 41;
export const radiiAt = 42;
export const shortHeadSize = 44;
export const ballsAt = 47;
export const twistImpulseAt = 60;
export const headSize = 73;
export const pointSize = 5;
export const pointImpulseAt = 1;
/** Integers of a slot: number of points, first contacts of its manifolds, addresses of the states. */
export const contactsAt = 1;
export const statesAt = 4;

/** Vectors of a record. */
export const positionBAt = 3;
export const rawFrictionAt = 6;
export const rawTwistAt = 9;
export const floorAt = 10;
export const rawHeadSize = 11;
export const rawPointSize = 6;

/** Numbers of a vector, one per manifold. */
export const lanes = 2;
export const vectorBytes = 16;

/** Vectors of a slot of `count` points. */
export function slotVectors(count: number): number {
  return count > 1 ? headSize + pointSize * count : shortHeadSize + 4;
}

/** Vectors of the record of a slot. */
export function rawVectors(count: number): number {
  return rawHeadSize + rawPointSize * count;
}
