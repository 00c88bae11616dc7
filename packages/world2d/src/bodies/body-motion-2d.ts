/**
 * The motion of planar bodies: the velocity of one of their points, and the velocities that take a kinematic
 * body to a pose.
 */
import { type Numbers, requireDuration, requireOut } from '@colide/core';
import { arcTangent } from '@colide/math';
import { requireWorld2d } from '../internal/require-world-2d.ts';
import type { World2d } from '../world/world-2d.ts';
import { readRotation2d } from './body-checks-2d.ts';
import { readVec2, type VectorLike2d } from './vector-like-2d.ts';

const vector = /* @__PURE__ */ new Float64Array(2);
const position = /* @__PURE__ */ new Float64Array(2);
const rotation = /* @__PURE__ */ new Float64Array(2);
const target = /* @__PURE__ */ new Float64Array(2);
/** Cosine and sine of the rotation still to go, and its angle. */
const relative = /* @__PURE__ */ new Float64Array(2);
const angle = /* @__PURE__ */ new Float64Array(1);

/** Writes the velocity of the point of a body that is at `point` in world space; returns `out`. */
export function bodyVelocityAt2d<Out extends Numbers>(
  out: Out,
  world: World2d,
  body: number,
  point: VectorLike2d,
): Out {
  requireWorld2d(world);
  world.table.requireBody(body);
  requireOut('out', out, 2);
  readVec2(vector, 'point', point);
  const { positions, velocities, angularVelocities } = world.bodies;
  const spin = angularVelocities[body];
  const numbers: Numbers = out;
  numbers[0] = velocities[2 * body] - spin * (vector[1] - positions[2 * body + 1]);
  numbers[1] = velocities[2 * body + 1] + spin * (vector[0] - positions[2 * body]);
  return out;
}

/**
 * Gives a kinematic body the velocities that take its shape to a pose within the next `dt` seconds, so that
 * it pushes and carries what it touches. Call it before every step: a body keeps its velocities. The rotation
 * is an angle, or its cosine and sine, and the shorter of the two rotations that lead there is taken; without
 * it the body does not rotate. A fast rotation may fall short in one step; the next call corrects the rest.
 */
export function bodyMoveTo2d(
  world: World2d,
  body: number,
  toPosition: VectorLike2d,
  toRotation: number | VectorLike2d | undefined,
  dt: number,
): void {
  requireWorld2d(world);
  const { table } = world;
  table.requireBody(body);
  if (table.builds[body]!.type !== 'kinematic')
    throw new RangeError(`body must be kinematic, which ${body} is not`);
  requireDuration('dt', dt);
  readVec2(vector, 'position', toPosition);
  if (table.builds[body]!.enabled === false) return;
  world.getPose(position, rotation, body);
  angle[0] = 0;
  if (toRotation !== undefined) {
    readRotation2d(target, toRotation);
    relative[0] = rotation[0] * target[0] + rotation[1] * target[1];
    relative[1] = rotation[0] * target[1] - rotation[1] * target[0];
    arcTangent(angle, 0, relative);
  }
  // The frame of a kinematic body is that of its shape.
  for (let k = 0; k < 2; k++) vector[k] = (vector[k] - position[k]) / dt;
  const { velocities, angularVelocities } = world.bodies;
  const stays = vector[0] === 0 && vector[1] === 0 && angle[0] === 0;
  const rests = velocities[2 * body] === 0 && velocities[2 * body + 1] === 0 && angularVelocities[body] === 0;
  // A body at rest that is told to stay wakes no one.
  if (!stays || !rests) world.setVelocity(body, vector, angle[0] / dt);
}
