/**
 * E4.3: one step of a world divided among 1, 2, 4 and 8 workers.
 *
 * Bodies lie in a container, ten deep: convex hulls as in the sources (icosahedra, found by GJK and EPA),
 * boxes and balls under impulses, and boxes that are particles; or particles hang as a cloth. The narrow
 * phase is divided by pairs, the solver by colours of contacts or threads, integration by bodies, volumes by
 * colliders; the broad phase and islands stay with the first worker. Steps of all crews take turns, ten at a
 * time, and all must end with the same bits. Crews may be larger than the machine has cores, and are marked.
 * A plain world without a pool is measured as well. Every world has a thread of its own, as a `WorkerWorld`
 * has: the code of each is compiled for what it meets.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotLines, type Series } from '../harness/plot.ts';
import { median } from '../harness/statistics.ts';
import type { DividedSteps, DividedTask } from '../scenes/divided-container.ts';

/** Steps before the first measurement, and how often the crews alternate. */
interface Effort {
  readonly settlingSteps: number;
  readonly turns: number;
}

const stepsATurn = 10;

interface SceneCase {
  readonly count: number;
  readonly kind: string;
}

const allCases: SceneCase[] = [
  { count: 500, kind: 'icosahedra' },
  { count: 2000, kind: 'icosahedra' },
  { count: 2000, kind: 'boxes' },
  { count: 10_000, kind: 'boxes' },
  { count: 2000, kind: 'balls' },
  { count: 2000, kind: 'boxes of particles' },
  { count: 2500, kind: 'cloth' },
];

/** The threads' program, bundled as this one is. */
async function bundleThread(): Promise<URL> {
  const { bundle, threadPrograms } = (await import(
    pathToFileURL(resolve('bin/bundle.mjs')).href
  )) as typeof import('../../bin/bundle.mjs');
  return pathToFileURL(await bundle('e4-3-thread', `import '${threadPrograms['e4-3']}';`));
}

/** A world in a thread and the times of its steps, in ms. */
interface Run {
  readonly label: string;
  /** 0 for a world without a pool. */
  readonly workers: number;
  readonly thread: Worker;
  readonly total: number[];
  readonly narrow: number[];
  readonly solve: number[];
  /** CPU time of the first worker, one mean per round. */
  readonly cpu: number[];
}

async function takeSteps({ thread }: Pick<Run, 'thread'>, steps: number): Promise<DividedSteps> {
  thread.postMessage(steps);
  const [result] = await once(thread, 'message');
  return result;
}

/** Runnable processes according to the kernel; empty if the system does not report them. */
function load(): string {
  try {
    return readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  } catch {
    return '';
  }
}

/** All crews of one scene; the times are in the runs. */
async function race(
  crews: readonly number[],
  program: URL,
  { count, kind }: SceneCase,
  { settlingSteps, turns }: Effort,
): Promise<{ runs: Run[]; isSame: boolean }> {
  const runs = [0, ...crews].map((workers): Run => {
    const thread = new Worker(program, { workerData: { workers, count, kind } satisfies DividedTask });
    const label = workers > 0 ? String(workers) : 'no pool';
    return { label, workers, thread, total: [], narrow: [], solve: [], cpu: [] };
  });
  for (const run of runs) await takeSteps(run, settlingSteps);
  const hashes = new Set<string>();
  for (let turn = 0; turn < turns; turn++)
    for (const run of runs) {
      const { total, narrow, solve, cpu, hash } = await takeSteps(run, stepsATurn);
      run.total.push(...total);
      run.narrow.push(...narrow);
      run.solve.push(...solve);
      run.cpu.push(cpu);
      if (turn === turns - 1 && run.workers > 0) hashes.add(hash);
    }
  await Promise.all(runs.map(({ thread }) => thread.terminate()));
  return { runs, isSame: hashes.size === 1 };
}

/**
 * The best speed-up that two cores of this machine allow: how many times as many steps two independent worlds
 * take at the same time as one of them alone.
 */
