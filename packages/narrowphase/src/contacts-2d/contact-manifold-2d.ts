/** The contact manifold in the plane: one or two points that represent the contact of two shapes. */
import { plainDoubles } from '@colide/core';
import { idStride } from './internal/contact-ids.ts';

/** Contact points of two shapes in the plane, with one normal. */
export interface ContactManifold2d {
  /** How many points there are: 0, 1 or 2. */
  count: number;
  /** Unit vector from A to B. */
  readonly normal: number[];
  /** Points on A, x y each. */
  readonly pointsA: number[];
  /** Points on B, x y each: `pointA − depth · normal`. */
  readonly pointsB: number[];
  /** Depth of each point; negative where there is still a gap. */
  readonly depths: number[];
  /**
   * Contact id of each point, made from the features that meet: the same contact keeps its id in later steps.
   */
  readonly ids: Int32Array;
  /** Radii of the round corners of A and B. */
  readonly radii: number[];
}

/** An empty manifold, to be filled again and again. */
export function createContactManifold2d(): ContactManifold2d {
  return {
    count: 0,
    normal: plainDoubles(2),
    pointsA: plainDoubles(4),
    pointsB: plainDoubles(4),
    depths: plainDoubles(2),
    ids: new Int32Array(2),
    radii: plainDoubles(2),
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
