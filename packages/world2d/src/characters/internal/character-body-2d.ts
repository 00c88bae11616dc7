/** The body of a planar character: a new capsule, or that of a character that was saved. */
import { largestMagnitude, refuse, requireBetween } from '@colide/core';
import { CapsuleShape2d } from '@colide/geometry';
import type { World2d } from '../../world/world-2d.ts';

const bodyRotation = /* @__PURE__ */ new Float64Array(2);

/** Cosine of the angle by which a body that is taken over may lean. */
const upright = 1 - 1e-9;

/** The capsule of a character: that of a body that it takes over, unless a height is given. */
export function capsuleOf(
  { table }: World2d,
  body: number | undefined,
  radius: number,
  height: number | undefined,
): CapsuleShape2d {
  const own = body === undefined ? undefined : table.builds[body]!.shape;
  if (height === undefined && own?.kind === 'capsule' && own.radius === radius) return own;
  const tall = height === undefined ? 1.8 : height;
  requireBetween('height', tall, 2 * radius, largestMagnitude);
  return new CapsuleShape2d(radius, 0.5 * tall - radius);
}

/** Bits of the groups of a character, by default. */
export function groupOf({ table }: World2d, body?: number): number {
  return body === undefined ? 1 : table.groups[body];
}

/** Bits of the groups that a character collides with, by default. */
export function maskOf({ table }: World2d, body?: number): number {
  return body === undefined ? 0xffffffff : table.masks[body];
}

/** Reads the position of `body`; throws unless it is kinematic and such a capsule along `up`. */
export function takeCapsule(
  out: Float64Array,
  world: World2d,
  body: number,
  { radius, halfHeight }: CapsuleShape2d,
  up: Float64Array,
): void {
  const { shape, type } = world.table.builds[body]!;
  const isAlike = shape.kind === 'capsule' && shape.radius === radius && shape.halfHeight === halfHeight;
  if (!isAlike || type !== 'kinematic') refuse('body', 'be a kinematic capsule of this size', body);
  world.getPose(out, bodyRotation, body);
  if (!(bodyRotation[0] * up[1] - bodyRotation[1] * up[0] > upright)) refuse('body', 'stand along up', body);
}
