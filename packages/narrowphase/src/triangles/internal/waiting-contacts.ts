/**
 * Contacts of a convex set with triangles. They wait until all triangles nearby are known, since only those
 * tell on which side of them the set is, and whether a normal lies in the normal cone of a vertex or an edge.
 * Each contact knows the feature it rests on: the face, or the vertices of its triangle with weight in the
 * contact point. No allocation after construction.
 */
import { barycentricTriangle } from '@colide/math';

import type { PenetrationResult } from '../../penetration/penetration.ts';
import { idsSize, type NearTriangles, nearLimit } from './near-triangles.ts';

/** The largest number of contacts that wait: one for each triangle. */
const waitLimit = nearLimit;
/** Numbers per contact: normal, points on A and B, distance, cosine with the normal of the triangle. */
export const waitingSize = 11;
const pointAAt = 3;
const pointBAt = 6;
export const distanceAt = 9;
export const alongAt = 10;
/**
 * Integers per contact: its triangle, how many of the triangle's vertices it rests on, the least and the
 * largest index of these, and whether its normal fits (1) or not (0). A contact with the normal of its
 * triangle rests on the face, not on vertices.
 */
export const restSize = 5;
export const restCountAt = 1;
export const restFirstAt = 2;
export const restLastAt = 3;
export const restFitsAt = 4;
/** Not yet known whether the normal fits. */
export const unknown = -1;
/**
 * Cosine above which a normal counts as that of the triangle: strict, because otherwise a ball would bump
 * against edges that it has not reached.
 */
const faceNormal = 1 - 1e-6;
/** Weight below which a contact does not rest on a vertex. */
export const weightSlack = 1e-3;
/** Cosine above which two normals are the same. */
const parallel = 1 - 1e-6;

/** Contacts that wait; the first {@link count} are valid. */
export class WaitingContacts {
  readonly values = new Float64Array(waitingSize * waitLimit);
  readonly rests = new Int32Array(restSize * waitLimit);
  count = 0;
  private readonly weights = new Float64Array(3);

  /** Keeps a contact with triangle `n`, whose unit normal is `face`. */
  add(result: PenetrationResult, near: NearTriangles, n: number, face: Float64Array): void {
    const { values } = this;
    if (this.count === waitLimit) return;
    const w = this.count++;
    const at = waitingSize * w;
    const { normal } = result;
    for (let k = 0; k < 3; k++) {
      values[at + k] = normal[k];
      values[at + pointAAt + k] = result.pointA[k];
      values[at + pointBAt + k] = result.pointB[k];
    }
    values[at + distanceAt] = result.distance;
    values[at + alongAt] = face[0] * normal[0] + face[1] * normal[1] + face[2] * normal[2];
    const rest = restSize * w;
    this.rests[rest] = n;
    this.rests[rest + restFitsAt] = unknown;
    this.rests[rest + restCountAt] = 0;
    if (!(Math.abs(values[at + alongAt]) >= faceNormal)) this.setRest(w, result.pointB, near, n);
  }

  /** Drops the contacts with triangles that are forgotten; the others get their new numbers. */
  follow(moved: Int32Array): void {
    const { values, rests, count } = this;
    this.count = 0;
    for (let w = 0; w < count; w++) {
      const n = moved[rests[restSize * w]];
      if (n < 0) continue;
      const to = this.count++;
      for (let k = 0; k < waitingSize; k++) values[waitingSize * to + k] = values[waitingSize * w + k];
      for (let k = 1; k < restSize; k++) rests[restSize * to + k] = rests[restSize * w + k];
      rests[restSize * to] = n;
    }
  }

  /** Copies contact `w` to a result. */
  get(result: PenetrationResult, w: number): void {
    const { values } = this;
    const at = waitingSize * w;
    for (let k = 0; k < 3; k++) {
      result.normal[k] = values[at + k];
      result.pointA[k] = values[at + pointAAt + k];
      result.pointB[k] = values[at + pointBAt + k];
    }
    result.distance = values[at + distanceAt];
  }

  /** The deepest contact. */
  deepest(): number {
    const { values } = this;
    let deepest = 0;
    for (let w = 1; w < this.count; w++)
      if (values[waitingSize * w + distanceAt] < values[waitingSize * deepest + distanceAt]) deepest = w;
    return deepest;
  }

  /**
   * The verdict on a contact from earlier ones that rest on the same vertex or edge: 1 if it fits, 0 if not,
   * or {@link unknown}. With the same normal it counts for each of its triangles, since all of their edges
   * may lie on the convex set. Deep inside it, one vertex may have several normals: the shortest translations
   * that separate its triangles differ.
   */
  earlierVerdict(w: number): number {
    const { rests } = this;
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

  /** Whether two contacts have the same normal. */
  private isParallel(v: number, w: number): boolean {
    const { values } = this;
    const a = waitingSize * v;
    const b = waitingSize * w;
    const cosine = values[a] * values[b] + values[a + 1] * values[b + 1] + values[a + 2] * values[b + 2];
    return cosine >= parallel;
  }

  /**
   * Records which vertices of triangle `n` contact `w` rests on: those with weight in its point; all if flat.
   */
  private setRest(w: number, point: Float64Array, near: NearTriangles, n: number): void {
    const { rests, weights } = this;
    near.select(n);
    const flat = !barycentricTriangle(weights, point, near.a, near.b, near.c);
    const rest = restSize * w;
    rests[rest + restFirstAt] = 0x7fffffff;
    rests[rest + restLastAt] = -1;
    for (let k = 0; k < 3; k++) {
      if (!flat && weights[k] <= weightSlack) continue;
      const vertex = near.ids[idsSize * n + k];
      rests[rest + restCountAt]++;
      rests[rest + restFirstAt] = Math.min(rests[rest + restFirstAt], vertex);
      rests[rest + restLastAt] = Math.max(rests[rest + restLastAt], vertex);
    }
  }
}
