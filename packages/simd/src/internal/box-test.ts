/**
 * The test of two oriented boxes by kernels: both are copied to memory that those see, and the manifold is
 * copied back. The layout stands in `assembly/obb-layout`. Not checked, no allocation.
 */
import type { BoxPairTest } from '@colide/narrowphase';
import type { SimdInstance } from '../simd-instance.ts';

/** Memory that the kernel needs. */
export const boxTestBytes = 1496;

/** Numbers of a box, and where things are, in numbers; ids in integers. */
const obbSize = 15;
const normalAt = 30;
const depthsAt = 33;
const pointsAAt = 41;
const pointsBAt = 65;
const idsAt = 178;
const marginAt = 186;

/** A test that has the memory of `instance` to itself. */
export function createBoxTest(instance: SimdInstance): BoxPairTest {
  const numbers = new Float64Array(instance.buffer);
  const integers = new Int32Array(instance.buffer);
  return (out, obbs, aAt, bAt, margin) => {
    for (let k = 0; k < obbSize; k++) {
      numbers[k] = obbs[aAt + k];
      numbers[obbSize + k] = obbs[bAt + k];
    }
    numbers[marginAt] = margin[0];
    const count = instance.collideObbs();
    out.count = Math.max(0, count);
    if (count <= 0) return count;
    const { normal, depths, pointsA, pointsB, ids } = out;
    for (let k = 0; k < 3; k++) normal[k] = numbers[normalAt + k];
    for (let i = 0; i < count; i++) {
      depths[i] = numbers[depthsAt + i];
      ids[i] = integers[idsAt + i];
    }
    for (let k = 0; k < 3 * count; k++) {
      pointsA[k] = numbers[pointsAAt + k];
      pointsB[k] = numbers[pointsBAt + k];
    }
    return count;
  };
}
