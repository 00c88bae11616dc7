/**
 * The rounds of a `SupportPlaneSolver`: GJK and EPA find the normal of an overlap, the particles beyond a
 * plane move back to it, and shape matching makes their body rigid again.
 */
import type { Convex } from '@colide/core';
import { createPenetrationResult, penetration } from '@colide/narrowphase';
import type { RigidBodies } from '@colide/solvers';
import type { VertexBody } from './vertex-body.ts';
import { planeOffsetOf, type VertexSet } from './vertex-set.ts';
import type { VertexResponse } from './vertex-step.ts';

const supportA = /* @__PURE__ */ new Float64Array(3);
const supportB = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
const opposite = /* @__PURE__ */ new Float64Array(3);
/** Offsets of the planes that A and B must stay behind; V8 would box them. */
const offsets = /* @__PURE__ */ new Float64Array(2);

/** Planes and shape matching. */
export class SupportPlaneRounds implements VertexResponse {
  readonly substeps = 1;
  readonly rounds: number;
  readonly counters = { searches: 0, contacts: 0, particles: 0 };
  /** The overlaps found in the round. */
  readonly activity = new Float64Array(1);
  private readonly isMiddle: boolean;
  private readonly result = createPenetrationResult();
  private set!: VertexSet;

  /** @param settings 1 for the plane in the middle, and the rounds */
  constructor([isMiddle, rounds]: readonly number[]) {
    this.isMiddle = isMiddle === 1;
    this.rounds = rounds;
  }

  /** Every pair in turn. */
  respond(set: VertexSet, state: RigidBodies, first: number, end: number): void {
    const { pairs } = set;
    const { collidersOf } = set.scene;
    const before = this.counters.contacts;
    this.set = set;
    for (let p = first; p < end; p++) {
      const a = pairs[2 * p];
      const b = pairs[2 * p + 1];
      const bodyA = set.at(a);
      const bodyB = set.at(b);
      if (bodyA && bodyB) this.partBodies(state, a, bodyA, b, bodyB);
      else if (bodyA) this.partFromFixed(state, a, bodyA, collidersOf[b]);
      else if (bodyB) this.partFromFixed(state, b, bodyB, collidersOf[a]);
    }
    this.activity[0] += this.counters.contacts - before;
  }

  /** Bodies are rigid after each push. */
  endRound(): void {}

  endSubstep(): void {}

  /** Finds the normal and the support vertices of an overlap; returns whether there is one. */
  private search(bodyA: VertexBody, convexB: Convex): boolean {
    const { result, counters } = this;
    counters.searches++;
    if (!penetration(result, bodyA, convexB) || !result.converged) return false;
    for (let k = 0; k < 3; k++) {
      normal[k] = result.normal[k];
      opposite[k] = -normal[k];
    }
    bodyA.support(supportA, normal);
    convexB.support(supportB, opposite);
    offsets[0] = offsets[1] = 0;
    for (let k = 0; k < 3; k++) {
      offsets[0] += normal[k] * supportB[k];
      offsets[1] += normal[k] * supportA[k];
    }
    return offsets[1] > offsets[0];
  }

  private partBodies(state: RigidBodies, a: number, bodyA: VertexBody, b: number, bodyB: VertexBody): void {
    if (!this.search(bodyA, bodyB)) return;
    if (this.isMiddle) offsets[0] = offsets[1] = 0.5 * (offsets[0] + offsets[1]);
    const { rotations } = state;
    offsets[1] = -offsets[1];
    this.push(bodyA, normal, 0, rotations, a);
    this.push(bodyB, opposite, 1, rotations, b);
    this.counters.contacts++;
  }

  private partFromFixed(state: RigidBodies, a: number, body: VertexBody, list: readonly number[]): void {
    const { colliders } = this.set.scene;
    for (let c = 0; c < list.length; c++) {
      const convex = colliders.convexes[list[c]];
      if (convex) {
        if (!this.search(body, convex)) continue;
      } else planeOffsetOf(normal, offsets, colliders, list[c]);
      if (this.push(body, normal, 0, state.rotations, a) > 0) this.counters.contacts++;
    }
  }

  /** Moves particles with n · x > offsets[at] back to that plane and matches the shape; returns how many. */
  private push(body: VertexBody, n: Float64Array, at: number, rotations: Float64Array, i: number): number {
    const { particles } = body;
    let moved = 0;
    for (let k = 0; k < particles.length; k += 3) {
      const beyond = n[0] * particles[k] + n[1] * particles[k + 1] + n[2] * particles[k + 2] - offsets[at];
      if (!(beyond > 0)) continue;
      moved++;
      for (let axis = 0; axis < 3; axis++) particles[k + axis] -= beyond * n[axis];
    }
    if (moved > 0) body.matchShape(rotations, i);
    this.counters.particles += moved;
    return moved;
  }
}
