/**
 * Contact manifolds of a convex set with the triangles of a mesh, given one after another. A triangle does
 * not know its neighbours, so a box that slides over a flat floor would catch on every edge between two of
 * them. Two measures help:
 *
 * - A contact with an edge or a vertex counts only if its normal lies in the normal cone of that feature: no
 *   triangle that shares it rises above the plane through it perpendicular to the normal. All triangles that
 *   share it are as near as the contact, so they are known. (Pierre Terdiman, "Contact generation for
 *   meshes", describes the problem and remedies.)
 * - Points with nearly the same normal are gathered in one manifold of eight at most, however many triangles
 *   they come from.
 *
 * A closed form per triangle for boxes, capsules and balls, one GJK search for other sets; no allocation
 * after construction.
 */
import type { Convex, ReadonlyVec3 } from '@colide/core';
import { type ConvexShape, TriangleShape } from '@colide/geometry';
import { barycentricTriangle } from '@colide/math';

import { type ContactManifold, createContactManifold } from '../contacts/contact-manifold.ts';
import { copyPoint } from '../internal/copy-point.ts';
import { featureSlope } from '../internal/feature-slope.ts';
import { triangleSize } from '../internal/layouts.ts';
import { createPenetrationResult, type PenetrationResult, penetration } from '../penetration/penetration.ts';
import { BoxTriangle } from './internal/box-triangle.ts';
import { ContactGroups } from './internal/contact-groups.ts';

import { idsSize, isFaceAt, NearTriangles, nearLimit, triangleAt } from './internal/near-triangles.ts';
import { manifoldConvexTriangle } from './internal/triangle-manifold.ts';
import { TriangleReach } from './internal/triangle-reach.ts';
import { TriangleSides } from './internal/triangle-sides.ts';
import {
  alongAt,
  distanceAt,
  restCountAt,
  restFirstAt,
  restFitsAt,
  restLastAt,
  restSize,
  unknown,
  WaitingContacts,
  waitingSize,
  weightSlack,
} from './internal/waiting-contacts.ts';

/**
 * Cosine above which a contact is kept although a neighbour rises above it, if that neighbour has no contact
 * of its own.
 */
const nearFaceNormal = 0.996;
/** How many times deeper than the overlap a contact with the plane of a face may be. */
const faceDepths = 3;
/**
 * Sine of the angle by which a neighbour may rise above the plane of a contact: too little to catch on, and
 * less if the neighbour has a contact of its own. A ball that touches a face has no other contact with that
 * plane: an edge ahead of it would slow it down.
 */
const coneSlack = 0.02;
const faceSlack = 1e-6;
/** Regions of the plane of a triangle; see {@link TriangleContacts.regionOf}. */
const inside = 0;
const beyondValley = 1;
const beside = 2;
/** Weight by which a point may lie beyond an edge, where a neighbour of about the same size rises. */
const mostBeyond = 1;
/** The fineness of normals by which manifolds are told apart, finer than those that share one differ. */
const normalFineness = 16;
/** The tolerance angle of bodies that are much larger than the margin. */
const leastSlope = 0.05;

