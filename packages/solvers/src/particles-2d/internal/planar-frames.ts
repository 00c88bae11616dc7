/**
 * Frames of two particles: half the mass each, at the distance r = √(I/m) on either side of the centre, so
 * that mass, centre and moment are those of the body. One distance keeps the frame rigid.
 *
 * A point of the body at centre + x d + y d⊥, with d the direction from the first particle to the second, is
 * `(p₁ + p₂)/2 + α (p₂ − p₁) + β (p₂ − p₁)⊥` with α = x/2r and β = y/2r. An impulse P at that point moves the
 * particles by the transpose of this map, and once the distance is restored the frame has moved as the rigid
 * body would have.
 */
import { rotationLimit, speedLimit } from '../../internal/limit-speed.ts';
import type { RigidBodies2d } from '../../rigid-2d/rigid-bodies-2d.ts';

/**
 * Frame of a body:
 *
 * | at | numbers | what                                                                   |
 * | -- | ------- | ---------------------------------------------------------------------- |
 * |  0 | 4       | positions of both particles                                            |
 * |  4 | 4       | positions when the substep began                                       |
 * |  8 | 4       | velocities                                                             |
 * | 12 | 2       | direction from the first particle to the second, half way through the substep |
 * | 14 | 1       | inverse mass of a particle; 0 for bodies that cannot be pushed         |
 * | 15 | 1       | distance of the particles from the centre                              |
 * | 16 | 1       | 1/2r; 0 for bodies that cannot rotate                                  |
 */
export const frameSize = 17;
export const previousAt = 4;
export const velocityAt = 8;
export const directionAt = 12;
export const particleMassAt = 14;
export const radiusAt = 15;
export const perLengthAt = 16;

/** Writes the frames of all bodies, followed by that of the world. */
export function loadPlanarFrames(frames: Float64Array, bodies: RigidBodies2d): void {
  const { positions, rotations, inverseMasses, inverseMoments, asleep, count } = bodies;
  for (let i = 0; i <= count; i++) {
    const at = frameSize * i;
    const isBody = i < count;
    const mass = isBody && asleep[i] === 0 ? inverseMasses[i] : 0;
    const moment = isBody ? inverseMoments[i] : 0;
    // For bodies that nothing can push, any radius will do; those that cannot rotate shift as a whole.
    const radius = mass > 0 && moment > 0 ? Math.sqrt(mass / moment) : 1;
    const x = isBody ? positions[2 * i] : 0;
    const y = isBody ? positions[2 * i + 1] : 0;
    const c = isBody ? rotations[2 * i] : 1;
    const s = isBody ? rotations[2 * i + 1] : 0;
    frames[at] = frames[at + previousAt] = x - radius * c;
    frames[at + 1] = frames[at + previousAt + 1] = y - radius * s;
    frames[at + 2] = frames[at + previousAt + 2] = x + radius * c;
    frames[at + 3] = frames[at + previousAt + 3] = y + radius * s;
    for (let k = 0; k < 4; k++) frames[at + velocityAt + k] = 0;
    frames[at + directionAt] = c;
    frames[at + directionAt + 1] = s;
    frames[at + particleMassAt] = 2 * mass;
    frames[at + radiusAt] = radius;
    frames[at + perLengthAt] = mass > 0 && moment === 0 ? 0 : 0.5 / radius;
  }
}

/**
 * Begins a substep of `h`: gravity, and all frames that are awake move and rotate by the velocities of their
 * bodies.
 */
