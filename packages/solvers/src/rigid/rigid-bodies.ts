/**
 * Rigid bodies in structure-of-arrays form: poses, velocities, masses and inertia, in one buffer that the
 * caller may provide, an `ArrayBuffer` or a `SharedArrayBuffer`.
 *
 * The frame of a body is at its centre of mass along its principal axes, so its inertia tensor is three
 * moments; `principalInertia` finds that frame. Inverse mass and inverse moments 0 make a body static or,
 * with a velocity, kinematic. Motion along world axes and rotation about them can be locked, body by body.
 *
 * Free rotation is integrated by a symplectic splitting: the gyroscopic term costs no stability at any speed,
 * angular momentum is kept to rounding and the energy error stays bounded; see `internal/rotate-body`.
 *
 * Dullweber, Leimkuhler & McLachlan, "Symplectic splitting methods for rigid body molecular dynamics", J.
 * Chem. Phys. 107, 1997.
 */
import {
  BoxedNumber,
  inDevelopment,
  type Quat,
  type ReadonlyMat3,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireFinite,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
  tellUnknown,
  type Vec3,
} from '@colide/core';
import { eigenSymmetricJacobi, quatFromRotation } from '@colide/math';
import { rotateBody, updateWorldInertia } from '../internal/rotate-body.ts';
import { requireFiniteParticles } from '../meters/state-meters.ts';

/** Settings of a set of rigid bodies. */
export interface RigidBodiesOptions {
  /** Number of bodies. */
  readonly count: number;
  /** Memory for the arrays, at least `rigidBodiesBytes(count)` after the offset. */
  readonly buffer?: ArrayBufferLike;
  /** Offset in the buffer, a multiple of 8. Default 0. */
  readonly byteOffset?: number;
}

/** Doubles per body in the buffer. */
const bodySize = 27;

/** Bytes that `count` rigid bodies take. */
export function rigidBodiesBytes(count: number): number {
  return (8 * bodySize + 8) * count;
}

const frame = /* @__PURE__ */ new Float64Array(9);
const orientation = /* @__PURE__ */ new Float64Array(4);
const moment = /* @__PURE__ */ new Float64Array(3);

/**
 * Time of the last integration. Not a field: those of a set are its count and its arrays, which a world
 * copies.
 */
let lastTime = /* @__PURE__ */ new BoxedNumber(0);

/** Bodies of unit mass and unit moments at rest in the origin, until set otherwise. */
export class RigidBodies {
  /** Number of bodies. */
  readonly count: number;
  /** Centres of mass. */
  readonly positions: Float64Array;
  /** Unit quaternions x, y, z, w. */
  readonly rotations: Float64Array;
  /** Velocities of the centres. */
  readonly velocities: Float64Array;
  /** Angular velocities in world axes. */
  readonly angularVelocities: Float64Array;
  /** Inverse masses; 0 for bodies that contacts cannot move. */
  readonly inverseMasses: Float64Array;
  /** Inverse principal moments of inertia, three per body. */
  readonly inverseMoments: Float64Array;
  /**
   * Inverse inertia tensors in world axes: xx, yy, zz, xy, xz, yz. Kept up to date by {@link integrate} and
   * {@link setPose}.
   */
  readonly worldInverseInertias: Float64Array;
  /** Seconds that a body has been slow; see `sleeping`. */
  readonly restTimes: Float64Array;
  /** Share of the solver's gravity that acts on each body. */
  readonly gravityScales: Float64Array;
  /** Highest speed and highest angular speed of each body. */
  readonly speedLimits: Float64Array;
  /** 1 for bodies that sleep: they are neither integrated nor moved by contacts. */
  readonly asleep: Uint8Array;
  /**
   * 1 for indices without a body, kept free by whoever owns the set, such as a world; nothing may hold on to
   * them.
   */
  readonly vacant: Uint8Array;
  /**
   * Motions that a body must not make, one bit each: along the world axes x, y, z, then about them. Set by
   * {@link setLocks}.
   */
  readonly locks: Uint8Array;
  /** 1 for bodies that never sleep. */
  readonly sleepless: Uint8Array;

