/**
 * The shape of a sphere tree: faces are divided at their centroids along the longest axis until each leaf
 * holds one.
 *
 * Three rules (Ponce Atencio 2005, §4.1.2). `middle`: at the middle of the centroids' extent, O(n) per level,
 * but the tree may become deep. `sorting`: centroids are sorted and halved, O(n log n) per level. `median`:
 * halved as well, by quickselect, O(n) per level.
 */

/** The rule by which the faces of a node are divided. */
export type SphereTreeSplit = 'middle' | 'sorting' | 'median';

/**
 * Nodes in preorder: the first child of a node is the next one; `second` is the number of the other, −1 for a
 * leaf.
 */
export interface SphereTreeShape {
  readonly second: Int32Array;
  /** The face of a leaf, −1 for an inner node. */
  readonly faces: Int32Array;
  /** The faces in the order of the leaves, and the start and end of those of each node. */
  readonly order: Uint32Array;
  readonly begins: Int32Array;
  readonly ends: Int32Array;
}

/** Divides `count` faces, whose centroids are given, three numbers each. */
export function buildSphereTree(centroids: Float64Array, split: SphereTreeSplit): SphereTreeShape {
  const count = centroids.length / 3;
  const nodeCount = Math.max(0, 2 * count - 1);
  const shape: SphereTreeShape = {
    second: new Int32Array(nodeCount).fill(-1),
    faces: new Int32Array(nodeCount).fill(-1),
    order: Uint32Array.from({ length: count }, (_, i) => i),
    begins: new Int32Array(nodeCount),
    ends: new Int32Array(nodeCount),
  };
  if (count === 0) return shape;
  const { order } = shape;
  // Ranges that still have to become nodes, and the parent whose second child each is, −1 for none.
  const work = [0, count, -1];
  let node = 0;
  while (work.length > 0) {
    const parent = work.pop()!;
    const end = work.pop()!;
    const begin = work.pop()!;
    if (parent >= 0) shape.second[parent] = node;
    shape.begins[node] = begin;
    shape.ends[node] = end;
    if (end - begin === 1) shape.faces[node] = order[begin];
    else {
      const axis = longestAxis(centroids, order, begin, end);
      let middle = (begin + end) >> 1;
      if (split === 'sorting')
        order.subarray(begin, end).sort((f, g) => centroids[3 * f + axis] - centroids[3 * g + axis] || f - g);
      else if (split === 'median') selectMedian(centroids, order, axis, middle, begin, end);
      else middle = partition(centroids, order, axis, begin, end);
      // The first child is made next, so it goes on top.
      work.push(middle, end, node, begin, middle, -1);
    }
    node++;
  }
  return shape;
}

function longestAxis(centroids: Float64Array, order: Uint32Array, begin: number, end: number): number {
  let best = 0;
  let longest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = begin; i < end; i++) {
      min = Math.min(min, centroids[3 * order[i] + axis]);
      max = Math.max(max, centroids[3 * order[i] + axis]);
    }
    if (max - min > longest) {
      longest = max - min;
      best = axis;
    }
  }
  return best;
}

/**
 * Puts faces below the middle of the extent first; returns the start of the others, halfway if a side would
 * be empty.
 */
function partition(
  centroids: Float64Array,
  order: Uint32Array,
  axis: number,
  begin: number,
  end: number,
): number {
  let min = Infinity;
  let max = -Infinity;
  for (let i = begin; i < end; i++) {
    min = Math.min(min, centroids[3 * order[i] + axis]);
    max = Math.max(max, centroids[3 * order[i] + axis]);
  }
  const border = 0.5 * min + 0.5 * max;
  let at = begin;
  for (let i = begin; i < end; i++) {
    const face = order[i];
    if (!(centroids[3 * face + axis] < border)) continue;
    order[i] = order[at];
    order[at++] = face;
  }
  return at === begin || at === end ? (begin + end) >> 1 : at;
}

/** Hoare's quickselect: puts the faces with the smaller centroids before `middle`. */
function selectMedian(
  centroids: Float64Array,
  order: Uint32Array,
  axis: number,
  middle: number,
  begin: number,
  end: number,
): void {
  let left = begin;
  let right = end - 1;
  while (left < right) {
    const pivot = centroids[3 * order[(left + right) >> 1] + axis];
    let i = left;
    let j = right;
    while (i <= j) {
      while (centroids[3 * order[i] + axis] < pivot) i++;
      while (centroids[3 * order[j] + axis] > pivot) j--;
      if (i > j) break;
      const face = order[i];
      order[i++] = order[j];
      order[j--] = face;
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else return;
  }
}
