/**
 * The pairs of triangles of two meshes that may be within a distance of each other: both trees are descended
 * at once, and two nodes whose boxes are farther apart end a branch (Gottschalk, Lin & Manocha 1996). The box
 * of a node of the second tree is transformed to the frame of the first. Nodes of closed surfaces end a
 * branch, too, if nothing below them faces the other (`normal-cones.ts`). If a mesh has a structure other
 * than a BVH, the structure is queried with each triangle of the other mesh in turn.
 *
 * No allocation unless there are more pairs than ever before.
 */

import { IdList, type PairList } from '@colide/core';
import { countAt, firstAt, maxDepth, nodeSize } from '../../internal/bvh-layout.ts';
import { positionAt, triangleSize } from '../../internal/mesh-layout.ts';
import { coneSize, cosineAt, openingAt, sineAt } from './normal-cones.ts';
import type { SolidMesh, TreeMesh } from './tree-mesh.ts';

/** Pairs of nodes to visit. A step takes one and adds at most four. */
const stack = /* @__PURE__ */ new Uint32Array(16 * maxDepth);
const box = /* @__PURE__ */ new Float64Array(6);
const slots = /* @__PURE__ */ new IdList();
const corners = /* @__PURE__ */ new Float64Array(triangleSize);

/**
 * Appends pairs of triangles of `a` and `b` that may be within `distance`, one number, of each other. `pose`
 * takes `b` to the frame of `a`: the nine numbers of a rotation matrix, then a position.
 */
export function nearTrianglePairs(
  out: PairList,
  a: SolidMesh,
  b: SolidMesh,
  pose: Float64Array,
  distance: Float64Array,
): void {
  const isTree = a.mesh.words && b.mesh.words && a.mesh.nodes && b.mesh.nodes;
  if (isTree) descendBoth(out, a, b, pose, distance);
  else queryEach(out, a.mesh, b.mesh, pose, distance);
}

function descendBoth(
  out: PairList,
  { mesh: a, normalCones: conesA }: SolidMesh,
  { mesh: b, normalCones: conesB }: SolidMesh,
  pose: Float64Array,
  distance: Float64Array,
): void {
  const wordsA = a.words!;
  const wordsB = b.words!;
  let depth = 0;
  stack[depth++] = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const nodeB = stack[--depth];
    const nodeA = stack[--depth];
    for (let k = 0; k < 6; k++) box[k] = b.nodes![nodeB + k];
    seen(pose, distance);
    if (!meets(a.nodes!, nodeA)) continue;
    if (conesA && conesB && !facesOther(conesA, nodeA, conesB, nodeB, pose)) continue;
    const countA = wordsA[nodeA + countAt];
    const countB = wordsB[nodeB + countAt];
    const firstA = wordsA[nodeA + firstAt];
    const firstB = wordsB[nodeB + firstAt];
    if (countA > 0 && countB > 0) {
      for (let j = firstB; j < firstB + countB; j++)
        for (let i = firstA; i < firstA + countA; i++) out.push(a.order![i], b.order![j]);
      continue;
    }
    const fromA = countA > 0 ? nodeA : nodeSize * firstA;
    const fromB = countB > 0 ? nodeB : nodeSize * firstB;
    const toA = countA > 0 ? nodeA : fromA + nodeSize;
    const toB = countB > 0 ? nodeB : fromB + nodeSize;
    for (let i = fromA; i <= toA; i += nodeSize)
      for (let j = fromB; j <= toB; j += nodeSize) {
        stack[depth++] = i;
        stack[depth++] = j;
      }
  }
}

/** Replaces {@link box} by the box around it after a pose, wider by `distance[0]`. */
function seen(m: Float64Array, distance: Float64Array): void {
  const x = 0.5 * (box[0] + box[3]);
  const y = 0.5 * (box[1] + box[4]);
  const z = 0.5 * (box[2] + box[5]);
  const hx = 0.5 * (box[3] - box[0]);
  const hy = 0.5 * (box[4] - box[1]);
  const hz = 0.5 * (box[5] - box[2]);
  for (let k = 0; k < 3; k++) {
    const middle = m[k] * x + m[3 + k] * y + m[6 + k] * z + m[positionAt + k];
    let half = Math.abs(m[k]) * hx + Math.abs(m[3 + k]) * hy + Math.abs(m[6 + k]) * hz + distance[0];
    // A few units in the last place wider, for the rounding of this sum.
    half += 1e-14 * (Math.abs(middle) + half);
    box[k] = middle - half;
    box[3 + k] = middle + half;
  }
}

/** Whether {@link box} touches the node at `nodes[at…]`. */
function meets(nodes: Float32Array, at: number): boolean {
  for (let k = 0; k < 3; k++) if (!(nodes[at + k] <= box[3 + k] && box[k] <= nodes[at + 3 + k])) return false;
  return true;
}

/** Whether the cones of two nodes may hold opposite directions. */
function facesOther(
  conesA: Float64Array,
  nodeA: number,
  conesB: Float64Array,
  nodeB: number,
  m: Float64Array,
): boolean {
  const a = coneSize * (nodeA / nodeSize);
  const b = coneSize * (nodeB / nodeSize);
  if (conesA[a + openingAt] + conesB[b + openingAt] >= Math.PI) return true;
  const x = conesB[b];
  const y = conesB[b + 1];
  const z = conesB[b + 2];
  let along = 0;
  for (let k = 0; k < 3; k++) along += conesA[a + k] * (m[k] * x + m[3 + k] * y + m[6 + k] * z);
  // The cosine of the sum of the half angles.
  const least = conesA[a + cosineAt] * conesB[b + cosineAt] - conesA[a + sineAt] * conesB[b + sineAt];
  return -along >= least;
}

/** Queries the structure of `a` with every triangle of `b`. */
function queryEach(
  out: PairList,
  a: TreeMesh,
  b: TreeMesh,
  pose: Float64Array,
  distance: Float64Array,
): void {
  for (let j = 0; j < b.triangleCount; j++) {
    b.triangle(corners, j);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(corners[k], corners[k + 3], corners[k + 6]);
      box[3 + k] = Math.max(corners[k], corners[k + 3], corners[k + 6]);
    }
    seen(pose, distance);
    slots.clear();
    a.slotsIn(slots, box);
    for (let i = 0; i < slots.count; i++) out.push(a.order ? a.order[slots.get(i)] : slots.get(i), j);
  }
}