export function predictPlanarFrames(
  frames: Float64Array,
  bodies: RigidBodies2d,
  gravity: Float64Array,
  h: number,
): void {
  const { velocities, angularVelocities, gravityScales, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    const at = frameSize * i;
    for (let k = 0; k < 4; k++) frames[at + previousAt + k] = frames[at + k];
    if (asleep[i] !== 0) continue;
    if (frames[at + particleMassAt] > 0)
      for (let k = 0; k < 2; k++) velocities[2 * i + k] += h * gravityScales[i] * gravity[k];
    limitBodySpeed(bodies, i, h);
    const vx = velocities[2 * i];
    const vy = velocities[2 * i + 1];
    const spin = angularVelocities[i];
    const radius = frames[at + radiusAt];
    // Half the rotation, then all of it: the tangent of half the angle by three terms of its series.
    const angle = h * spin;
    const square = angle * angle;
    const tangent = 0.5 * angle * (1 + (square / 12) * (1 + square / 10));
    const half = 1 / Math.sqrt(1 + tangent * tangent);
    const ox = (0.5 / radius) * (frames[at + 2] - frames[at]);
    const oy = (0.5 / radius) * (frames[at + 3] - frames[at + 1]);
    const mx = half * (ox - tangent * oy);
    const my = half * (oy + tangent * ox);
    const dx = half * (mx - tangent * my);
    const dy = half * (my + tangent * mx);
    const x = 0.5 * (frames[at] + frames[at + 2]) + h * vx;
    const y = 0.5 * (frames[at + 1] + frames[at + 3]) + h * vy;
    frames[at] = x - radius * dx;
    frames[at + 1] = y - radius * dy;
    frames[at + 2] = x + radius * dx;
    frames[at + 3] = y + radius * dy;
    frames[at + velocityAt] = vx + spin * radius * my;
    frames[at + velocityAt + 1] = vy - spin * radius * mx;
    frames[at + velocityAt + 2] = vx - spin * radius * my;
    frames[at + velocityAt + 3] = vy + spin * radius * mx;
    frames[at + directionAt] = mx;
    frames[at + directionAt + 1] = my;
  }
}

/** Limits the speeds of body `i` to its own limits and to the global maximum. */
function limitBodySpeed(bodies: RigidBodies2d, i: number, h: number): void {
  const { velocities, angularVelocities, speedLimits } = bodies;
  const x = velocities[2 * i];
  const y = velocities[2 * i + 1];
  const limit = Math.min(speedLimits[2 * i], speedLimit);
  const largest = Math.max(Math.abs(x), Math.abs(y));
  if (largest > limit || x * x + y * y > limit * limit) {
    const scale = limit / (largest * Math.sqrt((x / largest) ** 2 + (y / largest) ** 2));
    velocities[2 * i] = scale * x;
    velocities[2 * i + 1] = scale * y;
  }
  const most = Math.min(speedLimits[2 * i + 1], rotationLimit / h);
  if (angularVelocities[i] > most) angularVelocities[i] = most;
  else if (angularVelocities[i] < -most) angularVelocities[i] = -most;
}

/** Restores the distance of the particles of the frame at `at`. */
export function makePlanarRigid(frames: Float64Array, at: number): void {
  const x = frames[at + 2] - frames[at];
  const y = frames[at + 3] - frames[at + 1];
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) return;
  const by = 0.5 - frames[at + radiusAt] / length;
  frames[at] += by * x;
  frames[at + 1] += by * y;
  frames[at + 2] -= by * x;
  frames[at + 3] -= by * y;
}

/** Gives the bodies the velocities of their particles: momentum over mass, angular momentum over moment. */
export function fitPlanarVelocities(frames: Float64Array, bodies: RigidBodies2d): void {
  const { velocities, angularVelocities, count } = bodies;
  for (let i = 0; i < count; i++) {
    const at = frameSize * i;
    if (frames[at + particleMassAt] === 0) continue;
    const v = at + velocityAt;
    velocities[2 * i] = 0.5 * (frames[v] + frames[v + 2]);
    velocities[2 * i + 1] = 0.5 * (frames[v + 1] + frames[v + 3]);
    angularVelocities[i] =
      frames[at + perLengthAt] *
      (frames[at + directionAt] * (frames[v + 3] - frames[v + 1]) -
        frames[at + directionAt + 1] * (frames[v + 2] - frames[v]));
  }
}

/** Gives the bodies that are awake the poses of their frames. */
export function storePlanarFrames(bodies: RigidBodies2d, frames: Float64Array): void {
  const { positions, rotations, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0) continue;
    const at = frameSize * i;
    positions[2 * i] = 0.5 * (frames[at] + frames[at + 2]);
    positions[2 * i + 1] = 0.5 * (frames[at + 1] + frames[at + 3]);
    const x = frames[at + 2] - frames[at];
    const y = frames[at + 3] - frames[at + 1];
    const length = Math.sqrt(x * x + y * y);
    // Bodies that cannot rotate keep their rotation to the bit.
    if (frames[at + perLengthAt] === 0) continue;
    rotations[2 * i] = x / length;
    rotations[2 * i + 1] = y / length;
  }
}
