/**
 * How the cost of all overlapping pairs grows with the number of boxes: every broad phase on evenly spread
 * boxes that move, time of a frame against number on logarithmic axes, with the fitted exponent. Beside them
 * the broad phase inside of Rapier as its own profiler tells it.
 */

import { type BroadPhase, PairList } from '@colide/core';
import {
  BruteForce,
  Bvh,
  CoherentPairs,
  DynamicBvh,
  HashGrid,
  KdBoxTree,
  LinearOctree,
  LooseOctree,
  MultiReferenceOctree,
  MultiSweepAndPrune,
  Octree,
  SegmentedSweepAndPrune,
  SortAndSweep,
  SweepAndPrune,
  UniformGrid,
} from '@colide/spatial';
import RAPIER from '@dimforge/rapier3d-compat';
import { cpuNow } from '../harness/cpu-clock.ts';
import { defineExperiment } from '../harness/experiment.ts';
import { plotLines, type Series } from '../harness/plot.ts';
import { growthExponent, median } from '../harness/statistics.ts';
import { FrameWalk, type MovingBoxes, makeMovingBoxes } from '../scenes/moving-boxes.ts';

interface Structure extends BroadPhase {
  updateAll(boxes: Float32Array): void;
}

const structures: (new () => Structure)[] = [
  BruteForce,
  UniformGrid,
  CoherentPairs,
  HashGrid,
  Bvh,
  DynamicBvh,
  SortAndSweep,
  SweepAndPrune,
  MultiSweepAndPrune,
  SegmentedSweepAndPrune,
  Octree,
  LooseOctree,
  LinearOctree,
  MultiReferenceOctree,
  KdBoxTree,
];

/** A structure takes no part with more boxes once a frame takes longer than this, ms. */
const longestFrame = 150;

/**
 * Mean CPU time of a frame in ms, so that expensive frames count, and the number of pairs in the first.
 */
function timeFrames(
  Class: new () => Structure,
  scene: MovingBoxes,
  measureMs: number,
): [ms: number, pairs: number] {
  const structure = new Class();
  const pairs = new PairList();
  const walk = new FrameWalk(scene);
  structure.insertAll(scene.frames[0]);
  const frame = () => {
    structure.updateAll(walk.next());
    pairs.clear();
    structure.findPairs(pairs);
  };
  frame();
  const first = pairs.count;
  // A warm-up for the compiler, but not a long one for slow structures; it tells how many frames to measure.
  let frames = 0;
  for (const end = cpuNow() + measureMs; cpuNow() < end; frames++) frame();
  frames = Math.max(3, frames);
  const start = cpuNow();
  for (let i = 0; i < frames; i++) frame();
  return [(cpuNow() - start) / frames, first];
}

/** Median time of Rapier's broad phase in ms, of boxes that move as ours do. */
function timeRapier(scene: MovingBoxes): number {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.profilerEnabled = true;
  const centerOf = (boxes: Float32Array, i: number) => ({
    x: (boxes[6 * i] + boxes[6 * i + 3]) / 2,
    y: (boxes[6 * i + 1] + boxes[6 * i + 4]) / 2,
    z: (boxes[6 * i + 2] + boxes[6 * i + 5]) / 2,
  });
  const first = scene.frames[0];
  const bodies = Array.from({ length: scene.count }, (_, i) => {
    const { x, y, z } = centerOf(first, i);
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y, z));
    const half = [0, 1, 2].map(k => (first[6 * i + k + 3] - first[6 * i + k]) / 2);
    const shape = RAPIER.ColliderDesc.cuboid(half[0], half[1], half[2]).setSensor(true);
    world.createCollider(shape.setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL), body);
    return body;
  });
  const walk = new FrameWalk(scene);
  const times: number[] = [];
  for (let frame = 0; frame < 30; frame++) {
    const boxes = walk.next();
    bodies.forEach((body, i) => {
      body.setNextKinematicTranslation(centerOf(boxes, i));
    });
    world.step();
    if (frame >= 5) times.push(world.timingBroadPhase());
  }
  world.free();
  return median(times);
}

/** The exponent of growth over the four largest sizes. */
const exponentOf = (points: readonly [number, number][]) => growthExponent(points.slice(-4));

export const experiment = defineExperiment({
  id: 'G4.1',
  title: 'Cost of all pairs against the number of boxes',
  async run(report) {
    const counts = report.quick ? [500, 2000, 8000] : [16, 64, 250, 1000, 4000, 16_000, 64_000];
    const exponents: Record<string, number> = {};
    await RAPIER.init();
    const scenes = counts.map(count => makeMovingBoxes('uniform', count, 30));
    const expected: number[] = [];
    const series: Series[] = [];
    const rows: (string | number)[][] = [];
    for (const Class of structures) {
      const points: [number, number][] = [];
      for (const [k, scene] of scenes.entries()) {
        const [ms, pairs] = timeFrames(Class, scene, report.size(30, 300));
        expected[k] ??= pairs;
        if (pairs !== expected[k])
          throw new Error(`${Class.name} finds ${pairs} pairs of ${scene.count} boxes, not ${expected[k]}`);
        points.push([scene.count, ms]);
        if (ms > longestFrame) break;
      }
      const name = Class.name.replace('_', '');
      series.push({ name, points });
      exponents[name] = exponentOf(points);
      rows.push([name, ...counts.map((_, k) => points[k]?.[1] ?? '–'), exponentOf(points).toFixed(2)]);
    }
    const rapier = scenes.slice(0, -1).map(scene => [scene.count, timeRapier(scene)] as [number, number]);
    series.push({ name: 'rapier, inner', points: rapier, dashed: true });
    rows.push(['rapier, inner', ...rapier.map(([, ms]) => ms), '–', exponentOf(rapier).toFixed(2)]);
    report.claim('brute force grows with the square of the number', exponents['BruteForce'] > 1.6);
    report.claim(
      'grids and hierarchies grow more slowly by half an exponent at least',
      ['HashGrid', 'UniformGrid', 'CoherentPairs', 'DynamicBvh'].every(
        name => exponents[name] < exponents['BruteForce'] - 0.4,
      ),
    );
    report.note(
      `Milliseconds of CPU per frame, all boxes moving, over three decades or more; the exponent is fitted to the four largest scenes that a structure took part in. One whose frame takes longer than ${longestFrame} ms takes no part with more boxes.`,
    );
    report.table(['structure', ...counts.map(String), 'exponent'], rows);
    report.plot(
      'growth',
      plotLines(series, {
        title: 'All pairs of evenly spread moving boxes',
        xLabel: 'boxes',
        yLabel: 'ms per frame',
        logX: true,
        logY: true,
        height: 480,
      }),
    );
  },
});
