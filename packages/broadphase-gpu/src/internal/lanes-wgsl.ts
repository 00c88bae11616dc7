/** Pieces of WGSL that several shaders share: numbering of workgroups, and sums over the 256 lanes of one. */

/** Lanes of a workgroup in most shaders. */
export const lanes = 256;
/** Lanes of a workgroup in which each lane has much to do: a whole body, pair or traversal. */
export const fewLanes = 64;
/** Items that a lane takes one after another in scans, reductions and sorts. */
export const itemsPerLane = 8;
/** Items of a workgroup in scans, reductions and sorts. */
export const tileSize = lanes * itemsPerLane;

/** Number of workgroups for `count` items, `size` items each. */
export function groupsFor(count: number, size: number): number {
  return Math.ceil(count / size);
}

/** The number of a workgroup in a dispatch that may be two-dimensional. */
export const groupWgsl = /* wgsl */ `
fn groupIndex(group: vec3u, counts: vec3u) -> u32 { return group.y * counts.x + group.x; }
`;

/**
 * Exclusive sum over the lanes and, as second component, the sum of all lanes. Every lane must call it, once.
 * Sixteen lanes add up sixteen values each, then every lane adds up the sums before it: two barriers instead
 * of eight for repeated halving.
 */
export const scanLanesWgsl = /* wgsl */ `
var<workgroup> laneValues: array<u32, 256>;
var<workgroup> rowSums: array<u32, 16>;
fn scanLanes(lane: u32, value: u32) -> vec2u {
  laneValues[lane] = value;
  workgroupBarrier();
  if (lane < 16u) {
    var sum = 0u;
    for (var k = lane * 16u; k < lane * 16u + 16u; k++) {
      let next = sum + laneValues[k];
      laneValues[k] = sum;
      sum = next;
    }
    rowSums[lane] = sum;
  }
  workgroupBarrier();
  var before = laneValues[lane];
  var all = 0u;
  for (var row = 0u; row < 16u; row++) {
    if (row < lane / 16u) { before += rowSums[row]; }
    all += rowSums[row];
  }
  return vec2u(before, all);
}
`;
