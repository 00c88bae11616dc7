/**
 * E3.3: cloth of 20 × 20 to 40 × 40 particles that falls on a cube, and over a rope of 50 segments, with
 * self-collision.
 *
 * Self-collision is by sphere trees over the triangles, as in the source, by particles as balls, our default,
 * or off: its cost is the difference. The worlds are stepped in turns and CPU time is what counts.
 */
import { BoxShape, HalfSpace, SoftBodies, type SoftBody, SphereTreeSelfCollision, World } from 'colide';
import { cpuNow } from '../harness/cpu-clock.ts';
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import { plotLines } from '../harness/plot.ts';
import { median } from '../harness/statistics.ts';

const width = 2;
const ropeSegments = 50;
const batch = 5;
const publishedRate = 14;
const kinds = ['sphere trees', 'balls', 'off'] as const;
type Kind = (typeof kinds)[number];
const sceneNames = ['on a cube', 'over a rope'] as const;
type SceneName = (typeof sceneNames)[number];

interface ClothScene {
  readonly world: World;
  readonly cloth: SoftBody;
  readonly trees: SphereTreeSelfCollision | undefined;
}

function build(scene: SceneName, side: number, kind: Kind): ClothScene {
  const trees = kind === 'sphere trees' ? new SphereTreeSelfCollision() : undefined;
  const soft = new SoftBodies(trees ? { selfCollision: trees } : {});
  const world = new World({ parts: [soft] });
  world.add({ shape: new HalfSpace() });
  if (scene === 'on a cube')
    world.add({ shape: new BoxShape([0.4, 0.4, 0.4]), type: 'static', position: [0, 0.4, 0] });
  else
    soft.addRope({
      positions: Float64Array.from({ length: 3 * (ropeSegments + 1) }, (_, k) =>
        k % 3 === 0 ? (Math.floor(k / 3) / ropeSegments - 0.5) * 1.4 * width : k % 3 === 1 ? 1.6 : 0,
      ),
      radius: 0.05,
      pins: [0, ropeSegments],
    });
  const spacing = width / (side - 1);
  const cloth = soft.addCloth({
    columns: side,
    rows: side,
    spacing,
    thickness: 0.012,
    radius: 0.45 * spacing,
    selfCollision: kind !== 'off',
    position: scene === 'on a cube' ? [0.05, 1, 0.03] : [0.05, 1.75, 0.1],
  });
  return { world, cloth, trees };
}

interface Outcome {
  /** Milliseconds of CPU per step, the median of all batches. */
  time: number;
  /** Pairs of triangles that the trees could not tell apart, per step. */
  tested: number;
  /** Whether the cloth is where it should be: above the ground, finite, and held up. */
  isHeld: boolean;
}

function isHeld({ cloth }: ClothScene): boolean {
  const { positions } = cloth.view;
  let highest = -Infinity;
  let lowest = Infinity;
  for (let k = 1; k < positions.length; k += 3) {
    highest = Math.max(highest, positions[k]);
    lowest = Math.min(lowest, positions[k]);
  }
  return highest > 0.7 && highest < 2 && lowest > -0.01;
}

function run(name: SceneName, side: number, steps: number): Outcome[] {
  const scenes = kinds.map(kind => build(name, side, kind));
  const times = scenes.map((): number[] => []);
  for (let n = 0; n < steps; n += batch)
    for (const [i, { world }] of scenes.entries()) {
      const start = cpuNow();
      for (let k = 0; k < batch; k++) world.step(1 / 60);
      times[i].push((cpuNow() - start) / batch);
    }
  return scenes.map((scene, i) => ({
    time: median(times[i]),
    tested: (scene.trees?.counters(scene.cloth)?.trianglesTested ?? 0) / steps,
    isHeld: isHeld(scene),
  }));
}

function reportScene(report: ExperimentReport, name: SceneName, sides: number[], steps: number): Outcome[][] {
  // While the engine compiles the code, the cloth without self-collision loses most.
  run(name, sides[0], steps);
  const outcomes = sides.map(side => run(name, side, steps));
  report.table(
    [
      `cloth ${name}`,
      ...kinds.map(kind => `${kind}: frames/s`),
      'sphere trees / off, time',
      'balls / off, time',
      'pairs of triangles tested per frame',
      'rate over that of the first line',
    ],
    sides.map((side, n) => {
      const [trees, balls, off] = outcomes[n];
      return [
        `${side} × ${side}`,
        ...outcomes[n].map(({ time }) => Math.round(1000 / time)),
        trees.time / off.time,
        balls.time / off.time,
        Math.round(trees.tested),
        outcomes[0][0].time / trees.time,
      ];
    }),
  );
  report.plot(
    name.replaceAll(' ', '-'),
    plotLines(
      [
        ...kinds.map((kind, i) => ({
          name: `self-collision: ${kind}`,
          points: sides.map((side, n): [number, number] => [side, 1000 / outcomes[n][i].time]),
          // It covers the line above, which costs next to nothing.
          dashed: kind === 'off',
        })),
        { name: 'published, at 20 × 20', points: [[20, publishedRate]] },
      ],
      {
        title: `Frames per second, cloth ${name}`,
        xLabel: 'particles along an edge',
        yLabel: 'frames per second',
        logY: true,
      },
    ),
  );
  report.claim(
    `cloth ${name}: self-collision by sphere trees takes most of the time of a frame`,
    outcomes.every(([trees, , off]) => trees.time > (report.quick ? 1.5 : 2) * off.time),
  );
  if (!report.quick)
    report.claim(
      `cloth ${name}: particles as balls cost less than half of what sphere trees cost`,
      outcomes.every(([trees, balls, off]) => balls.time - off.time < 0.5 * (trees.time - off.time)),
    );
  report.reproduces(
    `cloth ${name}: the finer the cloth, the more pairs of its triangles are tested and the lower the rate`,
    outcomes.at(-1)![0].tested > 1.5 * outcomes[0][0].tested &&
      (report.quick || outcomes.at(-1)![0].time > outcomes[0][0].time),
  );
  report.claim(
    `cloth ${name}: it is held up, and nothing falls through the ground`,
    outcomes.every(all => all.every(one => one.isHeld)),
  );
  return outcomes;
}

export const experiment = defineExperiment({
  id: 'E3.3',
  title: 'Cloth on a cube and over a rope, with self-collision',
  source:
    'S3 lets a cloth of 20 × 20 to 40 × 40 fall on a cube, and over a rope of 50 segments that hangs by its ends (figs. 5.4–5.6). Self-collision is on, by sphere trees. About 14 frames per second at 20 × 20; S3 blames the tests of the cloth against itself.',
  run(report) {
    const sides = report.quick ? [12, 16] : [20, 25, 30, 35, 40];
    const steps = report.size(50, 150);
    report.note(
      `A cloth 2 m wide, ${steps} steps of 1/60 s from the drop on, worlds stepped in turns, CPU time of a step, the median of batches of ${batch}, no drawing.`,
    );
    run('on a cube', sides[0], 10);
    const all = sceneNames.map(name => reportScene(report, name, sides, steps));
    report.compare('frames per second, first line, sphere trees', [
      ...sceneNames.map((name, i) => ({
        label: name,
        measured: Math.round(1000 / all[i][0][0].time),
        published: `about ${publishedRate}`,
      })),
    ]);
    report.note(
      'How much of the time the tests of the cloth against itself take is found by leaving them out: the ratio of the columns “sphere trees” and “off”. Particles as balls, of 0.45 of the spacing, are the other way.',
    );
  },
});
