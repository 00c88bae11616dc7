/**
 * Two frames of a moving surface, its features, and the boxes that they sweep: the input of a broad phase for
 * cloth.
 */
import type { TriangleMesh } from './data-meshes.ts';

/** The features of a surface that moves, and the boxes they sweep. */
export interface SweptCloth {
  readonly before: TriangleMesh<Float64Array>;
  readonly after: TriangleMesh<Float64Array>;
  /** Two vertices per edge, the larger first, sorted by (larger, smaller) vertex. */
  readonly edges: Uint32Array;
  /** The vertices of each feature: vertices first, then edges, then faces. Their index is the id of a box. */
  readonly features: readonly (readonly number[])[];
  /**
   * Boxes swept from the first frame to the second, min xyz, max xyz, widened by one unit in the last place.
   */
  readonly boxes: Float64Array;
}

/** A surface that moves, and which of its features collide as it does. */
export interface ClothStep extends SweptCloth {
  /** Pairs of box ids that collide and must be reported. */
  readonly vertexFacePairs: readonly (readonly [number, number])[];
  readonly edgeEdgePairs: readonly (readonly [number, number])[];
}

/** The features and boxes of a surface that moves from one frame to the next. */
export function sweepCloth(
  before: TriangleMesh<Float64Array>,
  after: TriangleMesh<Float64Array>,
): SweptCloth {
  const edges = meshEdges(before.indices);
  const groups = (numbers: Uint32Array, size: number) =>
    Array.from({ length: numbers.length / size }, (_, i) => [...numbers.subarray(size * i, size * i + size)]);
  const features = [
    ...Array.from({ length: before.positions.length / 3 }, (_, i) => [i]),
    ...groups(edges, 2),
    ...groups(before.indices, 3),
  ];
  const boxes = new Float64Array(6 * features.length);
  features.forEach((feature, id) => {
    sweptBox(boxes, 6 * id, feature, before.positions, after.positions);
  });
  return { before, after, edges, features, boxes };
}

function meshEdges(indices: Uint32Array): Uint32Array {
  const keys = new Set<number>();
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i];
    const b = indices[i % 3 === 2 ? i - 2 : i + 1];
    keys.add(Math.max(a, b) * 2 ** 26 + Math.min(a, b));
  }
  const sorted = Float64Array.from(keys).sort();
  const edges = new Uint32Array(2 * sorted.length);
  sorted.forEach((key, i) => {
    edges[2 * i] = Math.floor(key / 2 ** 26);
    edges[2 * i + 1] = key % 2 ** 26;
  });
  return edges;
}

function sweptBox(
  boxes: Float64Array,
  at: number,
  vertices: ArrayLike<number>,
  before: Float64Array,
  after: Float64Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let k = 0; k < vertices.length; k++) {
      const i = 3 * vertices[k] + axis;
      min = Math.min(min, before[i], after[i]);
      max = Math.max(max, before[i], after[i]);
    }
    boxes[at + axis] = nextDown(min);
    boxes[at + axis + 3] = -nextDown(-max);
  }
}

const scratchDouble = /* @__PURE__ */ new Float64Array(1);
const scratchBits = /* @__PURE__ */ new BigInt64Array(scratchDouble.buffer);

/** The largest double below the finite number `x`. */
function nextDown(x: number): number {
  if (x === 0) return -Number.MIN_VALUE;
  scratchDouble[0] = x;
  scratchBits[0] += x > 0 ? -1n : 1n;
  return scratchDouble[0];
}
