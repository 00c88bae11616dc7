import { describe, expect, it } from 'vitest';
import { isWorthStoring, runCase } from '../src/harness/bench-main.ts';
import { calibrate, isConclusive, type MeasureOptions, measure, thorough } from '../src/harness/measure.ts';
import {
  describeDisturbance,
  formatMarkdown,
  formatNs,
  formatText,
  makeRows,
} from '../src/harness/report.ts';
import { median, quantile, relativeSpread } from '../src/harness/statistics.ts';
import { agreeByDefault, type BenchCase, type Contender, findDisagreements } from '../src/harness/suite.ts';

/** A machine in which a run takes as long as we say, and waits for a CPU as long as we say. */
function fakeMachine() {
  const machine = { time: 0, waited: 0, rests: 0 };
  const contender = (name: string, ms: number, result = 1): Contender & { runs: number } => ({
    name,
    runs: 0,
    run() {
      this.runs++;
      machine.time += ms;
      return result;
    },
  });
  const options: MeasureOptions = {
    ...thorough,
    rounds: 11,
    now: () => machine.time,
    wait: () => machine.waited,
    rest: () => {
      machine.rests++;
    },
  };
  return { machine, contender, options };
}

describe('statistics', () => {
  it('takes the middle of odd and even samples', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(relativeSpread([1, 2, 3, 4, 5])).toBeCloseTo(1 / 3, 12);
    expect(() => median([])).toThrow('sample');
  });

  it('does not let one outlier move the median', () => {
    expect(median([1, 1, 1, 1, 1000])).toBe(1);
  });
});

describe('calibrate', () => {
  it.each([0.001, 0.02, 0.3, 4.9, 5, 80])('makes samples of at least 5 ms from runs of %d ms', ms => {
    const { contender, options } = fakeMachine();
    const batch = calibrate(contender('x', ms), options);
    expect(batch * ms).toBeGreaterThanOrEqual(5 - 1e-6);
    expect((batch - 1) * ms).toBeLessThanOrEqual(5.5);
  });

  it('warms up for the time it is given', () => {
    const { machine, contender, options } = fakeMachine();
    calibrate(contender('x', 0.01), { ...options, warmUpMs: 300 });
    expect(machine.time).toBeGreaterThanOrEqual(300);
  });
});

describe('measure', () => {
  it('finds the time of a run and rotates who goes first', () => {
    const { contender, options } = fakeMachine();
    const order: string[] = [];
    const contenders = ['a', 'b', 'c'].map((name, i) => {
      const inner = contender(name, 10 * (i + 1));
      const run = () => {
        order.push(name);
        return inner.run();
      };
      return { ...inner, run };
    });
    const { timings, rounds, repeated } = measure(contenders, { ...options, warmUpMs: 1 });
    expect(timings.map(timing => timing.median)).toEqual([10, 20, 30]);
    expect([rounds, repeated]).toEqual([11, 0]);
    expect(order.slice(9, 18).join('')).toBe('abcbcacab');
  });

  it('cuts rounds down to five for slow cases', () => {
    const { contender, options } = fakeMachine();
    expect(measure([contender('slow', 9000)], options).rounds).toBe(5);
  });

  it('repeats disturbed rounds and leaves them out', () => {
    const { machine, contender, options } = fakeMachine();
    const steady = contender('steady', 10);
    let call = 0;
    const disturbed: Contender = {
      name: 'disturbed',
      run() {
        if (++call % 3 === 0) {
          machine.time += 50;
          machine.waited += 50;
        }
        return steady.run();
      },
    };
    const result = measure([disturbed], { ...options, warmUpMs: 1 });
    expect(result.repeated).toBeGreaterThan(3);
    expect(result.disturbed).toBe(0);
    expect(result.timings[0].median).toBe(10);
    expect(describeDisturbance(result)).toMatch(/11 rounds, \d disturbed ones repeated, none disturbed/);
  });

  it('gives up after a bounded number of repeats and says so', () => {
    const { machine, contender, options } = fakeMachine();
    const inner = contender('x', 10);
    const run = () => {
      machine.waited += 3;
      return inner.run();
    };
    const busy: Contender = { name: 'busy', run };
    const result = measure([busy], options);
    expect(result.repeated).toBe(22);
    expect(result.disturbed).toBe(11);
    expect(machine.rests).toBe(33);
    expect(isConclusive(result)).toBe(false);
    expect(describeDisturbance(result)).toContain('11 kept although disturbed (waited for a CPU up to 30 %');
  });

  it('does not pretend to know where the system does not tell', () => {
    const { contender, options } = fakeMachine();
    const result = measure([contender('x', 10)], { ...options, wait: () => undefined });
    expect(result.worstWait).toBeUndefined();
    expect(describeDisturbance(result)).toContain('does not tell');
  });
});

