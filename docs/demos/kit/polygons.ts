/** Polygons of demos: two numbers per corner, counter-clockwise. */
import { quickHull2d } from '@colide/geometry';

/** A regular polygon around the origin whose first corner is at `angle`. */
export function regularPolygon(sides: number, radius: number, angle = 0): number[] {
  return Array.from({ length: sides }, (_, i) => angle + (2 * Math.PI * i) / sides).flatMap(turned => [
    radius * Math.cos(turned),
    radius * Math.sin(turned),
  ]);
}

/** The part of a convex polygon with a x + b y + d ≥ 0. */
export function clipPolygon(polygon: readonly number[], a: number, b: number, d: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length;
    const [x0, y0, x1, y1] = [polygon[i], polygon[i + 1], polygon[j], polygon[j + 1]];
    const h0 = a * x0 + b * y0 + d;
    const h1 = a * x1 + b * y1 + d;
    if (h0 >= 0) out.push(x0, y0);
    if (h0 * h1 < 0) {
      const s = h0 / (h0 - h1);
      out.push(x0 + s * (x1 - x0), y0 + s * (y1 - y0));
    }
  }
  return out;
}

/** The Minkowski difference A − B of two convex polygons: the hull of the differences of their corners. */
export function polygonDifference(a: readonly number[], b: readonly number[]): Float64Array {
  const points: number[] = [];
  for (let i = 0; i < a.length; i += 2)
    for (let k = 0; k < b.length; k += 2) points.push(a[i] - b[k], a[i + 1] - b[k + 1]);
  return quickHull2d(points).vertices;
}
