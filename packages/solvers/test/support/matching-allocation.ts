/**
 * Shape matching in steady state: one file per kind, since code that has seen several kinds is compiled
 * differently.
 */
import { ParticleSystem, ShapeMatching, type ShapeMatchingOptions } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { cubes } from './cubes.ts';

/** Asserts that matching clusters of a kind, with plastic flow, allocates nothing. */
export function expectMatchingSteadyState(kind: NonNullable<ShapeMatchingOptions['kind']>): void {
  const scene = cubes(5, true);
  const masses = new Float64Array(scene.count).fill(1);
  const matching = new ShapeMatching(scene.positions, masses, scene.starts, scene.ids, {
    kind,
    plasticity: { yieldStrain: 0.01, creep: 1, maxStrain: 1 },
  });
  const system = new ParticleSystem({ count: scene.count });
  system.placeAll(scene.positions.map((value, k) => value * (1 + 0.1 * (k % 5))));
  expectNoAllocation(
    () => {
      matching.begin(system, 1 / 60);
      matching.project(system);
    },
    { warmUp: 1500 },
  );
}
