/**
 * Rigid bodies as frames of four particles, for the particle solver. Along the principal axes the particles
 * of a body are at (±a, ±b, ±c), the corners of a stretched tetrahedron, each with a quarter of the mass; a²
 * = (I₂ + I₃ − I₁) / 2m and so on give them the inertia of the body, see `inertia-frame`.
 *
 * The particles carry the motion: the displacements of a substep are velocities, as in Verlet's method,
 * except those that only make a frame rigid again. Any deformation left in the velocities is removed by
 * fitting the rigid motion with the same linear and angular momentum.
 */
import { rotationFromUnitQuat } from '@colide/math';
import { limitSpeed, rotationLimit, speedLimit } from '../../internal/limit-speed.ts';
import { solveSymmetric } from '../../internal/solve-symmetric.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';

/** Particles per frame, and the numbers of their positions. */
export const frameParticles = 4;
const particlesSize = 3 * frameParticles;

/**
 * Frame of a body, `frameSize` numbers:
 *
 * | at | numbers | what                                                                        |
 * | -- | ------- | --------------------------------------------------------------------------- |
 * |  0 | 12      | positions of the particles                                                  |
 * | 12 | 12      | positions before the substep                                                |
 * | 24 | 12      | velocities of the particles                                                 |
 * | 36 | 3       | extents a, b, c                                                             |
 * | 39 | 4       | unit quaternion that fits the particles                                     |
 * | 43 | 1       | inverse mass of the body; 0 while contacts cannot move it                   |
 * | 44 | 3       | precession: how fast the angular velocity of the free body changes          |
 * | 47 | 3       | rotation in this substep: the axis, times the sine of the angle φ           |
 * | 50 | 1       | 1 / (1 + cos φ)                                                             |
 */
export const frameSize = 51;
export const previousParticleAt = 12;
export const particleVelocityAt = 24;
export const extentAt = 36;
const frameRotationAt = 39;
export const frameMassAt = 43;
const precessionAt = 44;
export const substepRotationAt = 47;
export const curvatureAt = 50;

/**
 * Rotation per substep, in radians, beyond which contacts make no body spin faster: 240 rad/s at 60 Hz. A
 * push at a point is the motion that it asks for only while rotations are small; light rods under heavy
 * bodies were spun up to 48 000 rad/s.
 */
const contactRotationLimit = 0.5;

const rotation = /* @__PURE__ */ new Float64Array(9);
/**
 * Sums of the particles with the signs of the corners: of a rigid frame, four times the extents along the
 * axes.
 */
const axes = /* @__PURE__ */ new Float64Array(9);
const previousAxes = /* @__PURE__ */ new Float64Array(9);
const center = /* @__PURE__ */ new Float64Array(3);
const spin = /* @__PURE__ */ new Float64Array(3);
const momentum = /* @__PURE__ */ new Float64Array(3);
const inertia = /* @__PURE__ */ new Float64Array(6);
const vector = /* @__PURE__ */ new Float64Array(3);
/** Squares of the edges of a frame, by the axes along which their ends differ. */
const edgeSquares = /* @__PURE__ */ new Float64Array(3);
const yzEdge = 0;
const xzEdge = 1;
const xyEdge = 2;

/** Makes frames of all bodies that are awake and of finite mass. Throws when a body has no frame. */
export function loadFrames(frames: Float64Array, bodies: RigidBodies): void {
  const { positions, rotations, inverseMasses, inverseMoments, asleep } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    const at = frameSize * i;
    const mass = asleep[i] === 1 ? 0 : inverseMasses[i];
    frames[at + frameMassAt] = mass;
    if (mass === 0) continue;
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += 0.5 / inverseMoments[3 * i + k];
    let largest = 0;
    let smallest = Infinity;
    for (let k = 0; k < 3; k++) {
      const square = mass * (sum - 1 / inverseMoments[3 * i + k]);
      frames[at + extentAt + k] = Math.sqrt(square);
      if (square > largest) largest = square;
      if (!(square >= smallest)) smallest = square;
    }
    if (!(smallest > 1e-12 * largest && largest < Infinity))
      throw new RangeError(`body ${i} is flat or cannot rotate: a frame of particles needs a solid body`);
    for (let k = 0; k < 4; k++) frames[at + frameRotationAt + k] = rotations[4 * i + k];
    for (let k = 0; k < 3; k++) center[k] = positions[3 * i + k];
    writeParticles(frames, at, center);
    for (let k = 0; k < 3; k++) spin[k] = bodies.angularVelocities[3 * i + k];
    findCenter(center, frames, at);
    findInertia(inertia, frames, at, center);
    findPrecession(frames, at, spin, inertia);
  }
}

