/**
 * E3.4: fifty cylinders, projections against impulses.
 *
 * Cylinders of 26 vertices, 48 triangles and 60 constraints fall into a box at once. `ProjectionSolver` is
 * the system of the source; the place of ODE is taken by our impulses, on the same hulls and on true
 * cylinders, and by Bullet on both. As in the source, our worlds test each body against each; Bullet has its
 * tree of boxes. All are stepped in turns, and CPU time is what counts.
 */
import { BruteForce, CylinderShape, type ProjectionSolver, type World } from 'colide';
import { cpuNow } from '../harness/cpu-clock.ts';
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotLines } from '../harness/plot.ts';
import { type BulletRun, loadBullet } from '../peers/bullet-cylinders.ts';
import {
  boxWorld,
  cylinder,
  cylinderHalfHeight,
  cylinderRadius,
  firstBody,
  makeDrops,
  projectionSolver,
} from '../scenes/vertex-worlds.ts';

const half = 1.4;
const batch = 10;
const names = [
  'projections',
  'impulses, hulls',
  'impulses, cylinders',
  'Bullet, hulls',
  'Bullet, cylinders',
] as const;
const [projections, hulls, , bulletHulls] = names;

interface Contender {
  readonly name: string;
  step(): void;
  /** Lowest and highest centre of the bodies. */
  heights(): [number, number];
  /** Pairs of bodies that touch. */
  touching(): number;
}

function ours(
  name: string,
  count: number,
  shape: typeof cylinder | CylinderShape,
  solver?: ProjectionSolver,
): Contender {
  const world: World = boxWorld(
    { sleeping: false, broadPhase: new BruteForce(), ...(solver ? { solver } : {}) },
    half,
  );
  for (const drop of makeDrops(count, half)) world.add({ shape, ...drop, friction: 0.5 });
  return {
    name,
    step: () => world.step(1 / 60),
    heights() {
      const all = Array.from({ length: count }, (_, i) => world.bodies.positions[3 * (firstBody + i) + 1]);
      return [Math.min(...all), Math.max(...all)];
    },
    touching() {
      const { bodies, count: points } = world.contacts;
      const pairs = new Set<number>();
      for (let c = 0; c < points; c++) pairs.add(bodies[2 * c] * 1000 + bodies[2 * c + 1]);
      return pairs.size;
    },
  };
}

async function makeContenders(count: number): Promise<Contender[]> {
  const makeBullet = await loadBullet();
  const bullet = (name: string, isHull: boolean): Contender => {
    const run: BulletRun = makeBullet(makeDrops(count, half), half, isHull);
    return { name, ...run };
  };
  const round = new CylinderShape(cylinderRadius, cylinderHalfHeight);
  return [
    ours(names[0], count, cylinder, projectionSolver({})),
    ours(names[1], count, cylinder),
    ours(names[2], count, round),
    bullet(names[3], true),
    bullet(names[4], false),
  ];
}

interface Curve {
  readonly name: string;
  /** Milliseconds of CPU per step in each batch of steps. */
  readonly times: number[];
  /** Pairs that touch at the end of each batch. */
  readonly touching: number[];
  heights: [number, number];
}

