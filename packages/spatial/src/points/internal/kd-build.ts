/**
 * Builds a balanced k-d tree in place: points are moved so that every node's points are a range of the array,
 * divided in the middle at the median of their widest axis, which quickselect finds (Hoare 1961; on long
 * ranges after the sample of Floyd & Rivest, "Algorithm 489: select", CACM 18(3), 1975).
 */

/** The arrays of a k-d tree: points and their ids, planes and axes of the nodes. */
interface KdArrays {
  readonly points: Float64Array;
  readonly ids: Uint32Array;
  readonly planes: Float64Array;
  readonly axes: Uint8Array;
}

/**
 * Builds the subtree of heap node `node` over the points from `begin` to `end`, with `levels` levels of
 * planes; `planes` and `axes` are filled by heap number: the root is 1, the children of i are 2i and 2i + 1.
 */
export function buildKdNode(tree: KdArrays, node: number, begin: number, end: number, levels: number): void {
  if (levels === 0) return;
  const { points, ids, planes, axes } = tree;
  const axis = widestAxis(points, begin, end);
  const middle = (begin + end) >> 1;
  select(points, ids, axis, middle, begin, end - 1);
  axes[node] = axis;
  planes[node] = points[3 * middle + axis];
  buildKdNode(tree, 2 * node, begin, middle, levels - 1);
  buildKdNode(tree, 2 * node + 1, middle, end, levels - 1);
}

function widestAxis(points: Float64Array, begin: number, end: number): number {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = 3 * begin; i < 3 * end; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  const x = maxX - minX;
  const y = maxY - minY;
  const z = maxZ - minZ;
  if (x >= y && x >= z) return 0;
  return y >= z ? 1 : 2;
}

function swap(points: Float64Array, ids: Uint32Array, i: number, j: number): void {
  const a = 3 * i;
  const b = 3 * j;
  const x = points[a];
  const y = points[a + 1];
  const z = points[a + 2];
  points[a] = points[b];
  points[a + 1] = points[b + 1];
  points[a + 2] = points[b + 2];
  points[b] = x;
  points[b + 1] = y;
  points[b + 2] = z;
  const id = ids[i];
  ids[i] = ids[j];
  ids[j] = id;
}

/**
 * Moves points so that position `k` holds the point it would hold if all from `left` to `right` were sorted
 * along the axis.
 */
function select(
  points: Float64Array,
  ids: Uint32Array,
  axis: number,
  k: number,
  first: number,
  last: number,
): void {
  let left = first;
  let right = last;
  while (right > left) {
    if (right - left > 600) {
      const n = right - left + 1;
      const m = k - left + 1;
      const z = Math.log(n);
      const s = 0.5 * Math.exp((2 * z) / 3);
      const sd = 0.5 * Math.sqrt((z * s * (n - s)) / n) * (m < n / 2 ? -1 : 1);
      const newLeft = Math.max(left, Math.floor(k - (m * s) / n + sd));
      const newRight = Math.min(right, Math.floor(k + ((n - m) * s) / n + sd));
      select(points, ids, axis, k, newLeft, newRight);
    }
    const pivot = points[3 * k + axis];
    let i = left;
    let j = right;
    swap(points, ids, left, k);
    if (points[3 * right + axis] > pivot) swap(points, ids, left, right);
    while (i < j) {
      swap(points, ids, i, j);
      i++;
      j--;
      while (points[3 * i + axis] < pivot) i++;
      while (points[3 * j + axis] > pivot) j--;
    }
    if (points[3 * left + axis] === pivot) swap(points, ids, left, j);
    else {
      j++;
      swap(points, ids, j, right);
    }
    if (j <= k) left = j + 1;
    if (k <= j) right = j - 1;
  }
}
