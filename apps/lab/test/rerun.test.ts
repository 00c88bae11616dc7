import { describe, expect, it } from 'vitest';
import { readOptions, runInTime } from '../bin/rerun.mjs';
import { describeLimit, type Limit, parseLimit } from '../src/harness/figures.ts';

describe('the options of rerun', () => {
  it('are minutes and names', () => {
    expect(readOptions([])).toEqual({ names: [], seconds: Infinity });
    expect(readOptions(['--minutes', '30', 'E3.2', 'gjk'])).toEqual({
      names: ['e3-2', 'gjk'],
      seconds: 1800,
    });
    expect(readOptions(['--minutes=0.5'])).toEqual({ names: [], seconds: 30 });
  });

  it('are refused by name', () => {
    expect(() => readOptions(['--quick'])).toThrow('--quick');
    for (const text of ['0', '-1', 'soon'])
      expect(() => readOptions(['--minutes', text])).toThrow(
        `--minutes must be a positive number, not ${text}`,
      );
    expect(() => readOptions(['--minutes'])).toThrow('--minutes');
  });
});

describe('rerun', () => {
  const stale = [
    { name: 'short', seconds: 10 },
    { name: 'wrong', seconds: 20 },
    { name: 'long', seconds: 50 },
    { name: 'longer', seconds: 60 },
    { name: 'unknown', seconds: undefined },
  ];

  /** Every run takes as long as it did last time, the unknown one 5 s. */
  async function rerunIn(seconds: number) {
    let clock = 0;
    const said: string[] = [];
    const result = await runInTime(stale, {
      seconds,
      now: () => clock,
      say: text => said.push(text),
      run: async ({ name }) => {
        clock += stale.find(one => one.name === name)!.seconds ?? 5;
        return name === 'wrong' ? 1 : 0;
      },
    });
    return { ...result, said, clock };
  }

  it('runs everything without a limit, and goes on after a failure', async () => {
    const { stored, failed, left, said } = await rerunIn(Infinity);
    expect(stored).toEqual(['short', 'long', 'longer', 'unknown']);
    expect(failed).toEqual(['wrong']);
    expect(left).toEqual([]);
    expect(said).toHaveLength(5);
    expect(said[0]).toBe('[1/5] short, about 10 s');
  });

  it('leaves what does not fit into the time', async () => {
    const { stored, left, clock } = await rerunIn(90);
    expect(stored).toEqual(['short', 'long', 'unknown']);
    expect(left).toEqual(['longer']);
    expect(clock).toBeLessThanOrEqual(90);
  });
});

describe('limits of figures', () => {
  it.each<Limit>([{ atLeast: 0.99 }, { atMost: 3 }, { atMost: 0 }, { from: 4.95, to: 5.05 }])(
    'are read as they are written: %o',
    limit => expect(parseLimit(describeLimit(limit))).toEqual(limit),
  );
});
