/** Iterations towards the best rotation per match; few suffice, since the last rotation is near. */
export const rotationSteps = 4;
