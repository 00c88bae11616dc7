/**
 * The root of the set that has member `i`, where `parents` maps each member to another of its set, and a root
 * to itself; halves the path on the way. Links that make the lower of two roots the parent keep the lowest
 * member as the root, whatever their order.
 *
 * Tarjan & van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM 31(2), 1984.
 */
export function rootOf(parents: Int32Array, i: number): number {
  let at = i;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]];
    at = parents[at];
  }
  return at;
}
