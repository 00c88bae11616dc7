/**
 * A rigid body as particles of equal mass at the vertices of its shape. To GJK it is a convex set, to
 * Verlet's method points, and to the world a rigid motion.
 */
import type { Convex, IdList, ReadonlyVec3, Vec3 } from '@colide/core';
import { rotationFromUnitQuat } from '@colide/math';
import { type RigidBodies, rigidFitMotion, rigidFitPose } from '@colide/solvers';
import type { VertexFrame } from './vertex-frame.ts';

const matrix = /* @__PURE__ */ new Float64Array(9);
const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const velocity = /* @__PURE__ */ new Float64Array(3);
const spin = /* @__PURE__ */ new Float64Array(3);
const center = /* @__PURE__ */ new Float64Array(3);

/** Layout of {@link VertexBody.marks}. */
const touchedAt = 0;
const movedCountAt = 1;
const movedAt = 2;

/** Numbers of {@link VertexBody.marks} for the given number of particles. */
export function vertexMarks(particles: number): number {
  return movedAt + particles;
}

/** The particles of one body. */
export class VertexBody implements Convex {
  readonly kind = 'convex';
  readonly frame: VertexFrame;
  /** Number of particles. */
  readonly count: number;
  /** Rest positions in the frame of the body. */
  readonly rest: Float64Array;
  /** Positions in the world. */
  particles: Float64Array;
  /** Positions one substep earlier. */
  previous: Float64Array;
  /** Displacement that each particle would have in this substep without contacts. */
  motions: Float64Array;
  /** One over the mass of each particle. */
  readonly inverseMasses: Float64Array;
  /**
   * Whether a contact has moved the body in this substep, 1 or 0; how many particles contacts have moved
   * since they were last relaxed; and which.
   */
  marks: Int32Array;
  /** Whether the body takes part in the current step. */
  active = false;

  /** @param offset pose of the shape in the body: position, then a unit quaternion */
  constructor(frame: VertexFrame, offset: Float64Array) {
    this.frame = frame;
    const { points } = frame;
    this.count = points.length / 3;
    this.rest = new Float64Array(points.length);
    this.particles = new Float64Array(points.length);
    this.previous = new Float64Array(points.length);
    this.motions = new Float64Array(points.length);
    this.inverseMasses = new Float64Array(this.count);
    this.marks = new Int32Array(vertexMarks(this.count));
    rotationFromUnitQuat(matrix, offset, 3);
    for (let k = 0; k < 3; k++) position[k] = offset[k];
    place(this.rest, points);
  }

  supportVertex(direction: ReadonlyVec3): number {
    const p = this.particles;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    const end = 3 * this.frame.vertexCount;
    let best = 0;
    let farthest = -Infinity;
    for (let k = 0; k < end; k += 3) {
      const along = x * p[k] + y * p[k + 1] + z * p[k + 2];
      if (along <= farthest) continue;
      farthest = along;
      best = k;
    }
    return (best / 3) | 0;
  }

  vertex(out: Vec3, id: number): Vec3 {
    for (let k = 0; k < 3; k++) out[k] = this.particles[3 * id + k];
    return out;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    return this.vertex(out, this.supportVertex(direction));
  }

  /** Takes pose, velocities and mass of body `i`; the last substep of `h[0]` seconds led there. */
  load(bodies: RigidBodies, i: number, h: Float64Array): void {
    const { particles } = this;
    const { velocities, angularVelocities } = bodies;
    rotationFromUnitQuat(matrix, bodies.rotations, 4 * i);
    for (let k = 0; k < 3; k++) {
      position[k] = bodies.positions[3 * i + k];
      velocity[k] = velocities[3 * i + k];
      spin[k] = angularVelocities[3 * i + k];
    }
    place(particles, this.rest);
    this.setMotion(position, h);
    this.marks[touchedAt] = this.marks[movedCountAt] = 0;
    this.join(bodies, i);
  }

  /** Takes part in the current step with the mass of body `i`; another thread has loaded the rest. */
  join({ inverseMasses }: RigidBodies, i: number): void {
    const { count } = this;
    for (let n = 0; n < count; n++) this.inverseMasses[n] = inverseMasses[i] * count;
    this.active = true;
  }

  /** Whether a contact has moved the body in this substep. */
  get touched(): boolean {
    return this.marks[touchedAt] === 1;
  }

