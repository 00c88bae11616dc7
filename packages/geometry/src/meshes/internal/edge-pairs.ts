/**
 * Which corners of a set of faces lie on the same edge. Corner h stands for the directed edge from its vertex
 * to the vertex of the next corner of its face. Two stable counting sorts, by the larger and by the smaller
 * vertex of the edge, bring corners of one edge side by side in O(corners + vertices), however many meet in a
 * vertex.
 */

/** For each corner of all faces: the next corner of its face and the face itself. */
export interface Corners {
  next: Uint32Array;
  face: Uint32Array;
}

/** The links of the corners, from the offsets of the faces. */
export function linkCorners(faceOffsets: ArrayLike<number>, cornerCount: number): Corners {
  const next = new Uint32Array(cornerCount);
  const face = new Uint32Array(cornerCount);
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const begin = faceOffsets[f];
    const end = faceOffsets[f + 1];
    for (let h = begin; h < end; h++) {
      next[h] = h + 1 < end ? h + 1 : begin;
      face[h] = f;
    }
  }
  return { next, face };
}

/**
 * The corners ordered so that those of one undirected edge are neighbours, in ascending order among
 * themselves.
 */
export function sortByEdge(origin: ArrayLike<number>, next: Uint32Array, vertexCount: number): Uint32Array {
  const count = next.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  let order = new Uint32Array(count);
  for (let h = 0; h < count; h++) {
    const a = origin[h];
    const b = origin[next[h]];
    low[h] = Math.min(a, b);
    high[h] = Math.max(a, b);
    order[h] = h;
  }
  for (const key of [high, low]) {
    const starts = new Uint32Array(vertexCount + 1);
    for (let h = 0; h < count; h++) starts[key[h] + 1]++;
    for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
    const sorted = new Uint32Array(count);
    for (let i = 0; i < count; i++) sorted[starts[key[order[i]]]++] = order[i];
    order = sorted;
  }
  return order;
}

/** Where the run of corners on the same edge as `order[start]` ends. */
export function edgeRunEnd(
  origin: ArrayLike<number>,
  next: Uint32Array,
  order: Uint32Array,
  start: number,
): number {
  const a = origin[order[start]];
  const b = origin[next[order[start]]];
  let end = start + 1;
  for (; end < order.length; end++) {
    const h = order[end];
    const c = origin[h];
    const d = origin[next[h]];
    if (!((c === a && d === b) || (c === b && d === a))) break;
  }
  return end;
}

/** Throws unless offsets and vertices describe faces over `vertexCount` vertices. */
export function requireFaces(
  faceOffsets: ArrayLike<number>,
  faceVertices: ArrayLike<number>,
  vertexCount: number,
): void {
  if (faceOffsets.length === 0 || faceOffsets[0] !== 0) throw new RangeError('faceOffsets must begin with 0');
  for (let f = 1; f < faceOffsets.length; f++)
    if (!(faceOffsets[f] >= faceOffsets[f - 1]))
      throw new RangeError(
        `faceOffsets[${f}] must not be below faceOffsets[${f - 1}], got ${faceOffsets[f]}`,
      );
  if (faceOffsets[faceOffsets.length - 1] !== faceVertices.length)
    throw new RangeError(
      `faceOffsets must end with the length of faceVertices, ${faceVertices.length}, got ${faceOffsets[faceOffsets.length - 1]}`,
    );
  for (let h = 0; h < faceVertices.length; h++) {
    const v = faceVertices[h];
    if (!(Number.isInteger(v) && v >= 0 && v < vertexCount))
      throw new RangeError(`faceVertices[${h}] must be a vertex below ${vertexCount}, got ${v}`);
  }
}
