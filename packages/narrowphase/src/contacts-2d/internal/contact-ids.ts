/** Ids of contact points are made of the numbers of two vertices: that of A times this, plus that of B. */
export const idStride = 0x8000;
