/** Constants of the stages of a planar world, in a file of their own, because builds inline them. */

/** State of a slot of the table of bodies: not in use, or 1 + the index in `bodyTypes2d`. */
export const freeSlot = 0;
export const dynamicSlot = 1;
export const staticSlot = 2;
export const kinematicSlot = 3;

/** Numbers per box: min x, y, max x, y. */
export const boxSize = 4;
