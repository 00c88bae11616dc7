/**
 * Where the box kernel finds two oriented boxes and leaves their manifold, in bytes. Boxes are fifteen
 * numbers each: centre, half extents, axes.
 *
 * |   at | bytes   | what                                                                 |
 * | ---: | ------- | -------------------------------------------------------------------- |
 * |    0 | 2 · 120 | boxes A and B                                                        |
 * |  240 | 8       | how far apart they may be                                            |
 * |  248 | 24      | normal from A to B                                                   |
 * |  272 | 176     | products of axes and their distance, see `obb-axis`                  |
 * |  448 | 8 · 64  | points, see below                                                    |
 * |  960 | 2 · 256 | polygon, before and after a side has cut it: u, v, height, two codes |
 * | 1472 | 16      | the four points that are kept, their addresses                       |
 *
 * A point is the point on A, the point on B, the depth and the id, which has four bytes.
 */
export const boxA: usize = 0;
export const boxB: usize = 120;
export const marginAt: usize = 240;
export const normalAt: usize = 248;
export const productsAt: usize = 272;
export const pointsAt: usize = 448;
export const polygonAt: usize = 960;
export const chosenAt: usize = 1472;

/** Bytes of a point, and into it. */
export const pointSize: usize = 64;
export const onBAt: usize = 24;
export const depthAt: usize = 48;
export const idAt: usize = 56;

/** Bytes into a box. */
export const halfAt: usize = 3 * 8;
export const axesAt: usize = 6 * 8;

/** Bytes of `k` numbers. */
export function numberAt(k: usize): usize {
  return k << 3;
}

/** Address of triple `k`. */
export function rowOf(at: usize, k: i32): usize {
  return at + <usize>(24 * k);
}

/** Number `k`. */
export function numberOf(at: usize, k: i32): f64 {
  return load<f64>(at + ((<usize>k) << 3));
}
