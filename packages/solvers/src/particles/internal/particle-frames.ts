/**
 * Rigid bodies as frames of four particles, for the particle solver. Along the principal axes the particles of a body are at
 * (±a, ±b, ±c), the corners of a stretched tetrahedron, with a quarter of the mass each; a² = (I₂ + I₃ − I₁) / 2m and so on give
 * them the inertia of the body, see `inertia-frame`.
 *
 * The particles carry the motion: displacements of a substep are velocities, as in Verlet's method, except those that only make a
 * frame rigid again. What is left of a deformation in the velocities is taken out by fitting the rigid motion of the same linear
 * and angular momentum.
 */
import { rotationFromUnitQuat } from '@colide/math';

import { limitSpeed } from '../../internal/limit-speed.ts';
import { solveSymmetric } from '../../internal/solve-symmetric.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';

/** Numbers a frame: twelve of particle positions, then as many of positions before the substep and of velocities. */
export const frameSize = 47;
export const beforeAt = 12;
export const speedAt = 24;
/** Extents a, b, c. */
export const extentAt = 36;
/** Unit quaternion that fits the particles. */
export const turnAt = 39;
/** Inverse mass of the body; 0 for those that contacts cannot move now. */
export const frameMassAt = 43;
/** How fast the angular velocity of the free body changes. */
const precessionAt = 44;

const rotation = /* @__PURE__ */ new Float64Array(9);
/** Sums of the particles with the signs of the corners: where rigid, four times the extents along the axes. */
const axes = /* @__PURE__ */ new Float64Array(9);
const center = /* @__PURE__ */ new Float64Array(3);
const spin = /* @__PURE__ */ new Float64Array(3);
const momentum = /* @__PURE__ */ new Float64Array(3);
const vector = /* @__PURE__ */ new Float64Array(3);
const tensor = /* @__PURE__ */ new Float64Array(6);

/** Makes frames of all bodies that have mass and are awake. Throws when a body has no frame. */
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
      throw new RangeError(`body ${i} is flat or cannot turn: a frame of particles needs a solid body`);
    for (let k = 0; k < 4; k++) frames[at + turnAt + k] = rotations[4 * i + k];
    for (let k = 0; k < 3; k++) center[k] = positions[3 * i + k];
    writeParticles(frames, at);
    for (let k = 0; k < 3; k++) spin[k] = bodies.angularVelocities[3 * i + k];
    findInertia(frames, at);
    findPrecession(frames, at);
  }
}

/** Writes poses back. Where that makes a frame more rigid than it was, the angular momentum stays. */
export function storeFrames(bodies: RigidBodies, frames: Float64Array): void {
  const { positions, rotations, angularVelocities } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    const at = frameSize * i;
    if (frames[at + frameMassAt] === 0) continue;
    for (let k = 0; k < 3; k++) spin[k] = angularVelocities[3 * i + k];
    findInertia(frames, at);
    findMomentum();
    findAxes(frames, at);
    for (let steps = 0; steps < 5 && turnFrame(frames, at); steps++);
    writeParticles(frames, at);
    for (let k = 0; k < 3; k++) positions[3 * i + k] = center[k];
    findInertia(frames, at);
    solveSymmetric(momentum, tensor);
    for (let k = 0; k < 3; k++) angularVelocities[3 * i + k] = momentum[k];
    for (let k = 0; k < 4; k++) rotations[4 * i + k] = frames[at + turnAt + k];
    bodies.updateInertia(i);
  }
}

