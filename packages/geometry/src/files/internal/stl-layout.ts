/**
 * The layout of a binary STL file, in bytes, little endian.
 *
 * | from | what                                                                        |
 * | ---: | --------------------------------------------------------------------------- |
 * |    0 | a header without meaning                                                    |
 * |   80 | the number of triangles, a 32-bit integer                                   |
 * |   84 | the triangles, 50 bytes each: normal, three corners (floats), two bytes more |
 */
export const countAt = 80;
export const trianglesAt = 84;
export const triangleSize = 50;

/** Offset of the corners in a triangle, after the normal. */
export const cornersAt = 12;
/** Three floats. */
export const vectorSize = 12;
export const floatSize = 4;
