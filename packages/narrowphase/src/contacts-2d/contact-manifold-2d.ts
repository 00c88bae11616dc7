/** The contact manifold in the plane: one or two points that stand for where two shapes touch. */
import { idStride } from './internal/contact-ids.ts';

/** Contact points of two shapes in the plane, with one normal. */
export interface ContactManifold2d {
  /** How many points there are: 0, 1 or 2. */
  count: number;
  /** Unit vector from A to B. */
  readonly normal: Float64Array;
  /** Points on A, x y each. */
  readonly pointsA: Float64Array;
  /** Points on B, x y each: `pointA − depth · normal`. */
  readonly pointsB: Float64Array;
  /** How deep each point is; negative where there is still a gap. */
  readonly depths: Float64Array;
  /** For each point a number made from the features that met: the same contact has the same number later. */
  readonly ids: Int32Array;
  /** Radii of the round corners of A and B. */
  readonly radii: Float64Array;
}

/** An empty manifold, to be filled again and again. */
export function createContactManifold2d(): ContactManifold2d {
  return {
    count: 0,
    normal: new Float64Array(2),
    pointsA: new Float64Array(4),
    pointsB: new Float64Array(4),
    depths: new Float64Array(2),
    ids: new Int32Array(2),
    radii: new Float64Array(2),
  };
}

/** Exchanges A and B in `manifold` and returns it. */
export function contactManifoldFlip2d(manifold: ContactManifold2d): ContactManifold2d {
  const { normal, pointsA, pointsB, radii, ids } = manifold;
  for (let k = 0; k < 2; k++) {
    normal[k] = -normal[k];
    ids[k] = (ids[k] % idStride) * idStride + Math.floor(ids[k] / idStride);
  }
  const radius = radii[0];
  radii[0] = radii[1];
  radii[1] = radius;
  for (let k = 0; k < 4; k++) {
    const a = pointsA[k];
    pointsA[k] = pointsB[k];
    pointsB[k] = a;
  }
  return manifold;
}
