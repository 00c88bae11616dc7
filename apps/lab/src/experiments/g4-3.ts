/**
 * How the time of a step grows with the number of bodies, over three decades, for every solver.
 *
 * Boxes stand in columns of ten, so that there are contacts from the first step on and as many per body
 * whatever their number; in the plane likewise. Beside them are cloths by the number of their particles, and
 * cubes of eight particles held by shape matching alone. Steps are whole steps of a world, detection
 * included.
 */
import { Random } from '@colide/math';
import { ShapeMatching } from '@colide/solvers';
import {
  BoxShape,
  BoxShape2d,
  ColoredParticleSolver,
  ColoredProjectionSolver,
  ColoredSolver,
  ColoredSupportPlaneSolver,
  HalfSpace,
  ParticleSolver,
  ParticleSolver2d,
  ProjectionSolver,
  SoftBodies,
  SupportPlaneSolver,
  World,
  World2d,
  type WorldOptions,
} from 'colide';
import { cpuNow, leastCpuTimes } from '../harness/cpu-clock.ts';
import { defineExperiment } from '../harness/experiment.ts';
import { plotLines, type Series } from '../harness/plot.ts';
import { growthExponent } from '../harness/statistics.ts';

const dt = 1 / 60;
const layers = 10;
const gap = 1.05;
/** A solver takes no part with more bodies once a step takes longer than this, ms. */
const longestStep = 1000;
/** A measurement lasts so many milliseconds at least, for the resolution of the clock. */
const shortest = 20;
/** Settling ends after so many milliseconds. */
const longestSettling = 2000;
/** Warm-up time for the compiler before the first measurement. */
const warmUp = 300;

/** Boxes in columns of ten. */
function columns(count: number, solver?: WorldOptions['solver']): () => void {
  const world = new World({ sleeping: false, ...(solver ? { solver } : {}) });
  world.add({ shape: new HalfSpace() });
  const shape = new BoxShape([0.5, 0.5, 0.5]);
  const side = Math.ceil(Math.sqrt(count / layers));
  for (let i = 0; i < count; i++) {
    const column = Math.floor(i / layers);
    const x = gap * (column % side);
    world.add({ shape, position: [x, 0.5 + (i % layers), gap * Math.floor(column / side)] });
  }
  return () => world.step(dt);
}

/** The same in the plane. */
function columns2d(count: number, solver?: ParticleSolver2d): () => void {
  const world = new World2d({ sleeping: false, ...(solver ? { solver } : {}) });
  const width = gap * Math.ceil(count / layers);
  world.add({ shape: new BoxShape2d([width, 0.5]), type: 'static', position: [width / 2, -0.5] });
  const shape = new BoxShape2d([0.5, 0.5]);
  for (let i = 0; i < count; i++)
    world.add({ shape, position: [gap * Math.floor(i / layers), 0.5 + (i % layers)] });
  return () => world.step(dt);
}

/** A square cloth that hangs by two corners. */
function cloth(count: number): () => void {
  const side = Math.max(2, Math.round(Math.sqrt(count)));
  const soft = new SoftBodies({ sleeping: false });
  const world = new World({ parts: [soft], sleeping: false });
  soft.addCloth({ columns: side, rows: side, spacing: 0.1, pins: [0, side - 1], selfCollision: false });
  return () => world.step(dt);
}

/** Cubes of eight particles, disturbed again before every pull. */
function cubes(count: number): () => void {
  const random = new Random(count);
  const particles = 8 * count;
  const rest = Float64Array.from({ length: 3 * particles }, (_, k) => (Math.floor(k / 3) >> (k % 3)) & 1);
  const disturbed = rest.map(x => x + random.uniform(-0.1, 0.1));
  const positions = disturbed.slice();
  const masses = new Float64Array(particles).fill(1);
  const matching = new ShapeMatching(
    rest,
    masses,
    Uint32Array.from({ length: count + 1 }, (_, b) => 8 * b),
    Uint32Array.from({ length: particles }, (_, i) => i),
  );
  return () => {
    positions.set(disturbed);
    matching.match(positions);
    matching.pull(positions, masses);
  };
}

