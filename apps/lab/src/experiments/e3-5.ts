/**
 * E3.5: stacked cubes of different sizes, many contacts at once, and mixed shapes.
 *
 * The source shows pictures and says that they are stable. Stable is what can be measured: how far bodies
 * drift in the last second, how deep they overlap, and where the stack stands. Projections, ordered and
 * plain, and impulses.
 */
import { BoxShape, ProjectionSolver, type World } from 'colide';
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotLines } from '../harness/plot.ts';
import {
  boxWorld,
  cube,
  cylinder,
  deepestOverlap,
  firstBody,
  icosahedron,
  makeDrops,
  projectionSolver,
  type SolverChoice,
} from '../scenes/vertex-worlds.ts';

const choices: SolverChoice[] = [
  { name: 'projections, ordered', make: () => projectionSolver({}) },
  { name: 'projections, plain', make: () => projectionSolver({ relaxation: 'plain' }) },
  {
    name: 'projections, as in S3',
    make: () => new ProjectionSolver({ substeps: 1, tolerance: 0.01 }),
  },
  { name: 'impulses', make: () => undefined },
];
/** Half edges of the stacked cubes, from the ground up. */
const halves = [0.5, 0.4, 0.3, 0.2, 0.35];

interface Scene {
  readonly name: string;
  readonly published: string;
  add(world: World, isQuick: boolean): void;
}

const scenes: Scene[] = [
  {
    name: 'stack of cubes',
    published: 'fig. 5.10',
    add(world) {
      let height = 0;
      for (const half of halves) {
        world.add({ shape: new BoxShape([half, half, half]), position: [0, height + half, 0] });
        height += 2 * half;
      }
    },
  },
  {
    name: 'many contacts',
    published: 'fig. 5.11',
    add(world, isQuick) {
      for (const drop of makeDrops(isQuick ? 4 : 45, 1.2, 1.15)) world.add({ shape: cube, ...drop });
    },
  },
  {
    name: 'mixed shapes',
    published: 'fig. 5.12',
    add(world, isQuick) {
      const shapes = [cube, icosahedron, cylinder, new BoxShape([0.45, 0.2, 0.3])];
      for (const [i, drop] of makeDrops(isQuick ? 4 : 36, 1.2, 1.15).entries())
        world.add({ shape: shapes[i % shapes.length], ...drop });
    },
  },
];

interface Outcome {
  /** Speed of the fastest body over time, m/s. */
  readonly speeds: [number, number][];
  /** Farthest that a body comes in the last second, m. */
  readonly drift: number;
  readonly overlap: number;
  /** Centre of the uppermost body at the end, m. */
  readonly top: number;
}

function fastest(world: World): number {
  const { velocities } = world.bodies;
  let most = 0;
  for (let i = firstBody; i < world.count; i++)
    most = Math.max(most, Math.hypot(velocities[3 * i], velocities[3 * i + 1], velocities[3 * i + 2]));
  return most;
}

function run(scene: Scene, choice: SolverChoice, seconds: number, isQuick: boolean): Outcome {
  const solver = choice.make();
  const world = boxWorld({ sleeping: false, ...(solver ? { solver } : {}) }, 1.2);
  scene.add(world, isQuick);
  const speeds: [number, number][] = [];
  const steps = 60 * seconds;
  let before = new Float64Array(0);
  for (let n = 1; n <= steps; n++) {
    world.step(1 / 60);
    if (n % 10 === 0) speeds.push([n / 60, Math.max(fastest(world), 1e-6)]);
    if (n === steps - 60) before = world.bodies.positions.slice();
  }
  const { positions } = world.bodies;
  let drift = 0;
  let top = 0;
  for (let i = firstBody; i < world.count; i++) {
    const [x, y, z] = [0, 1, 2].map(k => positions[3 * i + k] - before[3 * i + k]);
    drift = Math.max(drift, Math.hypot(x, y, z));
    top = Math.max(top, positions[3 * i + 1]);
  }
  return { speeds, drift, overlap: deepestOverlap(world), top };
}

