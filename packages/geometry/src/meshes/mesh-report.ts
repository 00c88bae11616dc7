/**
 * Reports what is wrong with a mesh, and where. Use it before building a `HalfEdgeMesh`, computing a volume
 * or cutting a mesh into convex parts.
 *
 * Idea: sort the corners by edge; an edge of a clean surface has two faces that traverse it in opposite
 * directions. Then walk around every vertex: the faces at a clean vertex form one fan. O(corners + vertices).
 */
import { requireInteger } from '@colide/core';
import { edgeRunEnd, linkCorners, requireFaces, sortByEdge } from './internal/edge-pairs.ts';

/** The findings of {@link meshReport}; edges are pairs of vertices, one after the other. */
export interface MeshReport {
  /** Whether the faces form an oriented 2-manifold (boundaries are allowed). */
  manifold: boolean;
  /** Whether there is no boundary; if `manifold` too, the surface bounds a volume. */
  closed: boolean;
  /** Whether faces can be flipped so that all edges with two faces are traversed in both directions. */
  orientable: boolean;
  /** Vertices − edges + faces, unused vertices left out. */
  eulerCharacteristic: number;
  /** Edges with one face. */
  boundaryEdges: number[];
  /** Edges with three or more faces. */
  nonManifoldEdges: number[];
  /** Edges that two faces traverse in the same direction. */
  misorientedEdges: number[];
  /** Vertices whose faces form more than one fan. */
  nonManifoldVertices: number[];
  /** Faces with fewer than three corners or with a vertex twice. */
  degenerateFaces: number[];
  /** Faces, not degenerate, with the same vertices as an earlier face. */
  duplicateFaces: number[];
  /** Vertices without faces; no fault. */
  unusedVertices: number[];
}

/**
 * Examines faces over `vertexCount` vertices; corners of face f are `faceVertices[faceOffsets[f]]` and
 * following.
 */
export function meshReport(
  faceOffsets: ArrayLike<number>,
  faceVertices: ArrayLike<number>,
  vertexCount: number,
): MeshReport {
  requireInteger('vertexCount', vertexCount, 0, 0x7fffffff);
  requireFaces(faceOffsets, faceVertices, vertexCount);
  const { next, face } = linkCorners(faceOffsets, faceVertices.length);
  const order = sortByEdge(faceVertices, next, vertexCount);
  const faceCount = faceOffsets.length - 1;
  const boundaryEdges: number[] = [];
  const nonManifoldEdges: number[] = [];
  const misorientedEdges: number[] = [];
  const twin = new Int32Array(next.length).fill(-1);
  const flips = new FlipForest(faceCount);
  let edgeCount = 0;
  for (let start = 0; start < order.length; ) {
    const end = edgeRunEnd(faceVertices, next, order, start);
    const h = order[start];
    const a = faceVertices[h];
    const b = faceVertices[next[h]];
    const g = order[start + 1];
    edgeCount++;
    if (end - start === 1) boundaryEdges.push(a, b);
    else if (end - start > 2) nonManifoldEdges.push(a, b);
    else {
      const isOpposed = faceVertices[g] === b && a !== b;
      if (isOpposed) {
        twin[h] = g;
        twin[g] = h;
      } else misorientedEdges.push(a, b);
      flips.join(face[h], face[g], isOpposed ? 0 : 1);
    }
    start = end;
  }
  const fans = findFans(faceVertices, next, twin, vertexCount);
  const { degenerateFaces, duplicateFaces } = findBadFaces(faceOffsets, faceVertices, vertexCount);
  const faults =
    nonManifoldEdges.length +
    misorientedEdges.length +
    fans.nonManifoldVertices.length +
    degenerateFaces.length +
    duplicateFaces.length;
  return {
    manifold: faults === 0,
    closed: boundaryEdges.length === 0 && faceCount > 0,
    orientable: flips.isConsistent,
    eulerCharacteristic: vertexCount - fans.unusedVertices.length - edgeCount + faceCount,
    boundaryEdges,
    nonManifoldEdges,
    misorientedEdges,
    ...fans,
    degenerateFaces,
    duplicateFaces,
  };
}

/**
 * A report in one sentence, for error messages: the kinds of fault, how many of each, and the first of each.
 */
export function describeMeshReport(report: MeshReport): string {
  const parts: string[] = [];
  const add = (list: number[], stride: number, what: string): void => {
    if (list.length > 0)
      parts.push(`${list.length / stride} ${what} (first: ${list.slice(0, stride).join('-')})`);
  };
  add(report.degenerateFaces, 1, 'degenerate faces');
  add(report.duplicateFaces, 1, 'duplicate faces');
  add(report.nonManifoldEdges, 2, 'edges with more than two faces');
  add(report.misorientedEdges, 2, 'edges passed twice in one direction');
  add(report.nonManifoldVertices, 1, 'vertices with several fans');
  add(report.boundaryEdges, 2, 'boundary edges');
  return parts.length === 0 ? 'no faults' : parts.join(', ');
}