  constructor(options: RigidBodiesOptions) {
    tellUnknown('options', options, ['count', 'buffer', 'byteOffset']);
    const { count, byteOffset = 0 } = options;
    requireInteger('count', count, 0, 0x7fffffff);
    const bytes = rigidBodiesBytes(count);
    const buffer = options.buffer ?? new ArrayBuffer(bytes + byteOffset);
    // In production the arrays throw themselves, without the name of the argument.
    inDevelopment(() => {
      requireInteger('byteOffset', byteOffset);
      if (buffer.byteLength < byteOffset + bytes)
        throw new RangeError(
          `buffer must have ${bytes} bytes from byteOffset ${byteOffset} on, got ${buffer.byteLength - byteOffset}`,
        );
    });
    let at = byteOffset;
    const take = (each: number) => {
      const array = new Float64Array(buffer, at, each * count);
      at += array.byteLength;
      return array;
    };
    this.count = count;
    this.positions = take(3);
    this.rotations = take(4);
    this.velocities = take(3);
    this.angularVelocities = take(3);
    this.inverseMasses = take(1).fill(1);
    this.inverseMoments = take(3).fill(1);
    this.worldInverseInertias = take(6);
    this.restTimes = take(1);
    this.gravityScales = take(1).fill(1);
    this.speedLimits = take(2).fill(Infinity);
    const flags = () => {
      at += count;
      return new Uint8Array(buffer, at - count, count);
    };
    this.asleep = flags();
    this.vacant = flags();
    this.locks = flags();
    this.sleepless = flags();
    for (let i = 0; i < count; i++) {
      this.rotations[4 * i + 3] = 1;
      this.updateInertia(i);
    }
  }

