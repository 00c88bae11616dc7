/**
 * The memory layout of the nodes of a bounding volume hierarchy: eight 32-bit words each, viewed as floats
 * and as integers.
 *
 * | offset  | kind    | inner node             | leaf            |
 * | ------- | ------- | ---------------------- | --------------- |
 * | 0       | float   | minimum x, y, z, never too large         ||
 * | 3       | float   | maximum x, y, z, never too small         ||
 * | firstAt | integer | number of first child  | first slot      |
 * | countAt | integer | 0                      | number of slots |
 *
 * The second child follows the first, and children come after their parent, so one backward loop refits the
 * tree. Node 0 is the root; node 1 is not used, so that pairs of children share a cache line.
 */

/** Words per node. */
export const nodeSize = 8;
/** Offset of the first child or first slot. */
export const firstAt = 6;
/** Offset of the number of slots, 0 for inner nodes. */
export const countAt = 7;
/**
 * The maximum depth of a tree: from {@link halvingDepth} on, nodes are split in halves by number of items.
 */
export const maxDepth = 96;
/** The depth from which nodes are split in halves. */
export const halvingDepth = 64;
