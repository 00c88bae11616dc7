/**
 * The angle by which a feature may be tilted and still count as a whole, for bodies of all sizes. Surfaces up
 * to the margin apart already have contact points, so that a body that comes down within a step does not land
 * without any. For a body of the size of the margin the angle must be large: a coin of 1 cm falls flat within
 * two steps. With only the point of its lowest corner it would rock from side to side and sink at every
 * change.
 */
import type { Convex } from '@colide/core';
import type { ConvexShape } from '@colide/geometry';

/**
 * Tangents of the tolerance angle, in tenths; the first one is that of bodies much larger than the margin.
 * Each is boxed once, as by `BoxedNumber`: out of an array of doubles, V8 would box one in every call.
 */
const slopes: readonly (number | undefined)[] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, undefined];
const mostTenths = 5;

/** The smaller radius; not returned, because V8 might box it. */
const radius = /* @__PURE__ */ new Float64Array(1);

/**
 * The tangent of the tolerance angle for the smaller of the sets `a` and `b` under contacts with a margin.
 */
export function featureSlope(margin: Float64Array, a: Convex, b: Convex): number {
  radius[0] = Infinity;
  shrink(a);
  shrink(b);
  return slopes[Math.min(mostTenths, (5 * margin[0]) / radius[0]) | 0]!;
}

/** Takes the radius around a posed shape into account. That of triangles is computed anew every time. */
function shrink({ shape }: Convex): void {
  if (shape === undefined || shape.kind === 'triangle') return;
  radius[0] = Math.min(radius[0], (shape as ConvexShape).boundingRadius);
}
