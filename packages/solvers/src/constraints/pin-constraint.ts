/**
 * Ties between a particle and the world: a pin holds it at a point (a mouse drags it there with less than
 * full stiffness, and by no more than a largest displacement per step); a motor drives it around an axis.
 *
 * The world has infinite mass, so these do not conserve momentum. A particle of inverse mass 0 is not moved:
 * to pin for good, set the inverse mass to 0; to pin softly, use this.
 *
 * Jakobsen, "Advanced character physics", GDC 2001.
 */
import { type ReadonlyVec3, requireFinite, requireNonNegative, requirePositive } from '@colide/core';
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/**
 * Moves particle `a` towards `target`; returns how far it was from it. Ids are not checked.
 *
 * @param maxMove largest displacement of one call: a mouse with a finite pull
 */
export function projectPin(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  target: ReadonlyVec3,
  stiffness = 1,
  maxMove = Infinity,
): number {
  requireFraction('stiffness', stiffness);
  const i = 3 * a;
  const dx = target[0] - positions[i];
  const dy = target[1] - positions[i + 1];
  const dz = target[2] - positions[i + 2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (inverseMasses[a] === 0 || distance === 0) return distance;
  const c = stiffness * distance > maxMove ? maxMove / distance : stiffness;
  positions[i] += dx * c;
  positions[i + 1] += dy * c;
  positions[i + 2] += dz * c;
  return distance;
}

/** One sweep over `count` pins: particle `ids[i]` towards the point `targets[3i…]`. Ids are not checked. */
export function projectPins(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  targets: Float64Array,
  stiffness = 1,
  count = ids.length,
): void {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 1);
  for (let n = 0; n < count; n++) {
    if (inverseMasses[ids[n]] === 0) continue;
    const i = 3 * ids[n];
    for (let axis = 0; axis < 3; axis++)
      positions[i + axis] += (targets[3 * n + axis] - positions[i + axis]) * stiffness;
  }
}

/** A particle that is driven around the line through two others. */
export interface ParticleMotor {
  readonly particle: number;
  readonly axisStart: number;
  readonly axisEnd: number;
  /** In rad/s, counterclockwise seen from the end of the axis. */
  readonly angularSpeed: number;
  /** Largest change of the displacement per step. Default: unlimited. */
  readonly maxMove?: number;
}

/**
 * Drives a motor by changing the Verlet velocity of its particle: after the call its tangential speed is the
 * angular speed times its distance from the axis, unless that takes more than `maxMove`. Returns false when
 * the particle is fixed or lies on the axis. Ids are not checked.
 */
export function driveMotor(
  positions: Float64Array,
  previousPositions: Float64Array,
  inverseMasses: Float64Array,
  motor: ParticleMotor,
  dt: number,
): boolean {
  const { particle, axisStart, axisEnd, angularSpeed, maxMove = Infinity } = motor;
  requireFinite('angularSpeed', angularSpeed);
  requirePositive('dt', dt);
  if (maxMove !== Infinity) requireNonNegative('maxMove', maxMove);
  if (inverseMasses[particle] === 0) return false;
  const i = 3 * particle;
  const s = 3 * axisStart;
  const e = 3 * axisEnd;
  const nx = positions[e] - positions[s];
  const ny = positions[e + 1] - positions[s + 1];
  const nz = positions[e + 2] - positions[s + 2];
  const rx = positions[i] - positions[s];
  const ry = positions[i + 1] - positions[s + 1];
  const rz = positions[i + 2] - positions[s + 2];
  const tx = ny * rz - nz * ry;
  const ty = nz * rx - nx * rz;
  const tz = nx * ry - ny * rx;
  const tangent = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const axis = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (tangent === 0 || axis === 0) return false;
  const moving =
    ((positions[i] - previousPositions[i]) * tx +
      (positions[i + 1] - previousPositions[i + 1]) * ty +
      (positions[i + 2] - previousPositions[i + 2]) * tz) /
    tangent;
  let change = (angularSpeed * dt * tangent) / axis - moving;
  if (change > maxMove) change = maxMove;
  else if (change < -maxMove) change = -maxMove;
  const c = change / tangent;
  previousPositions[i] -= tx * c;
  previousPositions[i + 1] -= ty * c;
  previousPositions[i + 2] -= tz * c;
  return true;
}
