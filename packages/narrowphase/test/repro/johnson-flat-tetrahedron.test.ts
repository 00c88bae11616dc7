/**
 * Johnson's sub-algorithm took the parallelogram of two edges for a tetrahedron that holds the origin: its
 * weights were nothing but rounding. Found by the agreement test on a needle and a sliver.
 */
import { createGjkSimplex, johnson } from '@colide/narrowphase';
import { expect, it } from 'vitest';

it('a flat tetrahedron beside the origin does not hold it', () => {
  const simplex = createGjkSimplex();
  simplex.w.set([
    -38.647596860147374, -0.39862105318482355, 13.471514228078826, 10.976676188985552, 0.18827268170641065,
    -4.2289186751332615, 11.217989141794627, -0.017640141221758734, -4.008627963860604, -38.88890981295645,
    -0.19270823025665418, 13.251223516806169,
  ]);
  simplex.count = 4;
  simplex.largest[0] = 1700;
  const v = new Float64Array(3);
  expect(johnson(v, simplex)).toBe(false);
  expect(Math.hypot(v[0], v[1], v[2])).toBeCloseTo(0.12604173171854, 9);
});