  /** Notes that a contact has moved a particle. */
  markMoved(particle: number): void {
    const { marks } = this;
    const end = movedAt + marks[movedCountAt];
    marks[touchedAt] = 1;
    for (let k = movedAt; k < end; k++) if (marks[k] === particle) return;
    marks[end] = particle;
    marks[movedCountAt]++;
  }

  /** Moves the notes about moved particles to `out`. */
  takeMoved(out: IdList): void {
    const { marks } = this;
    const end = movedAt + marks[movedCountAt];
    out.clear();
    for (let k = movedAt; k < end; k++) out.push(marks[k]);
    marks[movedCountAt] = 0;
  }

  /** One step of Verlet's method, x' = 2x − x₋ + s g h², with the scale s of body `i`. */
  predict(gravity: Float64Array, scales: Float64Array, i: number, h: Float64Array): void {
    const { particles, previous, motions } = this;
    const square = scales[i] * h[0] * h[0];
    for (let k = 0; k < particles.length; k++) {
      const x = particles[k];
      motions[k] = x - previous[k] + square * gravity[k % 3];
      particles[k] = x + motions[k];
      previous[k] = x;
    }
  }

  /** Gives all particles the rigid motion with the same momentum, so that contacts leave no vibration. */
  makeMotionRigid(h: Float64Array): void {
    rigidFitMotion(velocity, spin, center, this.particles, this.previous, h);
    this.setMotion(center, h);
    this.marks[touchedAt] = 0;
  }

  /** Velocities of a rigid motion: {@link velocity} at the point `at`, and {@link spin}. */
  private setMotion(at: Float64Array, h: Float64Array): void {
    const { particles, previous } = this;
    const time = h[0];
    for (let k = 0; k < particles.length; k += 3) {
      const x = particles[k] - at[0];
      const y = particles[k + 1] - at[1];
      const z = particles[k + 2] - at[2];
      previous[k] = particles[k] - time * (velocity[0] + spin[1] * z - spin[2] * y);
      previous[k + 1] = particles[k + 1] - time * (velocity[1] + spin[2] * x - spin[0] * z);
      previous[k + 2] = particles[k + 2] - time * (velocity[2] + spin[0] * y - spin[1] * x);
    }
  }

  /** Writes the rigid motion nearest to that of the particles to body `i`. */
  store(bodies: RigidBodies, i: number, h: Float64Array): void {
    for (let k = 0; k < 4; k++) rotation[k] = bodies.rotations[4 * i + k];
    rigidFitPose(position, rotation, this.rest, this.particles);
    rigidFitMotion(velocity, spin, center, this.particles, this.previous, h);
    const x = position[0] - center[0];
    const y = position[1] - center[1];
    const z = position[2] - center[2];
    const { velocities, angularVelocities } = bodies;
    velocities[3 * i] = velocity[0] + spin[1] * z - spin[2] * y;
    velocities[3 * i + 1] = velocity[1] + spin[2] * x - spin[0] * z;
    velocities[3 * i + 2] = velocity[2] + spin[0] * y - spin[1] * x;
    for (let k = 0; k < 3; k++) {
      bodies.positions[3 * i + k] = position[k];
      angularVelocities[3 * i + k] = spin[k];
    }
    for (let k = 0; k < 4; k++) bodies.rotations[4 * i + k] = rotation[k];
    bodies.updateInertia(i);
  }

  /** Moves the particles to the rest shape at the pose that fits them best: shape matching. */
  matchShape(start: Float64Array, i: number): void {
    for (let k = 0; k < 4; k++) rotation[k] = start[4 * i + k];
    rigidFitPose(position, rotation, this.rest, this.particles);
    rotationFromUnitQuat(matrix, rotation, 0);
    place(this.particles, this.rest);
  }
}

/** Points in the pose of {@link matrix} and {@link position}. */
function place(out: Float64Array, points: Float64Array): void {
  const m = matrix;
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k];
    const y = points[k + 1];
    const z = points[k + 2];
    out[k] = m[0] * x + m[3] * y + m[6] * z + position[0];
    out[k + 1] = m[1] * x + m[4] * y + m[7] * z + position[1];
    out[k + 2] = m[2] * x + m[5] * y + m[8] * z + position[2];
  }
}
