import { eigenSymmetric2, extractRotation2, polarDecompose2, sqrtSymmetric2, svd2 } from '@colide/math';
import { expectNoAllocation } from '@colide/testing';
import { it } from 'vitest';

const m = Float64Array.of(3, 1, -2, 4);
const a = new Float64Array(4);
const b = new Float64Array(4);
const pair = new Float64Array(2);

it.each([
  ['eigenSymmetric2', () => eigenSymmetric2(pair, a as never, m as never)],
  ['polarDecompose2', () => polarDecompose2(a as never, b as never, m as never)],
  ['svd2', () => svd2(a as never, pair, b as never, m as never)],
  ['sqrtSymmetric2', () => sqrtSymmetric2(a as never, m as never)],
  ['extractRotation2', () => extractRotation2(pair, m as never)],
] as const)('%s allocates nothing', (_name, call) => {
  expectNoAllocation(call);
});