/** Writes poses back. If that makes a frame more rigid, its angular momentum is conserved. */
export function storeFrames(bodies: RigidBodies, frames: Float64Array): void {
  const { positions, rotations, angularVelocities } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    const at = frameSize * i;
    if (frames[at + frameMassAt] === 0) continue;
    for (let k = 0; k < 3; k++) spin[k] = angularVelocities[3 * i + k];
    findCenter(center, frames, at);
    findInertia(inertia, frames, at, center);
    findMomentum(momentum, inertia, spin);
    fitFrame(frames, at);
    writeParticles(frames, at, center);
    for (let k = 0; k < 3; k++) positions[3 * i + k] = center[k];
    findCenter(center, frames, at);
    findInertia(inertia, frames, at, center);
    solveSymmetric(momentum, inertia);
    for (let k = 0; k < 3; k++) angularVelocities[3 * i + k] = momentum[k];
    for (let k = 0; k < 4; k++) rotations[4 * i + k] = frames[at + frameRotationAt + k];
    bodies.updateInertia(i);
  }
}

/**
 * Moves all frames by a substep of `h`, with the velocities of their bodies and the acceleration `gravity`.
 */
export function predictFrames(
  frames: Float64Array,
  bodies: RigidBodies,
  h: number,
  gravity: Float64Array,
): void {
  const { velocities, angularVelocities, gravityScales } = bodies;
  const gx = h * gravity[0];
  const gy = h * gravity[1];
  const gz = h * gravity[2];
  for (let i = 0; i < bodies.count; i++) {
    const at = frameSize * i;
    if (frames[at + frameMassAt] === 0) continue;
    findCenter(center, frames, at);
    const cx = center[0];
    const cy = center[1];
    const cz = center[2];
    const scale = gravityScales[i];
    const vx = velocities[3 * i] + scale * gx;
    const vy = velocities[3 * i + 1] + scale * gy;
    const vz = velocities[3 * i + 2] + scale * gz;
    const wx = angularVelocities[3 * i];
    const wy = angularVelocities[3 * i + 1];
    const wz = angularVelocities[3 * i + 2];
    // Rotation by the angular velocity in the middle of the substep, which precession has changed.
    const ax = 0.5 * h * frames[at + precessionAt];
    const ay = 0.5 * h * frames[at + precessionAt + 1];
    const az = 0.5 * h * frames[at + precessionAt + 2];
    for (let p = at; p < at + particlesSize; p += 3) {
      for (let k = p; k < p + 3; k++) frames[k + previousParticleAt] = frames[k];
      const x = frames[p] - cx;
      const y = frames[p + 1] - cy;
      const z = frames[p + 2] - cz;
      frames[p + particleVelocityAt] = vx + wy * z - wz * y;
      frames[p + particleVelocityAt + 1] = vy + wz * x - wx * z;
      frames[p + particleVelocityAt + 2] = vz + wx * y - wy * x;
      frames[p] += h * (frames[p + particleVelocityAt] + ay * z - az * y);
      frames[p + 1] += h * (frames[p + particleVelocityAt + 1] + az * x - ax * z);
      frames[p + 2] += h * (frames[p + particleVelocityAt + 2] + ax * y - ay * x);
    }
  }
}

/**
 * Gives every body the rigid motion with the momentum and angular momentum of its particles, after a substep
 * of `h`.
 */
