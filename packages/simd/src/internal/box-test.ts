/**
 * Tests two oriented boxes by kernels: both are copied to memory that the kernels see, and the manifold is
 * copied back. `assembly/obb-layout` describes the layout. Not checked, no allocation.
 */
import type { BoxPairTest } from '@colide/narrowphase';
import type { SimdInstance } from '../simd-instance.ts';

/** Memory that the kernel needs. */
export const boxTestBytes = 1488;

/** Numbers of a box and of a point, and where things are, in numbers; ids in integers. */
const obbSize = 15;
const marginAt = 30;
const normalAt = 31;
const pointsAt = 56;
const pointSize = 8;
const onBAt = 3;
const depthAt = 6;
const idAt = 7;

/** A test that has the memory of `instance` to itself, and leaves edges and corners to `other`. */
export function createBoxTest(instance: SimdInstance, other: BoxPairTest): BoxPairTest {
  const numbers = new Float64Array(instance.buffer);
  const integers = new Int32Array(instance.buffer);
  return (out, obbs, aAt, bAt, margin) => {
    for (let k = 0; k < obbSize; k++) {
      numbers[k] = obbs[aAt + k];
      numbers[obbSize + k] = obbs[bAt + k];
    }
    numbers[marginAt] = margin[0];
    const count = instance.collideObbs();
    if (count < 0) return other(out, obbs, aAt, bAt, margin);
    out.count = count;
    const { normal, depths, pointsA, pointsB, ids } = out;
    for (let k = 0; k < 3; k++) normal[k] = numbers[normalAt + k];
    for (let i = 0; i < count; i++) {
      const at = pointsAt + pointSize * i;
      for (let k = 0; k < 3; k++) {
        pointsA[3 * i + k] = numbers[at + k];
        pointsB[3 * i + k] = numbers[at + onBAt + k];
      }
      depths[i] = numbers[at + depthAt];
      ids[i] = integers[2 * (at + idAt)];
    }
    return count;
  };
}
