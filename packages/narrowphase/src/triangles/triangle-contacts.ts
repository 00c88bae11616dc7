/**
 * Contact manifolds of a convex set with the triangles of a mesh, given one after another. Triangles know
 * nothing of their neighbours, so a box that slides over a flat floor would catch on every edge between two
 * of them. Two measures help:
 *
 * - Contacts with the normal of their triangle come first and vouch for its vertices. A contact with an edge
 *   or a vertex counts only if one of the vertices it rests on was not vouched for: an inner edge of a smooth
 *   surface belongs to triangles that have contacts of their own. Such contacts are taken deepest first, and
 *   one that does not count vouches for the rest of its triangle, as the surface continues there. (Pierre
 *   Terdiman, "Contact generation for meshes", describes the problem and such remedies.)
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

/** Manifolds with different normals that a pair can have. */
const groupLimit = 8;
/** Contacts with edges and vertices that wait for the end. */
const waitLimit = 64;
/** A contact that waits: normal, point on A, depth. */
const waitingSize = 7;
const pointAt = 3;
const depthAt = 6;
/** Its indices: three vertices, the triangle, and a bit for each vertex that the contact rests on. */
const idsSize = 5;
const triangleAt = 3;
const restsAt = 4;
/** Vertices that can be vouched for. */
const vouchLimit = 192;
/**
 * Cosine above which a normal counts as that of the triangle: strict, or a ball would bump against edges that
 * it has not reached.
 */
const faceNormal = 1 - 1e-6;
/** Cosine above which points share a manifold. */
const sameNormal = 0.99;
/** Weight below which a contact does not rest on a vertex. */
const weightSlack = 1e-3;

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
  private readonly vouched = new Int32Array(vouchLimit);
  private vouchedCount = 0;
  private readonly waiting = new Float64Array(waitingSize * waitLimit);
  private readonly waitingIds = new Int32Array(idsSize * waitLimit);
  private waitingCount = 0;
  private readonly face = new Float64Array(3);
  private readonly weights = new Float64Array(3);
  private readonly a = new Float64Array(3);
  private readonly b = new Float64Array(3);
  private readonly c = new Float64Array(3);

  /** Begins with a convex set; surfaces at most `margin` apart give points. */
  begin(convex: Convex, margin = 0): void {
    this.convex = convex;
    this.margin = margin;
    this.count = this.vouchedCount = this.waitingCount = 0;
  }

  /**
   * Tests a triangle: nine coordinates, the indices of its three vertices and its own. A vertex must have the
   * same index in every triangle.
   */
  add(corners: Float64Array, v0: number, v1: number, v2: number, id: number): void {
    const { triangle, result, manifold, face } = this;
    triangle.set(corners);
    penetration(result, this.convex, triangle);
    if (!(result.distance <= this.margin)) return;
    result.depth = -result.distance;
    this.setFace(corners);
    const { normal } = result;
    const along = face[0] * normal[0] + face[1] * normal[1] + face[2] * normal[2];
    if (Math.abs(along) < faceNormal) {
      this.wait(corners, v0, v1, v2, id);
      return;
    }
    this.vouch(v0);
    this.vouch(v1);
    this.vouch(v2);
    manifoldConvexConvex(manifold, result, this.convex, triangle);
    contactManifoldReduce(manifold);
    for (let p = 0; p < manifold.count; p++)
      this.addPoint(manifold.normal, manifold.pointsA, 3 * p, manifold.depths, p, id);
  }

  /** Adds the contacts with edges and vertices that were not vouched for; returns the number of manifolds. */
  finish(): number {
    const { waiting, waitingIds, a, b, weights } = this;
    for (let left = this.waitingCount; left > 0; left--) {
      let w = 0;
      for (let i = 1; i < this.waitingCount; i++)
        if (waiting[waitingSize * i + depthAt] > waiting[waitingSize * w + depthAt]) w = i;
      const at = waitingSize * w;
      for (let k = 0; k < 3; k++) {
        a[k] = waiting[at + k];
        b[k] = waiting[at + pointAt + k];
      }
      weights[0] = waiting[at + depthAt];
      waiting[at + depthAt] = -Infinity;
      if (this.restsOnVouched(w)) for (let k = 0; k < 3; k++) this.vouch(waitingIds[idsSize * w + k]);
      else this.addPoint(a, b, 0, weights, 0, waitingIds[idsSize * w + triangleAt]);
    }
    for (let g = 0; g < this.count; g++) {
      contactManifoldReduce(this.manifolds[g]);
      namePoints(this.manifolds[g]);
    }
    return this.count;
  }

  /** Whether all vertices that the contact rests on were vouched for. */
  private restsOnVouched(w: number): boolean {
    const { waitingIds } = this;
    for (let k = 0; k < 3; k++)
      if ((waitingIds[idsSize * w + restsAt] >> k) & 1 && !this.isVouched(waitingIds[idsSize * w + k]))
        return false;
    return true;
  }

  /** Keeps the contact with an edge or a vertex for {@link finish}. Beyond the limit it is left out. */
  private wait(corners: Float64Array, v0: number, v1: number, v2: number, id: number): void {
    const { result, waiting, waitingIds, weights, a, b, c } = this;
    if (this.waitingCount === waitLimit) return;
    const w = this.waitingCount++;
    const at = waitingSize * w;
    for (let k = 0; k < 3; k++) {
      waiting[at + k] = result.normal[k];
      waiting[at + pointAt + k] = result.pointA[k];
      a[k] = corners[k];
      b[k] = corners[3 + k];
      c[k] = corners[6 + k];
    }
    waiting[at + depthAt] = result.depth;
    const flat = !barycentricTriangle(weights, result.pointB, a, b, c);
    const ids = idsSize * w;
    waitingIds[ids] = v0;
    waitingIds[ids + 1] = v1;
    waitingIds[ids + 2] = v2;
    waitingIds[ids + triangleAt] = id;
    let rests = 0;
    for (let k = 0; k < 3; k++) if (flat || weights[k] > weightSlack) rests |= 1 << k;
    waitingIds[ids + restsAt] = rests;
  }

  /** Adds a point to the manifold with its normal, or to a new one. Points beyond the limits are left out. */
  private addPoint(
    normal: Float64Array,
    pointsA: Float64Array,
    at: number,
    depths: Float64Array,
    index: number,
    id: number,
  ): void {
    let group = 0;
    for (; group < this.count; group++) {
      const n = this.manifolds[group].normal;
      if (n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] > sameNormal) break;
    }
    if (group === groupLimit) return;
    const out = this.manifolds[group];
    if (group === this.count) {
      this.count++;
      out.count = 0;
      this.parts[group] = id;
      for (let k = 0; k < 3; k++) out.normal[k] = normal[k];
    }
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

  private vouch(vertex: number): void {
    if (this.vouchedCount < vouchLimit && !this.isVouched(vertex)) this.vouched[this.vouchedCount++] = vertex;
  }

  private isVouched(vertex: number): boolean {
    for (let i = 0; i < this.vouchedCount; i++) if (this.vouched[i] === vertex) return true;
    return false;
  }

  /** Sets {@link face} to the unit normal of a triangle, 0 where it has none. */
  private setFace(p: Float64Array): void {
    const ax = p[3] - p[0];
    const ay = p[4] - p[1];
    const az = p[5] - p[2];
    const bx = p[6] - p[0];
    const by = p[7] - p[1];
    const bz = p[8] - p[2];
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
