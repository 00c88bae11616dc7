/**
 * Contacts of a deformable body's triangles and segments with a convex collider, if those of their particles
 * are not enough: the corners lie on different planes, or some are free while the collider is near. GJK
 * decides; the contact has the barycentric weights of the nearest point. A corner inside the collider is left
 * to its own contact.
 */
import type { Convex } from '@colide/core';
import { TriangleShape } from '@colide/geometry';
import { barycentricTriangle } from '@colide/math';
import { type ColliderPoint, createPenetrationResult, penetration } from '@colide/narrowphase';
import type { RigidParticleContacts } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';
import type { CarriedPoints } from './carried-points.ts';

/** Cosine above which two normals are those of one plane. */
const samePlane = 0.999;
/** Weight above which a contact belongs to a corner. */
const cornerWeight = 0.999;
/** Square of the cosine below which a normal does not point out of a triangle. */
const outOfFace = 0.5;
const corners = /* @__PURE__ */ new Float64Array(9);
const a = /* @__PURE__ */ new Float64Array(3);
const b = /* @__PURE__ */ new Float64Array(3);
const c = /* @__PURE__ */ new Float64Array(3);
const weights = /* @__PURE__ */ new Float64Array(3);
const ids = /* @__PURE__ */ new Int32Array(3);
const triangle = /* @__PURE__ */ new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]);
const result = /* @__PURE__ */ createPenetrationResult();

/** A deformable body and the collider that its triangles and segments are tested against. */
export interface ElementPair {
  readonly contacts: RigidParticleContacts;
  readonly convex: Convex;
  /** The body of the collider. */
  readonly rigid: number;
  readonly body: SoftBody;
  readonly points: CarriedPoints;
  /** The box of the collider. */
  readonly box: Float64Array;
}

/** Triangles and segments against one collider at a time. */
export class SoftElements {
  /** Distance of each particle that is near, `Infinity` for others, and its normal. */
  private distances = new Float64Array(0);
  private normals = new Float64Array(0);

  /** Begins with a body: no particle is near yet. */
  begin(body: SoftBody): void {
    if (this.distances.length < body.count) {
      this.distances = new Float64Array(body.count);
      this.normals = new Float64Array(3 * body.count);
    }
    this.distances.fill(Infinity, 0, body.count);
  }

  /** Records that particle `i` is near. */
  note(i: number, near: ColliderPoint): void {
    this.distances[i] = near.distance[0];
    for (let k = 0; k < 3; k++) this.normals[3 * i + k] = near.normal[k];
  }

  /** Adds the contacts of a body's triangles and segments with a collider. */
  collide(pair: ElementPair): void {
    const { triangles, segments, triangleCount } = pair.body;
    for (let t = 0; t < 3 * triangleCount; t += 3)
      this.test(pair, triangles[t], triangles[t + 1], triangles[t + 2]);
    for (let s = 0; s < segments.length; s += 2)
      this.test(pair, segments[s], segments[s + 1], segments[s + 1]);
  }

  /** Tests the triangle of particles `i`, `j`, `k`, or the segment from `i` to `j` if `j` equals `k`. */
  private test(
    { contacts, convex, rigid, body, points, box }: ElementPair,
    i: number,
    j: number,
    k: number,
  ): void {
    const { distances } = this;
    const { reaches } = points;
    if (Math.min(reaches[i], reaches[j], reaches[k]) === -Infinity) return;
    if (this.leansOnPlane(i, j, k) || distances[i] < 0 || distances[j] < 0 || distances[k] < 0) return;
    ids[0] = i;
    ids[1] = j;
    ids[2] = k;
    if (!isNear(points, box)) return;
    const { positions } = points;
    for (let e = 0; e < 3; e++) {
      a[e] = corners[e] = positions[3 * i + e];
      b[e] = corners[3 + e] = positions[3 * j + e];
      c[e] = corners[6 + e] = positions[3 * k + e];
    }
    triangle.set(corners);
    penetration(result, convex, triangle);
    const reach = Math.max(reaches[i], reaches[j], reaches[k]);
    if (!(result.distance - body.thickness < reach)) return;
    barycentricTriangle(weights, result.pointB, a, b, c);
    if (Math.max(weights[0], weights[1], weights[2]) > cornerWeight) return;
    if (j !== k && !facesNormal(corners, result.normal)) return;
    const at = contacts.append(rigid, body.first + i);
    for (let e = 0; e < 3; e++) {
      contacts.ids[3 * at + e] = e === 2 && j === k ? -1 : body.first + ids[e];
      contacts.weights[3 * at + e] = weights[e];
      contacts.points[3 * at + e] = result.pointA[e];
      contacts.normals[3 * at + e] = result.normal[e];
    }
  }

  /** Whether all three particles are near one plane of the collider. */
  private leansOnPlane(i: number, j: number, k: number): boolean {
    const { distances } = this;
    if (distances[i] === Infinity || distances[j] === Infinity || distances[k] === Infinity) return false;
    return this.isSamePlane(i, j) && this.isSamePlane(i, k);
  }

  private isSamePlane(i: number, j: number): boolean {
    const { normals: n } = this;
    return n[3 * i] * n[3 * j] + n[3 * i + 1] * n[3 * j + 1] + n[3 * i + 2] * n[3 * j + 2] > samePlane;
  }
}

/** Whether a normal points out of the triangle rather than along it, where it belongs to a neighbour. */
function facesNormal(p: Float64Array, normal: Float64Array): boolean {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const along = x * normal[0] + y * normal[1] + z * normal[2];
  return along * along > outOfFace * (x * x + y * y + z * z);
}

/** Whether the element {@link ids} may touch the box within the step. */
function isNear(points: CarriedPoints, box: Float64Array): boolean {
  const { positions, reaches } = points;
  const i = ids[0];
  const j = ids[1];
  const k = ids[2];
  const reach = Math.max(reaches[i], reaches[j], reaches[k]) + 2 * points.slack;
  for (let e = 0; e < 3; e++) {
    const x = positions[3 * i + e];
    const y = positions[3 * j + e];
    const z = positions[3 * k + e];
    if (Math.max(x, y, z) + reach < box[e] || Math.min(x, y, z) - reach > box[3 + e]) return false;
  }
  return true;
}
