/** The body of a character: a new capsule, or that of a character that was saved. */
import { refuse, requireBetween } from '@colide/core';
import { CapsuleShape } from '@colide/geometry';
import type { World } from '../../world/world.ts';

const bodyRotation = /* @__PURE__ */ new Float64Array(4);

/** Cosine of the angle by which a body that is taken over may lean. */
const upright = 1 - 1e-9;

/** The shape of a body, if that is a capsule. */
export function ownCapsule({ table }: World, body: number): CapsuleShape | undefined {
  const shape = table.builds[body]!.shape as CapsuleShape;
  return shape.kind === 'capsule' ? shape : undefined;
}

/** The capsule of a character: that of a body that it takes over, unless a height is given. */
export function capsuleOf(
  world: World,
  body: number | undefined,
  radius: number,
  height: number | undefined,
): CapsuleShape {
  const own = body === undefined ? undefined : ownCapsule(world, body);
  if (height === undefined && own?.radius === radius) return own;
  const tall = height === undefined ? 1.8 : height;
  requireBetween('height', tall, 2 * radius, 1e30);
  return new CapsuleShape(radius, 0.5 * tall - radius);
}

/** Bits of the groups of a character, by default. */
export function groupOf({ table }: World, body?: number): number {
  return body === undefined ? 1 : table.groups[body];
}

/** Bits of the groups that a character collides with, by default. */
export function maskOf({ table }: World, body?: number): number {
  return body === undefined ? 0xffffffff : table.masks[body];
}

/** Reads the position of `body`; throws unless it is kinematic and such a capsule along `up`. */
export function takeCapsule(
  out: Float64Array,
  world: World,
  body: number,
  { radius, halfHeight }: CapsuleShape,
  up: Float64Array,
): void {
  const { type } = world.table.builds[body]!;
  const own = ownCapsule(world, body);
  const isAlike = own?.radius === radius && own.halfHeight === halfHeight;
  if (!isAlike || type !== 'kinematic') refuse('body', 'be a kinematic capsule of this size', body);
  world.getPose(out, bodyRotation, body);
  const [x, y, z, w] = bodyRotation;
  const along = 2 * (x * y - z * w) * up[0] + (1 - 2 * (x * x + z * z)) * up[1] + 2 * (y * z + x * w) * up[2];
  if (!(along > upright)) refuse('body', 'stand along up', body);
}
