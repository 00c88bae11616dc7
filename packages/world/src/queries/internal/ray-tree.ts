/**
 * A tree of boxes for many rays between two changes of a world: a ray descends it front to back and stops at
 * its first hit. In a grid it would have to visit a path of cells two wide.
 *
 * Each node is divided at the median of its longest axis, so the tree is balanced: the children of node i are
 * 2i + 1 and 2i + 2, and no pointers are needed. The boxes are those that the broad phase has, a little wider
 * than the colliders; as long as none of them changes, the tree is valid, even while bodies tremble within
 * theirs. With n boxes, building takes the time that the tree saves over n / 8 rays, so it waits until that
 * many rays have been cast, or were cast before the last change.
 *
 * Cost: O(n log n) to build, O(log n) for a ray. No allocation while the number of boxes does not grow.
 */
import { IdList } from '@colide/core';
import type { World } from '../../world/world.ts';

const leafCapacity = 4;
/** The tree is built when there are this many boxes per ray, or fewer. */
const boxesPerRay = 8;
/** Numbers per box: minimum, then maximum. */
const boxSize = 6;
/** Allows for rounding of the parameters at which a ray enters and leaves a box. */
const slack = 1 + 2 ** -48;
/** Boxes at least this long, as a fraction of all together, stay out of the tree if they are few. */
const largeShare = 0.25;
const mostLarge = 16;
/** The box around all boxes. */
const all = /* @__PURE__ */ new Float64Array(boxSize);
/** A box around everything. */
const everything = /* @__PURE__ */ Float64Array.of(-1e300, -1e300, -1e300, 1e300, 1e300, 1e300);
/** Offsets in {@link RayTree.ray}: 1 / direction, and the parameter at which the ray ends. */
const inverseAt = 3;
const endAt = 6;

/** The colliders of a world in the order in which a ray may meet them. */
export class RayTree {
  /** The colliders, in the order of the leaves, and their boxes. */
  private readonly colliders = new IdList();
  private boxes = new Float64Array(0);
  /** How many of them, at the front, are too large for the tree: every ray is tested against these. */
  private largeCount = 0;
  /** The box of each node, and its first item and the end of its last one. */
  private nodes = new Float64Array(0);
  private ranges = new Int32Array(0);
  /** The change of boxes after which the tree was built, and after which rays are counted. */
  private built = -1;
  private counted = -1;
  private rays = 0;
  private raysBefore = 0;
  /** The present ray, the nodes left to visit with the parameters of entry, the items of the present leaf. */
  private readonly ray = new Float64Array(endAt + 1);
  private readonly stack = new Int32Array(64);
  private readonly entries = new Float64Array(64);
  private depth = 0;
  private item = 0;
  private itemEnd = 0;

  /** Counts a ray; returns whether the tree is to be used for it, and builds it if necessary. */
  serves({ broad, broadPhase, colliders }: World): boolean {
    const { changes } = broad;
    if (this.counted !== changes) {
      this.counted = changes;
      this.raysBefore = this.rays;
      this.rays = 0;
    }
    this.rays++;
    if (this.built === changes) return true;
    if (boxesPerRay * Math.max(this.rays, this.raysBefore) < colliders.count) return false;
    const items = this.colliders;
    items.clear();
    broadPhase.queryBox(items, everything);
    for (let i = 0; i < items.count; i++) items.data[i] = broad.colliderAt(items.data[i]);
    this.build(broad.list.wide);
    this.built = changes;
    return true;
  }

  /** Begins a ray, of which only the part up to {@link end} matters. */
  begin(origin: Float64Array, direction: Float64Array): void {
    const { ray } = this;
    for (let k = 0; k < 3; k++) {
      ray[k] = origin[k];
      ray[inverseAt + k] = 1 / direction[k];
    }
    this.item = 0;
    this.itemEnd = this.largeCount;
    this.depth = 0;
    if (this.colliders.count > this.largeCount) this.visit(0);
  }

  /** The parameter at which the ray ends. */
  set end(value: number) {
    this.ray[endAt] = value;
  }

  /** The next collider whose box the ray meets before its end, or −1. */
  next(): number {
    for (;;) {
      while (this.item < this.itemEnd) {
        const item = this.item++;
        if (entry(this.ray, this.boxes, boxSize * item) < Infinity) return this.colliders.data[item];
      }
      if (this.depth === 0) return -1;
      const node = this.stack[--this.depth];
      if (this.entries[this.depth] > this.ray[endAt]) continue;
      const first = this.ranges[2 * node];
      const end = this.ranges[2 * node + 1];
      if (end - first > leafCapacity) {
        this.visitChildren(node);
        continue;
      }
      this.item = first;
      this.itemEnd = end;
    }
  }

  /** Schedules the children of a node, the nearer one first. */
  private visitChildren(node: number): void {
    const { stack, entries, depth } = this;
    this.visit(2 * node + 1);
    this.visit(2 * node + 2);
    if (this.depth < depth + 2 || entries[depth] >= entries[depth + 1]) return;
    const nearer = entries[depth];
    entries[depth] = entries[depth + 1];
    entries[depth + 1] = nearer;
    stack[depth]++;
    stack[depth + 1]--;
  }

  /** Puts a node on the stack if the ray meets it. */
  private visit(node: number): void {
    const t = entry(this.ray, this.nodes, boxSize * node);
    if (t === Infinity) return;
    this.stack[this.depth] = node;
    this.entries[this.depth++] = t;
  }

