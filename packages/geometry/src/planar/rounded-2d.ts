/**
 * A convex polygon with round corners: all points within `radius` of it. Area and moment of inertia are in
 * closed form: the polygon, a rectangle along each edge and a sector of a disc at each vertex.
 */
import { type Aabb, type ReadonlyVec2, requirePositive, type Vec2 } from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';
import { PolygonShape2d } from './polygon-shape-2d.ts';

/** The hull of points in the plane, and everything within `radius` of it. */
export class Rounded2d implements ConvexShape2d {
  readonly kind = 'rounded';
  /** The polygon. */
  readonly core: PolygonShape2d;
  readonly margin: number;
  readonly boundingRadius: number;
  readonly area: number;
  readonly inertia: number;
  private readonly center = new Float64Array(2);

  /**
   * @param points x, y, one point after the other, of the polygon without its margin
   * @param radius of the corners
   */
  constructor(points: ArrayLike<number>, radius: number) {
    requirePositive('radius', radius);
    const core = new PolygonShape2d(points);
    this.core = core;
    this.margin = radius;
    this.boundingRadius = core.boundingRadius + radius;
    const { center } = this;
    core.centerOfMass(center);
    // Area, first moments and second moment about the origin.
    const sums = [
      core.area,
      core.area * center[0],
      core.area * center[1],
      core.inertia + core.area * (center[0] ** 2 + center[1] ** 2),
    ];
    addMargin(sums, core.vertices, radius);
    const [area, x, y, second] = sums;
    center[0] = x / area;
    center[1] = y / area;
    this.area = area;
    this.inertia = second - area * (center[0] ** 2 + center[1] ** 2);
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const scale = directionScale(direction[0], direction[1], 0);
    const x = direction[0] * scale;
    const y = direction[1] * scale;
    const length = Math.sqrt(x * x + y * y);
    const factor = length > 0 ? this.margin / length : 0;
    this.core.support(out, direction);
    out[0] += factor * x;
    out[1] += factor * y;
    return out;
  }

  aabb(out: Aabb): Aabb {
    this.core.aabb(out);
    for (let k = 0; k < 4; k++) out[k] += k < 2 ? -this.margin : this.margin;
    return out;
  }

  centerOfMass(out: Vec2): Vec2 {
    out[0] = this.center[0];
    out[1] = this.center[1];
    return out;
  }
}

/** Adds the rectangles along the edges and the sectors at the vertices to the moments of a polygon. */
function addMargin(sums: number[], v: Float64Array, r: number): void {
  const n = v.length / 2;
  const add = (area: number, x: number, y: number, own: number) => {
    sums[0] += area;
    sums[1] += area * x;
    sums[2] += area * y;
    sums[3] += own + area * (x * x + y * y);
  };
  for (let i = 0; i < n; i++) {
    const [ax, ay] = [v[2 * i], v[2 * i + 1]];
    const [bx, by] = [v[(2 * i + 2) % v.length], v[(2 * i + 3) % v.length]];
    const [zx, zy] = [v[(2 * i + 2 * n - 2) % v.length], v[(2 * i + 2 * n - 1) % v.length]];
    const length = Math.hypot(bx - ax, by - ay);
    const before = Math.hypot(ax - zx, ay - zy);
    // The unit normals before and after vertex i, and the angle between them.
    const nx = length > 0 ? (by - ay) / length : 0;
    const ny = length > 0 ? (ax - bx) / length : 0;
    const mx = before > 0 ? (ay - zy) / before : 0;
    const my = before > 0 ? (zx - ax) / before : 0;
    const angle =
      n === 1 ? 2 * Math.PI : n === 2 ? Math.PI : Math.atan2(mx * ny - my * nx, mx * nx + my * ny);
    const edge = length * r;
    add(edge, 0.5 * (ax + bx + r * nx), 0.5 * (ay + by + r * ny), (edge * (length * length + r * r)) / 12);
    // The centre of a sector is on the bisector, which for a half disc is the direction from z to a.
    const middle = (4 * r * Math.sin(0.5 * angle)) / (3 * angle);
    const sx = n === 2 ? -my : mx + nx;
    const sy = n === 2 ? mx : my + ny;
    const scale = n === 1 ? 0 : middle / Math.hypot(sx, sy);
    const sector = 0.5 * angle * r * r;
    add(sector, ax + scale * sx, ay + scale * sy, sector * (0.5 * r * r - (n === 1 ? 0 : middle * middle)));
  }
}