function reportScene(report: ExperimentReport, scene: Scene, seconds: number): void {
  // Those that nothing is claimed about are left to full runs.
  const contenders = report.quick ? [choices[0], choices[3]] : choices;
  const outcomes = contenders.map(choice => run(scene, choice, seconds, report.quick));
  report.table(
    [
      `${scene.name} (${scene.published})`,
      'drift in the last second, mm',
      'deepest overlap, mm',
      'highest centre, m',
    ],
    contenders.map(({ name }, i) => {
      const { drift, overlap, top } = outcomes[i];
      return [name, 1000 * drift, 1000 * overlap, top];
    }),
  );
  report.plot(
    scene.name.replaceAll(' ', '-'),
    plotLines(
      contenders.map(({ name }, i) => ({ name, points: outcomes[i].speeds })),
      {
        title: `Fastest body, ${scene.name} (rest is drawn at 10⁻⁶)`,
        xLabel: 'time in s',
        yLabel: 'm/s',
        logY: true,
      },
    ),
  );
  const isStill = ({ drift, overlap }: Outcome) => drift < 0.02 && overlap < 0.01;
  const projections = outcomes[0];
  const impulses = outcomes.at(-1)!;
  report.reproduces(`${scene.name}: at rest without overlap under ordered projections`, isStill(projections));
  report.claim(`${scene.name}: at rest without overlap under impulses`, isStill(impulses));
  if (scene.name !== 'stack of cubes') return;
  const height = halves.reduce((sum, half) => sum + 2 * half, 0) - halves.at(-1)!;
  report.reproduces(
    `the stack stands at its full height, ${height.toFixed(2)} m, under both`,
    [projections, impulses].every(({ top }) => Math.abs(top - height) < 0.02),
  );
}

export const experiment = defineExperiment({
  id: 'E3.5',
  title: 'Stacks, many contacts and mixed shapes at rest',
  source:
    'S3 shows cubes of different sizes in a stack, many bodies that collide at once, and a scene of bodies of different shape and size (figs. 5.10–5.12), and says that the system treats them, with their many contacts, convincingly. There are no figures.',
  timed: false,
  run(report) {
    const seconds = report.size(3, 10);
    report.note(
      `${seconds} s at steps of 1/60 s between four walls 2.4 m apart, no sleep, so that nothing is at rest because it was put there. At rest means that no body comes farther than 2 cm in the last second and none overlaps another by more than 1 cm.`,
    );
    for (const scene of scenes) reportScene(report, scene, seconds);
    if (report.quick) return;
    report.note(
      'The third contender shows what the settings of ours are for: one substep per frame and a tolerance of 1 %. What the source calls stable is what its pictures can show.',
    );
    reportCauses(report, seconds);
  },
});

/** What keeps mixed shapes moving under projections: one setting changed at a time. */
function reportCauses(report: ExperimentReport, seconds: number): void {
  const scene = scenes.find(({ name }) => name === 'mixed shapes')!;
  const variants: SolverChoice[] = [
    choices[0],
    { name: 'twice the substeps', make: () => projectionSolver({ substeps: 20 }) },
    { name: 'twice the rounds', make: () => projectionSolver({ rounds: 12 }) },
    { name: 'overlap of 5 mm left alone', make: () => projectionSolver({ slop: 0.005 }) },
  ];
  const outcomes = variants.map(variant => run(scene, variant, seconds, report.quick));
  const least = outcomes.reduce((best, { drift }, i) => (drift < outcomes[best].drift ? i : best), 0);
  report.note(
    `What keeps ${scene.name} moving under projections, one setting changed at a time. They drift least with this: ${variants[least].name}.`,
  );
  report.table(
    [scene.name, 'drift in the last second, mm', 'deepest overlap, mm'],
    variants.map(({ name }, i) => [name, 1000 * outcomes[i].drift, 1000 * outcomes[i].overlap]),
  );
}
