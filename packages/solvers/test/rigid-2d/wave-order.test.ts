import { Random } from '@colide/math';
import { expect, it } from 'vitest';
import { WaveOrder } from '../../src/internal/wave-order.ts';

it('constraints that share a body keep their order, and those of a wave share none', () => {
  const random = new Random(12);
  const waves = new WaveOrder();
  for (const [bodyCount, count] of [
    [1, 0],
    [5, 40],
    [300, 900],
    [300, 0],
    [60, 30],
  ]) {
    // Some of them have one body that cannot move.
    const pairs = Array.from({ length: count }, () => {
      const a = Math.floor(bodyCount * random.next());
      const b = (a + 1 + Math.floor((bodyCount - 1) * random.next())) % bodyCount;
      return random.next() < 0.2 ? [-1, b] : [a, b];
    });
    waves.begin(bodyCount);
    for (const [i, [a, b]] of pairs.entries()) waves.enter(i, a, b);
    waves.finish();
    const order = Array.from(waves.order.subarray(0, waves.count));
    expect([...order].sort((i, j) => i - j)).toEqual(pairs.map((_, i) => i));
    // The wave of each constraint is one after the last of its bodies.
    const last = new Int32Array(bodyCount);
    const expected = pairs.map(bodies => {
      const wave = Math.max(...bodies.map(body => (body < 0 ? 0 : last[body])));
      for (const body of bodies) if (body >= 0) last[body] = wave + 1;
      return wave;
    });
    for (let n = 1; n < order.length; n++) {
      const [i, j] = [order[n - 1], order[n]];
      expect(expected[i] < expected[j] || (expected[i] === expected[j] && i < j)).toBe(true);
    }
  }
});