const solvers: readonly { name: string; make(count: number): () => void }[] = [
  { name: 'ImpulseSolver', make: count => columns(count) },
  { name: 'ColoredSolver', make: count => columns(count, new ColoredSolver()) },
  { name: 'ParticleSolver', make: count => columns(count, new ParticleSolver()) },
  { name: 'ColoredParticleSolver', make: count => columns(count, new ColoredParticleSolver()) },
  { name: 'ProjectionSolver', make: count => columns(count, new ProjectionSolver()) },
  { name: 'ColoredProjectionSolver', make: count => columns(count, new ColoredProjectionSolver()) },
  { name: 'SupportPlaneSolver', make: count => columns(count, new SupportPlaneSolver()) },
  { name: 'ColoredSupportPlaneSolver', make: count => columns(count, new ColoredSupportPlaneSolver()) },
  { name: 'ImpulseSolver2d', make: count => columns2d(count) },
  { name: 'ParticleSolver2d', make: count => columns2d(count, new ParticleSolver2d()) },
  { name: 'cloth, by particles', make: cloth },
  { name: 'ShapeMatching, cubes', make: cubes },
];

/**
 * Milliseconds of CPU per step, the least of some measurements; steps that take long settle for fewer of them
 * and are measured less often.
 */
function timeStep(step: () => void, settling: number): number {
  const begin = cpuNow();
  let taken = 0;
  for (; taken < settling && (taken < 3 || cpuNow() - begin < longestSettling); taken++) step();
  const each = Math.max(1e-4, (cpuNow() - begin) / taken);
  const repetitions = Math.max(1, Math.ceil(shortest / each));
  const runs = each > longestStep ? 1 : each > shortest ? 3 : 5;
  const [least] = leastCpuTimes(
    [
      () => {
        for (let n = 0; n < repetitions; n++) step();
      },
    ],
    runs,
  );
  return least / repetitions;
}

/** The exponent of growth over the larger half of the sizes. */
const exponentOf = (points: readonly [number, number][]) =>
  growthExponent(points.slice(Math.floor((points.length - 1) / 2)));

export const experiment = defineExperiment({
  id: 'G4.3',
  title: 'Cost of a step against the number of bodies, by solver',
  run(report) {
    const counts = report.quick ? [50, 400] : [10, 30, 100, 300, 1000, 3000, 10_000];
    const settling = report.size(4, 10);
    const rows: (string | number)[][] = [];
    const series: Series[] = [];
    const exponents: number[] = [];
    for (const { name, make } of solvers) {
      const points: [number, number][] = [];
      const step = make(report.size(50, 100));
      for (const end = cpuNow() + warmUp; cpuNow() < end; ) step();
      for (const count of counts) {
        const time = timeStep(make(count), settling);
        points.push([count, time]);
        console.error(`${name}, ${count}: ${time.toFixed(3)} ms`);
        if (time > longestStep) break;
      }
      series.push({ name, points });
      exponents.push(exponentOf(points));
      rows.push([
        name,
        ...counts.map((_, k) => points[k]?.[1].toPrecision(3) ?? '–'),
        exponents.at(-1)!.toFixed(2),
      ]);
    }
    report.note(
      `Milliseconds of CPU per step of 1/60 s with the settings that each solver has by default; the least of several measurements. A solver whose step takes longer than ${longestStep} ms takes no part with more bodies. The exponent is fitted to the larger half of the sizes.`,
    );
    report.table(['solver', ...counts.map(String), 'exponent'], rows);
    report.plot(
      'growth',
      plotLines(series, {
        title: 'Time of a step by solver',
        xLabel: 'bodies, or particles of the cloth',
        yLabel: 'ms per step',
        logX: true,
        logY: true,
        height: 460,
      }),
    );
    report.claim(
      'with every solver the time of a step grows about in proportion to the bodies',
      exponents.every(exponent => exponent < 1.5 && (report.quick || exponent > 0.6)),
    );
  },
});
