/**
 * Casts the rays of a three.js `Raycaster` at a mesh through a tree instead of triangle by triangle:
 * `mesh.raycast = bvhRaycast`. The answer is that of three.js, down to the bits of the points: the tree finds
 * candidate triangles, and `Ray.intersectTriangle` decides on each.
 *
 * The tree is built by the first ray, about 0.4 s for a million triangles, and follows changes of the
 * geometry that are marked by `needsUpdate`. Cost of a ray: O(log n + hits). With `firstHitOnly` set on the
 * raycaster, only the nearest hit is searched for.
 *
 * Limits: call `bvhRaycastRefit` after bones or morph targets have moved. Positions are rounded to floats, as
 * they are on the GPU. Not for `BatchedMesh`.
 */
import { createRayHit } from '@colide/core';
import { RayHitList, type TriangleBvh } from '@colide/spatial';
import {
  BackSide,
  type BufferGeometry,
  FrontSide,
  type InstancedMesh,
  type Intersection,
  type Material,
  Matrix4,
  type Mesh,
  Ray,
  type Raycaster,
  Triangle,
  Vector2,
  Vector3,
} from 'three';
import { treeOf } from './internal/mesh-tree.ts';

/** A raycaster that can be limited to the nearest hit of each mesh. */
export interface FirstHitRaycaster extends Raycaster {
  /** Whether only the nearest hit of each mesh, or of each instance, is wanted. Default false. */
  firstHitOnly?: boolean;
}

/** The target of a ray: a mesh, or one of its instances. */
interface Target {
  readonly mesh: Mesh;
  readonly bvh: TriangleBvh;
  readonly raycaster: FirstHitRaycaster;
  readonly matrix: Matrix4;
  /** Whether vertices are those of the geometry, ignoring bones and morph targets. */
  readonly isInstance: boolean;
}

/** More than rounding can add at the far end of a ray. */
const slack = 1 + 1e-6;

/**
 * Replaces `raycast` of a `Mesh`, an `InstancedMesh` or a `SkinnedMesh`. The sides of materials, groups, draw
 * ranges, `near` and `far` count as in three.js; hits are appended in order of distance.
 */
export function bvhRaycast(this: Mesh, raycaster: FirstHitRaycaster, intersects: Intersection[]): void {
  if (this.material === undefined) return;
  requireRanges(this);
  const bvh = treeOf(this, false);
  const instanced = this as InstancedMesh;
  if (!instanced.isInstancedMesh) {
    castAt({ mesh: this, bvh, raycaster, matrix: this.matrixWorld, isInstance: false }, intersects);
    return;
  }
  const matrix = new Matrix4();
  const target: Target = { mesh: this, bvh, raycaster, matrix, isInstance: true };
  const hits: Intersection[] = [];
  for (let instanceId = 0; instanceId < instanced.count; instanceId++) {
    instanced.getMatrixAt(instanceId, matrix);
    matrix.premultiply(this.matrixWorld);
    hits.length = 0;
    castAt(target, hits);
    for (const hit of hits) intersects.push(Object.assign(hit, { instanceId }));
  }
}

/** Throws for meshes that only three.js itself supports. */
function requireRanges(mesh: Mesh): void {
  if (!mesh.isMesh || 'isBatchedMesh' in mesh)
    throw new TypeError('bvhRaycast works on meshes, but not on a BatchedMesh');
  const { drawRange, groups } = mesh.geometry;
  for (const { start } of Array.isArray(mesh.material) ? [drawRange, ...groups] : [drawRange])
    if (start % 3 !== 0) throw new RangeError(`groups and draw range must start at a triangle, got ${start}`);
}

