/**
 * E4.3: one step of a world divided among 1, 2, 4 and 8 workers.
 *
 * Bodies lie in a container, ten deep: convex hulls as in the sources (icosahedra, found by GJK and EPA), boxes and balls. The
 * narrow phase is divided by pairs, the solver by colours of contacts, integration by bodies; the broad phase, islands and
 * volumes stay with the first worker. Steps of all crews take turns, ten at a time, and all must end with the same bits. Numbers of
 * workers beyond the cores of the machine are left out. A plain world, without a pool, is beside them.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  BoxShape,
  type ConvexShape,
  HullShape,
  SphereShape,
  solidIcosahedron,
  WorkerPool,
  World,
} from 'colide';
import { build } from 'esbuild';
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotLines, type Series } from '../harness/plot.ts';
import { median } from '../harness/statistics.ts';
import { containerScene } from '../scenes/container.ts';

const dt = 1 / 60;
const settlingSteps = 100;
const turns = 8;
const stepsATurn = 10;

/** Shapes of diameter 1. */
const shapes: Record<string, () => ConvexShape> = {
  icosahedra: () => {
    const { positions } = solidIcosahedron();
    const radius = Math.hypot(positions[0]!, positions[1]!, positions[2]!);
    return HullShape.fromPoints(Float64Array.from(positions, x => (0.5 * x) / radius));
  },
  boxes: () => new BoxShape([0.5, 0.5, 0.5]),
  balls: () => new SphereShape(0.5),
};

const cases: [count: number, kind: string][] = [
  [500, 'icosahedra'],
  [2000, 'icosahedra'],
  [2000, 'boxes'],
  [10_000, 'boxes'],
  [2000, 'balls'],
];

/** The helpers' program, bundled from the sources. */
async function bundleHelper(): Promise<URL> {
  const outfile = '.cache/e4-3-helper.mjs';
  await build({
    stdin: {
      contents: `import { parentPort } from 'node:worker_threads';
import { helpWorld } from 'colide';
helpWorld(parentPort);`,
      resolveDir: '.',
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['colide-source', 'module'],
    logLevel: 'error',
  });
  return new URL('./e4-3-helper.mjs', import.meta.url);
}

/** A world and the times of its steps, in ms. */
interface Run {
  readonly label: string;
  /** 0 for a world without a pool. */
  readonly workers: number;
  readonly world: World;
  readonly total: number[];
  readonly narrow: number[];
  readonly solve: number[];
  /** CPU time of the first worker, one mean a turn. */
  readonly cpu: number[];
}

function fill(world: World, count: number, kind: string): void {
  const scene = containerScene(count);
  for (const { center, half } of scene.statics)
    world.add({ shape: new BoxShape([...half]), type: 'static', position: [...center] });
  const shape = shapes[kind]!();
  for (const position of scene.positions) world.add({ shape, position: [...position] });
}

function hash({ positions, quaternions }: World['bodies']): string {
  return createHash('sha256')
    .update(new Uint8Array(positions.slice().buffer))
    .update(new Uint8Array(quaternions.slice().buffer))
    .digest('hex');
}

/** CPU time of this thread in ms, by the kernel's account; NaN where it does not tell. */
function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Processes that want a CPU, by the kernel's account; empty where it does not tell. */
function load(): string {
  try {
    return readFileSync('/proc/loadavg', 'utf8').split(' ')[0]!;
  } catch {
    return '';
  }
}

/** All crews of one scene; the times are in the runs. */
async function race(crews: readonly number[], helper: URL, count: number, kind: string): Promise<Run[]> {
  const threads: Worker[] = [];
  const runs: Run[] = [];
  for (const workers of [0, ...crews]) {
    const ports = Array.from({ length: Math.max(0, workers - 1) }, () => new Worker(helper));
    threads.push(...ports);
    const pool = workers > 0 ? new WorkerPool(ports) : undefined;
    await pool?.ready;
    const world = new World({ sleeping: false, ...(pool ? { pool } : {}) });
    fill(world, count, kind);
    const label = workers > 0 ? String(workers) : 'no pool';
    runs.push({ label, workers, world, total: [], narrow: [], solve: [], cpu: [] });
  }
  for (const { world } of runs) for (let n = 0; n < settlingSteps; n++) world.step(dt);
  for (let turn = 0; turn < turns; turn++)
    for (const { world, total, narrow, solve, cpu } of runs) {
      // The first step of a turn wakes the helpers.
      world.step(dt);
      const before = threadTime();
      for (let n = 1; n < stepsATurn; n++) {
        const begin = performance.now();
        world.step(dt);
        total.push(performance.now() - begin);
        narrow.push(world.timings.narrow);
        solve.push(world.timings.solve);
      }
      cpu.push((threadTime() - before) / (stepsATurn - 1));
    }
  const pooled = runs.filter(run => run.workers > 0);
  for (const { label, world } of pooled)
    if (hash(world.bodies) !== hash(pooled[0]!.world.bodies))
      throw new Error(`${count} ${kind}: ${label} workers end with other bits than one`);
  await Promise.all(threads.map(thread => thread.terminate()));
  return runs;
}

async function measure(report: ExperimentReport): Promise<void> {
  const cores = availableParallelism();
  const crews = [1, 2, 4, 8].filter(workers => workers <= Math.max(2, cores));
  const helper = await bundleHelper();
  const before = load();
  const series: Series[] = [{ name: 'linear', points: crews.map(n => [n, n]), dashed: true }];
  const rows: (string | number)[][] = [];
  let best = 0;
  for (const [count, kind] of cases) {
    const runs = await race(crews, helper, count, kind);
    const one = runs.find(run => run.workers === 1)!;
    const alone = median(one.total);
    const aloneCpu = median(one.cpu);
    const curve: Series = { name: `${count} ${kind}`, points: [] };
    for (const { label, workers, total, narrow, solve, cpu } of runs) {
      const time = median(total);
      rows.push([
        `${count} ${kind}`,
        label,
        time,
        median(narrow),
        median(solve),
        Math.min(...total),
        workers > 0 ? `${(alone / time).toFixed(2)}×` : '–',
        median(cpu),
        workers > 0 ? `${(aloneCpu / median(cpu)).toFixed(2)}×` : '–',
      ]);
      if (workers > 0) curve.points.push([workers, alone / time]);
      if (workers === 2) best = Math.max(best, alone / time);
    }
    series.push(curve);
  }
  report.note(
    `This machine has ${cores} cores. Median of ${turns * (stepsATurn - 1)} steps of a world at rest without sleep, in ms; the least beside it. ` +
      `All crews end with the same bits. Load of the machine before and after: ${before} and ${load()}` +
      ` (1 or less is quiet; a crew waits for its slowest member, so load from elsewhere costs it more than its share). ` +
      `The CPU time of the first worker holds what it does itself and its looking for the others, but not its waiting for a CPU: its ratio ` +
      `is what to expect of a quiet machine, or a little less.`,
  );
  report.table(
    [
      'scene',
      'workers',
      'step, ms',
      'narrow, ms',
      'solve, ms',
      'least step, ms',
      'speed-up',
      'CPU of the first, ms',
      'its ratio',
    ],
    rows,
  );
  report.plot(
    'speed-up',
    plotLines(series, { title: 'Speed-up over one worker', xLabel: 'workers', yLabel: 'speed-up' }),
  );
  report.compare('Speed-up', [
    { label: 'best with 2 workers', measured: `${best.toFixed(2)}×`, published: 'near-linear to 4' },
  ]);
}

export const experiment = defineExperiment({
  id: 'E4.3',
  title: 'A step divided among workers',
  run: measure,
});
