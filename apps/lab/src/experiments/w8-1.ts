/**
 * W8.1: how engines come to rest. Not from the sources; it answers questions that times alone leave open.
 *
 * The scene of the suite `world`, bodies that fall into a container, in all engines without sleep: steps
 * until all have been at rest for half a second (no body faster than 5 cm/s), how deep they overlap then, and
 * how far they creep in the five seconds after. Overlap is measured on the poses of every engine by the same
 * exact tests, in parts of the edge. Memory is the subject of W8.2.
 */
import { PairList } from '@colide/core';
import { BoxShape, SphereShape } from '@colide/geometry';
import { ColliderSet, createContactManifold } from '@colide/narrowphase';
import { HashGrid } from '@colide/spatial';
import { defineExperiment, type ExperimentReport } from '../harness/experiment.ts';
import type { BodyKind, Engine, EngineRun } from '../peers/engine-run.ts';
import { loadEngines } from '../peers/engines.ts';
import { type ContainerScene, containerScene } from '../scenes/container.ts';

const dt = 1 / 60;
const restSpeed = 0.05;
const restSteps = 30;
const mostSteps = 900;
const creepSteps = 300;

/** Depths of the overlaps of all bodies among themselves and with the container. */
function overlaps(scene: ContainerScene, kind: BodyKind, run: EngineRun): number[] {
  const count = scene.positions.length;
  const statics = scene.statics.length;
  const positions = new Float64Array(3 * (count + statics));
  const rotations = new Float64Array(4 * (count + statics));
  run.positions(positions.subarray(0, 3 * count));
  run.rotations(rotations.subarray(0, 4 * count));
  const colliders = new ColliderSet();
  const shape = kind === 'boxes' ? new BoxShape([0.5, 0.5, 0.5]) : new SphereShape(0.5);
  for (let i = 0; i < count; i++) colliders.add(i, shape);
  for (const [i, { center, half }] of scene.statics.entries()) {
    colliders.add(count + i, new BoxShape([...half]));
    positions.set(center, 3 * (count + i));
    rotations[4 * (count + i) + 3] = 1;
  }
  const grid = new HashGrid();
  const box = new Float64Array(6);
  for (let i = 0; i < count + statics; i++) {
    colliders.place(i, positions, rotations);
    colliders.aabb(box, i);
    grid.insert(box);
  }
  const pairs = new PairList();
  grid.findPairs(pairs);
  const manifold = createContactManifold();
  const depths: number[] = [];
  for (const [i, j] of pairs.toArray()) {
    if (i >= count || colliders.collide(manifold, i, j) === 0) continue;
    let deepest = 0;
    for (let p = 0; p < manifold.count; p++) deepest = Math.max(deepest, manifold.depths[p]);
    depths.push(deepest);
  }
  return depths;
}

/** The fastest body, from two rows of positions a step apart. */
function fastest(now: Float64Array, before: Float64Array): number {
  let most = 0;
  for (let i = 0; i < now.length; i += 3)
    most = Math.max(
      most,
      Math.hypot(now[i] - before[i], now[i + 1] - before[i + 1], now[i + 2] - before[i + 2]),
    );
  return most / dt;
}

function measure(name: string, engine: Engine, count: number, kind: BodyKind): (string | number)[] {
  const scene = containerScene(count);
  const run = engine(scene, kind);
  let now = new Float64Array(3 * count);
  let last = new Float64Array(3 * count);
  run.positions(now);
  let calm = 0;
  let steps = 0;
  for (; steps < mostSteps && calm < restSteps; steps++) {
    [now, last] = [last, now];
    run.step();
    run.positions(now);
    calm = fastest(now, last) < restSpeed ? calm + 1 : 0;
  }
  const depths = overlaps(scene, kind, run);
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / Math.max(1, depths.length);
  last.set(now);
  for (let n = 0; n < creepSteps; n++) run.step();
  run.positions(now);
  const crept = fastest(now, last) * dt;
  run.free();
  return [
    name,
    calm < restSteps ? `not in ${mostSteps}` : steps - restSteps,
    (100 * Math.max(0, ...depths)).toFixed(2),
    (100 * mean).toFixed(2),
    (100 * crept).toFixed(2),
  ];
}

function race(
  report: ExperimentReport,
  count: number,
  kind: BodyKind,
  engines: readonly (readonly [string, Engine])[],
): void {
  report.note(`## ${count} ${kind}`);
  const rows = engines.map(([name, engine]) => {
    console.error(`${count} ${kind}: ${name} …`);
    return measure(name, engine, count, kind);
  });
  report.claim(
    `${count} ${kind} of ours come to rest within ${mostSteps} steps`,
    typeof rows[0][1] === 'number',
  );
  report.claim(`and overlap by less than 1 % on average`, Number(rows[0][3]) < 1);
  report.table(
    ['engine', 'steps until rest', 'deepest overlap, %', 'mean overlap, %', 'farthest creep in 5 s, %'],
    rows,
  );
}

export const experiment = defineExperiment({
  id: 'W8.1',
  title: 'How engines come to rest',
  timed: false,
  async run(report) {
    const all = Object.entries(await loadEngines());
    const inWasm = all.filter(([name]) => name === 'colide' || name.includes('WASM'));
    report.note(
      `Rest: no body faster than ${restSpeed} m/s for ${restSteps} steps of 1/60 s. Lengths in parts of the edge or diameter.`,
    );
    if (report.quick)
      return race(
        report,
        50,
        'boxes',
        all.filter(([name]) => name === 'colide' || name === 'rapier (WASM)'),
      );
    for (const kind of ['boxes', 'spheres'] as const) {
      race(report, 50, kind, all);
      race(report, 500, kind, all);
      race(report, 2000, kind, inWasm);
    }
  },
});
