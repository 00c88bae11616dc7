/**
 * An allocation meter: asserts that a call leaves the heap as it found it once everything is warm.
 *
 * After a warm-up long enough for the optimising compiler, batches of growing size are timed against the heap
 * counter, each right after the young generation was collected so that nothing is freed in the middle of a
 * batch. (A full collection would serve as well and takes two hundred times as long.) Noise (compiled code,
 * timers of the test runner) only ever adds to a batch, so the smallest of several batches of one size
 * counts; once one is small enough, no other is run. Small batches catch calls that allocate much, large ones
 * those that allocate a few bytes now and then.
 *
 * Boxed numbers count: V8 puts a fractional number on the heap when it is passed to or returned from a call
 * that is not inlined, or stored in a field whose representation is not stable. Where a fractional result is
 * part of the signature, allow for it with `boxedNumbers`.
 *
 * Needs `--expose-gc`, which the `unit` project of Vitest passes.
 */
import { cpuUsage, memoryUsage } from 'node:process';
import { isSoak } from './soak.ts';

/** Bytes of one boxed number on the V8 heap (map word and 64-bit value). */
export const boxedNumberBytes = 16;

/** The collector that `--expose-gc` gives. */
type Collect = (options?: { type: 'minor' }) => void;

/** The result of {@link measureAllocation}. */
export interface AllocationMeasurement {
  /** Bytes of heap growth per call, the worst over all batch sizes. */
  readonly bytesPerCall: number;
  /** The batch size at which that growth was seen. */
  readonly calls: number;
}

/** Settings of the allocation meter. */
export interface AllocationOptions {
  /** How many boxed numbers a call may leave behind, such as one for a fractional result. Default 0. */
  readonly boxedNumbers?: number;
  /** Largest CPU time of the warm-up, in ms: on a busy machine the compiler needs its share. Default 300. */
  readonly warmUp?: number;
  /**
   * CPU time of the warm-up, in ms, after which it ends once 600 calls were made: 10 s of a scene, time
   * enough for it to settle. Default `warmUp`.
   */
  readonly shortWarmUp?: number;
}

const batchSizes = [1, 8, 64, 512, 4096, 16384];
const batchRepeats = 6;
/**
 * CPU time of a batch, in ms, above which no larger one is run. Soaks have larger ones, for calls that
 * allocate rarely.
 */
const batchMilliseconds = isSoak ? 60 : 15;
const warmUpCalls = 20_000;
const shortWarmUpCalls = 600;
const defaultWarmUp = 300;
/**
 * How much shorter the first warm-up is than it may be. Most calls are compiled by then, and warming up takes
 * three times as long as measuring. Soaks have none that is short.
 */
const shortening = isSoak ? 1 : 6;
/** Bytes by which a whole batch may grow: what the counter itself leaves behind varies by a word or two. */
const batchSlack = 32;
/**
 * V8 allocates in pages, and leaves what is too small for the next number at the end of each, up to two
 * words.
 */
const pageBytes = 262_144;
const pageSlack = 16;
/**
 * How often a call that seems to allocate is measured again, each time after a warm-up twice as long, since
 * what it calls rarely is compiled late.
 */
const attempts = isSoak ? 6 : 8;

function runBatch(call: () => unknown, calls: number): number {
  const before = memoryUsage().heapUsed;
  for (let i = 0; i < calls; i++) call();
  return memoryUsage().heapUsed - before;
}

/** The result of some batches of one size. */
interface Batches {
  /** Bytes by which the heap grew in the best of them. */
  readonly growth: number;
  /** CPU time of one of them, ms, with the collection before it. */
  readonly milliseconds: number;
}

/** Runs batches until one grows the heap by `enough` bytes at most. */
function runBatches(collect: Collect, call: () => unknown, calls: number, enough: number): Batches {
  const start = cpuMilliseconds();
  let growth = Infinity;
  let repeats = 0;
  while (repeats < batchRepeats && growth > enough) {
    repeats++;
    collect({ type: 'minor' });
    const bytes = runBatch(call, calls);
    if (bytes >= 0 && bytes < growth) growth = bytes;
  }
  return { growth, milliseconds: (cpuMilliseconds() - start) / repeats };
}

function nothing(): void {}

/** CPU time of this process, ms. */
function cpuMilliseconds(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function warmUp(call: () => unknown, options: AllocationOptions): void {
  const { warmUp = defaultWarmUp, shortWarmUp = warmUp } = options;
  const start = cpuMilliseconds();
  for (let i = 0; i < warmUpCalls; i++) {
    if (cpuMilliseconds() - start >= (i < shortWarmUpCalls ? warmUp : shortWarmUp)) return;
    call();
  }
}

/**
 * Measures the steady-state heap growth of `call` in bytes per call. With `allowed` it only asks whether
 * there is more than that, which is quicker: it ends with the first batch size at which there is.
 */
export function measureAllocation(
  call: () => unknown,
  options: AllocationOptions = {},
  allowed?: number,
): AllocationMeasurement {
  const collect = globalThis.gc as Collect | undefined;
  if (collect === undefined) throw new Error('the allocation meter needs node --expose-gc');

  warmUp(call, options);
  runBatch(call, 8);
  collect();

  let worst: AllocationMeasurement = { bytesPerCall: 0, calls: 0 };
  for (const calls of batchSizes) {
    const known = (allowed ?? 0) * calls;
    const slack = batchSlack + pageSlack * Math.floor(known / pageBytes);
    const noise = runBatches(collect, nothing, calls, 0).growth + slack;
    const { growth, milliseconds } = runBatches(collect, call, calls, noise + known);
    if (growth - noise > worst.bytesPerCall * calls)
      worst = { bytesPerCall: (growth - noise) / calls, calls };
    if (allowed !== undefined && worst.bytesPerCall > allowed) break;
    if (calls > 1 && milliseconds > batchMilliseconds) break;
  }
  return worst;
}

/**
 * Asserts that `call` allocates nothing on the heap in steady state. Let `call` do what a frame would do,
 * with outputs made outside: `expectNoAllocation(() => { aabbUnion(out, a, b); })`.
 */
export function expectNoAllocation(call: () => unknown, options: AllocationOptions = {}): void {
  const allowed = (options.boxedNumbers ?? 0) * boxedNumberBytes;
  const { warmUp = defaultWarmUp } = options;
  let { bytesPerCall, calls } = measureAllocation(
    call,
    { ...options, shortWarmUp: warmUp / shortening },
    allowed,
  );
  for (let attempt = 1; attempt <= attempts && bytesPerCall > allowed; attempt++)
    ({ bytesPerCall, calls } = measureAllocation(
      call,
      { ...options, warmUp: (warmUp / shortening) * 2 ** attempt },
      allowed,
    ));
  if (bytesPerCall > allowed)
    throw new Error(
      `expected ${allowed === 0 ? 'no allocation' : `at most ${allowed} bytes`} per call, ` +
        `got ${bytesPerCall} bytes (batches of ${calls} calls)`,
    );
}
