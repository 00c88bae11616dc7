/**
 * Which broad phase is the fastest in which kind of scene, with how many boxes: those that `chooseBroadPhase`
 * chooses from and a tree, on boxes that move from frame to frame. CPU time per frame, the least of some
 * turns.
 */
import { type BroadPhase, PairList } from '@colide/core';
import { Random } from '@colide/math';
import {
  type BroadPhaseName,
  BruteForce,
  chooseBroadPhase,
  createBoxStatistics,
  DynamicBvh,
  HashGrid,
  measureBoxes,
  SweepAndPrune,
  UniformGrid,
} from '@colide/spatial';
import { leastCpuTimes } from '../harness/cpu-clock.ts';
import { FrameWalk, makeMovingBoxes } from './moving-boxes.ts';

interface Structure extends BroadPhase {
  updateAll(boxes: Float32Array): void;
}

/** The structures compared: those to choose from, and the tree for rays and single changes. */
export type StructureName = BroadPhaseName | 'DynamicBvh';

const classes: Record<StructureName, new () => Structure> = {
  BruteForce,
  UniformGrid,
  HashGrid,
  SweepAndPrune,
  DynamicBvh,
};

/** The structures, in the order of all results. */
export const structureNames = Object.keys(classes) as StructureName[];

/** The kinds of scenes. */
export const mapScenes = ['uniform', 'nearly still', 'mixed', 'clustered', 'dust and giants'] as const;
export type MapScene = (typeof mapScenes)[number];

/** Frames with the motion scaled, from the first two of a scene. */
function slowFrames([first, second]: Float32Array[], factor: number, count: number): Float32Array[] {
  return Array.from({ length: count }, (_, frame) =>
    first.map((x, i) => x + frame * factor * (second[i] - x)),
  );
}

/** Two of a hundred boxes are two thousand times as large as the others. */
function dustAndGiants(count: number, frames: number): Float32Array[] {
  const random = new Random(99);
  const side = Math.cbrt(count);
  const all = Array.from({ length: frames }, () => new Float32Array(6 * count));
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) {
      const center = random.uniform(0, side);
      const half = i % 50 === 0 ? 0.5 : 0.00025;
      const velocity = random.uniform(-0.02, 0.02);
      for (const [frame, boxes] of all.entries()) {
        boxes[6 * i + axis] = center + frame * velocity - half;
        boxes[6 * i + 3 + axis] = center + frame * velocity + half;
      }
    }
  return all;
}

function makeFrames(scene: MapScene, count: number, frames: number): Float32Array[] {
  if (scene === 'dust and giants') return dustAndGiants(count, frames);
  if (scene === 'nearly still') return slowFrames(makeMovingBoxes('uniform', count, 2).frames, 0.002, frames);
  return makeMovingBoxes(scene, count, frames).frames;
}

/** The choice of `chooseBroadPhase` for a scene. */
export function chooseForScene(scene: MapScene, count: number): BroadPhaseName {
  const [first, second] = makeFrames(scene, count, 2);
  return chooseBroadPhase(measureBoxes(createBoxStatistics(), second, first)).name;
}

/** The result for one scene. */
export interface MapEntry {
  readonly scene: MapScene;
  readonly count: number;
  /** Milliseconds of CPU per frame; `Infinity` for those that were left out as too slow. */
  readonly times: Record<StructureName, number>;
  readonly fastest: StructureName;
  readonly chosen: BroadPhaseName;
  /** Time of the chosen one over that of the fastest. */
  readonly regret: number;
}

/** Measures one scene; all structures must find as many pairs. Those in `without` take no part. */
export function measureMapEntry(
  scene: MapScene,
  count: number,
  runs: number,
  without: ReadonlySet<StructureName> = new Set(),
): MapEntry {
  const frames = makeFrames(scene, count, 12);
  const taking = structureNames.filter(name => !without.has(name));
  // A run lasts a millisecond at least, for the resolution of the clock.
  const framesPerRun = Math.max(2, Math.round(2000 / count));
  const pairs = new PairList();
  const found: number[] = [];
  const contenders = taking.map((name, i) => {
    const structure = new classes[name]();
    structure.insertAll(frames[0]);
    pairs.clear();
    found[i] = structure.findPairs(pairs);
    const walk = new FrameWalk({ count, frames });
    return () => {
      for (let frame = 0; frame < framesPerRun; frame++) {
        structure.updateAll(walk.next());
        pairs.clear();
        structure.findPairs(pairs);
      }
    };
  });
  if (found.some(one => one !== found[0])) throw new Error(`${scene}, ${count}: pairs ${found.join(', ')}`);
  const least = leastCpuTimes(contenders, runs);
  const times = Object.fromEntries(structureNames.map(name => [name, Infinity])) as Record<
    StructureName,
    number
  >;
  for (const [i, name] of taking.entries()) times[name] = least[i] / framesPerRun;
  const fastest = taking.reduce((best, name) => (times[name] < times[best] ? name : best));
  const chosen = chooseForScene(scene, count);
  return { scene, count, times, fastest, chosen, regret: times[chosen] / times[fastest] };
}
