/**
 * Whole worlds: cubes or balls that have fallen into a container and lie there ten deep, a step at a time,
 * without sleep. All engines begin with the same scene and have had two seconds to settle; the states they
 * have reached are compared by the number of escaped bodies (which must be zero) and the mean height of all
 * (a tenth of the depth at most). Other shapes, walls, land, ragdolls, sleepers, cloths and rays are in
 * `world-cases`.
 */

import { type BenchCase, type Contender, defineSuite } from '../harness/suite.ts';
import type { BodyKind, EngineRun } from '../peers/engine-run.ts';
import { loadEngines } from '../peers/engines.ts';
import { allEngines, rayCase, stepCase, withCloth, withJoints } from '../peers/world-cases.ts';
import { containerScene } from '../scenes/container.ts';
import {
  clothScene,
  heapScene,
  landScene,
  ragdollScene,
  sleepingScene,
  wallScene,
} from '../scenes/world-scenes.ts';

const settlingSteps = 120;

interface Outcome {
  readonly escaped: number;
  readonly height: number;
}

function outcome(run: EngineRun, count: number, half: number): Outcome {
  const positions = new Float64Array(3 * count);
  run.positions(positions);
  let escaped = 0;
  let sum = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const outside = Math.max(Math.abs(positions[i]), Math.abs(positions[i + 2])) > half + 0.5;
    if (outside || !(positions[i + 1] > -0.6)) escaped++;
    sum += positions[i + 1];
  }
  return { escaped, height: sum / count };
}

function worldCase(
  count: number,
  kind: BodyKind,
  names: readonly string[],
  targets: Record<string, number>,
): BenchCase {
  return {
    name: `${count} ${kind}`,
    items: 1,
    unit: 'step',
    async setUp() {
      const engines = await loadEngines();
      const scene = containerScene(count);
      const runs: EngineRun[] = [];
      const contenders = names.map((name): Contender => {
        const run = engines[name](scene, kind);
        runs.push(run);
        for (let n = 0; n < settlingSteps; n++) run.step();
        const target = targets[name];
        return {
          name,
          run() {
            run.step();
            return 0;
          },
          verdict: () => outcome(run, count, scene.half),
          ...(target === undefined ? {} : { target }),
        };
      });
      return {
        contenders,
        agree(ours, peers) {
          const [a, b] = [ours as Outcome, peers as Outcome];
          if (a.escaped > 0) return `${a.escaped} of our bodies escaped`;
          if (b.escaped > 0) return `${b.escaped} of its bodies escaped`;
          return Math.abs(a.height - b.height) < 0.5 || `mean height ${a.height} against ${b.height}`;
        },
        tearDown() {
          for (const run of runs) run.free();
        },
      };
    },
  };
}

const wasm = ['rapier (WASM)', 'rapier (WASM, SIMD)', 'Havok (WASM, SIMD)', 'Jolt (WASM)', 'Bullet (WASM)'];
const small = ['colide', 'colide with SIMD', 'crashcat', 'oimophysics', 'cannon-es', ...wasm];
const large = ['colide', 'colide with SIMD', 'crashcat', ...wasm];
const boxTargets = { crashcat: 2, oimophysics: 2, 'cannon-es': 2 };
const sphereTargets = { crashcat: 4, oimophysics: 4, 'cannon-es': 4 };

export const suite = defineSuite({
  title: 'Worlds: bodies in a container',
  cases: [
    worldCase(50, 'boxes', small, {}),
    worldCase(50, 'spheres', small, {}),
    worldCase(500, 'boxes', small, boxTargets),
    worldCase(500, 'spheres', small, sphereTargets),
    worldCase(2000, 'boxes', large, { ...boxTargets, 'rapier (WASM)': 1 }),
    worldCase(2000, 'spheres', large, { ...sphereTargets, 'rapier (WASM)': 1 }),
    worldCase(10_000, 'boxes', large, { ...boxTargets, 'rapier (WASM)': 1 }),
    worldCase(10_000, 'spheres', large, { ...sphereTargets, 'rapier (WASM)': 1 }),
    ...[500, 2000].flatMap(count =>
      (['icosahedra', 'capsules and cylinders', 'compounds'] as const).map(kind =>
        stepCase(`${count} ${kind}`, () => heapScene(count, kind), allEngines),
      ),
    ),
    stepCase('wall of 400 boxes', () => wallScene(20, 20), allEngines),
    stepCase('wall of 1500 boxes', () => wallScene(30, 50), allEngines),
    stepCase('1000 bodies on a mesh of 100 000 triangles', () => landScene(1000), allEngines),
    stepCase('500 ragdolls', () => ragdollScene(500), withJoints),
    stepCase('10 000 boxes asleep, 100 pendulums', () => sleepingScene(10_000, 100), withJoints),
    stepCase('100 cloths of 20 × 20', () => clothScene(100, 20), withCloth),
    rayCase('10 000 rays into 10 000 boxes', 10_000, 10_000),
  ],
});
