/**
 * Contact manifolds of a convex set with the triangles of a mesh, given one after another. Triangles know nothing of their
 * neighbours, so a box that slides over a flat floor would catch on every edge between two of them. Two measures help:
 *
 * Contacts whose normal is that of their triangle come first and vouch for its corners. A contact with an edge or a corner
 * counts only if one of the vertices it rests on was not vouched for: an inner edge of a smooth surface belongs to triangles
 * that speak for themselves. Such contacts are taken nearest first, and one that does not count vouches for the rest of its
 * triangle, as the surface goes on there. (Pierre Terdiman, "Contact generation for meshes", describes the problem and such remedies.)
 *
 * Points with nearly the same normal are gathered in one manifold of four at most, however many triangles they come from.
 *
 * One GJK search for each triangle, no allocation after construction.
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
import { createPenetrationResult, type PenetrationResult, penetration } from '../penetration/penetration.ts';

/** Manifolds of different normals that a pair can have. */
const groupLimit = 8;
/** Contacts with edges and corners that wait for the end. */
const waitLimit = 64;
/** Vertices that can be vouched for. */
const vouchLimit = 192;
/** Cosine above which a normal is that of the triangle: strict, or a ball would bump against edges it has not reached. */
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
  /** How many manifolds there are. */
  count = 0;
  private convex!: Convex;
  private readonly margin = new Float64Array(1);
  private readonly triangle = new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]);
  private readonly result: PenetrationResult = createPenetrationResult();
  private readonly manifold = createContactManifold();
  private readonly vouched = new Int32Array(vouchLimit);
  private vouchedCount = 0;
  /** Normal, point on A, depth; and three vertices, the triangle, and a bit for each vertex that the contact rests on. */
  private readonly waiting = new Float64Array(7 * waitLimit);
  private readonly waitingIds = new Int32Array(5 * waitLimit);
  private waitingCount = 0;
  private readonly face = new Float64Array(3);
  private readonly weights = new Float64Array(3);
  private readonly a = new Float64Array(3);
  private readonly b = new Float64Array(3);
  private readonly c = new Float64Array(3);

  /** Begins with a convex set; surfaces that are apart by `margin` at most give points. */
  begin(convex: Convex, margin = 0): void {
    this.convex = convex;
    this.margin[0] = margin;
    this.count = this.vouchedCount = this.waitingCount = 0;
  }

  /**
   * Tests a triangle: nine coordinates, the numbers of its three vertices and its own. The same vertex must have the same number
   * in every triangle.
   */
  add(corners: Float64Array, v0: number, v1: number, v2: number, id: number): void {
    const { triangle, result, manifold, face } = this;
    triangle.set(corners);
    penetration(result, this.convex, triangle);
    if (!(result.distance <= this.margin[0])) return;
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

  /** Takes up the contacts with edges and corners that nobody vouched for; returns the number of manifolds. */
  finish(): number {
    const { waiting, waitingIds, a, b, weights } = this;
    for (let left = this.waitingCount; left > 0; left--) {
      let w = 0;
      for (let i = 1; i < this.waitingCount; i++) if (waiting[7 * i + 6] > waiting[7 * w + 6]) w = i;
      for (let k = 0; k < 3; k++) {
        a[k] = waiting[7 * w + k];
        b[k] = waiting[7 * w + 3 + k];
      }
      weights[0] = waiting[7 * w + 6];
      waiting[7 * w + 6] = -Infinity;
      if (this.restsOnVouched(w)) for (let k = 0; k < 3; k++) this.vouch(waitingIds[5 * w + k]);
      else this.addPoint(a, b, 0, weights, 0, waitingIds[5 * w + 3]);
    }
    for (let g = 0; g < this.count; g++) contactManifoldReduce(this.manifolds[g]);
    return this.count;
  }

  private restsOnVouched(w: number): boolean {
    const { waitingIds } = this;
    for (let k = 0; k < 3; k++)
      if ((waitingIds[5 * w + 4] >> k) & 1 && !this.isVouched(waitingIds[5 * w + k])) return false;
    return true;
  }

  private wait(corners: Float64Array, v0: number, v1: number, v2: number, id: number): void {
    const { result, waiting, waitingIds, weights, a, b, c } = this;
    if (this.waitingCount === waitLimit) return;
    const w = this.waitingCount++;
    for (let k = 0; k < 3; k++) {
      waiting[7 * w + k] = result.normal[k];
      waiting[7 * w + 3 + k] = result.pointA[k];
      a[k] = corners[k];
      b[k] = corners[3 + k];
      c[k] = corners[6 + k];
    }
    waiting[7 * w + 6] = result.depth;
    const flat = !barycentricTriangle(weights, result.pointB, a, b, c);
    waitingIds[5 * w] = v0;
    waitingIds[5 * w + 1] = v1;
    waitingIds[5 * w + 2] = v2;
    waitingIds[5 * w + 3] = id;
    let rests = 0;
    for (let k = 0; k < 3; k++) if (flat || weights[k] > weightSlack) rests |= 1 << k;
    waitingIds[5 * w + 4] = rests;
  }

  /** Adds a point to the manifold with its normal, or to a new one. Beyond the limits it is left out. */
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