/** Moves all frames for the time `time[0]` by the velocities of their bodies, to which `kick[0…2]` is added. */
export function predictFrames(
  frames: Float64Array,
  bodies: RigidBodies,
  time: Float64Array,
  kick: Float64Array,
): void {
  const { velocities, angularVelocities } = bodies;
  const h = time[0];
  for (let i = 0; i < bodies.count; i++) {
    const at = frameSize * i;
    if (frames[at + frameMassAt] === 0) continue;
    findCenter(frames, at);
    const cx = center[0];
    const cy = center[1];
    const cz = center[2];
    const vx = velocities[3 * i] + kick[0];
    const vy = velocities[3 * i + 1] + kick[1];
    const vz = velocities[3 * i + 2] + kick[2];
    const wx = angularVelocities[3 * i];
    const wy = angularVelocities[3 * i + 1];
    const wz = angularVelocities[3 * i + 2];
    // The turn is by the angular velocity in the middle of the substep, which precession has changed.
    const ax = 0.5 * h * frames[at + precessionAt];
    const ay = 0.5 * h * frames[at + precessionAt + 1];
    const az = 0.5 * h * frames[at + precessionAt + 2];
    for (let p = at; p < at + 12; p += 3) {
      for (let k = p; k < p + 3; k++) frames[k + beforeAt] = frames[k];
      const x = frames[p] - cx;
      const y = frames[p + 1] - cy;
      const z = frames[p + 2] - cz;
      frames[p + speedAt] = vx + wy * z - wz * y;
      frames[p + speedAt + 1] = vy + wz * x - wx * z;
      frames[p + speedAt + 2] = vz + wx * y - wy * x;
      frames[p] += h * (frames[p + speedAt] + ay * z - az * y);
      frames[p + 1] += h * (frames[p + speedAt + 1] + az * x - ax * z);
      frames[p + 2] += h * (frames[p + speedAt + 2] + ax * y - ay * x);
    }
  }
}

/** Gives every body the rigid motion that has the momentum and angular momentum of its particles. */
export function fitVelocities(frames: Float64Array, bodies: RigidBodies): void {
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
    // Angular momentum with the arms from before the substep: that is what Verlet's method conserves.
    findCenter(frames, at + beforeAt);
    for (let p = at; p < at + 12; p += 3) {
      const x = frames[p + beforeAt] - center[0];
      const y = frames[p + beforeAt + 1] - center[1];
      const z = frames[p + beforeAt + 2] - center[2];
      const u = frames[p + speedAt];
      const v = frames[p + speedAt + 1];
      const w = frames[p + speedAt + 2];
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
    findInertia(frames, at);
    solveSymmetric(spin, tensor);
    for (let k = 0; k < 3; k++) angularVelocities[3 * i + k] = spin[k];
    limitSpeed(velocities, 3 * i, 0);
    limitSpeed(angularVelocities, 3 * i, 1);
    for (let k = 0; k < 3; k++) spin[k] = angularVelocities[3 * i + k];
    findPrecession(frames, at);
  }
}

/** Writes the inertia of the four particles, taken with unit mass, to {@link tensor}. */
function findInertia(frames: Float64Array, at: number): void {
  findCenter(frames, at);
  tensor.fill(0);
  for (let p = at; p < at + 12; p += 3) {
    const x = frames[p] - center[0];
    const y = frames[p + 1] - center[1];
    const z = frames[p + 2] - center[2];
    tensor[0] += y * y + z * z;
    tensor[1] += x * x + z * z;
    tensor[2] += x * x + y * y;
    tensor[3] -= x * y;
    tensor[4] -= x * z;
    tensor[5] -= y * z;
  }
}

/** Writes the angular momentum of {@link spin} with the inertia {@link tensor}. */
function findMomentum(): void {
  const x = spin[0];
  const y = spin[1];
  const z = spin[2];
  momentum[0] = tensor[0] * x + tensor[3] * y + tensor[4] * z;
  momentum[1] = tensor[3] * x + tensor[1] * y + tensor[5] * z;
  momentum[2] = tensor[4] * x + tensor[5] * y + tensor[2] * z;
}

/** Euler's equation: the angular velocity ω of a free body, {@link spin}, changes by I⁻¹ (Iω × ω). */
function findPrecession(frames: Float64Array, at: number): void {
  findMomentum();
  vector[0] = momentum[1] * spin[2] - momentum[2] * spin[1];
  vector[1] = momentum[2] * spin[0] - momentum[0] * spin[2];
  vector[2] = momentum[0] * spin[1] - momentum[1] * spin[0];
  solveSymmetric(vector, tensor);
  for (let k = 0; k < 3; k++) frames[at + precessionAt + k] = vector[k];
}

/**
 * Shape matching: puts the particles of the frame at `at` on the corners of the rigid frame that fits them, by one Newton step from
 * the rotation before. That turn has the angular momentum of the particles' displacements, which the best fit has not.
 */
export function matchFrame(frames: Float64Array, at: number): void {
  findCenter(frames, at);
  findAxes(frames, at);
  turnFrame(frames, at);
  writeParticles(frames, at);
}

