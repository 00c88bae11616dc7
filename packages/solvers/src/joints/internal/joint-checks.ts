/** Checks of the arguments of joints: each throws an error that names the argument. */
import { type ReadonlyVec3, refuse, requireBoundedArray, requireInteger, requireObject } from '@colide/core';
import { distanceAxis, noFreeAxis, rotationAxis } from '../../internal/joint-data.ts';
import type { JointGeometry } from '../joint-records.ts';

/** Throws unless `axis` is a direction. */
function requireAxis(axis: ReadonlyVec3): void {
  requireBoundedArray('axis', axis, 3);
  const squared = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  // Shorter ones have lost digits to underflow.
  if (!(squared >= 1e-200))
    throw new RangeError(`axis must not be zero, got ${axis[0]}, ${axis[1]}, ${axis[2]}`);
}

/** Least fraction of a direction that must be perpendicular to another, so that the two span a plane. */
const leastAcross = 1e-6;

/** Throws unless a joint can be made of `geometry`. */
export function requireGeometry(geometry: JointGeometry): void {
  requireObject('geometry', geometry);
  const { anchorA, anchorB, axis, normal, locks, freeAxis, form = 'axes' } = geometry;
  requireBoundedArray(anchorA === anchorB ? 'anchor' : 'anchorA', anchorA, 3);
  requireBoundedArray('anchorB', anchorB, 3);
  requireAxis(axis);
  if (normal !== undefined) {
    requireBoundedArray('normal', normal, 3);
    const size = Math.hypot(axis[0], axis[1], axis[2]) * Math.hypot(normal[0], normal[1], normal[2]);
    const along = axis[0] * normal[0] + axis[1] * normal[1] + axis[2] * normal[2];
    if (!(Math.abs(along) < (1 - leastAcross) * size) || size < 1e-100)
      throw new RangeError('normal must not be zero or along axis');
  }
  requireInteger('locks', locks, 0, 0b111111);
  requireInteger('freeAxis', freeAxis, noFreeAxis, distanceAxis);
  if (!['axes', 'angles', 'cone'].includes(form)) refuse('form', "be 'axes', 'angles' or 'cone'", form);
  if (form === 'axes' && freeAxis > rotationAxis && freeAxis < distanceAxis)
    refuse('freeAxis', "be at most 3 with the form 'axes'", freeAxis);
}
