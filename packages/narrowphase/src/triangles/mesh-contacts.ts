/**
 * Contact manifolds of two meshes, from the pairs of their triangles that are near each other. Vertices touch
 * faces and edges touch edges, as long as the normal of the contact lies in the normal cones of the features:
 * then the two surfaces face each other there, and the depth is measured along that normal. A face
 * of a closed mesh pushes to its outside only, so a vertex that has sunk in comes out where it went in; a
 * face of an open mesh pushes to the side that the cone of the vertex requires. Points with nearly the same
 * normal are gathered in one manifold.
 *
 * Surfaces may overlap by {@link MeshContacts.reach}, twice the ratio of volume and area of the thinner mesh:
 * the thickness of a plate, two thirds of the radius of a ball. Deeper overlaps are not found; continuous
 * detection has to prevent them. Every feature is tested with one triangle only, since all triangles that
 * share it are near if one is. O(pairs of triangles), no allocation after construction.
 *
 * The condition on cones is that of Gauss maps (Gregorius, "The Separating Axis Test between Convex
 * Polyhedra", 2013), for each feature by itself.
 */
import type { MeshSurface } from '@colide/geometry';
import { type ContactManifold, createContactManifold } from '../contacts/contact-manifold.ts';
import { triangleSize } from '../internal/layouts.ts';
import { ContactGroups } from './internal/contact-groups.ts';
import { isInEdgeCone, isInVertexCone } from './internal/surface-cones.ts';
import {
  depthAt,
  normalAt,
  pointLimit,
  pointSize,
  SurfacePoints,
  tagSize,
} from './internal/surface-points.ts';

/** Offset of the position in a pose, after the rotation matrix. */
const positionAt = 9;
/** Weight below which a point is outside of a triangle, and the same for the ends of edges. */
const rim = 1e-6;
/**
 * Numbers per cone of an edge, and of a vertex of the triangle at hand: axis, cosine and, for edges, the
 * sine.
 */
const coneSize = 5;
const cosineAt = 3;
const sineAt = 4;
/** Numbers per cone of a vertex of a surface, which has no sine. */
const vertexConeSize = 4;
const edgeConesAt = 3 * coneSize;
const normalBAt = 2 * edgeConesAt;
/** Cones are widened by this much, as a cosine. */
const coneSlack = 0.06;
/** The fineness of normals by which manifolds are told apart: those of two meshes rotate with both. */
const coarseNormals = 3;
/** Sine of the angle below which edges are parallel, and faces lie in one plane. */
const parallel = 1e-3;
/** How far beside a triangle a point that has sunk in at a concave edge may be, as a share of its depth. */
const beside = 0.5;

/** Contacts of two meshes. Call {@link begin}, {@link add} for pairs of triangles, {@link finish}. */
export class MeshContacts {
  private readonly groups = new ContactGroups();
  /** Manifolds found; the first {@link count} are valid. Normals point from A to B. */
  readonly manifolds: ContactManifold[] = this.groups.manifolds;
  /**
   * A number for each manifold that depends on its normal: it tells manifolds apart and hardly ever changes.
   */
  readonly parts: Int32Array = this.groups.parts;
  /** The triangle of B in {@link cornersB}, and whether {@link cones} are of it. */
  private loadedB = -1;
  private hasCones = false;
  private a!: MeshSurface;
  private b!: MeshSurface;
  private poseA!: Float64Array;
  /** The pose of B in the frame of A. */
  readonly relative = new Float64Array(12);
  /** How far apart surfaces may be, how far they may overlap, and the larger of both. */
  private readonly limits = new Float64Array(3);
  /** One number: how far apart triangles may be and still matter. */
  readonly reach: Float64Array = this.limits.subarray(2);
  private readonly points = new SurfacePoints();
  private readonly trianglesA = new Float64Array(triangleSize * pointLimit);
  private readonly trianglesB = new Float64Array(triangleSize * pointLimit);
  private readonly cornersA = new Float64Array(triangleSize);
  private readonly cornersB = new Float64Array(triangleSize);
  private readonly normal = new Float64Array(3);
  private readonly direction = new Float64Array(3);
  /** Cones of the triangle of B: of its corners, of its edges, and its normal. */
  private readonly cones = new Float64Array(normalBAt + 3);
  private readonly point = new Float64Array(pointSize);
  private readonly manifold = createContactManifold(1);

