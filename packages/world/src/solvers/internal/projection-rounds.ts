/**
 * The rounds of a `ProjectionSolver`: GJK and EPA find which elements of two bodies overlap, the elements
 * move until their contact points meet, and the constraints of the bodies are relaxed.
 */
import { BoxedNumber, type Convex, grown, IdList } from '@colide/core';
import {
  collisionFeatures,
  createCollisionFeatures,
  createPenetrationResult,
  penetration,
} from '@colide/narrowphase';
import {
  createRelaxationResult,
  projectionPoint,
  type RelaxationSettings,
  type RigidBodies,
  relaxDistances,
} from '@colide/solvers';
import { ContactElement } from './contact-element.ts';
import type { VertexBody } from './vertex-body.ts';
import { planeOffsetOf, type VertexSet } from './vertex-set.ts';
import type { VertexResponse } from './vertex-step.ts';

const q = /* @__PURE__ */ new Float64Array(3);
const partner = /* @__PURE__ */ new Float64Array(3);
const inward = /* @__PURE__ */ new Float64Array(3);
const vertex = /* @__PURE__ */ new Float64Array(3);
const offset = /* @__PURE__ */ new Float64Array(1);
const surface = /* @__PURE__ */ new Float64Array(3);
const vertexId = /* @__PURE__ */ new Int32Array(1);
const direction = /* @__PURE__ */ new Float64Array(3);
const supportA = /* @__PURE__ */ new Float64Array(3);
const supportB = /* @__PURE__ */ new Float64Array(3);

/**
 * Overlap in m that axes may err by. Closer to the slop, a search decides, so that bits do not depend on the
 * axes, which snapshots and other threads do not have.
 */
const rounding = 1e-9;

/** Layout of {@link ProjectionRounds.numbers}. */
const slopAt = 0;
const pushSpeedAt = 1;
const depthAt = 2;
const frictionAt = 3;

/** Projection and relaxation. */
export class ProjectionRounds implements VertexResponse {
  readonly substeps: number;
  readonly rounds: number;
  readonly counters = { vertices: 0, edges: 0, faces: 0, searches: 0, contacts: 0, relaxations: 0 };
  /** The deepest overlap of the round. */
  readonly activity = new Float64Array(1);
  private readonly isOrdered: boolean;
  private readonly relaxation: RelaxationSettings;
  private set!: VertexSet;
  private readonly elementA = new ContactElement();
  private readonly elementB = new ContactElement();
  private readonly result = createPenetrationResult();
  private readonly features = createCollisionFeatures();
  private readonly relaxed = createRelaxationResult();
  private readonly moved = new IdList();
  /** Fractions that change, and settings; V8 would box them in fields. See the layout above. */
  private readonly numbers = new Float64Array(4);
  /**
   * The normal that the last search for each pair has found in this step. Where the shapes are apart along
   * it, or overlap by no more than the slop, another search would say the same.
   */
  private axes = new Float64Array(48);
  /** Which part of the present push is not to become velocity. */
  private readonly past = new Float64Array(1);

  /**
   * @param settings 1 for ordered relaxation, its tolerance and most passes, substeps, rounds, slop, push
   * speed
   */
  constructor([isOrdered, tolerance, passes, substeps, rounds, slop, pushSpeed]: readonly number[]) {
    this.isOrdered = isOrdered === 1;
    const boxedTolerance = new BoxedNumber(tolerance);
    this.relaxation = {
      maxIterations: passes,
      get tolerance() {
        return boxedTolerance.value;
      },
    };
    this.substeps = substeps;
    this.rounds = rounds;
    this.numbers[slopAt] = slop;
    this.numbers[pushSpeedAt] = pushSpeed;
  }

  beginStep({ colors, colorCount }: VertexSet): void {
    const size = 3 * colors[colorCount];
    if (size > this.axes.length) this.axes = grown(this.axes, 2 * size);
    this.axes.fill(0, 0, size);
  }

  /** Projects the contacts of pairs, one after the other. */
  respond(set: VertexSet, state: RigidBodies, first: number, end: number): void {
    const { pairs, frictions } = set;
    const { collidersOf } = set.scene;
    this.set = set;
    for (let p = first; p < end; p++) {
      const a = pairs[2 * p];
      const b = pairs[2 * p + 1];
      this.numbers[frictionAt] = frictions[p];
      const bodyA = set.at(a);
      const bodyB = set.at(b);
      if (bodyA && bodyB) this.projectPair(state, p, bodyA, bodyB, bodyB, b);
      else if (bodyA) this.projectFixed(state, p, bodyA, collidersOf[b], b);
      else if (bodyB) this.projectFixed(state, p, bodyB, collidersOf[a], a);
    }
  }

  /** Projects a body out of the colliders of body `i`, which stay. */
  private projectFixed(
    state: RigidBodies,
    p: number,
    body: VertexBody,
    list: readonly number[],
    i: number,
  ): void {
    const { colliders } = this.set.scene;
    for (let c = 0; c < list.length; c++) {
      const convex = colliders.convexes[list[c]];
      if (convex) this.projectPair(state, p, body, undefined, convex, i);
      else this.projectPlane(state, body, list[c], i);
    }
  }

