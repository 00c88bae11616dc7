/**
 * Functions for moving meshes besides their contacts with convex shapes: contacts with half-spaces and with
 * other meshes, and the part of a motion after which they touch. The motion of a step is a translation;
 * rotation is ignored.
 *
 * Contacts with half-spaces are at vertices, all of which are tested. Only vertices that would still support
 * the mesh if it were tilted a little in some direction count, since the others change with every step.
 * Before two meshes meet, the vertices of each are cast as rays at the other: O((m + n) log(m + n)), for fast
 * bodies only. Edges that pass through each other between vertices are left to the contacts, which find
 * overlaps up to the thickness of the mesh.
 */
import { type Convex, createRayHit, PairList, type RayHit, type ReadonlyVec3 } from '@colide/core';
import type { MeshSurface, Posed } from '@colide/geometry';
import { type ContactManifold, contactManifoldReduce, type MeshContacts } from '@colide/narrowphase';
import { positionAt } from '../../internal/mesh-layout.ts';
import { nearTrianglePairs } from './near-triangle-pairs.ts';
import type { SolidMesh, TreeMesh } from './tree-mesh.ts';

/** The size of a mesh. */
interface MeshRadius extends Convex {
  readonly boundingRadius: number;
}

/** A mesh with rays. */
interface CastMesh extends SolidMesh {
  readonly mesh: TreeMesh & {
    raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  };
}

const pairs = /* @__PURE__ */ new PairList();
const hit = /* @__PURE__ */ createRayHit();
const origin = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
const plane = /* @__PURE__ */ new Float64Array(4);
/** Time of the first impact. */
const first = /* @__PURE__ */ new Float64Array(1);

/**
 * Finds the contacts of two posed meshes; returns how many manifolds `out` has, their normals from `a` to
 * `b`.
 */
export function meshMeshContacts(
  out: MeshContacts,
  a: SolidMesh,
  placedA: Posed,
  b: SolidMesh,
  placedB: Posed,
  margin: number,
): number {
  out.begin(a.surface, placedA.pose, b.surface, placedB.pose, margin);
  pairs.clear();
  nearTrianglePairs(pairs, a, b, out.relative, out.reach);
  for (let p = 0; p < pairs.count; p++) out.add(pairs.first(p), pairs.second(p));
  return out.finish();
}

/** Sets {@link plane} to the plane at `data[at…]`, in the frame of a posed mesh. */
function setPlane({ pose: m }: Posed, data: Float64Array, at: number): void {
  plane[3] = data[at + 3];
  for (let k = 0; k < 3; k++) {
    plane[k] = m[3 * k] * data[at] + m[3 * k + 1] * data[at + 1] + m[3 * k + 2] * data[at + 2];
    plane[3] -= data[at + k] * m[positionAt + k];
  }
}

/** The height of vertex `v` above {@link plane}. */
function heightOf({ vertices: p }: MeshSurface, v: number): number {
  return plane[0] * p[3 * v] + plane[1] * p[3 * v + 1] + plane[2] * p[3 * v + 2] - plane[3];
}

/**
 * Directions in the plane, in which a mesh is supported as far out as possible. Corners of up to 90° are
 * found by at least one of them, and no ring of evenly spaced vertices has two that are equally far out.
 */
const directionCount = 8;
const firstDirection = /* @__PURE__ */ Float64Array.of(24 / 25, 7 / 25);
/** The directions in the frame of the mesh, three numbers each. */
const outward = /* @__PURE__ */ new Float64Array(3 * directionCount);
/** The vertex that is farthest out in each direction, and how far; the last one is the lowest. */
const farthest = /* @__PURE__ */ new Int32Array(directionCount + 1);
const distances = /* @__PURE__ */ new Float64Array(directionCount + 1);
/** The least and the greatest slope that is assumed towards the outside. */
const leastSlope = 0.05;
const mostSlope = 0.5;
const slope = /* @__PURE__ */ new Float64Array(1);

/** Sets {@link outward}: directions that are fixed to the plane, each as long as the {@link slope}. */
function setDirections({ pose: m }: Posed, data: Float64Array, at: number): void {
  // The axis that is least along the normal.
  let axis = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(data[at + k]) < Math.abs(data[at + axis])) axis = k;
  const y = (axis + 1) % 3;
  const z = (axis + 2) % 3;
  const length = Math.sqrt(data[at + y] ** 2 + data[at + z] ** 2);
  let c = slope[0] * firstDirection[0];
  let s = slope[0] * firstDirection[1];
  for (let d = 0; d < 3 * directionCount; d += 3) {
    // The tangents are axis × n and n × (axis × n).
    direction[axis] = s * length;
    direction[y] = (-c * data[at + z] - s * data[at + axis] * data[at + y]) / length;
    direction[z] = (c * data[at + y] - s * data[at + axis] * data[at + z]) / length;
    for (let k = 0; k < 3; k++)
      outward[d + k] = m[3 * k] * direction[0] + m[3 * k + 1] * direction[1] + m[3 * k + 2] * direction[2];
    const next = Math.SQRT1_2 * (c - s);
    s = Math.SQRT1_2 * (c + s);
    c = next;
  }
}

/**
 * Fills `out` with at most four vertices of a posed mesh that are below the plane at `data[at…]`, or above it
 * by at most `margin`; returns their count. Among all these, it takes those that support the mesh farthest
 * out, and the lowest. Others that are as far out but higher up, such as the next ring of a torus, would
 * carry no weight until the mesh tilts.
 */