  /** Builds the tree of {@link colliders}, whose boxes are in `wide`. */
  private build(wide: Float64Array): void {
    const { data, count } = this.colliders;
    const large = separateLarge(data, wide, count);
    this.largeCount = large;
    let nodeCount = 1;
    for (let size = count - large; size > leafCapacity; size = Math.ceil(size / 2))
      nodeCount = 2 * nodeCount + 1;
    if (this.ranges.length < 2 * nodeCount) {
      this.nodes = new Float64Array(boxSize * nodeCount);
      this.ranges = new Int32Array(2 * nodeCount);
    }
    if (this.boxes.length < boxSize * count) this.boxes = new Float64Array(boxSize * count);
    const { nodes, ranges, boxes } = this;
    ranges.fill(0);
    ranges[0] = large;
    ranges[1] = count;
    for (let node = 0; node < nodeCount; node++) {
      const first = ranges[2 * node];
      const end = ranges[2 * node + 1];
      if (first === end) continue;
      const axis = bound(nodes, boxSize * node, wide, data, first, end);
      if (end - first <= leafCapacity) continue;
      const middle = (first + end) >> 1;
      select(data, wide, axis, first, end, middle);
      ranges[4 * node + 2] = first;
      ranges[4 * node + 3] = ranges[4 * node + 4] = middle;
      ranges[4 * node + 5] = end;
    }
    for (let i = 0; i < count; i++)
      for (let k = 0; k < boxSize; k++) boxes[boxSize * i + k] = wide[boxSize * data[i] + k];
  }
}

/**
 * The parameter at which a ray enters the box at `at`, or `Infinity` if it misses the box or ends before. On
 * an axis along which it does not run, 0 · ∞ on a face of the box is NaN, which excludes nothing.
 */
function entry(ray: Float64Array, boxes: Float64Array, at: number): number {
  const byX = ray[inverseAt];
  const byY = ray[inverseAt + 1];
  const byZ = ray[inverseAt + 2];
  // Of the two faces across an axis, the ray enters through the one that it meets first.
  const x = byX < 0 ? 3 : 0;
  const y = byY < 0 ? 3 : 0;
  const z = byZ < 0 ? 3 : 0;
  const enterX = (boxes[at + x] - ray[0]) * byX;
  const enterY = (boxes[at + 1 + y] - ray[1]) * byY;
  const enterZ = (boxes[at + 2 + z] - ray[2]) * byZ;
  const leaveX = (boxes[at + 3 - x] - ray[0]) * byX * slack;
  const leaveY = (boxes[at + 4 - y] - ray[1]) * byY * slack;
  const leaveZ = (boxes[at + 5 - z] - ray[2]) * byZ * slack;
  let near = 0;
  let far = ray[endAt];
  if (enterX > near) near = enterX;
  if (enterY > near) near = enterY;
  if (enterZ > near) near = enterZ;
  if (leaveX < far) far = leaveX;
  if (leaveY < far) far = leaveY;
  if (leaveZ < far) far = leaveZ;
  return near <= far ? near : Infinity;
}

/**
 * Writes the box around the boxes `items[first … end − 1]` to `out[at…]`; returns the axis along which it is
 * longest.
 */
function bound(
  out: Float64Array,
  at: number,
  boxes: Float64Array,
  items: Uint32Array,
  first: number,
  end: number,
): number {
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = first; i < end; i++) {
      const box = boxSize * items[i] + k;
      if (boxes[box] < low) low = boxes[box];
      if (boxes[box + 3] > high) high = boxes[box + 3];
    }
    out[at + k] = low;
    out[at + 3 + k] = high;
    if (high - low > out[at + 3 + axis] - out[at + axis]) axis = k;
  }
  return axis;
}

/**
 * Moves the boxes that are at least a quarter as long as all together to the front; returns how many there
 * are, or 0 if they are many. The walls of a container would stretch all nodes above them.
 */
function separateLarge(items: Uint32Array, boxes: Float64Array, count: number): number {
  const axis = bound(all, 0, boxes, items, 0, count);
  const limit = largeShare * (all[axis + 3] - all[axis]);
  let large = 0;
  for (let i = 0; i < count; i++) {
    const item = items[i];
    const at = boxSize * item;
    if (
      !(
        Math.max(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]) >=
        limit
      )
    )
      continue;
    items[i] = items[large];
    items[large++] = item;
  }
  return large > mostLarge ? 0 : large;
}

/** Quickselect (Hoare 1961): no item before `middle` has its centre beyond that of one after it. */
function select(
  items: Uint32Array,
  boxes: Float64Array,
  axis: number,
  first: number,
  end: number,
  middle: number,
): void {
  let low = first;
  let high = end - 1;
  while (low < high) {
    let at = boxSize * items[(low + high) >> 1] + axis;
    const pivot = boxes[at] + boxes[at + 3];
    let i = low;
    let j = high;
    while (i <= j) {
      for (at = boxSize * items[i] + axis; boxes[at] + boxes[at + 3] < pivot; )
        at = boxSize * items[++i] + axis;
      for (at = boxSize * items[j] + axis; boxes[at] + boxes[at + 3] > pivot; )
        at = boxSize * items[--j] + axis;
      if (i > j) break;
      const item = items[i];
      items[i++] = items[j];
      items[j--] = item;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
