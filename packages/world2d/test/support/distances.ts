/**
 * Signed distances of a point from planar shapes by closed forms, and the distance to a shape along a ray by
 * sphere tracing: an oracle that shares no code with the kernels.
 */

/**
 * A round polygon: vertices counter-clockwise, and a radius around them. One is a disc, two are a capsule.
 */
export interface Outline {
  readonly points: readonly (readonly number[])[];
  readonly radius: number;
}

/** Signed distance of a point from an outline; negative inside. */
export function outlineDistance({ points, radius }: Outline, x: number, y: number): number {
  let least = Infinity;
  let isInside = points.length > 2;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    const ex = bx - ax;
    const ey = by - ay;
    const squared = ex * ex + ey * ey;
    const share = squared > 0 ? Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / squared)) : 0;
    least = Math.min(least, Math.hypot(x - ax - share * ex, y - ay - share * ey));
    if (ex * (y - ay) - ey * (x - ax) < 0) isInside = false;
  });
  return (isInside ? -least : least) - radius;
}

/** The vertices of an outline, rotated and translated. */
export function placeOutline({ points, radius }: Outline, x: number, y: number, angle: number): Outline {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return { points: points.map(([px, py]) => [c * px - s * py + x, s * px + c * py + y]), radius };
}

/**
 * How far along a ray of unit direction the distance first falls to zero, by sphere tracing (Hart 1996);
 * `Infinity` beyond `most`, NaN for grazing rays that are not decided.
 */
export function traceRay(
  distance: (x: number, y: number) => number,
  origin: readonly number[],
  direction: readonly number[],
  most: number,
): number {
  let t = 0;
  for (let n = 0; n < 3000; n++) {
    const gap = distance(origin[0] + t * direction[0], origin[1] + t * direction[1]);
    if (gap <= 1e-11) return t;
    t += gap;
    if (t > most) return Infinity;
  }
  return Number.NaN;
}
