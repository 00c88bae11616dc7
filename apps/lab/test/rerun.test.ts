import { describe, expect, it } from 'vitest';
import { readOptions, runInTime } from '../bin/rerun.mjs';
import { describeLimit, type Limit, parseLimit } from '../src/harness/figures.ts';
import { reasonToKeep } from '../src/harness/replacing.ts';

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
    { name: 'broken', seconds: 20 },
    { name: 'long', seconds: 50 },
    { name: 'longer', seconds: 60 },
    { name: 'unknown', seconds: undefined },
  ];

  /** Every run takes as long as it did last time, the unknown one 5 s. */
  async function rerunIn(seconds: number) {
    let clock = 0;
    const said: string[] = [];
    const rests: number[] = [];
    const result = await runInTime(stale, {
      seconds,
      now: () => clock,
      say: text => said.push(text),
      run: async ({ name }, rest) => {
        rests.push(rest);
        clock += stale.find(one => one.name === name)!.seconds ?? 5;
        if (name === 'broken') throw new Error('there is no peer');
        if (name === 'short') return 'disturbed';
        return name === 'wrong' ? 'doubtful' : 'stored';
      },
    });
    return { ...result, said, clock, rests };
  }

  it('runs everything without a limit, and goes on after a failure', async () => {
    const { stored, disturbed, doubtful, failed, left, said } = await rerunIn(Infinity);
    expect(stored).toEqual(['long', 'longer', 'unknown']);
    expect(disturbed).toEqual(['short']);
    expect(doubtful).toEqual(['wrong']);
    expect(failed).toEqual(['broken']);
    expect(left).toEqual([]);
    expect(said[0]).toBe('[1/6] short, about 10 s of about 2.7 minutes to go');
    expect(said[1]).toBe('short: disturbed, 10 s');
    expect(said).toContain('Error: there is no peer');
  });

  it('leaves what does not fit into the time', async () => {
    const { stored, left, clock, rests } = await rerunIn(110);
    expect(stored).toEqual(['long', 'unknown']);
    expect(rests).toEqual([110, 100, 80, 60, 10]);
    expect(left).toEqual(['longer']);
    expect(clock).toBeLessThanOrEqual(110);
  });
});

describe('a stored result', () => {
  const quiet = { waited: 0.01 };
  const busy = { waited: 0.4 };

  it('stays where the new run was disturbed more, and only there', () => {
    expect(reasonToKeep(quiet, busy)).toContain('40 %');
    expect(reasonToKeep({ waited: 0.2 }, busy)).toBeDefined();
    expect(reasonToKeep({ waited: 0.9 }, busy)).toBeUndefined();
    expect(reasonToKeep(quiet, { waited: 0.04 })).toBeUndefined();
    expect(reasonToKeep(undefined, busy)).toBeUndefined();
    expect(reasonToKeep({ waited: undefined }, busy)).toBeUndefined();
  });

  it('is replaced in any case where nothing is timed', () => {
    expect(reasonToKeep(quiet, { ...busy, timed: false })).toBeUndefined();
  });
});

describe('limits of figures', () => {
  it.each<Limit>([{ atLeast: 0.99 }, { atMost: 3 }, { atMost: 0 }, { from: 4.95, to: 5.05 }])(
    'are read as they are written: %o',
    limit => expect(parseLimit(describeLimit(limit))).toEqual(limit),
  );
});
