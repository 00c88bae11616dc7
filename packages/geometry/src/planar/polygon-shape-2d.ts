/**
 * A convex polygon. The points may come in any order: their hull is taken (a polygon that is convex and
 * counter-clockwise already keeps its order). Support is a scan over the vertices: the polygons of games have
 * few.
 */
import { type Aabb, type ReadonlyVec2, requireFiniteArray, requireMultiple, type Vec2 } from '@colide/core';
import { quickHull2d } from '../hulls/quick-hull-2d.ts';
import { directionScale } from '../internal/direction.ts';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';

/** The convex hull of points in the plane. */
export class PolygonShape2d implements ConvexShape2d {
  readonly kind = 'polygon';
  /** Vertices x, y, counter-clockwise; one or two of them if all points coincide or lie on a line. */
  readonly vertices: Float64Array;
  readonly boundingRadius: number;
  readonly area: number;
  readonly inertia: number;
  private readonly centerX: number;
  private readonly centerY: number;

  /** @param points x, y, one point after the other, at least one point */
  constructor(points: ArrayLike<number>) {
    requireMultiple('points', points, 2);
    requireFiniteArray('points', points);
    const v = isConvexPolygon(points) ? Float64Array.from(points) : quickHull2d(points).vertices;
    this.vertices = v;
    const n = v.length / 2;
    let radius = 0;
    let twiceArea = 0;
    let momentX = 0;
    let momentY = 0;
    let second = 0;
    let meanX = 0;
    let meanY = 0;
    // Triangles between vertex 0 and every edge, with coordinates relative to vertex 0.
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      const ax = v[2 * i] - v[0];
      const ay = v[2 * i + 1] - v[1];
      const bx = v[2 * j] - v[0];
      const by = v[2 * j + 1] - v[1];
      const cross = ax * by - ay * bx;
      radius = Math.max(radius, Math.hypot(v[2 * i], v[2 * i + 1]));
      meanX += ax / n;
      meanY += ay / n;
      twiceArea += cross;
      momentX += (cross * (ax + bx)) / 6;
      momentY += (cross * (ay + by)) / 6;
      second += (cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by)) / 12;
    }
    const area = 0.5 * twiceArea;
    const x = area > 0 ? momentX / area : meanX;
    const y = area > 0 ? momentY / area : meanY;
    this.boundingRadius = radius;
    this.area = Math.max(0, area);
    this.inertia = area > 0 ? second - area * (x * x + y * y) : 0;
    this.centerX = v[0] + x;
    this.centerY = v[1] + y;
  }

  /** How many vertices the polygon has. */
  get vertexCount(): number {
    return this.vertices.length / 2;
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const at = 2 * this.supportVertex(direction);
    out[0] = this.vertices[at];
    out[1] = this.vertices[at + 1];
    return out;
  }

  /** The number of a vertex farthest along `direction`. */
  supportVertex(direction: ReadonlyVec2): number {
    const { vertices } = this;
    let x = direction[0];
    let y = direction[1];
    const scale = directionScale(x, y, 0);
    x *= scale;
    y *= scale;
    let best = 0;
    let bestDot = vertices[0] * x + vertices[1] * y;
    for (let at = 2; at < vertices.length; at += 2) {
      const dot = vertices[at] * x + vertices[at + 1] * y;
      if (dot > bestDot) {
        bestDot = dot;
        best = at;
      }
    }
    return best >> 1;
  }

  aabb(out: Aabb): Aabb {
    const { vertices } = this;
    out[0] = out[1] = Infinity;
    out[2] = out[3] = -Infinity;
    for (let i = 0; i < vertices.length; i++) {
      const axis = i & 1;
      const value = vertices[i];
      if (value < out[axis]) out[axis] = value;
      if (value > out[axis + 2]) out[axis + 2] = value;
    }
    return out;
  }

  /** Writes the centre of mass; of a segment its middle. */
  centerOfMass(out: Vec2): Vec2 {
    out[0] = this.centerX;
    out[1] = this.centerY;
    return out;
  }
}

/**
 * Whether the points go once around a convex polygon, counter-clockwise, with a strict left turn at each of
 * them.
 */
function isConvexPolygon(points: ArrayLike<number>): boolean {
  const n = points.length / 2;
  if (n < 3) return false;
  let starts = 0;
  for (let i = 0; i < n; i++) {
    const a = 2 * ((i + n - 1) % n);
    const b = 2 * i;
    const c = 2 * ((i + 1) % n);
    const ex = points[b] - points[a];
    const ey = points[b + 1] - points[a + 1];
    const fx = points[c] - points[b];
    const fy = points[c + 1] - points[b + 1];
    const length = Math.hypot(ex, ey) * Math.hypot(fx, fy);
    if (!(ex * fy - ey * fx > 1e-12 * length)) return false;
    // A boundary that only turns left goes round once if it changes from not-rising to rising once.
    if (!(ey > 0 || (ey === 0 && ex < 0)) && (fy > 0 || (fy === 0 && fx < 0))) starts++;
  }
  return starts === 1;
}
