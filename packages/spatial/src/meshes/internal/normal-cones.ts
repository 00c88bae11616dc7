/**
 * Cones around the directions in which the triangles below each node of a tree can touch something: the cones
 * of all their vertices, which hold the normals of faces and edges too. Two closed surfaces touch only where
 * they face each other, so nodes whose cones cannot hold opposite directions end a branch. For two tori of 2
 * 300 triangles each, one lying on the other, this leaves half of the pairs of nearby triangles; with 9 200
 * triangles each, a third.
 *
 * One backward loop over the nodes; the cone of a node is that around the cones of its children, at most
 * twice as wide as need be.
 */
import type { MeshSurface } from '@colide/geometry';
import { countAt, firstAt, nodeSize } from '../../internal/bvh-layout.ts';
import type { TreeMesh } from './tree-mesh.ts';

/** Numbers per cone: unit axis, half opening, its cosine and sine. */
export const coneSize = 6;
export const openingAt = 3;
export const cosineAt = 4;
export const sineAt = 5;
/** Numbers per cone of a vertex of a `MeshSurface`: unit axis, cosine of half the opening. */
const vertexConeSize = 4;
const vertexCosineAt = 3;
/**
 * `MeshContacts` widens cones by 0.06 in cosine: half of the arc cosine of 0.94 for each of the two cones.
 */
const widening = 0.175;

/**
 * The cones of the nodes of a mesh, node by node; `undefined` without a tree or if the surface is not closed.
 */
export function findNormalCones(mesh: TreeMesh, surface: MeshSurface): Float64Array | undefined {
  const { words, order } = mesh;
  if (!words || !order || !surface.closed) return undefined;
  const cones = new Float64Array((coneSize * words.length) / nodeSize);
  for (let node = words.length - nodeSize; node >= 0; node -= nodeSize) {
    const at = (coneSize * node) / nodeSize;
    const first = words[node + firstAt];
    const count = words[node + countAt];
    if (count > 0) {
      for (let slot = first; slot < first + count; slot++)
        for (let k = 0; k < 3; k++) {
          const vertexAt = vertexConeSize * surface.corners[3 * order[slot] + k];
          for (let l = 0; l < 3; l++) cones[at + l] += surface.vertexCones[vertexAt + l];
        }
      normalizeAxis(cones, at);
      for (let slot = first; slot < first + count; slot++)
        for (let k = 0; k < 3; k++) {
          const vertexAt = vertexConeSize * surface.corners[3 * order[slot] + k];
          widen(
            cones,
            at,
            surface.vertexCones,
            vertexAt,
            Math.acos(surface.vertexCones[vertexAt + vertexCosineAt]),
          );
        }
      cones[at + openingAt] += widening;
    } else if (first > 0) {
      const left = coneSize * first;
      for (let l = 0; l < 3; l++) cones[at + l] = cones[left + l] + cones[left + coneSize + l];
      normalizeAxis(cones, at);
      for (let child = left; child <= left + coneSize; child += coneSize)
        widen(cones, at, cones, child, cones[child + openingAt]);
    }
    cones[at + cosineAt] = Math.cos(cones[at + openingAt]);
    cones[at + sineAt] = Math.sin(cones[at + openingAt]);
  }
  return cones;
}

function normalizeAxis(cones: Float64Array, at: number): void {
  const length = Math.hypot(cones[at], cones[at + 1], cones[at + 2]);
  for (let l = 0; length > 0 && l < 3; l++) cones[at + l] /= length;
}

/** Widens the cone at `at` until it holds one around the axis at `from[fromAt…]`. */
function widen(cones: Float64Array, at: number, from: Float64Array, fromAt: number, opening: number): void {
  let cosine = 0;
  for (let l = 0; l < 3; l++) cosine += cones[at + l] * from[fromAt + l];
  // Without an axis the cosine is 0, and the normals may point anywhere.
  const isAxis = cones[at] !== 0 || cones[at + 1] !== 0 || cones[at + 2] !== 0;
  const angle = isAxis ? Math.acos(Math.max(-1, Math.min(1, cosine))) + opening : Math.PI;
  cones[at + openingAt] = Math.min(Math.PI, Math.max(cones[at + openingAt], angle));
}
