/**
 * The measurement itself: warm-up, calibration, then interleaved rounds.
 *
 * One sample is a batch of runs long enough for the clock (5 ms). One round takes one sample of every
 * contender, in an order that rotates from round to round, so that drift of the machine (frequency,
 * neighbours, heap state) hits all alike. A round in which some sample waited for a CPU for more than 5 % of
 * its time is disturbed and is repeated after a short rest, but only so often; when the machine stays busy
 * the least disturbed rounds are kept and counted as such, and when these are more than a tenth of all, the
 * measurement decides nothing.
 */
import { schedulerWait, type WaitClock } from './disturbance.ts';
import { median, quantile, relativeSpread } from './statistics.ts';
import type { Contender } from './suite.ts';

/** How thorough a measurement is. */
export interface MeasureOptions {
  /** Rounds that count. */
  rounds: number;
  /** Shortest sample, ms. */
  sampleMs: number;
  /** Length of each of the two warm-ups of a contender, ms. */
  warmUpMs: number;
  /** Rounds are cut down to no fewer than five when a case would take longer than this, ms. */
  budgetMs: number;
  /** Share of a sample spent waiting for a CPU from which on its round is repeated. */
  maxWait: number;
  /** How many rounds may be repeated, as a multiple of `rounds`. */
  maxRepeats: number;
  now(): number;
  wait: WaitClock;
  /** Waits before a disturbed round is repeated, so that other processes can run. */
  rest(): void;
  /** Told after every round. */
  progress?(done: number, total: number): void;
}

const restCell = new Int32Array(new SharedArrayBuffer(4));

/** Numbers to publish. */
export const thorough: MeasureOptions = {
  rounds: 31,
  sampleMs: 5,
  warmUpMs: 200,
  budgetMs: 6_000,
  maxWait: 0.05,
  maxRepeats: 2,
  now: () => performance.now(),
  wait: schedulerWait,
  rest: () => void Atomics.wait(restCell, 0, 0, 50),
};

/** A first look. */
export const quick: MeasureOptions = {
  ...thorough,
  rounds: 9,
  warmUpMs: 50,
  budgetMs: 3_000,
  maxRepeats: 1,
};

/** The measurements of one contender; times are of one run, in ms. */
export interface Timing {
  name: string;
  median: number;
  quartiles: [number, number];
  /** Half the interquartile range over the median. */
  spread: number;
  /** Runs in one sample. */
  batch: number;
}

/** The measurements of one case. */
export interface Measurement {
  timings: Timing[];
  rounds: number;
  /** Rounds that were thrown away because the process waited for a CPU. */
  repeated: number;
  /** Rounds that were kept although disturbed, because the machine stayed busy. */
  disturbed: number;
  /** Largest share of waiting in a kept round; `undefined` where the system does not tell. */
  worstWait: number | undefined;
}

/** Whether the machine was quiet enough for a verdict: at most a tenth of the kept rounds was disturbed. */
export function isConclusive(measurement: Pick<Measurement, 'rounds' | 'disturbed'>): boolean {
  return 10 * measurement.disturbed <= measurement.rounds;
}

interface Round {
  times: number[];
  wait: number;
}

let sink = 0;

/** The sum of all results so far. Printing it makes every run's result observable. */
export function sinkValue(): number {
  return sink;
}

/** Time of `batch` runs in ms. */
function timeBatch(contender: Contender, batch: number, now: () => number): number {
  let sum = 0;
  const start = now();
  for (let i = 0; i < batch; i++) sum += contender.run();
  const elapsed = now() - start;
  sink += sum;
  return elapsed;
}

/** Runs that make one sample at least `sampleMs` long; measured while warming up for `warmUpMs`. */
export function calibrate(
  contender: Contender,
  options: Pick<MeasureOptions, 'sampleMs' | 'warmUpMs' | 'now'>,
): number {
  let batch = 1;
  let spent = 0;
  for (;;) {
    const elapsed = timeBatch(contender, batch, options.now);
    spent += elapsed;
    if (elapsed < options.sampleMs) {
      const growth = elapsed > 0 ? (1.2 * options.sampleMs) / elapsed : 10;
      batch = Math.ceil(batch * Math.min(10, Math.max(1.1, growth)));
    } else if (spent >= options.warmUpMs) {
      return Math.max(1, Math.ceil((batch * options.sampleMs) / elapsed));
    }
  }
}

/** Measures the contenders against each other. */
export function measure(contenders: Contender[], options: MeasureOptions): Measurement {
  // Contenders may share code, which V8 compiles anew once the next one uses it in another way.
  for (const contender of contenders) calibrate(contender, options);
  const batches = contenders.map(contender => calibrate(contender, options));
  const roundStart = options.now();
  takeRound(contenders, batches, 0, options);
  const roundMs = Math.max(options.now() - roundStart, 1e-3);
  const rounds = Math.max(5, Math.min(options.rounds, Math.floor(options.budgetMs / roundMs)));

  const taken: Round[] = [];
  let clean = 0;
  while (clean < rounds && taken.length < rounds * (1 + options.maxRepeats)) {
    const round = takeRound(contenders, batches, taken.length, options);
    taken.push(round);
    if (round.wait <= options.maxWait) clean++;
    else options.rest();
    options.progress?.(Math.max(clean, taken.length - rounds * options.maxRepeats), rounds);
  }

  const kept = taken.toSorted((a, b) => a.wait - b.wait).slice(0, rounds);
  return {
    timings: contenders.map((contender, i) => {
      const times = kept.map(round => round.times[i]);
      return {
        name: contender.name,
        median: median(times),
        quartiles: [quantile(times, 0.25), quantile(times, 0.75)],
        spread: relativeSpread(times),
        batch: batches[i],
      };
    }),
    rounds,
    repeated: taken.length - kept.length,
    disturbed: kept.filter(round => round.wait > options.maxWait).length,
    worstWait: options.wait() === undefined ? undefined : kept.at(-1)!.wait,
  };
}

/** One sample of every contender, starting with contender `index` modulo their number. */
function takeRound(
  contenders: Contender[],
  batches: number[],
  index: number,
  options: MeasureOptions,
): Round {
  const times = new Array<number>(contenders.length).fill(0);
  let worst = 0;
  for (let k = 0; k < contenders.length; k++) {
    const i = (index + k) % contenders.length;
    const waitBefore = options.wait();
    const elapsed = timeBatch(contenders[i], batches[i], options.now);
    const waitAfter = options.wait();
    times[i] = elapsed / batches[i];
    if (waitBefore !== undefined && waitAfter !== undefined && elapsed > 0)
      worst = Math.max(worst, (waitAfter - waitBefore) / elapsed);
  }
  return { times, wait: worst };
}
