/**
 * The boxes of triangles of figures: generated ones that stand in each other, and a dancer, slow on software
 * adapters.
 */
import { Random } from '@colide/math';
import { boxPairsOracle, describeData, generateSurfaceBoxes, isSoak, readDataBytes } from '@colide/testing';
import { expect, it } from 'vitest';
import { findPairs } from '../support/find-pairs.ts';
import { useNodeDevice } from '../support/node-device.ts';

const watched = useNodeDevice();

it('figures that interpenetrate have the pairs of brute force', async () => {
  const boxes = generateSurfaceBoxes(new Random(63));
  const { device, check } = watched.current;
  const { pairs } = await check(() => findPairs(boxes, { device, search: 'lbvh', pairCapacity: 2 ** 16 }));
  expect(pairs.equals(boxPairsOracle(boxes))).toBe(true);
});

describeData('broadphase', 'dance', () => {
  // Of all 149 845 boxes, the first 12 000 are few enough for brute force.
  it('boxes have exactly the pairs that are known', async () => {
    const all = new Float32Array(readDataBytes('broadphase', 'dance-mesh-000000.bin'));
    const boxes = isSoak ? all : all.subarray(0, 6 * 12_000);
    const expectedCount = isSoak ? 950_663 : boxPairsOracle(boxes).count;
    expect(expectedCount).toBeGreaterThan(boxes.length / 6);
    const { device, check } = watched.current;
    const options = { device, search: 'lbvh', pairCapacity: 2 ** 20 } as const;
    const { pairs } = await check(() => findPairs(boxes, options));
    expect(pairs.count).toBe(expectedCount);
    // Some boxes, drawn at random, against brute force.
    const random = new Random(1);
    const starts = new Map<number, number[]>();
    for (let i = 0; i < pairs.count; i++)
      for (const [a, b] of [
        [pairs.first(i), pairs.second(i)],
        [pairs.second(i), pairs.first(i)],
      ] as const)
        if (starts.has(a)) starts.get(a)!.push(b);
        else starts.set(a, [b]);
    for (let k = 0; k < 50; k++) {
      const id = random.integer(boxes.length / 6);
      const expected: number[] = [];
      for (let j = 0; j < boxes.length / 6; j++)
        if (
          j !== id &&
          [0, 1, 2].every(
            axis =>
              boxes[6 * id + axis] <= boxes[6 * j + axis + 3] &&
              boxes[6 * j + axis] <= boxes[6 * id + axis + 3],
          )
        )
          expected.push(j);
      expect((starts.get(id) ?? []).sort((a, b) => a - b)).toEqual(expected);
    }
  });
});