async function ceiling(
  program: URL,
  { count, kind }: SceneCase,
  { settlingSteps, turns }: Effort,
): Promise<number> {
  const threads = [0, 1].map(
    () => new Worker(program, { workerData: { workers: 0, count, kind } satisfies DividedTask }),
  );
  const [one, other] = threads.map(thread => ({ thread }));
  const alone: number[] = [];
  const both: number[] = [];
  for (const world of [one, other]) await takeSteps(world, settlingSteps);
  for (let turn = 0; turn < turns; turn++) {
    alone.push(...(await takeSteps(one, stepsATurn)).total);
    const results = await Promise.all([takeSteps(one, stepsATurn), takeSteps(other, stepsATurn)]);
    for (const { total } of results) both.push(...total);
  }
  await Promise.all(threads.map(thread => thread.terminate()));
  return (2 * median(alone)) / median(both);
}

/**
 * The part of a step that stays with the first worker, and how much speed this and the waiting cost two
 * workers.
 */
interface Undivided {
  readonly scene: string;
  /** Share of a step of one worker that is neither narrow phase nor solver. */
  readonly share: number;
  /** Speed-up of two workers over one: as measured, and of the two divided stages alone. */
  readonly measured: number;
  readonly ofStages: number;
}

/** A step and its divided stages in ms: the median of the fastest quarter, which waited for no CPU. */
function undisturbed({ total, narrow, solve }: Run): { step: number; divided: number } {
  const fastest = total
    .map((step, i) => ({ step, divided: narrow[i] + solve[i] }))
    .toSorted((a, b) => a.step - b.step)
    .slice(0, Math.ceil(total.length / 4));
  return {
    step: median(fastest.map(({ step }) => step)),
    divided: median(fastest.map(({ divided }) => divided)),
  };
}

function findUndivided(scene: string, runs: readonly Run[]): Undivided {
  const [one, two] = [1, 2].map(workers => undisturbed(runs.find(run => run.workers === workers)!));
  return {
    scene,
    share: Math.max(0, 1 - one.divided / one.step),
    measured: one.step / two.step,
    ofStages: one.divided / two.divided,
  };
}

/** Amdahl's law with the measured share of undivided work. */
function amdahl(share: number, workers: number): number {
  return 1 / (share + (1 - share) / workers);
}

/** Why the gain is not linear: Amdahl's law, then what is lost by waiting for each other. */
function reportUndivided(report: ExperimentReport, scenes: readonly Undivided[]): void {
  report.note(
    'Why the gain is not linear. The broad phase, islands and the bookkeeping of contacts stay with the first worker; so do the integration and the contacts of a cloth, which count here as divided with its threads. With their share of a step, measured with one worker in the fastest quarter of the steps, Amdahl’s law gives what 2, 4 and 8 workers could gain if the rest were divided without loss. The last two columns are the gain of two workers, on the divided stages alone and on the whole step: what the stages stay below 2, if they do, is lost by waiting at the ends of colours and by cores that share memory.',
  );
  report.table(
    [
      'scene',
      'not divided, %',
      'limit for 2',
      'for 4',
      'for 8',
      'divided stages, 2 workers',
      'step, 2 workers',
    ],
    scenes.map(({ scene, share, measured, ofStages }) => [
      scene,
      100 * share,
      ...[2, 4, 8].map(workers => `${amdahl(share, workers).toFixed(2)}×`),
      `${ofStages.toFixed(2)}×`,
      `${measured.toFixed(2)}×`,
    ]),
  );
  report.claim(
    'by Amdahl’s law what is not divided keeps eight workers below seven times the speed of one, in some scene',
    scenes.some(({ share }) => amdahl(share, 8) < 7),
  );
}

/** The lines of one scene: a crew each, beside one worker alone. */
function crewRows(scene: string, runs: readonly Run[], cores: number): (string | number)[][] {
  const single = runs.find(run => run.workers === 1)!;
  const alone = median(single.total);
  const aloneCpu = median(single.cpu);
  return runs.map(({ label, workers, total, narrow, solve, cpu }) => {
    const time = median(total);
    return [
      scene,
      workers > cores ? `${label}, more than cores` : label,
      time,
      1000 / time,
      median(narrow),
      median(solve),
      Math.min(...total),
      workers > 0 ? `${(alone / time).toFixed(2)}×` : '–',
      median(cpu),
      workers > 0 ? `${(aloneCpu / median(cpu)).toFixed(2)}×` : '–',
    ];
  });
}

