/**
 * The layouts of the buffers that TypeScript and WGSL share. A word is 32 bits, an unsigned integer or a
 * float; offsets (`…At`) and sizes (`…Size`) count words, `…Bytes` bytes. Structures of a shader alone are
 * declared there.
 *
 * | record   | words                                                                               | size |
 * | -------- | ----------------------------------------------------------------------------------- | ---- |
 * | filter   | group, mask, flags (bit 0: static), id                                              | 4    |
 * | pair     | smaller id, larger id                                                               | 2    |
 * | state    | pairs found, whether they are more than 2³¹, chunks tested, unused                  | 4    |
 * | work     | chunks in all, 3 unused, workgroups of the next dispatch x, y, z, unused            | 8    |
 * | pose     | position x, y, z, 0, quaternion x, y, z, w                                          | 8    |
 * | vertex   | x, y, z, 0                                                                          | 4    |
 * | owner    | body and point of a vertex                                                          | 2    |
 * | body     | first vertex, vertex count, first point, radius about the origin, smallest ball     | 8    |
 * | scene    | axis, live, mean extent, largest extent; low, high, cell, mean, diagonal and        | 32   |
 * |          | off-diagonal of the covariance, principal axis: four words each                     |      |
 */

/** Bytes per word. */
export const wordBytes = 4;

/** Filters that decide which pairs count. */
export const filterSize = 4;
export const filterBytes = 16;
export const groupAt = 0;
export const maskAt = 1;
export const flagsAt = 2;
export const idAt = 3;
/** The bit of the flags that marks a volume as static. */
export const staticFlag = 1;

/** Two ids. */
export const pairSize = 2;
export const pairBytes = 8;

/** The report of a search. */
export const stateBytes = 16;
export const pairCountAt = 0;
export const saturatedAt = 1;
export const chunkCountAt = 2;

/** Number of chunks to test, and the size of the dispatch that tests them. */
export const workBytes = 32;
export const workCountAt = 0;
export const workgroupsAt = 4;
/** Candidates per chunk, one bit of a word each. */
export const chunkSize = 32;

/** Position and rotation of a body. */
export const poseSize = 8;
export const poseBytes = 32;
export const rotationAt = 4;

/** A vertex or particle. */
export const vertexSize = 4;
export const vertexBytes = 16;

/** The body and the point that a vertex comes from. */
export const ownerSize = 2;
export const ownerBytes = 8;

/** A body and its shape. */
export const bodySize = 8;
export const bodyBytes = 32;
export const firstVertexAt = 0;
export const radiusAt = 3;
export const ballRadiusAt = 7;

/** A box of the LBVH with a child, and a node: the boxes of both children. */
export const lbvhBoxBytes = 32;
export const lbvhNodeBytes = 64;

/** A measured scene, and the offsets of its vectors. */
export const sceneBytes = 128;
export const axisAt = 0;
export const liveAt = 1;
export const meanExtentAt = 2;
export const largestExtentAt = 3;
export const lowAt = 4;
export const highAt = 8;
export const diagonalAt = 20;
export const offDiagonalAt = 24;
export const principalAt = 28;
/** The measurements of one workgroup: six vectors of four words. */
export const scenePartBytes = 96;
