/**
 * Decides without a search whether a triangle is too far from a convex set to touch it: along the direction
 * from the centre of the set to the nearest point of the triangle, the set may end before the triangle
 * begins. This settles nine of ten triangles of a fine mesh under a body. For a ball that direction is the
 * normal of the contact.
 *
 * One nearest point and one support point per triangle, no allocation after construction.
 */
import type { Convex, ReadonlyVec3 } from '@colide/core';
import { createGjkSimplex } from '../../gjk/gjk-simplex.ts';
import { signedVolumes } from '../../gjk/signed-volumes.ts';
import type { PenetrationResult } from '../../penetration/penetration.ts';

/** Room for rounding, as a part of the squared distance of the centre. */
const slack = 1e-12;
/**
 * If the centre of a ball is nearer to a triangle than this part of the radius, it does not give the normal.
 */
const leastShare = 1e-6;

/** A convex set, by its centre, and the nearest point of a triangle. */
export class TriangleReach {
  /** Any point in the set; the middle is best. */
  private readonly center = new Float64Array(3);
  /** The margin around the core of the set, which is the radius of a ball; one number. */
  private readonly radius = new Float64Array(1);
  /** The corners of the triangle, seen from the centre. */
  private readonly simplex = createGjkSimplex();
  /** From the centre to the nearest point of the triangle. */
  private readonly nearest = new Float64Array(3);
  private readonly point = new Float64Array(3);

  /** Begins with a set and its centre. */
  begin(center: ReadonlyVec3, { margin }: Convex): void {
    for (let k = 0; k < 3; k++) this.center[k] = center[k];
    this.radius[0] = margin ?? 0;
  }

  /** Finds the point of the triangle with these nine coordinates that is nearest to the centre. */
  find(corners: Float64Array): void {
    const { simplex, center } = this;
    const { numbers } = simplex;
    for (let at = 0; at < 9; at += 3) {
      numbers[at] = corners[at] - center[0];
      numbers[at + 1] = corners[at + 1] - center[1];
      numbers[at + 2] = corners[at + 2] - center[2];
    }
    simplex.count = 3;
    signedVolumes(this.nearest, simplex);
  }

  /**
   * Whether that point shows that `convex` is farther away than `maxDistance[0]`; if so, sets `bound[0]` to
   * how far away it is at least.
   */
  isBeyond(convex: Convex, maxDistance: Float64Array, bound: Float64Array): boolean {
    const { center, nearest, point } = this;
    const x = nearest[0];
    const y = nearest[1];
    const z = nearest[2];
    convex.support(point, nearest);
    const squared = x * x + y * y + z * z;
    const gap =
      x * (x + center[0] - point[0]) + y * (y + center[1] - point[1]) + z * (z + center[2] - point[2]);
    const most = maxDistance[0];
    if (!(gap > slack * squared && gap * gap > (1 + slack) * most * most * squared)) return false;
    bound[0] = gap / Math.sqrt(squared);
    return true;
  }

  /** Fills `out` with the contact of the triangle and a ball; false if the centre is too near to tell. */
  meetBall(out: PenetrationResult): boolean {
    const { center, nearest } = this;
    const radius = this.radius[0];
    const squared = nearest[0] * nearest[0] + nearest[1] * nearest[1] + nearest[2] * nearest[2];
    if (!(squared > leastShare * leastShare * radius * radius)) return false;
    const length = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) {
      out.normal[k] = nearest[k] / length;
      out.pointA[k] = center[k] + radius * out.normal[k];
      out.pointB[k] = center[k] + nearest[k];
    }
    out.distance = length - radius;
    return true;
  }
}