  /** The number of manifolds. */
  get count(): number {
    return this.groups.count;
  }

  /**
   * Begins with two surfaces at poses, nine numbers of a rotation matrix and a position each. Surfaces at
   * most `margin` apart give points.
   */
  begin(a: MeshSurface, poseA: Float64Array, b: MeshSurface, poseB: Float64Array, margin = 0): void {
    const { relative: r, limits } = this;
    this.a = a;
    this.b = b;
    this.poseA = poseA;
    this.points.count = this.groups.count = 0;
    this.loadedB = -1;
    this.groups.margin = limits[0] = margin;
    limits[1] =
      2 *
      Math.min(a.closed ? a.solid.volume / a.area : Infinity, b.closed ? b.solid.volume / b.area : Infinity);
    if (limits[1] === Infinity) limits[1] = margin;
    limits[2] = Math.max(margin, limits[1]);
    for (let i = 0; i < 3; i++) {
      r[positionAt + i] = 0;
      for (let k = 0; k < 3; k++) {
        r[positionAt + i] += poseA[3 * i + k] * (poseB[positionAt + k] - poseA[positionAt + k]);
        r[3 * k + i] =
          poseA[3 * i] * poseB[3 * k] +
          poseA[3 * i + 1] * poseB[3 * k + 1] +
          poseA[3 * i + 2] * poseB[3 * k + 2];
      }
    }
  }

  /** Tests triangle `i` of A and triangle `j` of B. */
  add(i: number, j: number): void {
    const { a, b, cornersA, cornersB, cones } = this;
    if (this.loadedB !== j) {
      this.load(cornersB, j, false);
      this.rotate(cones, normalBAt, b.normals, 3 * j);
      this.loadedB = j;
      this.hasCones = false;
    }
    const { limits } = this;
    if (a.closed && isAway(cornersB, a.vertices, 3 * a.corners[3 * i], a.normals, 3 * i, limits)) return;
    this.load(cornersA, i, true);
    if (b.closed && isAway(cornersA, cornersB, 0, cones, normalBAt, limits)) return;
    if (!this.hasCones) this.loadCones(j);
    for (let k = 0; k < 3; k++) {
      const v = b.corners[3 * j + k];
      if (b.vertexTriangles[v] === j && facesVertex(cones, coneSize * k, a.normals, 3 * i, a.closed))
        this.meetFace(i, j, k, true);
      const w = a.corners[3 * i + k];
      if (
        a.vertexTriangles[w] === i &&
        facesVertex(a.vertexCones, vertexConeSize * w, cones, normalBAt, b.closed)
      )
        this.meetFace(i, j, k, false);
      const e = a.triangleEdges[3 * i + k];
      if (a.edgeTriangles[2 * e] !== i || a.flatEdges[e] === 1) continue;
      for (let l = 0; l < 3; l++) {
        const f = b.triangleEdges[3 * j + l];
        if (b.edgeTriangles[2 * f] !== j || b.flatEdges[f] === 1) continue;
        if (edgesFace(a.edgeCones, coneSize * e, cones, edgeConesAt + coneSize * l))
          this.meetEdges(i, j, k, l);
      }
    }
  }

  /** Gathers the points that matter; returns the number of manifolds. */
  finish(): number {
    const { points, groups, manifold, poseA: m, trianglesA, trianglesB, cornersA, cornersB } = this;
    for (let n = 0; n < points.count; n++) {
      this.load(cornersA, points.tags[tagSize * n], true);
      this.load(cornersB, points.tags[tagSize * n + 1], false);
      for (let k = 0; k < triangleSize; k++) {
        trianglesA[triangleSize * n + k] = cornersA[k];
        trianglesB[triangleSize * n + k] = cornersB[k];
      }
    }
    points.keep(trianglesA, trianglesB, this.limits);
    for (let n = 0; n < points.keptCount; n++) {
      const at = pointSize * points.kept[n];
      const { values } = points;
      manifold.count = 1;
      manifold.depths[0] = values[at + depthAt];
      for (let k = 0; k < 3; k++) {
        manifold.pointsA[k] = m[positionAt + k];
        manifold.normal[k] = 0;
        for (let l = 0; l < 3; l++) {
          manifold.pointsA[k] += m[3 * l + k] * values[at + l];
          manifold.normal[k] += m[3 * l + k] * values[at + normalAt + l];
        }
      }
      groups.add(manifold, points.tags[tagSize * points.kept[n] + 2]);
    }
    groups.reduce();
    groups.nameByNormal(coarseNormals);
    return groups.count;
  }