async function race(count: number, steps: number): Promise<Curve[]> {
  const contenders = await makeContenders(count);
  const curves = contenders.map(({ name }): Curve => ({ name, times: [], touching: [], heights: [0, 0] }));
  for (let n = 0; n < steps; n += batch)
    for (const [i, contender] of contenders.entries()) {
      const start = cpuNow();
      for (let k = 0; k < batch; k++) contender.step();
      curves[i].times.push((cpuNow() - start) / batch);
      curves[i].touching.push(contender.touching());
    }
  for (const [i, contender] of contenders.entries()) curves[i].heights = contender.heights();
  return curves;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function reportRace(report: ExperimentReport, curves: readonly Curve[]): void {
  const third = Math.floor(curves[0].times.length / 3);
  const early = (curve: Curve) => mean(curve.times.slice(0, third));
  const late = (curve: Curve) => mean(curve.times.slice(-third));
  const base = curves.find(({ name }) => name === hulls)!;
  report.table(
    [
      'contender',
      'pairs that touch at the end',
      'frame at first, over impulses on hulls',
      'frame at the end, over impulses on hulls',
      'end over start',
      'lowest centre, m',
      'highest, m',
    ],
    curves.map(curve => [
      curve.name,
      curve.touching.at(-1)!,
      early(curve) / early(base),
      late(curve) / late(base),
      late(curve) / early(curve),
      ...curve.heights,
    ]),
  );
  report.plot(
    'rate',
    plotLines(
      curves.map(({ name, times }) => ({
        name,
        points: times.map((time, i): [number, number] => [(i + 1) * batch, 1000 / time]),
      })),
      {
        title: 'Frames per second while the cylinders fall and settle',
        xLabel: 'frame',
        yLabel: 'frames per second',
        logY: true,
      },
    ),
  );
  const byName = (name: string) => curves.find(curve => curve.name === name)!;
  report.reproduces(
    'with many contacts projections are slower than impulses, ours and Bullet’s',
    late(byName(projections)) > late(byName(hulls)) && late(byName(projections)) > late(byName(bulletHulls)),
  );
  report.claim(
    'no cylinder leaves the box, in any engine',
    curves.every(({ heights: [low, high] }) => low > 0.2 && high < 20),
  );
}

export const experiment = defineExperiment({
  id: 'E3.4',
  title: 'Fifty cylinders: projections against impulses',
  source:
    'S3 drops 50 cylinders of 48 faces, 26 vertices and, in its own system, 60 constraints, each tested against each, and compares the frame rate with that of ODE (figs. 5.7–5.9). ODE, with primitive shapes, is fast; the system of the source falls behind when there are many contacts, which S3 puts down to the many constraints and to ODE’s limit on contact points.',
  async run(report) {
    const count = report.size(10, 50);
    const steps = report.size(90, 300);
    report.note(
      `${count} cylinders of radius ${cylinderRadius} m and height ${2 * cylinderHalfHeight} m in a box 2.8 m wide, ${steps} steps of 1/60 s, engines stepped in turns, CPU time of a step, no sleep, no drawing. Bullet is compiled to WebAssembly.`,
    );
    const curves = await race(count, steps);
    reportRace(report, curves);
    if (!report.quick) reportCause(report, count);
  },
});

/** What takes the time: projections with fewer substeps, and with fewer constraints. */
function reportCause(report: ExperimentReport, count: number): void {
  const variants: [string, ProjectionSolver][] = [
    ['as above: 10 substeps, 6 rounds', projectionSolver({})],
    ['one substep', projectionSolver({ substeps: 1 })],
    ['10 substeps, one round', projectionSolver({ rounds: 1 })],
    ['tolerance 1 % instead of 0.01 %', projectionSolver({ tolerance: 0.01 })],
  ];
  const worlds = [
    ...variants.map(([name, solver]) => ({ ...ours(name, count, cylinder, solver), solver })),
    { ...ours('impulses', count, cylinder), solver: undefined },
  ];
  const steps = 180;
  const times = worlds.map(() => 0);
  const sums = worlds.map(() => ({ searches: 0, relaxations: 0 }));
  for (let n = 0; n < steps; n += batch)
    for (const [i, world] of worlds.entries()) {
      const start = cpuNow();
      for (let k = 0; k < batch; k++) {
        world.step();
        sums[i].searches += (world.solver?.counters.searches ?? 0) / steps;
        sums[i].relaxations += (world.solver?.counters.relaxations ?? 0) / steps;
      }
      times[i] += cpuNow() - start;
    }
  report.note(
    `What takes the time, over ${steps} steps: runs of GJK and constraints projected per frame, and the time of a frame over that of impulses.`,
  );
  report.table(
    ['projections', 'runs of GJK', 'constraints projected', 'time over impulses'],
    worlds
      .slice(0, -1)
      .map(({ name }, i) => [name, sums[i].searches, sums[i].relaxations, times[i] / times.at(-1)!]),
  );
  const [all, oneSubstep, oneRound, coarse] = times;
  const percent = (part: number) => `${((100 * part) / all).toFixed(0)} %`;
  report.note(
    `With a tolerance of 1 %, ${(sums[0].relaxations / sums[3].relaxations).toFixed(0)} times fewer constraints are projected, and ${percent(coarse)} of the time is left. That is detection, which runs in every round of every substep, whereas impulses find up to four contact points of a pair once per frame. With one substep ${percent(oneSubstep)} of the time is left, with one round ${percent(oneRound)}; what they cost in stability is in E3.5.`,
  );
  report.reproduces(
    'it is both of what S3 suspects: without most of the projections, or of the detection, less than half of the time is left, and still more than impulses take',
    Math.max(oneSubstep, oneRound, coarse) < 0.5 * all &&
      Math.min(oneSubstep, oneRound, coarse) > times.at(-1)!,
  );
}
