/**
 * The smallest ball around a set of balls, four numbers each: the ball of an inner node of a sphere tree.
 *
 * Pivoting as for points: the ball that sticks out most enters the basis, and the basis of these balls, at
 * most five, is found by trying all subsets. Welzl's move-to-front recursion is not correct for balls; this
 * exchange is, since the problem is of LP type (Fischer & Gärtner, "The smallest enclosing ball of balls",
 * Int. J. Comput. Geom. Appl. 14, 2004). Cost: one pass over the balls per pivot, typically 3 to 8. Empty
 * balls are skipped.
 */

import { requireFiniteArray, requireMultiple } from '@colide/core';
import { radiusAt, sphereSize } from '../internal/layouts.ts';
import { storeBall } from '../internal/store.ts';
import { createBallBasis, extendBasis, startBasis } from './internal/ball-basis.ts';
import type { Sphere } from './sphere.ts';

const basis = /* @__PURE__ */ createBallBasis();
const entering = /* @__PURE__ */ new Float64Array(sphereSize);

function copyBall(spheres: ArrayLike<number>, at: number): void {
  for (let i = 0; i < sphereSize; i++) entering[i] = spheres[at + i];
}

/**
 * Writes to `out` the smallest ball around the balls x y z r x y z r … . The empty ball when all are empty;
 * throws when there are none or a number is not finite.
 */
export function sphereFromSpheres(out: Sphere, spheres: ArrayLike<number>): Sphere {
  requireMultiple('spheres', spheres, sphereSize);
  requireFiniteArray('spheres', spheres);
  const end = spheres.length;
  if (end === 0) throw new RangeError('spheres must hold at least one ball, got none');
  let first = 0;
  for (let at = 0; at < end; at += sphereSize)
    if (spheres[at + radiusAt] > spheres[first + radiusAt]) first = at;
  if (spheres[first + radiusAt] < 0) {
    storeBall(out, 0, 0, 0, 0, -1);
    return out;
  }
  copyBall(spheres, first);
  startBasis(basis, entering, 0, first / sphereSize);
  const { ball } = basis;
  let extent = 0;
  let pick = 0;
  const farthest = (): void => {
    extent = 0;
    for (let at = 0; at < end; at += sphereSize) {
      const r = spheres[at + radiusAt];
      if (r < 0) continue;
      const dx = spheres[at] - ball[0];
      const dy = spheres[at + 1] - ball[1];
      const dz = spheres[at + 2] - ball[2];
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz) + r;
      if (d > extent) {
        extent = d;
        pick = at;
      }
    }
  };
  for (farthest(); extent > ball[radiusAt] * (1 + 2 ** -48); farthest()) {
    const radius = ball[radiusAt];
    copyBall(spheres, pick);
    extendBasis(basis, entering, 0, pick / sphereSize);
    if (!(ball[radiusAt] > radius)) {
      farthest();
      break;
    }
  }
  storeBall(out, 0, ball[0], ball[1], ball[2], extent * (1 + 2 ** -50));
  return out;
}
