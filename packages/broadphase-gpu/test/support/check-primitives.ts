/** Checks of the primitives that run on any device, in Node and in browsers. */
import {
  type GpuCompute,
  gpuCompact,
  gpuExclusiveScan,
  gpuHistogram,
  gpuRadixSort,
  gpuReduce,
  gpuSegmentedScan,
} from '@colide/broadphase-gpu';
import { floatToKey, Random } from '@colide/math';
import { expect } from 'vitest';

/** A buffer with the given content. */
export function upload(compute: GpuCompute, data: Uint32Array | Float32Array): GPUBuffer {
  const buffer = compute.pool.acquire(Math.max(4, data.byteLength));
  compute.upload(buffer, data);
  return buffer;
}

/** The first `count` words of a buffer. */
export async function download(compute: GpuCompute, buffer: GPUBuffer, count: number): Promise<Uint32Array> {
  return new Uint32Array(await compute.read(buffer, 4 * count));
}

/** Fails at the first index where two arrays differ; much faster than a deep comparison. */
function expectSame(found: ArrayLike<number>, expected: ArrayLike<number>, what = ''): void {
  let at = found.length === expected.length ? -1 : Math.min(found.length, expected.length);
  for (let i = 0; i < found.length && at < 0; i++) if (!Object.is(found[i], expected[i])) at = i;
  expect(at, `${what}: first difference`).toBe(-1);
}

/** Exclusive sums, the plain way. */
function scanned(data: Uint32Array): Uint32Array {
  let sum = 0;
  return data.map(value => {
    const before = sum;
    sum = (sum + value) >>> 0;
    return before;
  });
}

const slot = 4096;

/**
 * Every twentieth length is sorted by all bits, the others by one digit or two: software adapters are slow.
 */
const bitsOf = (n: number) => (n % 20 === 0 ? 32 : 4 + 4 * (n % 2));

/** A buffer with one slice of 4 KiB for each length. */
function slices(compute: GpuCompute, count: number, fill: (i: number, words: Uint32Array) => void) {
  const words = new Uint32Array((slot / 4) * count);
  for (let i = 0; i < count; i++) fill(i, words.subarray((slot / 4) * i, (slot / 4) * (i + 1)));
  const buffer = upload(compute, words);
  return {
    buffer,
    at: (i: number): GPUBufferBinding => ({ buffer, offset: slot * i, size: slot }),
    part: (words: Uint32Array, i: number, length: number) =>
      words.subarray((slot / 4) * i, (slot / 4) * i + length),
    size: (slot / 4) * count,
  };
}

/**
 * Scan, sort and compaction on lengths up to 1000, 250 of them in one submission: on all of them, or on those
 * to 65, those next to a multiple of 64, and every nineteenth.
 */
export async function checkLengthsToThousand(compute: GpuCompute, isEvery: boolean): Promise<void> {
  const shortLengths = Array.from({ length: 1001 }, (_, n) => n).filter(
    n => isEvery || n <= 65 || (n + 1) % 64 <= 2 || n % 19 === 0,
  );
  for (let i = 0; i < shortLengths.length; i += 250)
    await checkShortLengths(compute, shortLengths.slice(i, i + 250));
}

/** Scan, sort and compaction on every length that `lengths` names, each at most 1000, in one submission. */
async function checkShortLengths(compute: GpuCompute, lengths: readonly number[]): Promise<void> {
  const random = new Random(lengths.length);
  const values: Uint32Array[] = lengths.map(n =>
    Uint32Array.from({ length: n }, () => random.integer(2 ** bitsOf(n))),
  );
  const set = (i: number, words: Uint32Array) => words.set(values[i]);
  const data = slices(compute, lengths.length, set);
  const keys = slices(compute, lengths.length, set);
  const payload = slices(compute, lengths.length, (_, words) => words.set([...words.keys()]));
  const flags = slices(compute, lengths.length, (i, words) => words.set(values[i].map(v => v & 2)));
  const kept = slices(compute, lengths.length, () => {});
  const totals = compute.pool.acquire(256 * 2 * Math.max(1, lengths.length));
  const total = (i: number) => ({ buffer: totals, offset: 256 * i, size: 256 });
  lengths.forEach((n, i) => {
    gpuCompact(compute, data.at(i), flags.at(i), { kept: kept.at(i), total: total(2 * i + 1) }, n);
    gpuExclusiveScan(compute, data.at(i), n, total(2 * i));
    gpuRadixSort(compute, keys.at(i), payload.at(i), n, 'u32', bitsOf(n));
  });
  const [sums, sorted, order, picked, counts] = [
    await download(compute, data.buffer, data.size),
    await download(compute, keys.buffer, keys.size),
    await download(compute, payload.buffer, payload.size),
    await download(compute, kept.buffer, kept.size),
    await download(compute, totals, 64 * 2 * lengths.length),
  ];
  lengths.forEach((n, i) => {
    const input = values[i];
    expectSame(data.part(sums, i, n), scanned(input), `scan of ${n}`);
    expect(counts[128 * i], `total of ${n}`).toBe(input.reduce((a, b) => (a + b) >>> 0, 0));
    const inOrder = input.slice().sort();
    expectSame(keys.part(sorted, i, n), inOrder, `sort of ${n}`);
    const moved = payload.part(order, i, n);
    expectSame(
      moved.map(at => input[at]),
      inOrder,
      `payload of ${n}`,
    );
    const chosen = input.filter(v => v & 2);
    expectSame(kept.part(picked, i, chosen.length), chosen, `compaction of ${n}`);
    expect(counts[64 * (2 * i + 1)]).toBe(chosen.length);
  });
  for (const buffer of [data, keys, payload, flags, kept].map(s => s.buffer)) compute.pool.release(buffer);
  compute.pool.release(totals);
}

