/**
 * Particles fixed to points of rigid bodies: a rope that hangs from a crane, a flag on its pole. The particle
 * and the point are brought together by λ along the line between them, `λ = |gap|/(w + w_body)`, with w_body
 * the inverse effective mass of the body there, so momentum is conserved and either may be the heavier.
 *
 * Bodies move through the substeps in a `RigidSubsteps`, which must come before this among the constraints of
 * a step. O(1) per attachment and sweep; adding allocates, sweeps do not.
 */

import {
  grown,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireFiniteArray,
  requireInteger,
} from '@colide/core';
import { poseCompose, rotationFromUnitQuat } from '@colide/math';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import { applyRigidPush, createRigidPush, rigidDisplacement, rigidMobility } from './internal/rigid-push.ts';
import type { RigidSubsteps } from './rigid-substeps.ts';

const rotation = /* @__PURE__ */ new Float64Array(9);
const gap = /* @__PURE__ */ new Float64Array(3);
const anchorRotation = /* @__PURE__ */ new Float64Array(4);
const push = /* @__PURE__ */ createRigidPush();

/** A set of particles that are fixed to rigid bodies. */
export class RigidAttachments implements ParticleConstraint {
  /** Number of attachments. */
  count = 0;
  /** Particle of each attachment. */
  particles = new Uint32Array(8);
  /** Body of each attachment. */
  bodies = new Uint32Array(8);
  /** Anchor on the body, in the body's frame, three numbers each. */
  anchors = new Float64Array(3 * 8);
  private readonly substeps: RigidSubsteps;
  private arms = new Float64Array(3 * 8);

  /** @param substeps the bodies */
  constructor(substeps: RigidSubsteps) {
    this.substeps = substeps;
  }

  /** Fixes `particle` to the point of `body` that is at the world point `point` now. */
  add(particle: number, body: number, point: ReadonlyVec3, bodies: RigidBodies): void {
    requireInteger('particle', particle, 0, 0xffffffff);
    requireInteger('body', body, 0, bodies.count - 1);
    requireFiniteArray('point', point, 3);
    const at = this.append(particle, body);
    rotationFromUnitQuat(rotation, bodies.rotations, 4 * body);
    for (let k = 0; k < 3; k++) gap[k] = point[k] - bodies.positions[3 * body + k];
    for (let k = 0; k < 3; k++)
      this.anchors[3 * at + k] =
        rotation[3 * k] * gap[0] + rotation[3 * k + 1] * gap[1] + rotation[3 * k + 2] * gap[2];
  }

  /**
   * Adds an attachment whose anchor the caller writes to {@link anchors} afterwards; returns its index. Not
   * checked.
   */
  append(particle: number, body: number): number {
    const at = this.count++;
    if (at === this.particles.length) this.grow();
    this.particles[at] = particle;
    this.bodies[at] = body;
    return at;
  }

  /**
   * Keeps the attachments of a body where they are when its centre of mass or its principal axes change:
   * (`position`, `rotation`) is the pose of its old axes in the new ones.
   */
  moveAnchors(body: number, position: ReadonlyVec3, rotation: ReadonlyQuat): void {
    for (let a = 0; a < this.count; a++)
      if (this.bodies[a] === body) {
        const anchor = this.anchors.subarray(3 * a, 3 * a + 3);
        poseCompose(anchor, anchorRotation, position, rotation, anchor, rotation);
      }
  }

  /**
   * Releases all attachments of particles `first` to `end` − 1, or only those to `body`; returns how many
   * there were.
   */
  release(first: number, end = first + 1, body = -1): number {
    let kept = 0;
    for (let a = 0; a < this.count; a++) {
      if (this.particles[a] >= first && this.particles[a] < end && (body < 0 || this.bodies[a] === body))
        continue;
      this.particles[kept] = this.particles[a];
      this.bodies[kept] = this.bodies[a];
      for (let k = 0; k < 3; k++) this.anchors[3 * kept + k] = this.anchors[3 * a + k];
      kept++;
    }
    const released = this.count - kept;
    this.count = kept;
    return released;
  }

  /** Finds the points in the world, after `RigidSubsteps.start`, and lets their bodies take part. */
  start(): void {
    const { rotations } = this.substeps.bodies;
    for (let a = 0; a < this.count; a++) {
      this.substeps.touch(this.bodies[a]);
      rotationFromUnitQuat(rotation, rotations, 4 * this.bodies[a]);
      for (let k = 0; k < 3; k++)
        this.arms[3 * a + k] =
          rotation[k] * this.anchors[3 * a] +
          rotation[3 + k] * this.anchors[3 * a + 1] +
          rotation[6 + k] * this.anchors[3 * a + 2];
    }
  }

  /** One sweep. */
  project(system: ParticleSystem): void {
    const { positions, inverseMasses } = system;
    const substeps = this.substeps;
    for (let a = 0; a < this.count; a++) {
      const body = this.bodies[a];
      const i = 3 * this.particles[a];
      rigidDisplacement(gap, substeps.shifts, body, this.arms, 3 * a);
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        gap[k] += substeps.bodies.positions[3 * body + k] + this.arms[3 * a + k] - positions[i + k];
        squared += gap[k] * gap[k];
      }
      if (squared === 0) continue;
      const length = Math.sqrt(squared);
      for (let k = 0; k < 3; k++) gap[k] /= length;
      const w = inverseMasses[this.particles[a]];
      rigidMobility(push, substeps, body, this.arms, 3 * a, gap);
      const mobility = w + push.mobility;
      if (mobility === 0) continue;
      push.size = length / mobility;
      for (let k = 0; k < 3; k++) positions[i + k] += push.size * w * gap[k];
      if (push.mobility > 0) applyRigidPush(substeps.shifts, substeps, body, gap, push);
    }
  }

  private grow(): void {
    const room = 2 * this.particles.length;
    this.particles = grown(this.particles, room);
    this.bodies = grown(this.bodies, room);
    this.anchors = grown(this.anchors, 3 * room);
    this.arms = new Float64Array(3 * room);
  }
}