export function meshPlaneContacts(
  out: ContactManifold,
  surface: MeshSurface,
  placed: Posed,
  data: Float64Array,
  at: number,
  margin: number,
): number {
  setPlane(placed, data, at);
  const { boundingRadius } = placed.shape as MeshRadius;
  slope[0] = Math.max(leastSlope, Math.min(mostSlope, (0.5 * margin) / boundingRadius));
  setDirections(placed, data, at);
  findFarthest(surface, margin);
  out.count = 0;
  for (let k = 0; k < 3; k++) out.normal[k] = -data[at + k];
  for (let i = 0; i <= directionCount; i++)
    if (farthest[i] >= 0 && farthest.indexOf(farthest[i]) === i)
      addVertex(out, surface, placed, data, at, farthest[i]);
  return contactManifoldReduce(out);
}

/** Finds the vertices above {@link plane} by at most `margin` that are {@link farthest} out. */
function findFarthest(surface: MeshSurface, margin: number): void {
  const { vertices: p } = surface;
  farthest.fill(-1);
  distances.fill(-Infinity);
  for (let v = 0; 3 * v < p.length; v++) {
    const height = heightOf(surface, v);
    if (!(height <= margin)) continue;
    for (let i = 0; i <= directionCount; i++) {
      // Lower vertices are farther out: by the slope.
      let distance = -height;
      if (i < directionCount) for (let k = 0; k < 3; k++) distance += outward[3 * i + k] * p[3 * v + k];
      if (distance <= distances[i]) continue;
      distances[i] = distance;
      farthest[i] = v;
    }
  }
}

/** Adds vertex `v` to the contacts with the plane at `data[at…]`. */
function addVertex(
  out: ContactManifold,
  surface: MeshSurface,
  { pose: m }: Posed,
  data: Float64Array,
  at: number,
  v: number,
): void {
  const { vertices: p } = surface;
  const height = heightOf(surface, v);
  const to = 3 * out.count;
  for (let k = 0; k < 3; k++) {
    out.pointsA[to + k] =
      m[k] * p[3 * v] + m[3 + k] * p[3 * v + 1] + m[6 + k] * p[3 * v + 2] + m[positionAt + k];
    out.pointsB[to + k] = out.pointsA[to + k] - height * data[at + k];
  }
  out.depths[out.count] = -height;
  out.ids[out.count] = v;
  out.count++;
}

/** The height of the lowest vertex of a posed mesh above the plane at `data[at…]`. */
export function meshPlaneHeight(surface: MeshSurface, placed: Posed, data: Float64Array, at: number): number {
  setPlane(placed, data, at);
  let lowest = Infinity;
  for (let v = 0; 3 * v < surface.vertices.length; v++) lowest = Math.min(lowest, heightOf(surface, v));
  return lowest;
}

/**
 * The part of `motion` after which a posed mesh touches the plane at `data[at…]`, if it would sink deeper
 * than `depth`; else `Infinity`.
 */
export function meshPlaneImpact(
  surface: MeshSurface,
  placed: Posed,
  motion: Float64Array,
  data: Float64Array,
  at: number,
  depth: number,
): number {
  const lowest = meshPlaneHeight(surface, placed, data, at);
  const descent = -(motion[0] * data[at] + motion[1] * data[at + 1] + motion[2] * data[at + 2]);
  if (!(descent > 0) || !(lowest > 0) || descent - lowest <= depth) return Infinity;
  return lowest / descent;
}

/**
 * The part of `motion`, that of `a` relative to `b`, after which two posed meshes touch, if a vertex would
 * sink deeper than `depth`; else `Infinity`.
 */
export function meshMeshImpact(
  a: CastMesh,
  placedA: Posed,
  b: CastMesh,
  placedB: Posed,
  motion: Float64Array,
  depth: number,
): number {
  first[0] = Infinity;
  castVertices(a.surface, placedA, b, placedB, motion, depth);
  for (let k = 0; k < 3; k++) motion[k] = -motion[k];
  castVertices(b.surface, placedB, a, placedA, motion, depth);
  for (let k = 0; k < 3; k++) motion[k] = -motion[k];
  return first[0];
}

/** Casts the vertices of a surface at a mesh; keeps the least time in {@link first}. */
function castVertices(
  { vertices: p }: MeshSurface,
  { pose: m }: Posed,
  mesh: CastMesh,
  placed: Posed,
  motion: Float64Array,
  depth: number,
): void {
  const { pose: n } = placed;
  const { closed } = mesh.surface;
  placed.toLocalDirection(direction, motion);
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) return;
  for (let v = 0; v < p.length; v += 3) {
    for (let k = 0; k < 3; k++) origin[k] = 0;
    for (let k = 0; k < 3; k++) {
      const x =
        m[k] * p[v] + m[3 + k] * p[v + 1] + m[6 + k] * p[v + 2] + m[positionAt + k] - n[positionAt + k];
      for (let l = 0; l < 3; l++) origin[l] += n[3 * l + k] * x;
    }
    const t = mesh.mesh.raycast(hit, origin, direction, 1);
    if (!(t > 0 && t < first[0])) continue;
    let descent = 0;
    for (let k = 0; k < 3; k++) descent -= direction[k] * hit.normal[k];
    if (!closed) descent = Math.abs(descent);
    if (descent * (1 - t) > depth) first[0] = t;
  }
}