  /** A vertex of one triangle, corner `k`, against the face of the other. */
  private meetFace(i: number, j: number, k: number, isOfB: boolean): void {
    const { normal } = this;
    const solid = isOfB ? this.a : this.b;
    this.loadNormal(isOfB ? i : j, isOfB);
    if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) return;
    this.meetSide(i, j, k, isOfB);
    if (solid.closed) return;
    for (let l = 0; l < 3; l++) normal[l] = -normal[l];
    this.meetSide(i, j, k, isOfB);
  }

  /** The same against the side of the face that {@link normal} points to. */
  private meetSide(i: number, j: number, k: number, isOfB: boolean): void {
    const { normal: n, direction, point, limits, a, b } = this;
    const p = isOfB ? this.cornersB : this.cornersA;
    const q = isOfB ? this.cornersA : this.cornersB;
    let height = 0;
    for (let l = 0; l < 3; l++) height += n[l] * (p[3 * k + l] - q[l]);
    if (!(height <= limits[0] && height >= -limits[1])) return;
    point[depthAt] = -height;
    if (!this.isOver(isOfB ? a : b, isOfB ? i : j, q, p, 3 * k)) return;
    for (let l = 0; l < 3; l++) direction[l] = -n[l];
    if (isOfB) this.toB();
    const v = isOfB ? b.corners[3 * j + k] : a.corners[3 * i + k];
    if (!isInVertexCone(isOfB ? b : a, v, direction)) return;
    for (let l = 0; l < 3; l++) {
      point[l] = p[3 * k + l] - (isOfB ? height * n[l] : 0);
      point[normalAt + l] = isOfB ? n[l] : -n[l];
    }
    this.points.add(point, i, j, 3 * v + (isOfB ? 1 : 0));
  }

  /**
   * Whether the point `p[at…]` is over or under triangle `t` of a surface, which is at `q`, along
   * {@link normal}. Beside a concave edge of the surface, a point that has sunk in is under neither of the
   * two triangles: it counts as under both if it is beside them by at most half its depth.
   */
  private isOver(surface: MeshSurface, t: number, q: Float64Array, p: Float64Array, at: number): boolean {
    const { normal: n, point } = this;
    let isLeft = true;
    let isRight = true;
    for (let side = 0; side < 3; side++) {
      const c = 3 * side;
      const d = side === 2 ? 0 : c + 3;
      const ex = q[d] - q[c];
      const ey = q[d + 1] - q[c + 1];
      const ez = q[d + 2] - q[c + 2];
      const x = p[at] - q[c];
      const y = p[at + 1] - q[c + 1];
      const z = p[at + 2] - q[c + 2];
      const area = n[0] * (ey * z - ez * y) + n[1] * (ez * x - ex * z) + n[2] * (ex * y - ey * x);
      const squared = ex * ex + ey * ey + ez * ez;
      let least = rim * squared;
      if (point[depthAt] > 0 && Math.abs(area) > least && isConcave(surface, t, side))
        least += beside * point[depthAt] * Math.sqrt(squared);
      isLeft &&= area >= -least;
      isRight &&= area <= least;
    }
    return isLeft || isRight;
  }

  /** Edges from corner `k` of one triangle and corner `l` of the other. */
  private meetEdges(i: number, j: number, k: number, l: number): void {
    const { cornersA: p, cornersB: q, normal: n, point } = this;
    const a = 3 * k;
    const b = 3 * ((k + 1) % 3);
    const c = 3 * l;
    const d = 3 * ((l + 1) % 3);
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = q[d] - q[c];
    const vy = q[d + 1] - q[c + 1];
    const vz = q[d + 2] - q[c + 2];
    n[0] = uy * vz - uz * vy;
    n[1] = uz * vx - ux * vz;
    n[2] = ux * vy - uy * vx;
    const squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (!(squared > parallel ** 2 * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))) return;
    const wx = q[c] - p[a];
    const wy = q[c + 1] - p[a + 1];
    const wz = q[c + 2] - p[a + 2];
    // (w × v) · n and (w × u) · n over n² are the parameters at which the edges are nearest.
    const s =
      ((wy * vz - wz * vy) * n[0] + (wz * vx - wx * vz) * n[1] + (wx * vy - wy * vx) * n[2]) / squared;
    const t =
      ((wy * uz - wz * uy) * n[0] + (wz * ux - wx * uz) * n[1] + (wx * uy - wy * ux) * n[2]) / squared;
    if (!(s >= -rim && s <= 1 + rim && t >= -rim && t <= 1 + rim)) return;
    const inverse = 1 / Math.sqrt(squared);
    for (let m = 0; m < 3; m++) n[m] *= inverse;
    point[0] = p[a] + s * ux;
    point[1] = p[a + 1] + s * uy;
    point[2] = p[a + 2] + s * uz;
    const gap = n[0] * wx + n[1] * wy + n[2] * wz;
    if (Math.abs(gap) > this.limits[2]) return;
    const e = this.a.triangleEdges[3 * i + k];
    const f = this.b.triangleEdges[3 * j + l];
    const id = 3 * ((Math.imul(e, 0x9e3779b1) ^ f) & 0xfffffff) + 2;
    for (let sign = 1; sign >= -1; sign -= 2) {
      const depth = -sign * gap;
      if (depth < -this.limits[0] || depth > this.limits[1] || !this.areCones(e, f, sign)) continue;
      for (let m = 0; m < 3; m++) point[normalAt + m] = sign * n[m];
      point[depthAt] = depth;
      this.points.add(point, i, j, id);
    }
  }

  /**
   * Whether {@link normal} times `sign` is in the cone of edge `e` of A and its opposite in that of `f` of B.
   */
  private areCones(e: number, f: number, sign: number): boolean {
    const { normal, direction, a, b } = this;
    for (let k = 0; k < 3; k++) direction[k] = sign * normal[k];
    if (!isOutward(a, e, direction) || !isInEdgeCone(a, e, direction)) return false;
    for (let k = 0; k < 3; k++) direction[k] = -direction[k];
    this.toB();
    return isOutward(b, f, direction) && isInEdgeCone(b, f, direction);
  }

  /** Rotates {@link direction} to the frame of B. */
  private toB(): void {
    const { relative: m, direction: d } = this;
    const x = d[0];
    const y = d[1];
    const z = d[2];
    for (let k = 0; k < 3; k++) d[k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
  }

  /** Writes the cones of the corners and edges of a triangle of B, in the frame of A. */
  private loadCones(j: number): void {
    const { cones } = this;
    const { corners, triangleEdges, vertexCones, edgeCones } = this.b;
    for (let k = 0; k < 3; k++) {
      const v = vertexConeSize * corners[3 * j + k];
      this.rotate(cones, coneSize * k, vertexCones, v);
      cones[coneSize * k + cosineAt] = vertexCones[v + cosineAt];
      const e = coneSize * triangleEdges[3 * j + k];
      const at = edgeConesAt + coneSize * k;
      this.rotate(cones, at, edgeCones, e);
      cones[at + cosineAt] = edgeCones[e + cosineAt];
      cones[at + sineAt] = edgeCones[e + sineAt];
    }
    this.hasCones = true;
  }

  /** Rotates the vector at `from[fromAt…]` from the frame of B to that of A. */
  private rotate(out: Float64Array, at: number, from: Float64Array, fromAt: number): void {
    const { relative: m } = this;
    const x = from[fromAt];
    const y = from[fromAt + 1];
    const z = from[fromAt + 2];
    for (let k = 0; k < 3; k++) out[at + k] = m[k] * x + m[3 + k] * y + m[6 + k] * z;
  }

  /** Writes the corners of a triangle of A, or of B, in the frame of A. */
  private load(out: Float64Array, t: number, isOfA: boolean): void {
    const { vertices, corners } = isOfA ? this.a : this.b;
    const { relative: m } = this;
    for (let c = 0; c < 3; c++) {
      const at = 3 * corners[3 * t + c];
      const x = vertices[at];
      const y = vertices[at + 1];
      const z = vertices[at + 2];
      for (let k = 0; k < 3; k++)
        out[3 * c + k] = isOfA
          ? vertices[at + k]
          : m[k] * x + m[3 + k] * y + m[6 + k] * z + m[positionAt + k];
    }
  }

  /** Writes the normal of a triangle of A, or of B, in the frame of A to {@link normal}. */
  private loadNormal(t: number, isOfA: boolean): void {
    const { normal } = this;
    if (isOfA) for (let k = 0; k < 3; k++) normal[k] = this.a.normals[3 * t + k];
    else this.rotate(normal, 0, this.b.normals, 3 * t);
  }
}

