/**
 * Contact manifolds of a convex set with the triangles of a mesh, given one after another. A triangle does
 * not know its neighbours, so a box that slides over a flat floor would catch on every edge between two of
 * them. Two measures help:
 *
 * - A contact with an edge or a vertex counts only if its normal lies in the normal cone of that feature: no
 *   triangle that shares it rises above the plane through it perpendicular to the normal. All triangles that
 *   share it are as near as the contact, so they are known. (Pierre Terdiman, "Contact generation for
 *   meshes", describes the problem and remedies.)
 * - Points with nearly the same normal are gathered in one manifold of four at most, however many triangles
 *   they come from.
 *
 * One GJK search per triangle, no allocation after construction.
 */
import type { Convex } from '@colide/core';
import { TriangleShape } from '@colide/geometry';
import { barycentricTriangle } from '@colide/math';

import {
  type ContactManifold,
  contactManifoldReduce,
  createContactManifold,
} from '../contacts/contact-manifold.ts';
import { manifoldConvexConvex } from '../contacts/manifold-convex-convex.ts';
import { namePoints } from '../internal/name-points.ts';
import { createPenetrationResult, type PenetrationResult, penetration } from '../penetration/penetration.ts';

/** The largest number of manifolds, with different normals, per pair. */
const groupLimit = 8;
/** The largest number of triangles within the margin that are remembered. */
const nearLimit = 128;
/**
 * Corners of a triangle; its indices: three vertices, then its own; 1 if it has a contact with its own
 * normal.
 */
const cornersSize = 9;
const idsSize = 5;
const triangleAt = 3;
const isFaceAt = 4;
/** The largest number of contacts with edges and vertices that wait for the end. */
const waitLimit = 64;
/** A contact that waits: normal, points on A and B, distance, cosine with the normal of the triangle. */
const waitingSize = 11;
const pointAAt = 3;
const pointBAt = 6;
const distanceAt = 9;
const alongAt = 10;
/**
 * Which of the triangles it is with, how many of its vertices it rests on, and which: the least and the
 * largest; 1 if its normal fits.
 */
const restSize = 5;
const restCountAt = 1;
const restFirstAt = 2;
const restLastAt = 3;
const restFitsAt = 4;
const unknown = -1;
/**
 * Cosine above which a normal counts as that of the triangle: strict, because otherwise a ball would bump
 * against edges that it has not reached.
 */
const faceNormal = 1 - 1e-6;
/**
 * Cosine above which a contact is kept although a neighbour rises above it, if that neighbour has no contact
 * of its own.
 */
const nearFaceNormal = 0.996;
/** Cosine above which points share a manifold. */
const sameNormal = 0.99;
/**
 * Fractions of the margin by which points may be shallower than the deepest of their manifold: the first, unless
 * that leaves more points than a manifold holds in the end.
 */
const shallowShares = [0.25, 0.1, 0.04];
const manifoldSize = 8;
/** Fraction of the margin within which points of a manifold are the same. */
const samePoint = 1e-3;
/** How many times deeper than the overlap a contact with the plane of a face may be. */
const faceDepths = 3;
/** Weight below which a contact does not rest on a vertex. */
const weightSlack = 1e-3;
/**
 * Sine of the angle by which a neighbour may rise above the plane of a contact: too little to catch on, and
 * less if the neighbour has a contact of its own. A ball that touches a face has no other contact with that
 * plane: an edge ahead of it would slow it down.
 */
const coneSlack = 0.02;
const faceSlack = 1e-6;