export function fitVelocities(frames: Float64Array, bodies: RigidBodies, h: number): void {
  const { velocities, angularVelocities } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    const at = frameSize * i;
    if (frames[at + frameMassAt] === 0) continue;
    let vx = 0;
    let vy = 0;
    let vz = 0;
    let lx = 0;
    let ly = 0;
    let lz = 0;
    // Angular momentum with the arms from before the substep, which is what Verlet's method conserves.
    findCenter(center, frames, at + previousParticleAt);
    for (let p = at; p < at + particlesSize; p += 3) {
      const x = frames[p + previousParticleAt] - center[0];
      const y = frames[p + previousParticleAt + 1] - center[1];
      const z = frames[p + previousParticleAt + 2] - center[2];
      const u = frames[p + particleVelocityAt];
      const v = frames[p + particleVelocityAt + 1];
      const w = frames[p + particleVelocityAt + 2];
      vx += u;
      vy += v;
      vz += w;
      lx += y * w - z * v;
      ly += z * u - x * w;
      lz += x * v - y * u;
    }
    velocities[3 * i] = 0.25 * vx;
    velocities[3 * i + 1] = 0.25 * vy;
    velocities[3 * i + 2] = 0.25 * vz;
    spin[0] = lx;
    spin[1] = ly;
    spin[2] = lz;
    findCenter(center, frames, at);
    findInertia(inertia, frames, at, center);
    solveSymmetric(spin, inertia);
    let square = 0;
    for (let k = 0; k < 3; k++) {
      square += angularVelocities[3 * i + k] ** 2;
      angularVelocities[3 * i + k] = spin[k];
    }
    const most = Math.max(contactRotationLimit, h * Math.sqrt(square));
    limitSpeed(velocities, 3 * i, speedLimit, 1);
    limitSpeed(angularVelocities, 3 * i, Math.min(most, rotationLimit), h);
    for (let k = 0; k < 3; k++) spin[k] = angularVelocities[3 * i + k];
    findPrecession(frames, at, spin, inertia);
  }
}

/** Writes the inertia of the four particles about `center`, taken with unit mass: xx, yy, zz, xy, xz, yz. */
function findInertia(out: Float64Array, frames: Float64Array, at: number, center: Float64Array): void {
  out.fill(0);
  for (let p = at; p < at + particlesSize; p += 3) {
    const x = frames[p] - center[0];
    const y = frames[p + 1] - center[1];
    const z = frames[p + 2] - center[2];
    out[0] += y * y + z * z;
    out[1] += x * x + z * z;
    out[2] += x * x + y * y;
    out[3] -= x * y;
    out[4] -= x * z;
    out[5] -= y * z;
  }
}

/** Writes the angular momentum Iω. */
function findMomentum(out: Float64Array, inertia: Float64Array, spin: Float64Array): void {
  const x = spin[0];
  const y = spin[1];
  const z = spin[2];
  out[0] = inertia[0] * x + inertia[3] * y + inertia[4] * z;
  out[1] = inertia[3] * x + inertia[1] * y + inertia[5] * z;
  out[2] = inertia[4] * x + inertia[5] * y + inertia[2] * z;
}

/** Euler's equation: the angular velocity ω of a free body changes by I⁻¹ (Iω × ω). */
function findPrecession(frames: Float64Array, at: number, spin: Float64Array, inertia: Float64Array): void {
  findMomentum(momentum, inertia, spin);
  vector[0] = momentum[1] * spin[2] - momentum[2] * spin[1];
  vector[1] = momentum[2] * spin[0] - momentum[0] * spin[2];
  vector[2] = momentum[0] * spin[1] - momentum[1] * spin[0];
  solveSymmetric(vector, inertia);
  for (let k = 0; k < 3; k++) frames[at + precessionAt + k] = vector[k];
}

/**
 * Shape matching: moves the particles of the frame at `at` to the corners of the rigid frame that fits them,
 * by one Newton step from the last rotation. That step conserves the angular momentum of the particles'
 * displacements; the best fit does not.
 */
export function matchFrame(frames: Float64Array, at: number): void {
  findCenter(center, frames, at);
  findAxes(axes, frames, at);
  rotateFrame(frames, at, axes);
  writeParticles(frames, at, center);
}

