/**
 * How the nodes of a bounding volume hierarchy lie in memory: eight 32-bit words each, minimum, maximum (floats, never too
 * small), then for a leaf its first slot and the number of slots, for an inner node its first child and 0. The second child
 * follows the first, children come after their parent, so one backward loop refits the tree. Node 0 is the root; node 1 is
 * not used, so that pairs of children share a cache line.
 */

/** Words of a node. */
export const nodeWords = 8;
/** Trees are not deeper than this: from {@link halvingDepth} on, nodes are halved by number. */
export const maxDepth = 96;
/** The depth from which on nodes are halved. */
export const halvingDepth = 64;