/** Contacts of one convex set with triangles. Call {@link begin}, {@link add} …, {@link finish}. */
export class TriangleContacts {
  /** Manifolds found; the first {@link count} are valid. Normals point from the convex set to the mesh. */
  readonly manifolds: ContactManifold[] = Array.from({ length: groupLimit }, () => createContactManifold(64));
  /** The first triangle of each manifold. */
  readonly parts = new Int32Array(groupLimit);
  /** The number of manifolds. */
  count = 0;
  private convex!: Convex;
  private margin = 0;
  private readonly triangle = new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]);
  private readonly result: PenetrationResult = createPenetrationResult();
  private readonly manifold = createContactManifold();
  private readonly near = new Float64Array(cornersSize * nearLimit);
  private readonly nearIds = new Int32Array(idsSize * nearLimit);
  private nearCount = 0;
  private readonly waiting = new Float64Array(waitingSize * waitLimit);
  private readonly waitingRests = new Int32Array(restSize * waitLimit);
  private waitingCount = 0;
  /** How many manifolds are of contacts with the normals of triangles. */
  private faceGroups = 0;
  /** Sine of the angle by which triangles may rise, for the tests below. */
  private readonly slack = new Float64Array(1);
  private readonly face = new Float64Array(3);
  private readonly weights = new Float64Array(3);
  private readonly a = new Float64Array(3);
  private readonly b = new Float64Array(3);
  private readonly c = new Float64Array(3);

  /** Begins with a convex set; surfaces at most `margin` apart give points. */
  begin(convex: Convex, margin = 0): void {
    this.convex = convex;
    this.margin = margin;
    this.count = this.nearCount = this.waitingCount = 0;
  }

  /**
   * Tests a triangle: nine coordinates, the indices of its three vertices and its own. A vertex must have the
   * same index in every triangle.
   */
  add(corners: Float64Array, v0: number, v1: number, v2: number, id: number): void {
    const { triangle, result, face, nearIds } = this;
    triangle.set(corners);
    penetration(result, this.convex, triangle);
    if (!(result.distance <= this.margin) || this.nearCount === nearLimit) return;
    const n = this.nearCount++;
    for (let k = 0; k < cornersSize; k++) this.near[cornersSize * n + k] = corners[k];
    nearIds[idsSize * n] = v0;
    nearIds[idsSize * n + 1] = v1;
    nearIds[idsSize * n + 2] = v2;
    nearIds[idsSize * n + triangleAt] = id;
    this.setFace(corners, 0);
    const { normal } = result;
    const along = face[0] * normal[0] + face[1] * normal[1] + face[2] * normal[2];
    const isFace = Math.abs(along) >= faceNormal;
    nearIds[idsSize * n + isFaceAt] = isFace ? 1 : 0;
    if (isFace) this.addPoints(id);
    else this.wait(corners, n);
  }

  /** Adds the contacts with edges and vertices whose normals fit; returns the number of manifolds. */
  finish(): number {
    this.faceGroups = this.count;
    for (let w = 0; w < this.waitingCount; w++) {
      const earlier = this.earlierVerdict(w);
      const fits = earlier === unknown ? this.isInNormalCone(w) : earlier === 1;
      this.waitingRests[restSize * w + restFitsAt] = fits ? 1 : 0;
      if (fits) this.addWaiting(w);
    }
    for (let w = 0; w < this.waitingCount; w++)
      if (this.waitingRests[restSize * w + restFitsAt] === 0) this.addByFace(w);
    // Deep inside a mesh possibly no normal fits: the shallowest contact is better than none.
    if (this.count === 0 && this.waitingCount > 0) this.addDeepest();
    for (let g = 0; g < this.count; g++) {
      this.dropShallow(this.manifolds[g]);
      if (this.manifolds[g].count <= manifoldSize) continue;
      contactManifoldReduce(this.manifolds[g]);
      namePoints(this.manifolds[g]);
    }
    return this.count;
  }

  /**
   * Drops points that are apart and far shallower than the deepest: bumpy ground has many, and the few that
   * stay should be those that carry weight. Where they are more than a manifold holds, less is far.
   */
  private dropShallow(manifold: ContactManifold): void {
    const { pointsA, pointsB, depths, ids, count } = manifold;
    let deepest = -Infinity;
    for (let i = 0; i < count; i++) deepest = Math.max(deepest, depths[i]);
    let least = 0;
    for (let s = 0; s < shallowShares.length; s++) {
      least = Math.min(0, deepest - shallowShares[s] * this.margin);
      let left = 0;
      for (let i = 0; i < count; i++) if (depths[i] >= least) left++;
      if (left <= manifoldSize) break;
    }
    manifold.count = 0;
    for (let i = 0; i < count; i++) {
      if (depths[i] < least) continue;
      const to = manifold.count++;
      depths[to] = depths[i];
      ids[to] = ids[i];
      for (let k = 0; k < 3; k++) {
        pointsA[3 * to + k] = pointsA[3 * i + k];
        pointsB[3 * to + k] = pointsB[3 * i + k];
      }
    }
  }

  /**
   * Adds the contact of a triangle that overlaps with a normal that does not fit, by the normal of its face: a
   * corner that sinks into a valley leaves both triangles across their common edge, where each is rid of it.
   * The plane of a triangle goes on beyond an edge with a neighbour that rises.
   */
  private addByFace(w: number): void {
    const { waiting, near, result, triangle, face, a, b, c, weights } = this;
    const overlap = -waiting[waitingSize * w + distanceAt];
    if (!(overlap > 0)) return;
    const n = this.waitingRests[restSize * w];
    for (let k = 0; k < 3; k++) {
      a[k] = near[cornersSize * n + k];
      b[k] = near[cornersSize * n + 3 + k];
      c[k] = near[cornersSize * n + 6 + k];
    }
    triangle.set(near, cornersSize * n);
    this.setFace(near, cornersSize * n);
    // The side of the triangle is that of the centre.
    const { position } = this.convex;
    let height = 0;
    for (let k = 0; position && k < 3; k++) height += face[k] * (position[k] - a[k]);
    const side = height > 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) {
      face[k] *= side;
      result.normal[k] = -face[k];
    }
    this.convex.support(result.pointA, result.normal);
    let depth = 0;
    for (let k = 0; k < 3; k++) depth += face[k] * (a[k] - result.pointA[k]);
    if (!(depth > 0) || depth > faceDepths * overlap + this.margin) return;
    for (let k = 0; k < 3; k++) result.pointB[k] = result.pointA[k] + depth * face[k];
    const isInside =
      barycentricTriangle(weights, result.pointB, a, b, c) &&
      Math.min(weights[0], weights[1], weights[2]) >= -weightSlack;
    if (!isInside && !this.isInValley(w, n)) return;
    result.distance = -depth;
    this.addPoints(this.nearIds[idsSize * n + triangleAt]);
  }

  /** Whether a neighbour of triangle `n` rises above its {@link face} across the edge of a contact. */
  private isInValley(w: number, n: number): boolean {
    const { near, face, waitingRests, nearCount, a } = this;
    const rest = restSize * w;
    if (waitingRests[rest + restCountAt] !== 2) return false;
    for (let m = 0; m < nearCount; m++) {
      const i = this.cornerOf(m, waitingRests[rest + restFirstAt]);
      const j = this.cornerOf(m, waitingRests[rest + restLastAt]);
      if (m === n || i < 0 || j < 0) continue;
      const p = cornersSize * m + 3 * (3 - i - j);
      let rise = 0;
      for (let k = 0; k < 3; k++) rise += face[k] * (near[p + k] - a[k]);
      if (rise > 0) return true;
    }
    return false;
  }

  private addDeepest(): void {
    const { waiting } = this;
    let deepest = 0;
    for (let w = 1; w < this.waitingCount; w++)
      if (waiting[waitingSize * w + distanceAt] < waiting[waitingSize * deepest + distanceAt]) deepest = w;
    this.addWaiting(deepest);
  }

  /**
   * Whether no triangle that shares the vertex or edge of a contact rises above the plane through it. For an
   * edge, the direction perpendicular to it into the triangle decides; for a vertex, the edges that leave it.
   */
  private isInNormalCone(w: number): boolean {
    const { waitingRests, nearCount } = this;
    const rest = restSize * w;
    const isEdge = waitingRests[rest + restCountAt] === 2;
    const joinsFace = this.groupOf(this.waiting, waitingSize * w) < this.faceGroups;
    const isBallOnFace = joinsFace && (this.convex.shape ?? this.convex).kind === 'sphere';
    const isNearFace = !joinsFace && Math.abs(this.waiting[waitingSize * w + alongAt]) > nearFaceNormal;
    if (waitingRests[rest + restCountAt] === 3) return isNearFace;
    for (let n = 0; n < nearCount; n++) {
      const i = this.cornerOf(n, waitingRests[rest + restFirstAt]);
      const j = this.cornerOf(n, waitingRests[rest + restLastAt]);
      if (i < 0 || j < 0) continue;
      const hasOwn = this.nearIds[idsSize * n + isFaceAt] === 1;
      if (!hasOwn && isNearFace) continue;
      this.slack[0] = hasOwn || isBallOnFace ? faceSlack : coneSlack;
      const at = waitingSize * w;
      if (isEdge ? this.risesAcross(at, n, i, j) : this.risesAlong(at, n, i, (i + 1) % 3)) return false;
      if (!isEdge && this.risesAlong(at, n, i, (i + 2) % 3)) return false;
    }
    return true;
  }

  /**
   * What is known of a contact from earlier ones that rest on the same vertex or edge: 1 if it fits, 0 if not,
   * or {@link unknown}. With the same normal it counts for each of its triangles, since all of their edges may
   * lie on the convex set. Deep inside it, one vertex may have several normals: its triangles find
   * different ways out.
   */
  private earlierVerdict(w: number): number {
    const rests = this.waitingRests;
    const at = restSize * w;
    for (let v = 0; v < w; v++) {
      const rest = restSize * v;
      if (
        rests[rest + restCountAt] !== rests[at + restCountAt] ||
        rests[rest + restFirstAt] !== rests[at + restFirstAt] ||
        rests[rest + restLastAt] !== rests[at + restLastAt]
      )
        continue;
      const fits = rests[rest + restFitsAt];
      if (this.isParallel(v, w)) return fits;
      if (fits === 1) return 0;
    }
    return unknown;
  }

  /** Whether two contacts that wait have the same normal. */
  private isParallel(v: number, w: number): boolean {
    const { waiting } = this;
    const a = waitingSize * v;
    const b = waitingSize * w;
    const cosine =
      waiting[a] * waiting[b] + waiting[a + 1] * waiting[b + 1] + waiting[a + 2] * waiting[b + 2];
    return cosine >= faceNormal;
  }

  /** The corner of triangle `n` that is this vertex; −1 if none is. */
  private cornerOf(n: number, vertex: number): number {
    for (let k = 0; k < 3; k++) if (this.nearIds[idsSize * n + k] === vertex) return k;
    return -1;
  }

  /**
   * Whether the edge from corner `i` to `j` of triangle `n` rises against the normal at `at` by more than
   * {@link slack}.
   */
  private risesAlong(at: number, n: number, i: number, j: number): boolean {
    const { waiting, near } = this;
    const p = cornersSize * n + 3 * i;
    const q = cornersSize * n + 3 * j;
    const x = near[q] - near[p];
    const y = near[q + 1] - near[p + 1];
    const z = near[q + 2] - near[p + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    return -(x * waiting[at] + y * waiting[at + 1] + z * waiting[at + 2]) > this.slack[0] * length;
  }

  /**
   * The same for the direction perpendicular to the edge from corner `i` to `j`, towards the third corner.
   */
  private risesAcross(at: number, n: number, i: number, j: number): boolean {
    const { waiting, near } = this;
    const p = cornersSize * n + 3 * i;
    const q = cornersSize * n + 3 * j;
    const r = cornersSize * n + 3 * (3 - i - j);
    const ex = near[q] - near[p];
    const ey = near[q + 1] - near[p + 1];
    const ez = near[q + 2] - near[p + 2];
    let x = near[r] - near[p];
    let y = near[r + 1] - near[p + 1];
    let z = near[r + 2] - near[p + 2];
    const along = (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez);
    x -= along * ex;
    y -= along * ey;
    z -= along * ez;
    const length = Math.sqrt(x * x + y * y + z * z);
    return -(x * waiting[at] + y * waiting[at + 1] + z * waiting[at + 2]) > this.slack[0] * length;
  }

  /**
   * Keeps the contact with an edge or a vertex of triangle `n` for {@link finish}. Beyond the limit it is
   * dropped.
   */
  private wait(corners: Float64Array, n: number): void {
    const { result, waiting, waitingRests, weights, face, a, b, c } = this;
    if (this.waitingCount === waitLimit) return;
    const w = this.waitingCount++;
    const at = waitingSize * w;
    for (let k = 0; k < 3; k++) {
      waiting[at + k] = result.normal[k];
      waiting[at + pointAAt + k] = result.pointA[k];
      waiting[at + pointBAt + k] = result.pointB[k];
      a[k] = corners[k];
      b[k] = corners[3 + k];
      c[k] = corners[6 + k];
    }
    waiting[at + distanceAt] = result.distance;
    const { normal } = result;
    waiting[at + alongAt] = face[0] * normal[0] + face[1] * normal[1] + face[2] * normal[2];
    const flat = !barycentricTriangle(weights, result.pointB, a, b, c);
    const rest = restSize * w;
    waitingRests[rest] = n;
    waitingRests[rest + restCountAt] = 0;
    waitingRests[rest + restFirstAt] = 0x7fffffff;
    waitingRests[rest + restLastAt] = -1;
    for (let k = 0; k < 3; k++) {
      if (!flat && weights[k] <= weightSlack) continue;
      const vertex = this.nearIds[idsSize * n + k];
      waitingRests[rest + restCountAt]++;
      waitingRests[rest + restFirstAt] = Math.min(waitingRests[rest + restFirstAt], vertex);
      waitingRests[rest + restLastAt] = Math.max(waitingRests[rest + restLastAt], vertex);
    }
  }

  /** Adds the points of a contact that was kept for {@link finish}. */
  private addWaiting(w: number): void {
    const { waiting, result, triangle } = this;
    const at = waitingSize * w;
    const n = this.waitingRests[restSize * w];
    for (let k = 0; k < 3; k++) {
      result.normal[k] = waiting[at + k];
      result.pointA[k] = waiting[at + pointAAt + k];
      result.pointB[k] = waiting[at + pointBAt + k];
    }
    result.distance = waiting[at + distanceAt];
    triangle.set(this.near, cornersSize * n);
    this.addPoints(this.nearIds[idsSize * n + triangleAt]);
  }

  /** Adds the points of the current triangle and contact. */
  private addPoints(id: number): void {
    const { result, manifold, triangle } = this;
    result.depth = -result.distance;
    manifoldConvexConvex(manifold, result, this.convex, triangle);
    contactManifoldReduce(manifold);
    for (let p = 0; p < manifold.count; p++)
      this.addPoint(manifold.normal, manifold.pointsA, 3 * p, manifold.depths, p, id);
  }

  /** Adds a point to the manifold with its normal, or to a new one. Points beyond the limits are dropped. */
  private addPoint(
    normal: Float64Array,
    pointsA: Float64Array,
    at: number,
    depths: Float64Array,
    index: number,
    id: number,
  ): void {
    const group = this.groupOf(normal, 0);
    if (group === groupLimit) return;
    const out = this.manifolds[group];
    if (group === this.count) {
      this.count++;
      out.count = 0;
      this.parts[group] = id;
      for (let k = 0; k < 3; k++) out.normal[k] = normal[k];
    }
    if (this.hasPoint(out, pointsA, at)) return;
    if (out.count === out.capacity) contactManifoldReduce(out);
    const to = 3 * out.count;
    for (let k = 0; k < 3; k++) {
      out.pointsA[to + k] = pointsA[at + k];
      out.pointsB[to + k] = pointsA[at + k] - depths[index] * out.normal[k];
    }
    out.depths[out.count] = depths[index];
    out.ids[out.count] = (4 * id + index) & 0x7fffffff;
    out.count++;
  }

  /** Whether a manifold has the point on A at `at`, from another triangle. */
  private hasPoint(out: ContactManifold, pointsA: Float64Array, at: number): boolean {
    const close = samePoint * this.margin;
    for (let p = 0; p < 3 * out.count; p += 3) {
      const x = out.pointsA[p] - pointsA[at];
      const y = out.pointsA[p + 1] - pointsA[at + 1];
      const z = out.pointsA[p + 2] - pointsA[at + 2];
      if (x * x + y * y + z * z <= close * close) return true;
    }
    return false;
  }

  /** The manifold with the normal at `at`, or the number of manifolds if there is none. */
  private groupOf(normals: Float64Array, at: number): number {
    for (let group = 0; group < this.count; group++) {
      const n = this.manifolds[group].normal;
      if (n[0] * normals[at] + n[1] * normals[at + 1] + n[2] * normals[at + 2] > sameNormal) return group;
    }
    return this.count;
  }

  /** Sets {@link face} to the unit normal of the triangle at `p[at…]`, 0 if it has none. */
  private setFace(p: Float64Array, at: number): void {
    const ax = p[at + 3] - p[at];
    const ay = p[at + 4] - p[at + 1];
    const az = p[at + 5] - p[at + 2];
    const bx = p[at + 6] - p[at];
    const by = p[at + 7] - p[at + 1];
    const bz = p[at + 8] - p[at + 2];
    const x = ay * bz - az * by;
    const y = az * bx - ax * bz;
    const z = ax * by - ay * bx;
    const length = Math.sqrt(x * x + y * y + z * z);
    const inverse = length > 0 ? 1 / length : 0;
    this.face[0] = x * inverse;
    this.face[1] = y * inverse;
    this.face[2] = z * inverse;
  }
}
