/**
 * Where the box kernel finds two oriented boxes and leaves their manifold, in bytes. Boxes are fifteen
 * numbers each: centre, half extents, axes.
 *
 * |   at | bytes   | what                                                     |
 * | ---: | ------- | -------------------------------------------------------- |
 * |    0 | 2 · 120 | boxes A and B                                            |
 * |  240 | 24      | normal from A to B                                       |
 * |  264 | 64      | depths                                                   |
 * |  328 | 192     | points on A                                              |
 * |  520 | 192     | points on B                                              |
 * |  712 | 32      | ids, four bytes each                                     |
 * |  744 | 4       | number of points, four bytes                             |
 * |  752 | 176     | products of axes and their distance, see `obb-axis`      |
 * |  928 | 2 · 192 | polygon, before and after a side has cut it: u, v, height |
 * | 1312 | 2 · 64  | its codes, two of four bytes per corner                  |
 * | 1440 | 32      | positions of the points around their middle              |
 * | 1472 | 16      | the four points that are kept, four bytes each           |
 * | 1488 | 8       | how far apart the boxes may be                           |
 */
export const boxA: usize = 0;
export const boxB: usize = 120;
export const normalAt: usize = 240;
export const depthsAt: usize = 264;
export const pointsAAt: usize = 328;
export const pointsBAt: usize = 520;
export const idsAt: usize = 712;
export const countAt: usize = 744;
export const productsAt: usize = 752;
export const polygonAt: usize = 928;
export const codesAt: usize = 1312;
export const turnsAt: usize = 1440;
export const chosenAt: usize = 1472;
export const marginAt: usize = 1488;

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
