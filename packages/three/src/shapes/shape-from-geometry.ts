/**
 * The convex shape of a three.js geometry. Boxes, balls, capsules, cylinders and cones are recognised by the
 * type and parameters of the geometry and become exact shapes, not the polyhedra that are drawn; everything
 * else becomes its convex hull. For concave bodies see `compoundFromGeometry`, for levels and terrain
 * `meshShapeFromGeometry`.
 */
import { type ReadonlyVec3, requireFiniteArray, requirePositive } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  EllipsoidShape,
  HullShape,
  SphereShape,
} from '@colide/geometry';

import type { BufferGeometry } from 'three';
import { trianglesFromGeometry } from './triangles-from-geometry.ts';

const fullCircle = 2 * Math.PI - 1e-9;

/** Whether two factors of a scale are equal up to the rounding of a matrix decomposition. */
const equal = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * a;

/**
 * The shape of `geometry`, scaled: for a mesh, pass its scale. A scale that the exact shape does not allow,
 * such as x ≠ z for a cylinder, gives the hull of the vertices. A flat geometry gives a flat hull, which has
 * no volume.
 */
export function shapeFromGeometry(geometry: BufferGeometry, scale: ReadonlyVec3 = [1, 1, 1]): ConvexShape {
  requireFiniteArray('scale', scale, 3);
  for (let k = 0; k < 3; k++) requirePositive(`scale[${k}]`, Math.abs(scale[k]));
  const exact = 'parameters' in geometry ? exactShape(geometry, scale) : undefined;
  return exact ?? HullShape.fromPoints(trianglesFromGeometry(geometry, scale).positions);
}

function exactShape(geometry: BufferGeometry, scale: ReadonlyVec3): ConvexShape | undefined {
  const p = geometry['parameters' as keyof BufferGeometry] as Record<string, number>;
  const x = Math.abs(scale[0]);
  const y = Math.abs(scale[1]);
  const z = Math.abs(scale[2]);
  const round = equal(x, z);
  switch (geometry.type) {
    case 'BoxGeometry':
      return new BoxShape([0.5 * x * p['width'], 0.5 * y * p['height'], 0.5 * z * p['depth']]);
    case 'SphereGeometry': {
      if (p['phiLength'] < fullCircle || p['thetaLength'] < fullCircle / 2) return undefined;
      const r = p['radius'];
      return round && equal(x, y) ? new SphereShape(x * r) : new EllipsoidShape([x * r, y * r, z * r]);
    }
    case 'CapsuleGeometry':
      return round && equal(x, y)
        ? new CapsuleShape(x * p['radius'], 0.5 * y * (p['height'] ?? p['length']))
        : undefined;
    case 'CylinderGeometry':
      if (!round || p['thetaLength'] < fullCircle) return undefined;
      if (p['radiusTop'] === p['radiusBottom'])
        return new CylinderShape(x * p['radiusTop'], 0.5 * y * p['height']);
      return p['radiusTop'] === 0 && scale[1] > 0
        ? new ConeShape(x * p['radiusBottom'], 0.5 * y * p['height'])
        : undefined;
    case 'ConeGeometry':
      return round && p['thetaLength'] >= fullCircle && scale[1] > 0
        ? new ConeShape(x * p['radius'], 0.5 * y * p['height'])
        : undefined;
    default:
      return undefined;
  }
}