/** Updates the quaternion for particles that distances hold together. */
export function followFrame(frames: Float64Array, at: number): void {
  findAxes(axes, frames, at);
  rotateFrame(frames, at, axes);
}

/** Updates the quaternion for particles that may be far from it: up to five steps of {@link followFrame}. */
export function fitFrame(frames: Float64Array, at: number): void {
  findAxes(axes, frames, at);
  for (let steps = 0; steps < 5 && rotateFrame(frames, at, axes); steps++);
}

/**
 * Rotates the quaternion of the frame at `at` towards the axes of its particles; returns whether another step
 * is needed.
 */
function rotateFrame(frames: Float64Array, at: number, axes: Float64Array): boolean {
  const q = at + frameRotationAt;
  rotationFromUnitQuat(rotation, frames, q);
  const a = frames[at + extentAt];
  const b = frames[at + extentAt + 1];
  const c = frames[at + extentAt + 2];
  // Each axis of the particles pulls at that of the frame; the rotation is torque over inertia, along the
  // axes of the frame.
  let tx = 0;
  let ty = 0;
  let tz = 0;
  for (let k = 0; k < 3; k++) {
    const x = a * axes[k];
    const y = b * axes[3 + k];
    const z = c * axes[6 + k];
    tx += rotation[6 + k] * y - rotation[3 + k] * z;
    ty += rotation[k] * z - rotation[6 + k] * x;
    tz += rotation[3 + k] * x - rotation[k] * y;
  }
  const x = tx / (8 * (b * b + c * c));
  const y = ty / (8 * (a * a + c * c));
  const z = tz / (8 * (a * a + b * b));
  const u = frames[q];
  const v = frames[q + 1];
  const w = frames[q + 2];
  const r = frames[q + 3];
  frames[q] = u + r * x + v * z - w * y;
  frames[q + 1] = v + r * y + w * x - u * z;
  frames[q + 2] = w + r * z + u * y - v * x;
  frames[q + 3] = r - u * x - v * y - w * z;
  let square = 0;
  for (let k = q; k < q + 4; k++) square += frames[k] * frames[k];
  const scale = 1 / Math.sqrt(square);
  for (let k = q; k < q + 4; k++) frames[k] *= scale;
  // The length has grown with the square of half the angle.
  return square > 1 + 1e-7;
}

/**
 * Jakobsen's method: a sweep over the six distances of the frame at `at` and one back, so that no order is
 * preferred.
 */
export function relaxFrame(frames: Float64Array, at: number): void {
  const a = frames[at + extentAt];
  const b = frames[at + extentAt + 1];
  const c = frames[at + extentAt + 2];
  // Two corners differ in the signs of two axes.
  edgeSquares[xyEdge] = 4 * (a * a + b * b);
  edgeSquares[xzEdge] = 4 * (a * a + c * c);
  edgeSquares[yzEdge] = 4 * (b * b + c * c);
  const p = at;
  const q = at + 3;
  const r = at + 6;
  const s = at + 9;
  relaxEdge(frames, p, q, yzEdge);
  relaxEdge(frames, r, s, yzEdge);
  relaxEdge(frames, p, r, xzEdge);
  relaxEdge(frames, q, s, xzEdge);
  relaxEdge(frames, p, s, xyEdge);
  relaxEdge(frames, q, r, xyEdge);
  relaxEdge(frames, p, s, xyEdge);
  relaxEdge(frames, q, s, xzEdge);
  relaxEdge(frames, p, r, xzEdge);
  relaxEdge(frames, r, s, yzEdge);
  relaxEdge(frames, p, q, yzEdge);
}

/**
 * Measures how far the frame at `at` has rotated since the substep began: half of the sum of the cross
 * products of its axes before and after is the axis of rotation times sin φ.
 */
