/**
 * The scale of rounding was that of the largest pair ever tested. After boxes 1e10 apart, an inner point 2.5
 * from the origin counted as the origin and was moved 1e4 away: boxes that are apart overlapped.
 */
import { BoxShape, Posed } from '@colide/geometry';
import { createMprResult, mprIntersects } from '@colide/narrowphase';
import { expect, it } from 'vitest';

it('answers the same whatever pair came before', () => {
  const result = createMprResult();
  const box = new BoxShape([1, 1, 1]);
  const a = new Posed(box);
  const apart = new Posed(box, [2.5, 0.3, 0.2]);
  const deep = new Posed(box, [1.5, 0.3, 0.2]);
  mprIntersects(result, a, deep);
  const { depth, steps } = result;
  expect(mprIntersects(result, a, new Posed(box, [1e10, 0, 0]))).toBe(false);
  expect(mprIntersects(result, a, apart)).toBe(false);
  expect(mprIntersects(result, a, deep)).toBe(true);
  expect([result.depth, result.steps]).toEqual([depth, steps]);
});
