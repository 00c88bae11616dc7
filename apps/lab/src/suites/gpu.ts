/**
 * The broad phase on the GPU: passes, dispatches, bytes and times of every stage, against the number of
 * boxes.
 *
 * Times are timestamps of the device and say as much about it as about the code: on a software adapter they
 * are those of a CPU that plays a GPU. Counts and exponents carry over. Every table names the adapter.
 */
import { GpuBroadPhase, GpuCompute, GpuHulls, type GpuSearch } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { solidTruncatedOctahedron } from '@colide/geometry';
import { Random } from '@colide/math';

import { defineSuite } from '../harness/suite.ts';
import { openLabDevice } from '../harness/webgpu.ts';

const searches: GpuSearch[] = ['sweep', 'grid', 'lbvh'];

/** Boxes of similar size, spread evenly, about one neighbour each, whatever their number. */
function uniformBoxes(n: number): Float32Array {
  const random = new Random(n);
  const boxes = new Float32Array(6 * n);
  const extent = Math.cbrt(n);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < 3; k++) {
      const center = random.uniform(-extent, extent);
      const half = random.uniform(0.3, 0.7);
      boxes[6 * i + k] = center - half;
      boxes[6 * i + k + 3] = center + half;
    }
  return boxes;
}

/** Slope of the line that fits the logarithms best. */
function fitExponent(points: readonly (readonly [n: number, time: number])[]): number {
  const xs = points.map(([n]) => Math.log(n));
  const ys = points.map(([, time]) => Math.log(time));
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const above = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0);
  return above / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]) =>
  [row(head), row(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n');
const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(value < 10 ? 2 : 1));

/**
 * One search: counts of a whole frame, times of its stages; the best of three frames, of two when they are
 * long.
 */
async function measureSearch(device: GPUDevice, search: GpuSearch, boxes: Float32Array) {
  const broadPhase = new GpuBroadPhase({ device, search, timings: true, pairCapacity: boxes.length });
  broadPhase.insertAll(boxes);
  const compute = broadPhase.compute!;
  const pairs = new PairList();
  let best = Infinity;
  let stages = new Map<string, number>();
  let counts = { passes: 0, dispatches: 0, up: 0, down: 0 };
  const runs = boxes.length < 6 * 30_000 ? 3 : 2;
  for (let run = 0; run < runs; run++) {
    const before = { ...counts, passes: compute.passes, dispatches: compute.dispatches };
    const [up, down] = [compute.bytesUp, compute.bytesDown];
    for (let id = 0; id < boxes.length / 6; id++) broadPhase.update(id, boxes.subarray(6 * id, 6 * id + 6));
    pairs.clear();
    const start = performance.now();
    await broadPhase.findPairs(pairs);
    const time = performance.now() - start;
    counts = {
      passes: compute.passes - before.passes,
      dispatches: compute.dispatches - before.dispatches,
      up: compute.bytesUp - up,
      down: compute.bytesDown - down,
    };
    if (time < best) {
      best = time;
      stages = broadPhase.stageTimes;
    }
  }
  broadPhase.dispose();
  return { best, stages, counts, pairs: pairs.count };
}

async function measureSearches(device: GPUDevice, sizes: readonly number[]): Promise<string> {
  const parts: string[] = [];
  for (const search of searches) {
    const frames: { n: number; frame: Awaited<ReturnType<typeof measureSearch>> }[] = [];
    for (const n of sizes) {
      const frame = await measureSearch(device, search, uniformBoxes(n));
      console.error(`${search}, ${n} boxes: ${frame.best.toFixed(0)} ms, ${frame.pairs} pairs`);
      frames.push({ n, frame });
    }
    const names = [...new Set(frames.flatMap(({ frame }) => [...frame.stages.keys()]))];
    const rows = frames.map(({ n, frame: { pairs, counts, best, stages } }) => {
      const { passes, dispatches, up, down } = counts;
      return [n, pairs, passes, dispatches, up, down, ms(best), ...names.map(name => ms(stages.get(name)))];
    });
    const head = ['boxes', 'pairs', 'passes', 'dispatches', 'bytes up', 'bytes down', 'frame, ms'];
    const exponent = fitExponent(frames.map(({ n, frame }) => [n, frame.best] as const));
    parts.push(
      `## ${search}\n\n${table([...head, ...names.map(name => `${name}, ms`)], rows)}\n\n` +
        `Time of a frame grows like n^${exponent.toFixed(2)}.`,
    );
  }
  return parts.join('\n\n');
}

/** Volumes with a thread a body against a thread a body and axis. */
async function measureVolumes(device: GPUDevice, n: number): Promise<string> {
  const compute = new GpuCompute(device, { timings: true });
  const hulls = new GpuHulls(compute, [solidTruncatedOctahedron(1).positions], new Uint32Array(n));
  const random = new Random(1);
  const poses = Float32Array.from({ length: 7 * n }, (_, i) => (i % 7 < 3 ? random.uniform(-50, 50) : 0.5));
  hulls.setPoses(poses);
  const time = async (record: () => void) => {
    let best = Infinity;
    for (let run = 0; run < 4; run++) {
      hulls.place();
      record();
      compute.submit();
      best = Math.min(best, (await compute.readTimings()).get('volumes') ?? Number.NaN);
    }
    return ms(best);
  };
  const rows: (string | number)[][] = [];
  for (const kind of [6, 14, 18, 26] as const)
    rows.push([
      `${kind}-DOP`,
      await time(() => hulls.fit(kind, 'body')),
      await time(() => hulls.fit(kind, 'axis')),
    ]);
  rows.push(['sphere', await time(() => hulls.fit('sphere')), '–']);
  compute.dispose();
  const head = ['volume', 'thread a body, ms', 'thread a body and axis, ms'];
  return `## Volumes of ${n} hulls of 24 vertices\n\n${table(head, rows)}`;
}

export const suite = defineSuite({
  title: 'Broad phase on the GPU',
  cases: [],
  async extra(quick) {
    const { device, name } = await openLabDevice();
    const sizes = quick ? [1000, 3000] : [1000, 3000, 10_000, 30_000, 100_000];
    const searchTables = await measureSearches(device, sizes);
    const volumeTable = await measureVolumes(device, quick ? 1000 : 10_000);
    device.destroy();
    return (
      `Adapter: ${name}. Boxes of similar size, all uploaded anew; the best of three frames, of two from 30 000 boxes on. Stages are timed by the device; a ` +
      `frame is from upload to the pairs in memory, so it has waiting in it.\n\n${searchTables}\n\n${volumeTable}`
    );
  },
});
