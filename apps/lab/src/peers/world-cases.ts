/**
 * Cases that compare the speed of whole worlds: steps of a scene, and rays into one. All engines begin with
 * the same scene and have had two seconds to settle; the states they have reached are compared by the number
 * of escaped bodies (which must be zero), the mean height of all (half a metre at most) and the number of
 * sleeping bodies.
 */
import { Random } from '@colide/math';
import type { BenchCase, Contender } from '../harness/suite.ts';
import type { PhysicsEngine, RunningScene, Scene } from '../physics/engine.ts';
import { colideEngine, loadColideSimd } from '../physics/engines/colide.ts';
import { loadCrashcat } from '../physics/engines/crashcat.ts';
import { loadHavok } from '../physics/engines/havok.ts';
import { loadJolt } from '../physics/engines/jolt.ts';
import { loadRapier, loadRapierSimd } from '../physics/engines/rapier.ts';
import { containerScene } from '../scenes/container.ts';
import { heapScene } from '../scenes/world-scenes.ts';

const dt = 1 / 60;
const settlingSteps = 120;
/** In m. */
const rayLength = 30;

/** The names of the engines, and functions that load them. */
const loaders: Readonly<Record<string, () => PhysicsEngine | Promise<PhysicsEngine>>> = {
  colide: () => colideEngine,
  'colide with SIMD': loadColideSimd,
  crashcat: loadCrashcat,
  'rapier (WASM)': loadRapier,
  'rapier (WASM, SIMD)': loadRapierSimd,
  'Havok (WASM, SIMD)': loadHavok,
  'Jolt (WASM)': loadJolt,
};

const loaded = new Map<string, Promise<PhysicsEngine>>();

/** The engine of this name, loaded once for all cases. */
function load(name: string): Promise<PhysicsEngine> {
  const engine = loaded.get(name) ?? Promise.resolve(loaders[name]());
  loaded.set(name, engine);
  return engine;
}

/** The target ratio to these engines; the target for all others is 1. */
const plainTarget = 1.5;
const plainEngines = ['crashcat', 'rapier (WASM)', 'Jolt (WASM)'];

/** Ours without and with kernels, and the engines that can run each scene. */
export const ours = ['colide', 'colide with SIMD'];
export const allEngines = [
  ...ours,
  'crashcat',
  'rapier (WASM)',
  'rapier (WASM, SIMD)',
  'Havok (WASM, SIMD)',
  'Jolt (WASM)',
];
export const withJoints = allEngines.filter(name => name !== 'crashcat');
export const withCloth = [...ours, 'rapier (WASM)', 'Jolt (WASM)'];
const withRays = ['colide', 'rapier (WASM)', 'rapier (WASM, SIMD)', 'Havok (WASM, SIMD)'];

interface Outcome {
  readonly escaped: number;
  readonly height: number;
  readonly sleepers: number;
}

function outcome(run: RunningScene, { bodies }: Scene): Outcome {
  let escaped = 0;
  let sum = 0;
  let sleepers = 0;
  let count = 0;
  for (const [id, body] of bodies.entries()) {
    if (body.isStatic) continue;
    const { position, isAsleep } = run.read(id);
    if (!(position[1] > -1)) escaped++;
    if (isAsleep) sleepers++;
    sum += position[1];
    count++;
  }
  return { escaped, height: count > 0 ? sum / count : 0, sleepers };
}

function agree(ours: unknown, peers: unknown): true | string {
  const [a, b] = [ours as Outcome, peers as Outcome];
  if (a.escaped > 0) return `${a.escaped} of our bodies escaped`;
  if (b.escaped > 0) return `${b.escaped} of its bodies escaped`;
  if (!(Math.abs(a.height - b.height) < 0.5)) return `mean height ${a.height} against ${b.height}`;
  return (
    Math.abs(a.sleepers - b.sleepers) <= 0.05 * (a.sleepers + b.sleepers) ||
    `${a.sleepers} sleepers against ${b.sleepers}`
  );
}

function targetOf(name: string): { target?: number } {
  if (ours.includes(name)) return {};
  return { target: plainEngines.includes(name) ? plainTarget : 1 };
}

function freeAll(runs: readonly RunningScene[]): void {
  for (const run of runs) run.free();
}

/** A case of steps of `scene`. */
export function stepCase(name: string, scene: () => Scene, names: readonly string[]): BenchCase {
  return {
    name,
    items: 1,
    unit: 'step',
    async setUp() {
      const made = scene();
      const runs: RunningScene[] = [];
      const contenders: Contender[] = [];
      for (const contender of names) {
        const run = (await load(contender)).start(made);
        runs.push(run);
        for (let n = 0; n < settlingSteps; n++) run.step(dt);
        contenders.push({
          name: contender,
          run() {
            run.step(dt);
            return 0;
          },
          verdict: () => outcome(run, made),
          ...targetOf(contender),
        });
      }
      return { contenders, agree, tearDown: () => freeAll(runs) };
    },
  };
}

/**
 * A case of `count` rays at a time, from above into a heap of `boxes` that has just begun to fall: where a
 * ray begins inside a body, engines do not agree on what it hits.
 */
export function rayCase(name: string, count: number, boxes: number): BenchCase {
  return {
    name,
    items: count,
    unit: 'ray',
    async setUp() {
      const made = heapScene(boxes, 'boxes');
      const { half } = containerScene(boxes);
      const random = new Random(77);
      const rays = Array.from({ length: count }, () => {
        const direction: [number, number, number] = [0, 0, 0];
        random.unitVector(direction);
        direction[1] = -Math.abs(direction[1]);
        const origin = [
          random.uniform(-half, half),
          random.uniform(13, 20),
          random.uniform(-half, half),
        ] as const;
        return { origin, direction };
      });
      const runs: RunningScene[] = [];
      const contenders: Contender[] = [];
      for (const contender of withRays) {
        const run = (await load(contender)).start(made);
        runs.push(run);
        run.step(dt);
        const cast = () => {
          let sum = 0;
          for (const { origin, direction } of rays)
            sum += Math.min(run.raycast!(origin, direction, rayLength), rayLength);
          return sum / count;
        };
        contenders.push({ name: contender, run: cast, verdict: cast, ...targetOf(contender) });
      }
      return {
        contenders,
        agree: (a, b) => Math.abs((a as number) - (b as number)) < 0.01 || `mean distance ${a} against ${b}`,
        tearDown: () => freeAll(runs),
      };
    },
  };
}