/** All primitives on one random length. */
export async function checkLongLength(compute: GpuCompute, n: number, random: Random): Promise<void> {
  const input = Uint32Array.from({ length: n }, () => random.integer(0xffffffff) >>> random.integer(32));
  const flags = input.map(value => (value % 3 === 0 ? value + 1 : 0));
  const heads = input.map((value, i) => (i % 700 === 699 || value % 1000 === 7 ? 1 : 0));
  const data = upload(compute, input);
  const flagged = upload(compute, flags);
  const starts = upload(compute, heads);
  const runs = upload(compute, input);
  const summed = upload(compute, input);
  const kept = compute.pool.acquire(4 * n + 4);
  const totals = compute.pool.acquire(1024);
  const bins = compute.pool.acquire(4 * 2048);
  const at = (i: number) => ({ buffer: totals, offset: 256 * i, size: 256 });
  gpuCompact(compute, data, flagged, { kept, total: at(0) }, n);
  gpuSegmentedScan(compute, runs, starts, n);
  gpuExclusiveScan(compute, summed, n, at(1));
  gpuReduce(compute, 'max-u32', data, at(2), n);
  gpuHistogram(compute, data, bins, n, 11, 3);
  const order = upload(
    compute,
    input.map((_, i) => i),
  );
  gpuRadixSort(compute, data, order, n);
  const [sorted, places, picked, segments, sums, counts, bars] = [
    await download(compute, data, n),
    await download(compute, order, n),
    await download(compute, kept, n),
    await download(compute, runs, n),
    await download(compute, summed, n),
    await download(compute, totals, 256),
    await download(compute, bins, 2048),
  ];
  const chosen = input.filter((_, i) => flags[i] !== 0);
  expect(counts[0]).toBe(chosen.length);
  expectSame(picked.subarray(0, chosen.length), chosen, 'compaction');
  let sum = 0;
  const expected = input.map((value, i) => {
    if (heads[i]) sum = 0;
    const before = sum;
    sum = (sum + value) >>> 0;
    return before;
  });
  expectSame(segments, expected, 'segmented scan');
  expectSame(sums, scanned(input), 'scan');
  expect(counts[128]).toBe(input.reduce((a, b) => Math.max(a, b), 0));
  const histogram = new Uint32Array(2048);
  for (const value of input) histogram[(value >>> 3) & 2047]++;
  expectSame(bars, histogram, 'histogram');
  expectSame(sorted, input.slice().sort(), 'sort');
  // Stable: equal keys keep their order.
  let stable = true;
  for (let i = 1; i < n; i++) if (sorted[i] === sorted[i - 1] && places[i] < places[i - 1]) stable = false;
  for (let i = 0; i < n; i++) if (input[places[i]] !== sorted[i]) stable = false;
  expect(stable).toBe(true);
  for (const buffer of [data, flagged, starts, runs, summed, kept, totals, bins, order])
    compute.pool.release(buffer);
}

/** Keys that break careless sorts. */
export function adversarialKeys(n: number): Record<string, Float32Array> {
  const random = new Random(5);
  const special = [0, -0, Infinity, -Infinity, 1, -1, 1e-45, -1e-45, 3.4e38, -3.4e38, Number.NaN];
  const make = (f: (i: number) => number) => Float32Array.from({ length: n }, (_, i) => f(i));
  return {
    equal: make(() => 1.5),
    sorted: make(i => i - n / 2),
    reversed: make(i => n / 2 - i),
    zeros: make(i => (i % 2 ? 0 : -0)),
    negatives: make(() => -random.next() * 1e6),
    special: make(() => special[random.integer(special.length)]),
    'wide range': make(() => random.normal() * 10 ** random.uniform(-40, 38)),
  };
}

/** Sorts of floats, with payload, against the order of their integer images. */
export async function checkFloatSorts(compute: GpuCompute, n: number): Promise<void> {
  for (const [name, floats] of Object.entries(adversarialKeys(n))) {
    const keys = upload(compute, floats);
    const order = upload(compute, Uint32Array.from(floats.keys()));
    const alone = upload(compute, floats);
    gpuRadixSort(compute, keys, order, n, 'f32');
    gpuRadixSort(compute, alone, undefined, n, 'f32');
    const places = await download(compute, order, n);
    const images = Array.from(floats, floatToKey);
    const expected = Array.from(floats.keys()).sort((a, b) => images[a] - images[b] || a - b);
    expectSame(places, expected, name);
    const sorted = new Float32Array((await download(compute, keys, n)).buffer);
    expectSame(
      Array.from(sorted, floatToKey),
      expected.map(i => images[i]),
      name,
    );
    expectSame(new Float32Array((await download(compute, alone, n)).buffer), sorted, name);
    for (const buffer of [keys, order, alone]) compute.pool.release(buffer);
  }
}