/** Appends the hits of a mesh or an instance. */
function castAt(target: Target, out: Intersection[]): void {
  const { bvh, raycaster, matrix } = target;
  const inverse = matrix.clone().invert();
  const ray = new Ray().copy(raycaster.ray).applyMatrix4(inverse);
  const { elements: m } = inverse;
  const { x, y, z } = raycaster.ray.direction;
  // Length along the local ray, whose direction three.js normalises, per unit of distance.
  const scale =
    Math.hypot(
      m[0] * x + m[4] * y + m[8] * z,
      m[1] * x + m[5] * y + m[9] * z,
      m[2] * x + m[6] * y + m[10] * z,
    ) / Math.hypot(x, y, z);
  const origin = ray.origin.toArray();
  const direction = ray.direction.toArray();
  if (!(scale > 0 && scale < Infinity && [...origin, ...direction].every(Number.isFinite))) return;
  const far = Math.max(0, raycaster.far * scale * slack);
  if (raycaster.firstHitOnly) {
    // The nearest triangle is nearly always a hit; if it faces away, all are tested.
    const hit = createRayHit();
    if (bvh.raycast(hit, origin, direction, far) === Infinity) return;
    if (accept(target, ray, hit.triangle, out)) return;
  }
  const hits = new RayHitList();
  bvh.raycastEvery(hits, origin, direction, far);
  const found: Intersection[] = [];
  for (let i = 0; i < hits.count; i++)
    if (accept(target, ray, hits.triangle[i], found) && raycaster.firstHitOnly) break;
  // Of hits at the same distance, the triangle with the smaller index comes first, as when all are tested in
  // order.
  found.sort((a, b) => a.distance - b.distance || a.faceIndex! - b.faceIndex!);
  out.push(...found);
}

/** Appends the hit of a triangle for each material it is drawn with; false when there is none. */
function accept(target: Target, ray: Ray, triangle: number, out: Intersection[]): boolean {
  const { geometry, material } = target.mesh;
  const { drawRange, groups } = geometry;
  const first = 3 * triangle;
  if (first < drawRange.start || first >= drawRange.start + drawRange.count) return false;
  const before = out.length;
  if (!Array.isArray(material)) append(target, ray, triangle, material, 0, out);
  else
    for (const { start, count, materialIndex = 0 } of groups)
      if (first >= start && first < start + count)
        append(target, ray, triangle, material[materialIndex], materialIndex, out);
  return out.length > before;
}

function append(
  target: Target,
  ray: Ray,
  triangle: number,
  material: Material,
  materialIndex: number,
  out: Intersection[],
): void {
  const { mesh, raycaster, matrix } = target;
  const { geometry } = mesh;
  const [a, b, c] = cornersOf(geometry, triangle);
  const [pa, pb, pc] = [a, b, c].map(v => vertexOf(target, v));
  const local = new Vector3();
  const met =
    material.side === BackSide
      ? ray.intersectTriangle(pc, pb, pa, true, local)
      : ray.intersectTriangle(pa, pb, pc, material.side === FrontSide, local);
  if (met === null) return;
  const point = local.clone().applyMatrix4(matrix);
  const distance = raycaster.ray.origin.distanceTo(point);
  if (distance < raycaster.near || distance > raycaster.far) return;
  const barycoord = new Vector3();
  Triangle.getBarycoord(local, pa, pb, pc, barycoord);
  const normal = Triangle.getNormal(pa, pb, pc, new Vector3());
  const hit: Intersection = {
    distance,
    point,
    object: mesh,
    face: { a, b, c, normal, materialIndex },
    faceIndex: triangle,
    barycoord,
  };
  const { uv, uv1, normal: normals } = geometry.attributes;
  if (uv) hit.uv = Triangle.getInterpolatedAttribute(uv, a, b, c, barycoord, new Vector2());
  if (uv1) hit.uv1 = Triangle.getInterpolatedAttribute(uv1, a, b, c, barycoord, new Vector2());
  if (normals) {
    hit.normal = Triangle.getInterpolatedAttribute(normals, a, b, c, barycoord, new Vector3());
    if (hit.normal.dot(ray.direction) > 0) hit.normal.negate();
  }
  out.push(hit);
}

/** The vertices of a triangle. */
function cornersOf({ index }: BufferGeometry, triangle: number): [number, number, number] {
  const at = 3 * triangle;
  return index ? [index.getX(at), index.getX(at + 1), index.getX(at + 2)] : [at, at + 1, at + 2];
}

function vertexOf({ mesh, isInstance }: Target, vertex: number): Vector3 {
  const out = new Vector3();
  if (isInstance) return out.fromBufferAttribute(mesh.geometry.attributes['position'], vertex);
  return mesh.getVertexPosition(vertex, out);
}
