/**
 * Mass, centre of mass and moment of inertia of a simple polygon of uniform density.
 *
 * Idea: Green's theorem turns the integrals over the area into sums over the edges; coordinates are relative
 * to the first corner, so that nothing cancels far from the origin. Holes are polygons of the other
 * orientation, subtracted by the caller. O(corners).
 */
import { requireFiniteArray, requireLength, requireMultiple, requirePositive, type Vec2 } from '@colide/core';

/** The mass properties of a polygon. */
export interface MassProperties2d {
  mass: number;
  area: number;
  readonly center: Vec2;
  /** Moment of inertia about the centre: ∫ ρ |r|². */
  inertia: number;
}

/** A record for {@link massProperties2d}. */
export function createMassProperties2d(): MassProperties2d {
  return { mass: 0, area: 0, center: new Float64Array(2), inertia: 0 };
}

/**
 * Writes the mass properties of the counter-clockwise simple polygon `points` (`x, y` each) and returns its
 * mass. Throws if its area is not positive.
 */
export function massProperties2d(out: MassProperties2d, points: ArrayLike<number>, density = 1): number {
  requireMultiple('points', points, 2);
  requireLength('points', points, 6);
  requireFiniteArray('points', points);
  requirePositive('density', density);
  const ox = points[0];
  const oy = points[1];
  let area = 0;
  let mx = 0;
  let my = 0;
  let second = 0;
  for (let i = 2; i + 3 < points.length; i += 2) {
    const ax = points[i] - ox;
    const ay = points[i + 1] - oy;
    const bx = points[i + 2] - ox;
    const by = points[i + 3] - oy;
    const cross = ax * by - ay * bx;
    area += cross / 2;
    mx += (cross * (ax + bx)) / 6;
    my += (cross * (ay + by)) / 6;
    second += (cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by)) / 12;
  }
  if (!(area > 0))
    throw new RangeError(`points must be a counter-clockwise polygon with area, got area ${area}`);
  const cx = mx / area;
  const cy = my / area;
  out.area = area;
  out.mass = density * area;
  out.center[0] = ox + cx;
  out.center[1] = oy + cy;
  out.inertia = density * (second - area * (cx * cx + cy * cy));
  return out.mass;
}
