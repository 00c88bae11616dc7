/** Checks of the arguments of joints: each throws an error that names the argument. */
import { type ReadonlyVec3, refuse, requireBoundedArray, requireInteger, requireObject } from '@colide/core';
import { distanceAxis, noFreeAxis, rotationAxis } from '../../internal/joint-data.ts';
import type { JointGeometry } from '../joint-records.ts';

/** Least fraction of a direction that must be perpendicular to another, so that the two span a plane. */
const leastAcross = 1e-6;

/** Throws unless `axis` is a direction, and `normal`, if given, one that is not along it. */
function requireAxes(
  name: 'axis' | 'axisB',
  axis: ReadonlyVec3,
  normalName: 'normal' | 'normalB',
  normal: ReadonlyVec3 | undefined,
): void {
  requireBoundedArray(name, axis, 3);
  const squared = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  // Shorter ones have lost digits to underflow.
  if (!(squared >= 1e-200))
    throw new RangeError(`${name} must not be zero, got ${axis[0]}, ${axis[1]}, ${axis[2]}`);
  if (normal === undefined) return;
  requireBoundedArray(normalName, normal, 3);
  const size = Math.hypot(axis[0], axis[1], axis[2]) * Math.hypot(normal[0], normal[1], normal[2]);
  const along = axis[0] * normal[0] + axis[1] * normal[1] + axis[2] * normal[2];
  if (!(Math.abs(along) < (1 - leastAcross) * size) || size < 1e-100)
    throw new RangeError(`${normalName} must not be zero or along ${name}`);
}

/** Throws unless a joint can be made of `geometry`. */
export function requireGeometry(geometry: JointGeometry): void {
  requireObject('geometry', geometry);
  const { anchorA, anchorB, axis, normal, axisB, normalB, locks, freeAxis, form = 'axes' } = geometry;
  requireBoundedArray(anchorA === anchorB ? 'anchor' : 'anchorA', anchorA, 3);
  requireBoundedArray('anchorB', anchorB, 3);
  requireAxes('axis', axis, 'normal', normal);
  if (axisB !== undefined) requireAxes('axisB', axisB, 'normalB', normalB);
  requireInteger('locks', locks, 0, 0b111111);
  requireInteger('freeAxis', freeAxis, noFreeAxis, distanceAxis);
  if (!['axes', 'angles', 'cone'].includes(form)) refuse('form', "be 'axes', 'angles' or 'cone'", form);
  if (form === 'axes' && freeAxis > rotationAxis && freeAxis < distanceAxis)
    refuse('freeAxis', "be at most 3 with the form 'axes'", freeAxis);
}
