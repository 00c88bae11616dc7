/**
 * The scenes of the world suite, small: every engine runs those that it can, and comes to the same as ours.
 */
import { describe, expect, it } from 'vitest';
import { findDisagreements } from '../src/harness/suite.ts';
import { allEngines, rayCase, stepCase, withCloth, withJoints } from '../src/peers/world-cases.ts';
import type { PhysicsEngine, Scene } from '../src/physics/engine.ts';
import { colideEngine } from '../src/physics/engines/colide.ts';
import { loadJolt } from '../src/physics/engines/jolt.ts';
import {
  clothScene,
  heapScene,
  landScene,
  ragdollScene,
  sleepingScene,
  wallScene,
} from '../src/scenes/world-scenes.ts';

describe('scenes of the world suite', () => {
  const cases = [
    stepCase('boxes', () => heapScene(20, 'boxes'), allEngines),
    stepCase('spheres', () => heapScene(20, 'spheres'), allEngines),
    stepCase('icosahedra', () => heapScene(20, 'icosahedra'), allEngines),
    stepCase('capsules', () => heapScene(20, 'capsules and cylinders'), allEngines),
    stepCase('compounds', () => heapScene(20, 'compounds'), allEngines),
    stepCase('wall', () => wallScene(4, 4), allEngines),
    stepCase('land', () => landScene(9), allEngines),
    stepCase('ragdolls', () => ragdollScene(2), withJoints),
    stepCase('sleepers', () => sleepingScene(20, 2), withJoints),
    stepCase('cloths', () => clothScene(2, 8), withCloth),
    rayCase('rays', 100, 100),
  ];
  for (const { name, setUp } of cases)
    it(`${name} end alike in all engines`, { timeout: 120_000 }, async () => {
      const setup = await setUp();
      expect(findDisagreements(setup)).toEqual([]);
      setup.tearDown?.();
    });

  it.each([
    ['colide', () => colideEngine],
    ['Jolt', loadJolt],
  ])('keep cloths awake in %s', { timeout: 120_000 }, async (_, load) => {
    const engine = await load();
    const scene = clothScene(2, 8);
    expect(sleepersAfter(engine, scene)).toBe(0);
    expect(sleepersAfter(engine, { ...scene, sleeping: true })).toBe(2);
  });
});

/** How many cloths of a scene are asleep after ten seconds. */
function sleepersAfter(engine: PhysicsEngine, scene: Scene): number {
  const run = engine.start(scene);
  for (let n = 0; n < 600; n++) run.step(1 / 60);
  const sleepers = run.sleepingCloths!();
  run.free();
  return sleepers;
}
