/**
 * Contacts of a deformable body's triangles and segments with a convex collider, if those of their particles
 * are not enough: the corners lie on different planes, or some are free while the collider is near. Balls,
 * whose core is a point, are tested in closed form, all others by GJK; the contact has the barycentric
 * weights of the nearest point. A corner inside the collider is left to its own contact.
 */
import { type Posed, TriangleShape } from '@colide/geometry';
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
  readonly convex: Posed;
  /** The body of the collider. */
  readonly rigid: number;
  readonly body: SoftBody;
  /** Its particles, classified by the box of the collider. */
  readonly points: CarriedPoints;
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
    { contacts, convex, rigid, body, points }: ElementPair,
    i: number,
    j: number,
    k: number,
  ): void {
    const { distances } = this;
    const { reaches, sides } = points;
    if ((sides[i] & sides[j] & sides[k]) !== 0) return;
    if (Math.min(reaches[i], reaches[j], reaches[k]) === -Infinity) return;
    if (this.leansOnPlane(i, j, k) || distances[i] < 0 || distances[j] < 0 || distances[k] < 0) return;
    ids[0] = i;
    ids[1] = j;
    ids[2] = k;
    const { positions } = points;
    for (let e = 0; e < 3; e++) {
      a[e] = corners[e] = positions[3 * i + e];
      b[e] = corners[3 + e] = positions[3 * j + e];
      c[e] = corners[6 + e] = positions[3 * k + e];
    }
    if (!(convex.core?.shape.kind === 'point' && measureFromPoint(convex))) {
      penetration(result, convex, triangle.set(corners));
      barycentricTriangle(weights, result.pointB, a, b, c);
    }
    const reach = Math.max(reaches[i], reaches[j], reaches[k]);
    if (!(result.distance - body.thickness < reach)) return;
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

/**
 * Fills {@link result} and {@link weights} for a shape whose core is a point; false if the element contains
 * the point.
 */
function measureFromPoint({ position, margin }: Posed): boolean {
  weighNearest(position);
  const { normal, pointA } = result;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    normal[k] = weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k] - position[k];
    squared += normal[k] * normal[k];
  }
  const length = Math.sqrt(squared);
  result.distance = length - margin;
  for (let k = 0; k < 3; k++) {
    normal[k] /= length;
    pointA[k] = position[k] + margin * normal[k];
  }
  return length > 0;
}

/** Sets {@link weights} to those of the point of the element {@link corners} that is nearest to `p`. */
function weighNearest(p: Float64Array): void {
  if (barycentricTriangle(weights, p, a, b, c) && Math.min(weights[0], weights[1], weights[2]) >= 0) return;
  const edges = ids[1] === ids[2] ? 1 : 3;
  let nearest = Infinity;
  for (let e = 0; e < edges; e++) {
    const from = 3 * e;
    const next = e === 2 ? 0 : e + 1;
    const ux = corners[3 * next] - corners[from];
    const uy = corners[3 * next + 1] - corners[from + 1];
    const uz = corners[3 * next + 2] - corners[from + 2];
    const x = p[0] - corners[from];
    const y = p[1] - corners[from + 1];
    const z = p[2] - corners[from + 2];
    const along = x * ux + y * uy + z * uz;
    const squared = ux * ux + uy * uy + uz * uz;
    const t = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
    const gap = (x - t * ux) ** 2 + (y - t * uy) ** 2 + (z - t * uz) ** 2;
    if (gap >= nearest) continue;
    nearest = gap;
    weights.fill(0);
    weights[e] = 1 - t;
    weights[next] = t;
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