/** Brings the quaternion up to date with particles that distances hold together. */
export function followFrame(frames: Float64Array, at: number): void {
  findAxes(frames, at);
  turnFrame(frames, at);
}

/** Turns the quaternion of the frame at `at` towards {@link axes}; returns whether to turn again. */
function turnFrame(frames: Float64Array, at: number): boolean {
  const q = at + turnAt;
  rotationFromUnitQuat(rotation, frames, q);
  const a = frames[at + extentAt];
  const b = frames[at + extentAt + 1];
  const c = frames[at + extentAt + 2];
  // Each axis of the particles pulls at that of the frame; torque over inertia, along the axes of the frame, is the turn.
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
  // The length has grown with the square of half the turn.
  return square > 1 + 1e-7;
}

/** Jakobsen's way: a sweep over the six distances of the frame at `at` and one back, so that no order is preferred. */
export function relaxFrame(frames: Float64Array, at: number): void {
  const a = frames[at + extentAt];
  const b = frames[at + extentAt + 1];
  const c = frames[at + extentAt + 2];
  const xy = 4 * (a * a + b * b);
  const xz = 4 * (a * a + c * c);
  const yz = 4 * (b * b + c * c);
  // Two corners differ in the signs of two axes.
  vector[0] = yz;
  relaxEdge(frames, at, at + 3);
  relaxEdge(frames, at + 6, at + 9);
  vector[0] = xz;
  relaxEdge(frames, at, at + 6);
  relaxEdge(frames, at + 3, at + 9);
  vector[0] = xy;
  relaxEdge(frames, at, at + 9);
  relaxEdge(frames, at + 3, at + 6);
  relaxEdge(frames, at, at + 9);
  vector[0] = xz;
  relaxEdge(frames, at + 3, at + 9);
  relaxEdge(frames, at, at + 6);
  vector[0] = yz;
  relaxEdge(frames, at + 6, at + 9);
  relaxEdge(frames, at, at + 3);
}

/** Whether the volume of the frame is far from what it should be. */
export function isDistorted(frames: Float64Array, at: number): boolean {
  findAxes(frames, at);
  const volume =
    axes[0] * (axes[4] * axes[8] - axes[5] * axes[7]) +
    axes[1] * (axes[5] * axes[6] - axes[3] * axes[8]) +
    axes[2] * (axes[3] * axes[7] - axes[4] * axes[6]);
  const wanted = 64 * frames[at + extentAt] * frames[at + extentAt + 1] * frames[at + extentAt + 2];
  return !(volume > 0.5 * wanted && volume < 2 * wanted);
}

/** Projects two particles to a distance whose square is `vector[0]`. */
function relaxEdge(frames: Float64Array, i: number, j: number): void {
  const x = frames[j] - frames[i];
  const y = frames[j + 1] - frames[i + 1];
  const z = frames[j + 2] - frames[i + 2];
  const square = x * x + y * y + z * z;
  if (square === 0) return;
  const half = 0.5 * (1 - Math.sqrt(vector[0] / square));
  frames[i] += half * x;
  frames[i + 1] += half * y;
  frames[i + 2] += half * z;
  frames[j] -= half * x;
  frames[j + 1] -= half * y;
  frames[j + 2] -= half * z;
}

/** Writes the four weights with which the point at the world arm `arms[arm…]` from the centre hangs on the frame at `at`. */
export function frameWeights(
  out: Float64Array,
  to: number,
  frames: Float64Array,
  at: number,
  arms: Float64Array,
  arm: number,
): void {
  findAxes(frames, at);
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

function findCenter(frames: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++)
    center[k] = 0.25 * (frames[at + k] + frames[at + 3 + k] + frames[at + 6 + k] + frames[at + 9 + k]);
}

function findAxes(frames: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const near = frames[at + k] - frames[at + 9 + k];
    const far = frames[at + 3 + k] - frames[at + 6 + k];
    axes[k] = near + far;
    axes[3 + k] = near - far;
    axes[6 + k] = frames[at + k] + frames[at + 9 + k] - frames[at + 3 + k] - frames[at + 6 + k];
  }
}

/** Puts the particles on the corners of the frame with its quaternion, around {@link center}. */
function writeParticles(frames: Float64Array, at: number): void {
  rotationFromUnitQuat(rotation, frames, at + turnAt);
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
