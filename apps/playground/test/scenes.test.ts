/**
 * What every scene must hold: finite, within its container, shallow overlap, energy that does not grow, rest in the end; and the same bits
 * when it is run again or goes on from a snapshot. A soak takes 10 000 steps with the default number of bodies; otherwise there are at most
 * 128, and a scene ends 300 steps after it has come to rest, or after 1 500 if it never does.
 */
import { isSoak, soak } from '@colide/testing';
import { rigidKineticEnergy } from 'colide';
import { describe, expect, it } from 'vitest';
import type { SolverName } from '../src/choice.ts';
import type { Scene, SceneDefinition } from '../src/scene.ts';
import { scenes } from '../src/scenes/index.ts';
import { hashWorld } from './support/hash-world.ts';

const dt = 1 / 60;
const steps = 10_000;
/** Steps of scenes that never rest, and steps at rest after which the others end. */
const restlessSteps = soak(1500, steps);
const restingSteps = soak(300, steps);
/** Most bodies, where a scene offers fewer than its default. */
const most = soak(128, Infinity);
/** Steps at which the state is compared with that of other runs: in the middle of things. */
const first = 150;
const second = 300;

function build(definition: SceneDefinition, solver: SolverName): Scene {
  const count = Math.min(definition.counts[0], Math.max(...definition.counts.filter(n => n <= most)));
  return definition.build({ count, solver, broadPhase: 'hash grid' });
}

function advance(scene: Scene, from: number, to: number): void {
  for (let n = from; n < to; n++) {
    scene.beforeStep?.(n * dt);
    scene.world.step(dt);
  }
}

/** Kinetic and potential energy of the rigid bodies, from the floor of the container. */
function energy({ world, container }: Scene): number {
  const { positions, inverseMasses } = world.bodies;
  let sum = rigidKineticEnergy(world.bodies);
  for (let body = 0; body < world.bodies.count; body++)
    if (inverseMasses[body] > 0)
      sum -= (world.gravity[1] * (positions[3 * body + 1] - container[1])) / inverseMasses[body];
  return sum;
}

function countDynamic({ world }: Scene): number {
  return world.bodies.inverseMasses.reduce((count, inverse) => count + (inverse > 0 ? 1 : 0), 0);
}

/** How far the centres of bodies, and the particles of deformable ones, are outside of the container at most. */
function outside({ world, soft, container }: Scene): number {
  const { positions, inverseMasses } = world.bodies;
  let most = 0;
  for (let i = 0; i < 3 * (soft?.particleCount ?? 0); i++) {
    const x = soft!.positions[i];
    most = Math.max(most, container[i % 3] - x, x - container[3 + (i % 3)]);
  }
  for (let body = 0; body < world.bodies.count; body++)
    if (inverseMasses[body] > 0)
      for (let k = 0; k < 3; k++) {
        const x = positions[3 * body + k];
        most = Math.max(most, container[k] - x, x - container[3 + k]);
      }
  return most;
}

function deepest({ world }: Scene): number {
  const { separations, count } = world.contacts;
  let most = 0;
  for (let c = 0; c < count; c++) most = Math.max(most, -separations[c]);
  return most;
}

function check(definition: SceneDefinition, solver: SolverName): void {
  const scene = build(definition, solver);
  const { world } = scene;
  const start = energy(scene);
  const bodies = countDynamic(scene);
  let lowest = start;
  let snapshot = new ArrayBuffer(0);
  const hashes: number[] = [];
  const end = scene.restAfter < Infinity ? steps : restlessSteps;
  let rested = 0;
  for (let n = 0; n < end && rested < restingSteps; n++) {
    advance(scene, n, n + 1);
    if (n + 1 === first) snapshot = world.snapshot();
    if (n + 1 === first || n + 1 === second) hashes.push(hashWorld(world));
    const resting = world.sleepers === bodies;
    rested = resting && scene.soft?.sleepers === scene.soft?.bodies.length ? rested + 1 : 0;
    if (n % (resting ? 500 : 10) !== 0) continue;
    expect(outside(scene), `outside at step ${n}`).toBeLessThan(1e-9);
    // Where fast bodies meet, overlap is deep for a moment; then it is undone.
    expect(deepest(scene), `overlap at step ${n}`).toBeLessThan(0.4);
    const now = energy(scene);
    expect(Number.isFinite(now)).toBe(true);
    // Motors and deformable bodies give energy to rigid ones.
    if (scene.restAfter < Infinity && !scene.soft)
      expect(now, `energy at step ${n}`).toBeLessThan(lowest + 0.01 * start);
    lowest = Math.min(lowest, now);
  }
  if (scene.restAfter < Infinity) {
    expect(scene.restAfter / dt).toBeLessThan(steps);
    expect(world.sleepers, 'bodies at rest').toBe(bodies);
    expect(scene.soft?.sleepers).toBe(scene.soft?.bodies.length);
    expect(deepest(scene)).toBeLessThan(0.02);
  }
  const again = build(definition, solver);
  advance(again, 0, first);
  expect(hashWorld(again.world), 'the same run again').toBe(hashes[0]);
  const restored = build(definition, solver);
  restored.world.restore(snapshot);
  expect(hashWorld(restored.world), 'right after restore').toBe(hashes[0]);
  advance(restored, first, second);
  expect(hashWorld(restored.world), 'on from the snapshot').toBe(hashes[1]);
}

describe('scenes', () => {
  for (const definition of scenes)
    it(`${definition.name} holds for ${isSoak ? `${steps} steps` : 'as long as it moves'}`, () =>
      check(definition, 'impulses'));
  for (const definition of scenes.filter(({ name }) => /^(icosahedra-in-a-box|stacks)$/.test(name)))
    for (const solver of ['particles', 'shape matching'] as const)
      it(`${definition.name} holds with ${solver}`, () => check(definition, solver));
});
