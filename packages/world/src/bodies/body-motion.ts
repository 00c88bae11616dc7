/**
 * The motion of bodies: the velocity of one of their points, and the velocities that take a kinematic body to
 * a pose.
 */
import { type Numbers, requireDuration, requireOut } from '@colide/core';
import { arcTangent } from '@colide/math';
import { requireWorld } from '../internal/require-world.ts';
import type { World } from '../world/world.ts';
import { readRotation } from './body-checks.ts';
import { type QuatLike, readVec3, type Vec3Like } from './vector-like.ts';

const vector = /* @__PURE__ */ new Float64Array(3);
const spin = /* @__PURE__ */ new Float64Array(3);
const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const target = /* @__PURE__ */ new Float64Array(4);
/** Cosine and sine of half an angle, and the angle. */
const half = /* @__PURE__ */ new Float64Array(2);
const angle = /* @__PURE__ */ new Float64Array(1);

/** Writes the velocity of the point of a body that is at `point` in world space; returns `out`. */
export function bodyVelocityAt<Out extends Numbers>(
  out: Out,
  world: World,
  body: number,
  point: Vec3Like,
): Out {
  requireWorld(world);
  world.table.requireBody(body);
  const { positions, velocities: v, angularVelocities: w } = world.bodies;
  requireOut('out', out, 3);
  readVec3(vector, 'point', point);
  const i = 3 * body;
  const x = vector[0] - positions[i];
  const y = vector[1] - positions[i + 1];
  const z = vector[2] - positions[i + 2];
  const numbers: Numbers = out;
  numbers[0] = v[i] + w[i + 1] * z - w[i + 2] * y;
  numbers[1] = v[i + 1] + w[i + 2] * x - w[i] * z;
  numbers[2] = v[i + 2] + w[i] * y - w[i + 1] * x;
  return out;
}

/**
 * Gives a kinematic body the velocities that take its shape to a pose within the next `dt` seconds, so that
 * it pushes and carries the bodies it touches. Call it before every step: a body keeps its velocities.
 * Without `toRotation` it does not rotate. The rotation is accurate to 1e-9 for up to 0.1 radians per step,
 * and to 1e-4 for one radian; the next call corrects the rest.
 */
export function bodyMoveTo(
  world: World,
  body: number,
  toPosition: Vec3Like,
  toRotation: QuatLike | undefined,
  dt: number,
): void {
  requireWorld(world);
  world.table.requireBody(body);
  requireKinematic(world, body);
  requireDuration('dt', dt);
  readVec3(vector, 'position', toPosition);
  world.getPose(position, rotation, body);
  spin.fill(0);
  if (toRotation !== undefined) {
    readRotation(target, toRotation);
    findRotation();
  }
  // The frame of a kinematic body is that of its shape.
  for (let k = 0; k < 3; k++) {
    vector[k] = (vector[k] - position[k]) / dt;
    spin[k] /= dt;
  }
  world.setVelocity(body, vector, spin);
}

/** Writes to {@link spin} the rotation from {@link rotation} to {@link target} as a rotation vector. */
function findRotation(): void {
  const [x, y, z, w] = rotation;
  const [u, v, s, r] = target;
  spin[0] = w * u - x * r + y * s - z * v;
  spin[1] = w * v - y * r + z * u - x * s;
  spin[2] = w * s - z * r + x * v - y * u;
  const cos = w * r + x * u + y * v + z * s;
  const sin = Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
  if (sin === 0) return;
  // The shorter of the two rotations.
  half[0] = Math.abs(cos);
  half[1] = sin;
  arcTangent(angle, 0, half);
  for (let k = 0; k < 3; k++) spin[k] *= (cos < 0 ? -2 : 2) * (angle[0] / sin);
}

function requireKinematic(world: World, body: number): void {
  if (world.table.builds[body]!.type !== 'kinematic')
    throw new RangeError(`body must be kinematic, which ${body} is not`);
}
