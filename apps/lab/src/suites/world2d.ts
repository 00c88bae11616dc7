/**
 * Whole worlds in the plane, a step at a time, without sleep. All engines begin with the same scene and have
 * had two seconds to settle; no body may have left the scene. The table after the cases measures quality:
 * steps until rest, overlap and drift.
 */
import { type BenchCase, type Contender, defineSuite } from '../harness/suite.ts';
import { loadPlanarEngines, type PlanarRun, planarEngines } from '../peers/planar-engines.ts';
import {
  circlesScene,
  gridScene,
  mixedScene,
  type PlanarScene,
  pyramidScene,
  tumblerScene,
} from '../scenes/planar-scenes.ts';

const settlingSteps = 120;

/** How many bodies have left the scene. */
function escaped(run: PlanarRun, { bodies, extent }: PlanarScene): number {
  const positions = new Float64Array(2 * bodies.length);
  run.positions(positions);
  let count = 0;
  for (let i = 0; i < bodies.length; i++)
    if (
      !bodies[i].isStatic &&
      !(Math.abs(positions[2 * i]) < extent[0] && Math.abs(positions[2 * i + 1]) < extent[1])
    )
      count++;
  return count;
}

/** Engines in WebAssembly that ours should be as fast as; those in JavaScript should take twice as long. */
const targets: Record<string, number> = {
  planck: 2,
  'phaser-box2d': 2,
  'matter-js': 2,
  'p2-es': 2,
  'rapier2d (WASM)': 1,
  'rapier2d (SIMD)': 1,
};

function worldCase(scene: PlanarScene): BenchCase {
  return {
    name: scene.name,
    items: 1,
    unit: 'step',
    async setUp() {
      await loadPlanarEngines();
      const names = Object.keys(planarEngines);
      const runs: PlanarRun[] = [];
      const contenders = names.map((name): Contender => {
        const run = planarEngines[name](scene);
        runs.push(run);
        for (let n = 0; n < settlingSteps; n++) run.step();
        const target = targets[name];
        return {
          name,
          run() {
            run.step();
            return 0;
          },
          verdict: () => escaped(run, scene),
          ...(target === undefined ? {} : { target }),
        };
      });
      return {
        contenders,
        agree: ours => ours === 0 || `${ours} of our bodies escaped`,
        tearDown() {
          for (const run of runs) run.free();
        },
      };
    },
  };
}

/** Steps until no body moves by more than this in a second, and the most steps that are waited for. */
const restDistance = 0.01;
const mostSeconds = 20;

/**
 * The behaviour of a pyramid: seconds until it rests, how far its boxes have moved, how deep they overlap.
 */
function pyramidRow(name: string, scene: PlanarScene): string {
  const run = planarEngines[name](scene);
  const count = scene.bodies.length;
  const [start, last, now] = [0, 0, 0].map(() => new Float64Array(2 * count));
  run.positions(start);
  last.set(start);
  let rest = Infinity;
  const farthest = (from: Float64Array) => {
    let most = 0;
    for (let i = 1; i < count; i++)
      most = Math.max(most, Math.hypot(now[2 * i] - from[2 * i], now[2 * i + 1] - from[2 * i + 1]));
    return most;
  };
  for (let second = 1; second <= mostSeconds && rest === Infinity; second++) {
    for (let n = 0; n < 60; n++) run.step();
    run.positions(now);
    if (farthest(last) < restDistance) rest = 60 * second;
    last.set(now);
  }
  // Rows of unit boxes: the missing height is overlap.
  let overlap = 0;
  for (let i = 1; i < count; i++) overlap = Math.max(overlap, scene.bodies[i].position[1] - now[2 * i + 1]);
  const drift = farthest(start);
  run.free();
  const cells = [
    name,
    rest === Infinity ? 'never' : rest,
    (1000 * drift).toFixed(1),
    (1000 * overlap).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

export const suite = defineSuite({
  title: 'Worlds in the plane',
  cases: [
    worldCase(pyramidScene(30)),
    worldCase(pyramidScene(60)),
    worldCase(circlesScene(1000)),
    worldCase(circlesScene(5000)),
    worldCase(tumblerScene(500)),
    worldCase(mixedScene(2000)),
    worldCase(gridScene(40)),
  ],
  async extra(isQuick) {
    await loadPlanarEngines();
    const scene = pyramidScene(isQuick ? 10 : 20);
    const rows = Object.keys(planarEngines).map(name => pyramidRow(name, scene));
    return [
      `A ${scene.name}: steps until no box moves by 1 cm in a second, drift and sinking of the highest box in mm`,
      '',
      '| engine | steps until rest | drift | sinking |',
      '| --- | ---: | ---: | ---: |',
      ...rows,
    ].join('\n');
  },
});
