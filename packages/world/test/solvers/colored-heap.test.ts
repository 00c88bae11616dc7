/**
 * Solvers whose contacts are solved colour by colour, in a dense heap: they overlap and rest as those that
 * take one contact after the other do.
 */
import { BoxShape, HullShape, solidIcosahedron } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ColoredParticleSolver,
  ColoredSolver,
  ImpulseSolver,
  ParticleSolver,
  type RigidSolver,
} from '@colide/solvers';
import {
  ColoredProjectionSolver,
  ColoredSupportPlaneSolver,
  ProjectionSolver,
  SupportPlaneSolver,
  type World,
} from '@colide/world';
import { expect, it } from 'vitest';
import { deepestOverlap, drift, walledWorld } from '../support/vertex-scenes.ts';

/** Bodies 0.4 to 0.6 m wide in layers of nine, between walls 1.8 m apart. */
function heap(solver: RigidSolver, count: number, seed: number): World {
  const world = walledWorld(solver, 0.9);
  const shapes = [new BoxShape([0.25, 0.2, 0.22]), HullShape.fromPoints(solidIcosahedron(0.3).positions)];
  const random = new Random(seed);
  for (let i = 0; i < count; i++)
    world.add({
      shape: shapes[i % 2],
      position: [0.56 * (i % 3) - 0.56, 0.4 + 0.5 * Math.floor(i / 9), 0.56 * (Math.floor(i / 3) % 3) - 0.56],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
  return world;
}

/**
 * The state of a heap: overlap after `from` steps, the distance moved in the last sixth of a second, points
 * and sleeping bodies.
 */
function settle(
  solver: RigidSolver,
  { count, steps, from = 60 }: Pick<HeapCase, 'count' | 'steps' | 'from'>,
  seed: number,
) {
  const world = heap(solver, count, seed);
  const found = { overlap: 0, way: 0, points: 0, sleepers: 0 };
  for (let n = 0; n < steps - 10; n++) {
    world.step(1 / 60);
    found.points = Math.max(found.points, world.counters.points);
    if (n >= from && n % 10 === 9) found.overlap = Math.max(found.overlap, deepestOverlap(world));
  }
  found.way = drift(world, 10);
  found.sleepers = world.sleeperCount;
  return found;
}

/** The median of each figure over heaps of these seeds. */
function settleAll(
  make: () => RigidSolver,
  { seeds = [6], ...heaps }: Pick<HeapCase, 'count' | 'steps' | 'from' | 'seeds'>,
) {
  const all = seeds.map(seed => settle(make(), heaps, seed));
  const median = (key: keyof (typeof all)[number]) =>
    all.map(found => found[key]).sort((a, b) => a - b)[seeds.length >> 1];
  return {
    overlap: median('overlap'),
    way: median('way'),
    points: median('points'),
    sleepers: median('sleepers'),
  };
}

interface HeapCase {
  readonly name: string;
  readonly serial: () => RigidSolver;
  readonly colored: () => RigidSolver;
  readonly count: number;
  readonly steps: number;
  /** The step after which overlap counts. Default 60. */
  readonly from?: number;
  /**
   * The heaps; several where they differ by much: with support planes, single ones overlap by 3 to 32 mm.
   */
  readonly seeds?: readonly number[];
  /** Deepest overlap, in m. */
  readonly overlap: number;
  /**
   * Whether all have fallen asleep in the end; without friction, or in few substeps, they take longer than we
   * wait.
   */
  readonly sleeps: boolean;
}

const substeps = 4;
const cases: readonly HeapCase[] = [
  {
    name: 'impulses',
    serial: () => new ImpulseSolver(),
    colored: () => new ColoredSolver(),
    ...{ count: 45, steps: 160, overlap: 0.004, sleeps: true },
  },
  {
    name: 'shape matching',
    serial: () => new ParticleSolver(),
    colored: () => new ColoredParticleSolver(),
    ...{ count: 27, steps: 160, overlap: 0.001, sleeps: true },
  },
  {
    name: 'projection',
    serial: () => new ProjectionSolver({ substeps }),
    colored: () => new ColoredProjectionSolver({ substeps }),
    ...{ count: 27, steps: 90, overlap: 0.005, sleeps: false },
  },
  {
    name: 'support planes',
    serial: () => new SupportPlaneSolver(),
    colored: () => new ColoredSupportPlaneSolver(),
    ...{ count: 27, steps: 240, from: 200, seeds: [6, 1, 2], overlap: 0.008, sleeps: false },
  },
];

it.each(cases)(
  '$name in colours: a dense heap is as shallow and as calm as in order',
  ({ serial, colored, ...heaps }) => {
    const { count, overlap, sleeps } = heaps;
    const [one, other] = [serial, colored].map(make => settleAll(make, heaps));
    // It is not the same order.
    expect(other).not.toEqual(one);
    expect(Math.min(one.points, other.points)).toBeGreaterThan(4 * count);
    expect(one.overlap).toBeLessThan(overlap);
    expect(other.overlap).toBeLessThan(overlap);
    expect(other.overlap).toBeLessThan(1.5 * one.overlap + 0.001);
    expect(other.way).toBeLessThan(1.5 * one.way + 0.001);
    if (sleeps) expect([one.sleepers, other.sleepers]).toEqual([count, count]);
  },
);
