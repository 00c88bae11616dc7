/** The damping with which motors to a speed are written: they reach it if their force suffices. */
export const stiffDamping = 1e6;