  /**
   * Puts body `index` at `position` with the unit quaternion `rotation`, which is normalised; without one it
   * keeps its rotation.
   */
  setPose(index: number, position: ReadonlyVec3, rotation?: ReadonlyQuat): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFiniteArray('position', position, 3);
    if (rotation) {
      requireFiniteArray('rotation', rotation, 4);
      const [x, y, z, w] = rotation;
      const length = Math.sqrt(x * x + y * y + z * z + w * w);
      requirePositive('the length of rotation', length);
      for (let k = 0; k < 4; k++) this.rotations[4 * index + k] = rotation[k] / length;
    }
    for (let k = 0; k < 3; k++) this.positions[3 * index + k] = position[k];
    this.updateInertia(index);
  }

  /** Writes the pose of body `index`. */
  getPose(outPosition: Vec3, outRotation: Quat, index: number): void {
    requireInteger('index', index, 0, this.count - 1);
    for (let k = 0; k < 3; k++) outPosition[k] = this.positions[3 * index + k];
    for (let k = 0; k < 4; k++) outRotation[k] = this.rotations[4 * index + k];
  }

  /** Sets the velocity of the centre and, if given, the angular velocity of body `index` and wakes it. */
  setVelocity(index: number, velocity: ReadonlyVec3, angularVelocity?: ReadonlyVec3): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFiniteArray('velocity', velocity, 3);
    if (angularVelocity) requireFiniteArray('angularVelocity', angularVelocity, 3);
    for (let k = 0; k < 3; k++) {
      this.velocities[3 * index + k] = velocity[k];
      if (angularVelocity) this.angularVelocities[3 * index + k] = angularVelocity[k];
    }
    this.stopLocked(index);
    this.wake(index);
  }

  /** Sets mass and principal moments of body `index`; `Infinity` is allowed for each. */
  setMass(index: number, mass: number, moments: ReadonlyVec3): void {
    requireInteger('index', index, 0, this.count - 1);
    if (!(mass > 0)) throw new RangeError(`mass must be positive, got ${mass}`);
    for (let k = 0; k < 3; k++)
      if (!(moments[k] > 0)) throw new RangeError(`moments[${k}] must be positive, got ${moments[k]}`);
    this.inverseMasses[index] = 1 / mass;
    for (let k = 0; k < 3; k++) this.inverseMoments[3 * index + k] = 1 / moments[k];
    this.updateInertia(index);
  }

  /** Gives body `index` the mass and moments of a solid box with the given half edges. */
  setBox(index: number, mass: number, halfX: number, halfY: number, halfZ: number): void {
    requirePositive('halfX', halfX);
    requirePositive('halfY', halfY);
    requirePositive('halfZ', halfZ);
    const [x, y, z] = [halfX * halfX, halfY * halfY, halfZ * halfZ];
    this.setMass(index, mass, [(mass * (y + z)) / 3, (mass * (x + z)) / 3, (mass * (x + y)) / 3]);
  }

  /** Makes body `index` immovable by contacts. It still follows its velocity: kinematic. */
  setStatic(index: number): void {
    this.setMass(index, Infinity, [Infinity, Infinity, Infinity]);
  }

  /**
   * Locks motions of body `index`, one bit each: along the world axes x, y, z, then about them. The impulse
   * solvers respect them; motion along a locked axis ends at once.
   */
  setLocks(index: number, locks: number): void {
    requireInteger('index', index, 0, this.count - 1);
    requireInteger('locks', locks, 0, 0b111111);
    this.locks[index] = locks;
    this.updateInertia(index);
    this.stopLocked(index);
  }

  /** Ends motion of body `index` that is locked. */
  private stopLocked(index: number): void {
    for (let k = 0; k < 3; k++) {
      if ((this.locks[index] >> k) & 1) this.velocities[3 * index + k] = 0;
      if ((this.locks[index] >> (3 + k)) & 1) this.angularVelocities[3 * index + k] = 0;
    }
  }

  /** Ends the sleep of body `index`. */
  wake(index: number): void {
    this.asleep[index] = 0;
    this.restTimes[index] = 0;
  }

  /** Adds an impulse that acts on body `index` at the world point `point`, and wakes it. */
  applyImpulse(index: number, impulse: ReadonlyVec3, point: ReadonlyVec3): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFiniteArray('impulse', impulse, 3);
    requireFiniteArray('point', point, 3);
    const i = 3 * index;
    const [px, py, pz] = impulse;
    const x = point[0] - this.positions[i];
    const y = point[1] - this.positions[i + 1];
    const z = point[2] - this.positions[i + 2];
    const tx = y * pz - z * py;
    const ty = z * px - x * pz;
    const tz = x * py - y * px;
    const w = this.inverseMasses[index];
    this.velocities[i] += w * px;
    this.velocities[i + 1] += w * py;
    this.velocities[i + 2] += w * pz;
    moment[0] = tx;
    moment[1] = ty;
    moment[2] = tz;
    this.applyAngularImpulse(index, moment);
  }

  /** Adds an angular impulse in world axes to body `index`, and wakes it. */
  applyAngularImpulse(index: number, impulse: ReadonlyVec3): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFiniteArray('impulse', impulse, 3);
    const [tx, ty, tz] = impulse;
    const m = this.worldInverseInertias;
    const at = 6 * index;
    const i = 3 * index;
    this.angularVelocities[i] += m[at] * tx + m[at + 3] * ty + m[at + 4] * tz;
    this.angularVelocities[i + 1] += m[at + 3] * tx + m[at + 1] * ty + m[at + 5] * tz;
    this.angularVelocities[i + 2] += m[at + 4] * tx + m[at + 5] * ty + m[at + 2] * tz;
    this.stopLocked(index);
    this.wake(index);
  }

  /**
   * Computes the world inverse inertia `R I⁻¹ Rᵀ` of body `index`, after its quaternion or moments were
   * written.
   */
  updateInertia(index: number): void {
    updateWorldInertia(this, index);
  }

  /** Moves and rotates all bodies that are awake by their velocities for the time `dt / parts`. */
  integrate(dt: number, parts = 1): void {
    requirePositive('dt', dt);
    const { positions, velocities, asleep, count } = this;
    const time = dt / parts;
    if (lastTime.value !== time) lastTime = new BoxedNumber(time);
    const h = lastTime.value;
    for (let i = 0; i < count; i++) {
      if (asleep[i] !== 0) continue;
      for (let k = 3 * i; k < 3 * i + 3; k++) positions[k] += h * velocities[k];
      rotateBody(this, i, h);
    }
  }

  /** Throws an error that names the first body whose state is not finite. */
  requireFinite(): void {
    requireFiniteParticles(this.positions);
    requireFiniteParticles(this.rotations, 4);
  }
}

const values = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the principal moments of the inertia tensor `inertia` and the quaternion of its principal axes: the
 * frame in which rigid bodies are described, relative to the frame of the tensor.
 */
export function principalInertia(outMoments: Vec3, outQuaternion: Quat, inertia: ReadonlyMat3): void {
  requireFiniteArray('inertia', inertia, 9);
  eigenSymmetricJacobi(values, frame, inertia);
  for (let k = 0; k < 3; k++) requireNonNegative(`principal moment ${k} of inertia`, values[k]);
  const [a, b, c] = values;
  const sum = a + b + c;
  for (let k = 0; k < 3; k++)
    if (2 * values[k] > sum * (1 + 1e-9))
      throw new RangeError(
        `inertia must obey the triangle inequality, got principal moments ${a}, ${b}, ${c}`,
      );
  requireFinite('the trace of inertia', sum);
  quatFromRotation(orientation, 0, frame);
  for (let k = 0; k < 3; k++) outMoments[k] = values[k];
  for (let k = 0; k < 4; k++) outQuaternion[k] = orientation[k];
}