/** Vertices with more than one fan of faces, and vertices with none. */
function findFans(
  origin: ArrayLike<number>,
  next: Uint32Array,
  twin: Int32Array,
  vertexCount: number,
): { nonManifoldVertices: number[]; unusedVertices: number[] } {
  const corners = new Uint32Array(vertexCount);
  const first = new Int32Array(vertexCount).fill(-1);
  const previous = new Uint32Array(next.length);
  for (let h = 0; h < next.length; h++) {
    previous[next[h]] = h;
    corners[origin[h]]++;
    if (first[origin[h]] < 0) first[origin[h]] = h;
  }
  const nonManifoldVertices: number[] = [];
  const unusedVertices: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (corners[v] === 0) {
      unusedVertices.push(v);
      continue;
    }
    const start = first[v];
    let reached = 1;
    let h = twin[previous[start]];
    for (; h >= 0 && h !== start && reached <= corners[v]; h = twin[previous[h]]) reached++;
    if (h < 0) for (h = start; twin[h] >= 0 && reached <= corners[v]; reached++) h = next[twin[h]];
    if (reached !== corners[v]) nonManifoldVertices.push(v);
  }
  return { nonManifoldVertices, unusedVertices };
}

/**
 * Degenerate faces, and faces that repeat an earlier one. Faces are hashed by a sum over their vertices, in
 * any order; the vertices of two faces in one chain are compared with the help of marks, so that large
 * polygons cost no more.
 */
function findBadFaces(
  faceOffsets: ArrayLike<number>,
  faceVertices: ArrayLike<number>,
  vertexCount: number,
): { degenerateFaces: number[]; duplicateFaces: number[] } {
  const degenerateFaces: number[] = [];
  const duplicateFaces: number[] = [];
  const faceCount = faceOffsets.length - 1;
  const chains = new Int32Array(2 ** Math.ceil(Math.log2(faceCount + 1))).fill(-1);
  const before = new Int32Array(faceCount);
  const lastFace = new Int32Array(vertexCount).fill(-1);
  for (let f = 0; f < faceCount; f++) {
    const begin = faceOffsets[f];
    const end = faceOffsets[f + 1];
    let isDegenerate = end - begin < 3;
    let sum = 0;
    for (let h = begin; h < end; h++) {
      const v = faceVertices[h];
      if (lastFace[v] === f) isDegenerate = true;
      lastFace[v] = f;
      const mixed = Math.imul(v + 1, 0x9e3779b1);
      sum = (sum + Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)) | 0;
    }
    if (isDegenerate) {
      degenerateFaces.push(f);
      continue;
    }
    const chain = (sum ^ (sum >>> 16)) & (chains.length - 1);
    let g = chains[chain];
    for (; g >= 0; g = before[g]) {
      const start = faceOffsets[g];
      let h = faceOffsets[g + 1];
      if (h - start !== end - begin) continue;
      while (h > start && lastFace[faceVertices[h - 1]] === f) h--;
      if (h === start) break;
    }
    if (g >= 0) duplicateFaces.push(f);
    before[f] = chains[chain];
    chains[chain] = f;
  }
  return { degenerateFaces, duplicateFaces };
}

/** Union–find over faces that remembers whether a face must be flipped to agree with its root. */
class FlipForest {
  isConsistent = true;
  private readonly parent: Int32Array;
  private readonly flip: Uint8Array;

  constructor(count: number) {
    this.parent = new Int32Array(count).map((_, i) => i);
    this.flip = new Uint8Array(count);
  }

  join(a: number, b: number, flipped: number): void {
    const rootA = this.root(a);
    const parity = this.flip[a] ^ flipped;
    const rootB = this.root(b);
    const flip = parity ^ this.flip[b];
    if (rootA !== rootB) {
      this.parent[rootB] = rootA;
      this.flip[rootB] = flip;
    } else if (flip !== 0) this.isConsistent = false;
  }

  /** The root of `a`; afterwards `a` is its direct child and `flip[a]` is relative to it. */
  private root(a: number): number {
    const { parent, flip } = this;
    let root = a;
    let parity = 0;
    while (parent[root] !== root) {
      parity ^= flip[root];
      root = parent[root];
    }
    for (let i = a; parent[i] !== root && i !== root; ) {
      const after = parent[i];
      const rest = parity ^ flip[i];
      parent[i] = root;
      flip[i] = parity;
      parity = rest;
      i = after;
    }
    return root;
  }
}