  /** Projects every vertex of a body that is in a half-space, collider `plane` of body `i`. */
  private projectPlane(state: RigidBodies, body: VertexBody, plane: number, i: number): void {
    const { numbers } = this;
    const { vertexCount } = body.frame;
    planeOffsetOf(inward, offset, this.set.scene.colliders, plane);
    for (let v = 0; v < vertexCount; v++) {
      body.vertex(vertex, v);
      const depth = -offset[0] + inward[0] * vertex[0] + inward[1] * vertex[1] + inward[2] * vertex[2];
      if (!(depth > numbers[slopAt])) continue;
      numbers[depthAt] = depth;
      for (let k = 0; k < 3; k++) surface[k] = vertex[k] - depth * inward[k];
      vertexId[0] = v;
      this.elementA.setParticles(body, vertexId, 1, vertex);
      this.elementB.setFixed(state, i, surface, this.set.substep);
      this.bringTogether(inward);
    }
  }

  /** Whether two bodies surely are apart, or overlap by less than the slop, along the axis of their pair. */
  private areApart(p: number, bodyA: VertexBody, convexB: Convex): boolean {
    const { axes, numbers } = this;
    for (let k = 0; k < 3; k++) direction[k] = axes[3 * p + k];
    if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) return false;
    bodyA.support(supportA, direction);
    for (let k = 0; k < 3; k++) direction[k] = -direction[k];
    convexB.support(supportB, direction);
    let overlap = 0;
    for (let k = 0; k < 3; k++) overlap += axes[3 * p + k] * (supportA[k] - supportB[k]);
    return overlap < numbers[slopAt] - rounding;
  }

  /** Finds the elements of two bodies that touch, pair `p`, and moves them apart. */
  private projectPair(
    state: RigidBodies,
    p: number,
    bodyA: VertexBody,
    bodyB: VertexBody | undefined,
    convexB: Convex,
    b: number,
  ): void {
    const { result, features, elementA, elementB, numbers, counters } = this;
    if (this.areApart(p, bodyA, convexB)) return;
    counters.searches++;
    penetration(result, bodyA, convexB);
    for (let k = 0; k < 3; k++) this.axes[3 * p + k] = result.normal[k];
    if (!(-result.distance > numbers[slopAt])) return;
    collisionFeatures(features, result);
    if (features.countA === 0) return;
    elementA.setParticles(bodyA, features.idsA, features.countA, result.pointA);
    if (bodyB && features.countB > 0)
      elementB.setParticles(bodyB, features.idsB, features.countB, result.pointB);
    else elementB.setFixed(state, b, result.pointB, this.set.substep);
    const { normal } = result;
    numbers[depthAt] = 0;
    for (let k = 0; k < 3; k++) numbers[depthAt] += normal[k] * (elementA.point[k] - elementB.point[k]);
    if (numbers[depthAt] > numbers[slopAt]) this.bringTogether(normal);
  }

  /**
   * Brings the points of the two elements together up to the slop, and undoes slip within Coulomb's cone.
   * `normal` points from A to B.
   */
  private bringTogether(normal: Float64Array): void {
    const { elementA, elementB, numbers, counters, past } = this;
    const { displacement: dA } = elementA;
    const { displacement: dB } = elementB;
    counters.contacts++;
    this.activity[0] = Math.max(this.activity[0], numbers[depthAt]);
    const depth = numbers[depthAt] - numbers[slopAt];
    let approach = 0;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      approach += normal[k] * (elementA.motion[k] - elementB.motion[k]);
      along += normal[k] * (dA[k] - dB[k]);
    }
    // Only the part of the push that stops an approach becomes velocity, and limits friction.
    const stop = Math.min(depth, Math.max(approach, 0) + numbers[pushSpeedAt] * this.set.substep[0]);
    past[0] = 1 - stop / depth;
    let slip = 0;
    for (let k = 0; k < 3; k++) slip += (dA[k] - dB[k] - along * normal[k]) ** 2;
    slip = Math.sqrt(slip);
    const reach = numbers[frictionAt] * stop;
    const hold = slip > reach ? reach / slip : 1;
    // The position of B's point if B alone gave way to A.
    for (let k = 0; k < 3; k++)
      partner[k] = elementA.point[k] - depth * normal[k] - hold * (dA[k] - dB[k] - along * normal[k]);
    projectionPoint(q, elementA.point, elementA.masses[1], partner, elementB.masses[1]);
    elementA.moveTo(q, past, counters);
    for (let k = 0; k < 3; k++) q[k] += elementB.point[k] - partner[k];
    elementB.moveTo(q, past, counters);
  }

  /** Relaxes the bodies that contacts moved, and in the last round of a substep all others in plain order. */
  endRound({ bodies }: VertexSet, first: number, end: number, isLast: boolean): void {
    const { relaxed, relaxation, counters, moved } = this;
    for (let i = first; i < end; i++) {
      const body = bodies[i];
      if (!body?.active) continue;
      body.takeMoved(moved);
      if (moved.count === 0 && !isLast) continue;
      const { frame, particles, inverseMasses } = body;
      if (!this.isOrdered) relaxDistances(relaxed, particles, inverseMasses, frame.distances, relaxation);
      else frame.order.relax(relaxed, particles, inverseMasses, moved, relaxation);
      counters.relaxations += relaxed.relaxations;
    }
  }

  endSubstep(set: VertexSet, first: number, end: number): void {
    set.makeMotionsRigid(first, end);
  }
}
