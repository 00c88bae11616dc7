import { Random } from '@colide/math';
import { chooseBroadPhase, createBoxStatistics, measureBoxes } from '@colide/spatial';
import { generateBoxes, moveBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const choose = (...args: Parameters<typeof generateBoxes>) =>
  chooseBroadPhase(measureBoxes(createBoxStatistics(), generateBoxes(...args))).name;

describe('chooseBroadPhase', () => {
  it('recommends what the measurements say', () => {
    expect(choose('uniform', 20, new Random(1))).toBe('BruteForce');
    expect(choose('uniform', 3000, new Random(1))).toBe('UniformGrid');
    expect(choose('layered', 3000, new Random(1))).toBe('UniformGrid');
    expect(choose('clustered', 3000, new Random(1))).toBe('HashGrid');
    expect(choose('mixed', 3000, new Random(1))).not.toBe('UniformGrid');
    expect(choose('identical', 3000, new Random(1))).toMatch(/Grid/);
  });

  it('takes motion into account', () => {
    const boxes = generateBoxes('uniform', 1000, new Random(1));
    const statistics = measureBoxes(
      createBoxStatistics(),
      moveBoxes(boxes.slice(), 1e-5, new Random(2)),
      boxes,
    );
    expect(statistics.motion).toBeGreaterThan(0);
    expect(chooseBroadPhase(statistics).name).toBe('SweepAndPrune');
    measureBoxes(statistics, moveBoxes(boxes.slice(), 0.1, new Random(2)), boxes);
    expect(chooseBroadPhase(statistics).name).toBe('UniformGrid');
    expect(chooseBroadPhase(statistics).reason).not.toBe('');
  });

  it('measures counts, sizes and density', () => {
    const statistics = measureBoxes(
      createBoxStatistics(),
      [0, 0, 0, 1, 1, 1, 3, 0, 0, 4, 1, 1, 0, 3, 3, 1, 4, 4],
    );
    expect(statistics).toMatchObject({ count: 3, sizeSpread: 1, motion: 0 });
    expect(statistics.density).toBeCloseTo(3 / 64);
    expect(measureBoxes(statistics, []).count).toBe(0);
    expect(() => measureBoxes(statistics, [1, 2])).toThrow(/boxes/);
    expect(() => measureBoxes(statistics, new Float64Array(12), new Float64Array(6))).toThrow(/before/);
  });
});