export function measureRotation(frames: Float64Array, at: number): void {
  findAxes(axes, frames, at);
  findAxes(previousAxes, frames, at + previousParticleAt);
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < 3; k++) {
    const extent = frames[at + extentAt + k];
    const scale = 1 / (32 * extent * extent);
    const a = 3 * k;
    x += scale * (previousAxes[a + 1] * axes[a + 2] - previousAxes[a + 2] * axes[a + 1]);
    y += scale * (previousAxes[a + 2] * axes[a] - previousAxes[a] * axes[a + 2]);
    z += scale * (previousAxes[a] * axes[a + 1] - previousAxes[a + 1] * axes[a]);
  }
  frames[at + substepRotationAt] = x;
  frames[at + substepRotationAt + 1] = y;
  frames[at + substepRotationAt + 2] = z;
  frames[at + curvatureAt] = 1 / (1 + Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z)));
}

/** Whether the volume of the frame is far from its rest volume. */
export function isDistorted(frames: Float64Array, at: number): boolean {
  findAxes(axes, frames, at);
  const volume =
    axes[0] * (axes[4] * axes[8] - axes[5] * axes[7]) +
    axes[1] * (axes[5] * axes[6] - axes[3] * axes[8]) +
    axes[2] * (axes[3] * axes[7] - axes[4] * axes[6]);
  const wanted = 64 * frames[at + extentAt] * frames[at + extentAt + 1] * frames[at + extentAt + 2];
  return !(volume > 0.5 * wanted && volume < 2 * wanted);
}

/** Projects two particles to the length of edge `edge` of {@link edgeSquares}. */
function relaxEdge(frames: Float64Array, i: number, j: number, edge: number): void {
  const x = frames[j] - frames[i];
  const y = frames[j + 1] - frames[i + 1];
  const z = frames[j + 2] - frames[i + 2];
  const square = x * x + y * y + z * z;
  if (square === 0) return;
  const half = 0.5 * (1 - Math.sqrt(edgeSquares[edge] / square));
  frames[i] += half * x;
  frames[i + 1] += half * y;
  frames[i + 2] += half * z;
  frames[j] -= half * x;
  frames[j + 1] -= half * y;
  frames[j + 2] -= half * z;
}

/** Writes the weights on the frame at `at` of the point with the world arm `arms[arm…]` from its centre. */
export function frameWeights(
  out: Float64Array,
  to: number,
  frames: Float64Array,
  at: number,
  arms: Float64Array,
  arm: number,
): void {
  findAxes(axes, frames, at);
  for (let k = 0; k < 3; k++) {
    const along = axes[3 * k] * arms[arm] + axes[3 * k + 1] * arms[arm + 1] + axes[3 * k + 2] * arms[arm + 2];
    const extent = frames[at + extentAt + k];
    vector[k] = along / (16 * extent * extent);
  }
  out[to] = 0.25 + vector[0] + vector[1] + vector[2];
  out[to + 1] = 0.25 + vector[0] - vector[1] - vector[2];
  out[to + 2] = 0.25 - vector[0] + vector[1] - vector[2];
  out[to + 3] = 0.25 - vector[0] - vector[1] + vector[2];
}

/** Writes the mean of four particles. */
function findCenter(out: Float64Array, frames: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++)
    out[k] = 0.25 * (frames[at + k] + frames[at + 3 + k] + frames[at + 6 + k] + frames[at + 9 + k]);
}

function findAxes(out: Float64Array, frames: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const near = frames[at + k] - frames[at + 9 + k];
    const far = frames[at + 3 + k] - frames[at + 6 + k];
    out[k] = near + far;
    out[3 + k] = near - far;
    out[6 + k] = frames[at + k] + frames[at + 9 + k] - frames[at + 3 + k] - frames[at + 6 + k];
  }
}

/** Puts the particles on the corners of the frame with its quaternion, around `center`. */
function writeParticles(frames: Float64Array, at: number, center: Float64Array): void {
  rotationFromUnitQuat(rotation, frames, at + frameRotationAt);
  for (let k = 0; k < 3; k++) {
    const x = frames[at + extentAt] * rotation[k];
    const y = frames[at + extentAt + 1] * rotation[3 + k];
    const z = frames[at + extentAt + 2] * rotation[6 + k];
    frames[at + k] = center[k] + x + y + z;
    frames[at + 3 + k] = center[k] + x - y - z;
    frames[at + 6 + k] = center[k] - x + y - z;
    frames[at + 9 + k] = center[k] - x - y + z;
  }
}