describe('agreement', () => {
  it('compares numbers relatively and everything else as text', () => {
    expect(agreeByDefault(1e9, 1e9 + 0.5)).toBe(true);
    expect(agreeByDefault(1, 1.001)).toContain('1.001');
    expect(agreeByDefault(0, 0)).toBe(true);
    expect(agreeByDefault(NaN, 1)).not.toBe(true);
    expect(agreeByDefault([1, 2], [1, 2])).toBe(true);
    expect(agreeByDefault([1, 2], [1, 3])).not.toBe(true);
  });

  it('prefers verdicts to checksums', () => {
    const one = { name: 'ours', run: () => 1, verdict: () => 'same' };
    const two = { name: 'peer', run: () => 2, verdict: () => 'same' };
    expect(findDisagreements({ contenders: [one, two] })).toEqual([]);
  });

  it('leaves out and names a peer that disagrees', async () => {
    const { contender, options } = fakeMachine();
    const contenders = [contender('ours', 1, 7), contender('wrong peer', 2, 8), contender('peer', 3, 7)];
    const result = await runCase(
      { name: 'sum', items: 1, unit: 'sum', target: 1, setUp: () => ({ contenders }) },
      options,
    );
    expect(result.rows.map(row => [row.contender, row.ratio])).toEqual([
      ['ours', 3],
      ['peer', 3],
    ]);
    const machine = { node: 'v20', v8: '11', cpu: 'c', cores: 2, memoryGb: 4, platform: 'p', date: 'd' };
    expect(formatText(result)).toContain('wrong peer: 7 against 8');
    expect(formatMarkdown('Title', machine, [result])).toContain('|  | left out: wrong peer: 7 against 8 |');
    expect(contenders[1].runs).toBe(1);
  });

  it('refuses a ratio when no peer agrees', async () => {
    const { contender, options } = fakeMachine();
    const contenders = [contender('ours', 1, 7), contender('wrong peer', 2, 8)];
    const result = await runCase(
      { name: 'sum', items: 1, unit: 'sum', target: 1, setUp: () => ({ contenders }) },
      options,
    );
    expect(result.rows).toEqual([]);
    expect(contenders[0].runs).toBe(1);
    expect(formatText(result)).toContain('NO RATIO');
    expect(formatText(result)).toContain('wrong peer: 7 against 8');
    expect(formatText(result)).not.toContain('×');
  });

  it('can leave out all but ours', async () => {
    const { contender, options } = fakeMachine();
    const contenders = [
      contender('ours', 1, 7),
      contender('colide with SIMD', 2, 7),
      contender('peer', 2, 8),
    ];
    const benchCase = { name: 'sum', items: 1, unit: 'sum', target: 1, setUp: () => ({ contenders }) };
    const result = await runCase(benchCase, options, true);
    expect(result.rows.map(row => row.contender)).toEqual(['ours', 'colide with SIMD']);
    expect(contenders[2].runs).toBe(0);
  });
});

describe('report', () => {
  it('gives the ratio to the best peer and to each, with the verdict on both targets', () => {
    const { contender, options } = fakeMachine();
    const contenders = [
      contender('ours', 2),
      { ...contender('slow', 22), target: 12 },
      { ...contender('fast', 6), target: 3 },
    ];
    const benchCase: BenchCase = {
      name: 'race',
      items: 1000,
      unit: 'key',
      target: 4,
      setUp: () => ({ contenders }),
    };
    const measurement = measure(contenders, options);
    const rows = makeRows(benchCase, { contenders }, measurement);
    expect(rows.map(row => row.ratio)).toEqual([3, 11, 3]);
    expect(rows.map(row => row.reached)).toEqual([false, false, true]);
    expect(rows[0].nsPerItem).toBe(2000);

    const result = { name: 'race', unit: 'key', items: 1000, rows, disagreements: [], measurement };
    expect(formatText(result)).toContain('3.00× best peer');
    const machine = { node: 'v20', v8: '11', cpu: 'c', cores: 2, memoryGb: 4, platform: 'p', date: 'd' };
    const markdown = formatMarkdown('Title', machine, [result]);
    expect(markdown).toContain('| race | ours | 2000 ns / key | 0.0 % | 3.00× best peer | ≥ 4× ✗ |');
    expect(markdown).toContain('|  | fast | 6000 ns / key | 0.0 % | 3.00× | ≥ 3× ✓ |');
  });

  it('takes no other build of ours for a peer', () => {
    const { contender, options } = fakeMachine();
    const contenders = [contender('colide', 4), contender('colide with SIMD', 2), contender('peer', 12)];
    const benchCase: BenchCase = { name: 'race', items: 1, unit: 'step', setUp: () => ({ contenders }) };
    const rows = makeRows(benchCase, { contenders }, measure(contenders, options));
    expect(rows.map(row => row.ratio)).toEqual([3, 0.5, 3]);
  });

  it('gives no verdict when the machine was too busy', () => {
    const { contender, options } = fakeMachine();
    const contenders = [contender('ours', 2), { ...contender('peer', 20), target: 5 }];
    const setUp = () => ({ contenders });
    const benchCase: BenchCase = { name: 'race', items: 1, unit: 'key', target: 5, setUp };
    const measurement = { ...measure(contenders, options), disturbed: 2 };
    const rows = makeRows(benchCase, { contenders }, measurement);
    expect(rows.map(row => row.reached)).toEqual([undefined, undefined]);
    const text = formatText({ name: 'race', unit: 'key', items: 1, rows, disagreements: [], measurement });
    expect(text).toContain('≥ 5× ?');
    expect(text).toContain('too busy for a verdict');
    expect(text).not.toContain('✓');
  });

  it('are worth storing if the machine was busy in a few cases only', () => {
    const { contender, options } = fakeMachine();
    const quiet = measure([contender('ours', 2)], options);
    const results = Array.from({ length: 21 }, (_, i) => ({
      name: String(i),
      unit: 'key',
      items: 1,
      rows: [],
      disagreements: [],
      measurement: { ...quiet, disturbed: i < 3 ? 2 : 1 },
    }));
    expect(isWorthStoring(results)).toBe(true);
    expect(isWorthStoring(results.slice(0, 20))).toBe(false);
    expect(isWorthStoring(results.slice(0, 1))).toBe(false);
    expect(isWorthStoring(results.slice(2, 5))).toBe(true);
    expect(isWorthStoring([])).toBe(true);
  });

  it('prints times in readable units', () => {
    expect([1.234, 15_000, 2.5e7, 3e9].map(formatNs)).toEqual(['1.23 ns', '15.0 µs', '25.0 ms', '3.00 s']);
  });
});