/**
 * Whether triangle `p` has no contact with a triangle of a closed surface that has a corner at `q[qAt…]` and
 * its normal at `normals[at…]`, because all of `p` is in front of its plane or far behind it. (Where edges
 * overlap, one is behind the faces of the other, but for the slack of the cones.)
 */
function isAway(
  p: Float64Array,
  q: Float64Array,
  qAt: number,
  normals: Float64Array,
  at: number,
  limits: Float64Array,
): boolean {
  const x = normals[at];
  const y = normals[at + 1];
  const z = normals[at + 2];
  const base = x * q[qAt] + y * q[qAt + 1] + z * q[qAt + 2];
  const first = x * p[0] + y * p[1] + z * p[2] - base;
  const second = x * p[3] + y * p[4] + z * p[5] - base;
  const third = x * p[6] + y * p[7] + z * p[8] - base;
  const above = limits[0] + coneSlack * limits[2];
  if (first > above && second > above && third > above) return true;
  const below = -(1 + coneSlack) * limits[2];
  return first < below && second < below && third < below;
}

/**
 * Whether the cone of a vertex may hold the opposite of the normal at `normals[to…]`, or, if the face is of
 * an open surface, the normal itself.
 */
function facesVertex(
  cones: Float64Array,
  at: number,
  normals: Float64Array,
  to: number,
  isClosed: boolean,
): boolean {
  const along = cones[at] * normals[to] + cones[at + 1] * normals[to + 1] + cones[at + 2] * normals[to + 2];
  return (isClosed ? -along : Math.abs(along)) >= cones[at + cosineAt] - coneSlack;
}