/** Contacts of one convex set with triangles. Call {@link begin}, {@link add} …, {@link finish}. */
export class TriangleContacts {
  private readonly groups = new ContactGroups();
  /** Manifolds found; the first {@link count} are valid. Normals point from the convex set to the mesh. */
  readonly manifolds: ContactManifold[] = this.groups.manifolds;
  /** Numbers that tell the manifolds apart, the same as long as their normals are. */
  readonly parts: Int32Array = this.groups.parts;
  private convex!: Convex;
  private readonly margin = new Float64Array(1);
  /** The tangent of the tolerance angle. Undefined at first, so that V8 keeps it as it was boxed once. */
  private slope: number | undefined = undefined;
  /** The overlap of the contact at hand with its triangle; not an argument, because V8 might box it. */
  private readonly overlap = new Float64Array(1);
  private readonly near = new NearTriangles();
  private readonly waiting = new WaitingContacts();
  private readonly reach = new TriangleReach();
  private readonly triangleSides = new TriangleSides();
  private hasSides = false;
  private isBall = false;
  private isBox = false;
  private readonly boxTriangle = new BoxTriangle();
  /** How many manifolds consist of contacts with the normals of triangles. */
  private faceGroups = 0;
  private readonly triangle = new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]);
  private readonly result: PenetrationResult = createPenetrationResult();
  /** One number: the triangle that was added last is no nearer than this. */
  readonly bound = new Float64Array(1);
  private readonly manifold = createContactManifold();
  private readonly face = new Float64Array(3);
  private readonly weights = new Float64Array(3);

  /** The number of manifolds. */
  get count(): number {
    return this.groups.count;
  }

  /** Begins with a convex set; surfaces at most `margin` apart give points. */
  begin(convex: Convex, margin = 0): void {
    this.convex = convex;
    this.margin[0] = this.groups.margin = margin;
    this.groups.count = this.waiting.count = 0;
    this.near.begin(this.margin);
    this.slope = featureSlope(this.margin, convex, convex);
    this.groups.isSmall = this.slope > leastSlope;
    this.hasSides = false;
    this.isBall = (convex.shape ?? convex).kind === 'sphere';
    this.isBox = this.boxTriangle.begin(convex);
    this.reach.begin(this.findCenter(), convex);
  }

  /**
   * Tests a triangle: nine coordinates, the indices of its three vertices and its own. A vertex must have the
   * same index in every triangle.
   */
  add(corners: Float64Array, v0: number, v1: number, v2: number, id: number): void {
    const { triangle, result, face, near, reach, bound } = this;
    if (!this.isBox || !this.boxTriangle.find(result, corners, near.maxDistance)) {
      reach.find(corners);
      if (reach.isBeyond(this.convex, near.maxDistance, bound)) return;
      if (!this.isBall || !reach.meetBall(result)) {
        triangle.set(corners);
        penetration(result, this.convex, triangle);
      }
    }
    bound[0] = result.distance;
    if (!(result.distance <= near.maxDistance[0])) return;
    if (near.count === nearLimit) {
      this.addFaces();
      near.makeRoom();
      this.waiting.follow(near.moved);
      if (!(result.distance <= near.maxDistance[0]) || near.count === nearLimit) return;
    }
    const n = near.add(corners, v0, v1, v2, id);
    near.setDistance(n, result);
    near.getNormal(face, n);
    this.waiting.add(result, near, n, face);
    this.hasSides = false;
  }

  /** Adds the contacts whose normals fit; returns the number of manifolds. */
  finish(): number {
    const { waiting, groups } = this;
    const { rests, values } = waiting;
    this.addFaces();
    this.faceGroups = groups.count;
    for (let w = 0; w < waiting.count; w++) {
      if (rests[restSize * w + restFitsAt] !== unknown) continue;
      const earlier = waiting.earlierVerdict(w);
      const fits = earlier === unknown ? this.isInNormalCone(w) : earlier === 1;
      rests[restSize * w + restFitsAt] = fits ? 1 : 0;
      if (fits) this.addWaiting(w);
    }
    for (let w = 0; w < waiting.count; w++) {
      if (rests[restSize * w + restFitsAt] === 1) continue;
      const overlaps = values[waitingSize * w + distanceAt] < 0;
      if (!overlaps || !this.addByFace(w)) this.addTilted(w);
    }
    // Deep inside a mesh it may happen that no normal fits: the deepest contact is better than none.
    if (groups.count === 0 && waiting.count > 0) this.addWaiting(waiting.deepest());
    groups.reduce();
    groups.nameByNormal(normalFineness);
    return groups.count;
  }

  /**
   * Adds the contacts with the normals of triangles. The shortest translation of a thin body that has sunk in
   * by half its thickness leads through the mesh: such contacts do not fit.
   */
  private addFaces(): void {
    const { waiting, near } = this;
    const { rests, values } = waiting;
    for (let w = 0; w < waiting.count; w++) {
      const rest = restSize * w;
      if (rests[rest + restCountAt] > 0 || rests[rest + restFitsAt] !== unknown) continue;
      const fits = values[waitingSize * w + distanceAt] >= 0 || this.isBefore(w, rests[rest]);
      rests[rest + restFitsAt] = fits ? 1 : 0;
      if (!fits) continue;
      near.ids[idsSize * rests[rest] + isFaceAt] = 1;
      if (!this.isBall) this.level(w, rests[rest]);
      this.addWaiting(w);
    }
  }

  /**
   * Gives contact `w` the exact normal of triangle `n`. The shortest translation out of a triangle below the
   * higher side of a tilted box is along a normal of the box, which would become that of the whole manifold.
   */
  private level(w: number, n: number): void {
    const { near, face } = this;
    const { values } = this.waiting;
    const at = waitingSize * w;
    near.getNormal(face, n);
    const side = values[at + alongAt] < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) values[at + k] = side * face[k];
  }

  /** Whether contact `w` pushes the convex set to the side of triangle `n` that it comes from. */
  private isBefore(w: number, n: number): boolean {
    const { face } = this;
    const { values } = this.waiting;
    const at = waitingSize * w;
    this.orientFace(n);
    return face[0] * values[at] + face[1] * values[at + 1] + face[2] * values[at + 2] < 0;
  }

  /**
   * Adds the contact of a triangle that overlaps with a normal that does not fit, by the normal of its face:
   * the shortest translations of a corner out of the two triangles of a valley lead across their common edge,
   * each into the other. The plane of a triangle extends beyond an edge whose neighbour rises.
   */
  private addByFace(w: number): boolean {
    const { near, face } = this;
    const { values, rests } = this.waiting;
    const rest = restSize * w;
    const n = rests[rest];
    const first = rests[rest + restFirstAt];
    const last = rests[rest + restLastAt];
    this.overlap[0] = Infinity;
    if (!this.setByFace(n)) return false;
    const isValley = rests[rest + restCountAt] === 2 && near.isValley(n, face, first, last);
    const over = this.regionOf(n);
    if ((over === beside && !isValley) || this.groups.hasShallower(this.result)) return false;
    // Beside a valley, or through a triangle, this normal is the only choice, however deep the point is.
    const deepest = this.margin[0] - faceDepths * values[waitingSize * w + distanceAt];
    const isOnlyWay = over !== beside && (isValley || over === beyondValley || !this.isBefore(w, n));
    if (!isOnlyWay && -this.result.distance > deepest) return false;
    this.addPoints(n);
    return true;
  }

  /**
   * Adds points over a triangle that is nearly parallel to the feature resting on it but is not the first to
   * touch it: the points of that feature within the outline of the triangle. On one triangle a tilted box has
   * points at all its lower corners, and it should also have them on many.
   */
  private addTilted(w: number): void {
    const { waiting, near, face, result } = this;
    const n = waiting.rests[restSize * w];
    const slope = this.slope!;
    const along = waiting.values[waitingSize * w + alongAt];
    if (this.isBall || along * along * (1 + slope * slope) < 1) return;
    waiting.get(result, w);
    this.orientFace(n);
    const { normal, pointA, pointB } = result;
    let depth = 0;
    const isBehind = face[0] * normal[0] + face[1] * normal[1] + face[2] * normal[2] > 0;
    this.overlap[0] = -result.distance;
    if (isBehind && !this.setByFace(n)) return;
    for (let k = 0; k < 3; k++) {
      normal[k] = -face[k];
      depth += normal[k] * (pointA[k] - pointB[k]);
    }
    result.distance = -depth;
    this.findPoints(n);
    dropOwnPoint(this.manifold);
    this.groups.reducePoints(this.manifold);
    this.groups.add(this.manifold, near.ids[idsSize * n + triangleAt]);
  }

  /** Selects triangle `n` and sets {@link face} to its normal on the side that the convex set comes from. */
  private orientFace(n: number): void {
    const { face, near, triangleSides } = this;
    // The side of the centre of mass, which never passes through a mesh in a step.
    if (!this.hasSides) triangleSides.find(near, this.findCenter());
    this.hasSides = true;
    near.select(n);
    near.getNormal(face, n);
    for (let k = 0; k < 3; k++) face[k] *= triangleSides.sides[n];
  }

  /** Sets the result to the contact with triangle `n` along its normal; false if that is far deeper. */
  private setByFace(n: number): boolean {
    const { near, result, face } = this;
    this.orientFace(n);
    for (let k = 0; k < 3; k++) result.normal[k] = -face[k];
    this.convex.support(result.pointA, result.normal);
    let depth = 0;
    for (let k = 0; k < 3; k++) depth += face[k] * (near.a[k] - result.pointA[k]);
    if (!(depth > 0) || depth > faceDepths * this.overlap[0] + this.margin[0]) return false;
    for (let k = 0; k < 3; k++) result.pointB[k] = result.pointA[k] + depth * face[k];
    result.distance = -depth;
    return true;
  }

  /**
   * The region of the point in the plane of triangle `n`, which is selected: inside, or beyond an edge whose
   * neighbour rises or does not.
   */
  private regionOf(n: number): number {
    const { weights, result, near, face } = this;
    const { a, b, c, ids } = near;
    if (!barycentricTriangle(weights, result.pointB, a, b, c)) return beside;
    let place = inside;
    for (let k = 0; k < 3; k++) {
      if (weights[k] >= -weightSlack) continue;
      const at = idsSize * n;
      if (weights[k] < -mostBeyond) return beside;
      if (!near.isValley(n, face, ids[at + ((k + 1) % 3)], ids[at + ((k + 2) % 3)])) return beside;
      place = beyondValley;
    }
    return place;
  }

  /**
   * The centre of mass of the convex set, in {@link weights}; its position if no mass properties are known.
   */
  private findCenter(): ReadonlyVec3 {
    const { convex, weights } = this;
    // This looks for methods, not for the volume, which V8 might box.
    const { centerOfMass }: Partial<ConvexShape> = convex.shape ?? convex;
    const solid: Partial<ConvexShape> = convex;
    if (centerOfMass !== undefined && solid.centerOfMass !== undefined) return solid.centerOfMass(weights);
    return convex.position ?? convex.support(weights, this.face);
  }

  /**
   * Whether no triangle that shares the vertex or edge of a contact rises above the plane through it. For an
   * edge, the direction perpendicular to it into the triangle decides; for a vertex, the edges that leave it.
   * If the convex set overlaps the triangle, it must come from the outside of one of them: seen from inside,
   * a valley is a ridge.
   */
  private isInNormalCone(w: number): boolean {
    const { near } = this;
    const { values, rests } = this.waiting;
    const rest = restSize * w;
    const at = waitingSize * w;
    const isEdge = rests[rest + restCountAt] === 2;
    const joinsFace = this.groups.groupOf(values, at) < this.faceGroups;
    const isBallOnFace = joinsFace && this.isBall;
    const isNearFace = !joinsFace && Math.abs(values[at + alongAt]) > nearFaceNormal;
    let isOutside = values[at + distanceAt] >= 0;
    if (rests[rest + restCountAt] === 3) return isNearFace && (isOutside || this.isBefore(w, rests[rest]));
    for (let n = 0; n < near.count; n++) {
      const i = near.cornerOf(n, rests[rest + restFirstAt]);
      const j = near.cornerOf(n, rests[rest + restLastAt]);
      if (i < 0 || j < 0) continue;
      isOutside ||= this.isBefore(w, n);
      const hasOwn = near.ids[idsSize * n + isFaceAt] === 1;
      if (!hasOwn && isNearFace) continue;
      near.slack[0] = hasOwn || isBallOnFace ? faceSlack : coneSlack;
      if (isEdge ? near.risesAcross(values, at, n, i, j) : near.risesAlong(values, at, n, i, (i + 1) % 3))
        return false;
      if (!isEdge && near.risesAlong(values, at, n, i, (i + 2) % 3)) return false;
    }
    return isOutside;
  }

  /** Adds the points of a contact that waited. */
  private addWaiting(w: number): void {
    const n = this.waiting.rests[restSize * w];
    this.waiting.get(this.result, w);
    this.addPoints(n);
  }

  /** Adds the points of the current contact, with triangle `n`. */
  private addPoints(n: number): void {
    this.findPoints(n);
    this.groups.reducePoints(this.manifold);
    this.groups.add(this.manifold, this.near.ids[idsSize * n + triangleAt]);
  }

  /** Finds the points of the current contact, with triangle `n`. */
  private findPoints(n: number): void {
    const { result, convex, near } = this;
    result.depth = -result.distance;
    manifoldConvexTriangle(this.manifold, result, convex, near.corners, triangleSize * n, this.slope!);
  }
}

/** Drops the contact's own point, which may lie beside the triangle. */
function dropOwnPoint(manifold: ContactManifold): void {
  let count = 0;
  for (let p = 0; p < manifold.count; p++)
    if (manifold.ids[p] !== -1) copyPoint(manifold, count++, manifold, p);
  manifold.count = count;
}
