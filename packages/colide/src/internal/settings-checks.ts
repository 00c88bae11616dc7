/** Whether a body can be made as its settings say. */
import { requireFiniteArray, requireInteger, requireNonNegative, requirePositive } from '@colide/core';
import type { ConvexShape } from '@colide/geometry';
import type { BodySettings } from '../body-settings.ts';

/** Throws an error that names the first setting that cannot be. */
export function requireSettings(settings: BodySettings): void {
  const { shape, type = 'dynamic' } = settings;
  if (
    typeof shape !== 'object' ||
    shape === null ||
    !('support' in shape || 'children' in shape || 'offset' in shape)
  )
    throw new TypeError('shape must be a convex shape, a compound or a half-space');
  if (!(type === 'dynamic' || type === 'static' || type === 'kinematic'))
    throw new RangeError(`type must be 'dynamic', 'static' or 'kinematic', got ${String(type)}`);
  if ('offset' in shape && (settings.position || settings.rotation))
    throw new RangeError('position and rotation must be left out for a half-space');
  requirePositive('density', settings.density ?? 1);
  requireNonNegative('friction', settings.friction ?? 0);
  requireNonNegative('linearDamping', settings.linearDamping ?? 0);
  requireNonNegative('angularDamping', settings.angularDamping ?? 0);
  const e = settings.restitution ?? 0;
  if (!(e >= 0 && e <= 1)) throw new RangeError(`restitution must be from 0 to 1, got ${e}`);
  requireInteger('group', settings.group ?? 1, 0, 0xffffffff);
  requireInteger('mask', settings.mask ?? 1, 0, 0xffffffff);
  requireFiniteArray('position', settings.position ?? [0, 0, 0], 3);
  requireFiniteArray('rotation', settings.rotation ?? [0, 0, 0, 1], 4);
  requireFiniteArray('velocity', settings.velocity ?? [0, 0, 0], 3);
  requireFiniteArray('angularVelocity', settings.angularVelocity ?? [0, 0, 0], 3);
  const fixed = type === 'static' || 'offset' in shape;
  if (fixed && [...(settings.velocity ?? []), ...(settings.angularVelocity ?? [])].some(x => x !== 0))
    throw new RangeError('velocity and angularVelocity must be left out for a static body');
  const q = settings.rotation ?? [0, 0, 0, 1];
  requirePositive('the length of rotation', Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!));
  if (type === 'dynamic' && !('offset' in shape))
    requirePositive('the mass of shape', (settings.density ?? 1000) * (shape as ConvexShape).volume);
}
