import { eigenSymmetric2d, extractRotation2d, polarDecompose2d, sqrtSymmetric2d, svd2d } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

const m = Float64Array.of(3, 1, -2, 4);
const a = new Float64Array(4);
const b = new Float64Array(4);
const pair = new Float64Array(2);

it.each([
  ['eigenSymmetric2d', () => eigenSymmetric2d(pair, a, m)],
  ['polarDecompose2d', () => polarDecompose2d(a, b, m)],
  ['svd2d', () => svd2d(a, pair, b, m)],
  ['sqrtSymmetric2d', () => sqrtSymmetric2d(a, m)],
  ['extractRotation2d', () => extractRotation2d(pair, m)],
] as const)('%s allocates nothing', (_name, call) => {
  expectNoAllocation(call);
});