/** The speed-up of one scene over one worker. */
function speedUpCurve(scene: string, runs: readonly Run[]): Series {
  const alone = median(runs.find(run => run.workers === 1)!.total);
  const crews = runs.filter(({ workers }) => workers > 0);
  return { name: scene, points: crews.map(({ workers, total }) => [workers, alone / median(total)]) };
}

/** What all crews took, and on what machine. */
function reportCrews(
  report: ExperimentReport,
  rows: (string | number)[][],
  loads: string,
  effort: Effort,
): void {
  report.note(
    `This machine has ${availableParallelism()} cores. Median of ${effort.turns * (stepsATurn - 1)} steps of a world at rest without sleep, in ms; the least beside it. ` +
      `Load of the machine before and after: ${loads}` +
      ` (1 or less is quiet; a crew waits for its slowest member, so load from elsewhere costs it more than its share). ` +
      `The CPU time of the first worker holds what it does itself and its looking for the others, but not its waiting for a CPU: its ratio ` +
      `is what to expect of a quiet machine, or a little less.`,
  );
  report.table(
    [
      'scene',
      'workers',
      'step, ms',
      'steps per second',
      'narrow, ms',
      'solve, ms',
      'least step, ms',
      'speed-up',
      'CPU of the first, ms',
      'its ratio',
    ],
    rows,
  );
}

async function measure(report: ExperimentReport): Promise<void> {
  const cores = availableParallelism();
  const crews = report.quick ? [1, 2] : [1, 2, 4, 8];
  const cases = report.quick ? [{ count: report.size(200, 0), kind: 'boxes' }] : allCases;
  const effort: Effort = { settlingSteps: report.size(60, 60), turns: report.size(5, 5) };
  const program = await bundleThread();
  const before = load();
  const series: Series[] = [{ name: 'linear', points: crews.map(n => [n, n]), dashed: true }];
  const rows: (string | number)[][] = [];
  const ceilings: string[] = [];
  const undivided: Undivided[] = [];
  let best = 0;
  let allSame = true;
  for (const one of cases) {
    const scene = `${one.count} ${one.kind}`;
    const { runs, isSame } = await race(crews, program, one, effort);
    allSame &&= isSame;
    rows.push(...crewRows(scene, runs, cores));
    const curve = speedUpCurve(scene, runs);
    for (const [workers, speedUp] of curve.points) if (workers === 2) best = Math.max(best, speedUp);
    series.push(curve);
    undivided.push(findUndivided(scene, runs));
    if (!report.quick) ceilings.push(`${(await ceiling(program, one, effort)).toFixed(2)}× (${scene})`);
  }
  reportCrews(report, rows, `${before} and ${load()}`, effort);
  reportUndivided(report, undivided);
  if (ceilings.length > 0)
    report.note(
      `Two worlds without a pool that run at once, a thread each, make together so many times the steps of one alone: ${ceilings.join(', ')}. ` +
        `No division of a step can gain more on this machine.`,
    );
  report.note(
    'S4 divides the update of its particles. Here, too: contacts, or threads of a cloth, that share no particle have the same colour and are projected at once, one colour after the other, so that the bits are the same for any number of workers. With more workers than cores, a crew waits at the end of every colour for members that have no core; the lines so marked show what that costs.',
  );
  report.claim('the number of workers does not change a bit of the result', allSame);
  report.plot(
    'speed-up',
    plotLines(series, { title: 'Speed-up over one worker', xLabel: 'workers', yLabel: 'speed-up' }),
  );
  report.compare('Speed-up', [
    { label: 'best with 2 workers', measured: `${best.toFixed(2)}×`, published: 'near-linear to 4' },
  ]);
  if (report.quick) return;
  const isNearLinear = best > 1.8;
  if (isNearLinear) report.reproduces('in some scene two workers are nearly twice as fast as one', true);
  else report.contradicts('in no scene are two workers nearly twice as fast as one', true);
}

export const experiment = defineExperiment({
  id: 'E4.3',
  title: 'A step divided among workers',
  source:
    'S4 moves its physics to Web Workers and divides it among 1, 2, 4 and 8. In words: near-linear gains up to 4.',
  run: measure,
});