/** Whether the cone of one edge may hold the opposite of a direction in that of another. */
function edgesFace(p: Float64Array, at: number, q: Float64Array, to: number): boolean {
  const along = p[at] * q[to] + p[at + 1] * q[to + 1] + p[at + 2] * q[to + 2];
  // The cosine of the sum of the half angles.
  return -along >= p[at + cosineAt] * q[to + cosineAt] - p[at + sineAt] * q[to + sineAt] - coneSlack;
}

/** Whether `d` points to the outside of an edge of a closed surface. */
function isOutward(surface: MeshSurface, e: number, d: Float64Array): boolean {
  if (!surface.closed) return true;
  const { normals, edgeTriangles } = surface;
  const first = 3 * edgeTriangles[2 * e];
  const second = 3 * edgeTriangles[2 * e + 1];
  let along = 0;
  for (let k = 0; k < 3; k++) along += d[k] * (normals[first + k] + normals[second + k]);
  return along > 0;
}

/** Whether the triangle beyond a side of triangle `t` rises above its plane. */
function isConcave(surface: MeshSurface, t: number, side: number): boolean {
  const { edgeTriangles, triangleEdges, corners, vertices, normals } = surface;
  const e = 2 * triangleEdges[3 * t + side];
  const other = 3 * (edgeTriangles[e] === t ? edgeTriangles[e + 1] : edgeTriangles[e]);
  if (other < 0) return false;
  const from = 3 * corners[3 * t + side];
  for (let k = 0; k < 3; k++) {
    const v = 3 * corners[other + k];
    let height = 0;
    let squared = 0;
    for (let l = 0; l < 3; l++) {
      const x = vertices[v + l] - vertices[from + l];
      height += normals[3 * t + l] * x;
      squared += x * x;
    }
    if (height > parallel * Math.sqrt(squared)) return true;
  }
  return false;
}
