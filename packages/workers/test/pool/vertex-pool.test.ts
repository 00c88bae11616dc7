/**
 * Solvers of vertices divided among real workers: the same bits for 1, 2 and 4 of them, and for 8 in a soak.
 */
import { createHash } from 'node:crypto';
import { BoxShape, Compound, HalfSpace, HullShape, solidIcosahedron } from '@colide/geometry';
import { Random } from '@colide/math';
import { isSoak, soak } from '@colide/testing';
import { WorkerPool } from '@colide/workers';
import {
  ColoredProjectionSolver,
  ColoredSupportPlaneSolver,
  ProjectionSolver,
  SupportPlaneSolver,
  type VertexCrew,
  World,
} from '@colide/world';
import { describe, expect, it } from 'vitest';
import { realPool } from '../support/node-helpers.ts';
import { bundleWorker } from '../support/node-worker.ts';

const startWorker = await bundleWorker(new URL('../../src/worker.ts', import.meta.url));
const steps = soak(8, 60);
/** Steps of more threads than there may be cores, which take long. */
const fewSteps = soak(4, steps);

/** A tetrahedron with a particle in its middle, which its four edges to the corners hold. */
const tetrahedron = HullShape.fromPoints([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8]);
const middleFrame = {
  more: [0.2, 0.2, 0.2],
  pairs: [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3, 0, 4, 1, 4, 2, 4, 3, 4],
};

/** A heap on the ground, against walls of two parts, one of them turned, on a plate that moves and turns. */
function heap(solver: VertexSolver, pool?: WorkerPool): World {
  const world = new World({ solver, ...(pool && { pool }) });
  world.add({ shape: new HalfSpace() });
  const wall = new Compound([
    { shape: new BoxShape([0.5, 8, 3]) },
    { shape: new BoxShape([0.3, 8, 0.3]), position: [0, 0, 1.3], rotation: [0, 0.3, 0.1, 0.9] },
  ]);
  for (const side of [-1, 1]) {
    world.add({ shape: wall, type: 'static', position: [1.9 * side, 8, 0] });
    world.add({ shape: new BoxShape([3, 8, 0.5]), type: 'static', position: [0, 8, 1.9 * side] });
  }
  world.add({
    shape: new BoxShape([0.7, 0.1, 0.7]),
    type: 'kinematic',
    position: [0, 0.1, 0],
    velocity: [0.1, 0.2, 0],
    angularVelocity: [0, 0.5, 0.1],
  });
  const random = new Random(6);
  const icosahedron = HullShape.fromPoints(solidIcosahedron(0.35).positions);
  const shapes = [new BoxShape([0.3, 0.25, 0.35]), icosahedron, tetrahedron];
  if (solver instanceof ProjectionSolver) solver.setFrame(tetrahedron, middleFrame.more, middleFrame.pairs);
  for (let i = 0; i < 27; i++)
    world.add({
      shape: shapes[i % 3],
      position: [0.8 * (i % 3) - 0.8, 0.6 + 0.6 * Math.floor(i / 9), 0.8 * (Math.floor(i / 3) % 3) - 0.8],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
  return world;
}

function hash({ bodies }: World): string {
  const digest = createHash('sha256');
  for (const array of [bodies.positions, bodies.rotations, bodies.velocities, bodies.angularVelocities])
    digest.update(new Uint8Array(array.slice().buffer));
  return digest.digest('hex');
}

type VertexSolver = ProjectionSolver | SupportPlaneSolver;

const solvers: Record<string, (crew?: VertexCrew) => VertexSolver> = {
  'ordered projection': crew => new ColoredProjectionSolver({ substeps: 4 }, crew),
  'plain projection': crew => new ColoredProjectionSolver({ substeps: 4, relaxation: 'plain' }, crew),
  'support planes': crew => new ColoredSupportPlaneSolver({}, crew),
  'middle planes': crew => new ColoredSupportPlaneSolver({ planes: 'middle' }, crew),
};
const plainSolvers: Record<string, () => VertexSolver> = {
  'ordered projection': () => new ProjectionSolver({ substeps: 4 }),
  'plain projection': () => new ProjectionSolver({ substeps: 4, relaxation: 'plain' }),
  'support planes': () => new SupportPlaneSolver(),
  'middle planes': () => new SupportPlaneSolver({ planes: 'middle' }),
};

describe.each(Object.keys(solvers))('%s', name => {
  /** Runs a heap in which bodies come, go and change on the way. */
  function run(pool: WorkerPool, count = steps) {
    const solver = solvers[name](pool);
    const world = heap(solver, pool);
    let workers = 1;
    const sums = { searches: 0, contacts: 0 };
    for (let n = 0; n < count; n++) {
      if (n === 3) world.remove(10);
      if (n === 4) world.add({ shape: new BoxShape([0.2, 0.3, 0.2]), position: [0, 3.5, 0] });
      world.step(1 / 60);
      workers = Math.max(workers, pool.count);
      sums.searches += solver.counters.searches;
      sums.contacts += solver.counters.contacts;
    }
    return { bits: hash(world), workers, sums };
  }

  it('moves by the same bits with 1, 2 and more workers, and counts the same', async () => {
    const alone = [steps, fewSteps].map(count => run(new WorkerPool([]), count));
    expect(alone[0].workers).toBe(1);
    expect(alone[1].sums.contacts).toBeGreaterThan(100);
    for (const threads of isSoak ? [2, 4, 8] : /plain|middle/.test(name) ? [2] : [2, 4]) {
      const { pool, end } = await realPool(startWorker, threads);
      const together = run(pool, threads > 2 ? fewSteps : steps);
      expect(pool.failure).toBeUndefined();
      expect(together).toEqual({ ...alone[threads > 2 ? 1 : 0], workers: threads });
      await end();
    }
  });

  it('goes on alone when the others are lost, with the same bits', async () => {
    const { pool, end } = await realPool(startWorker, 2, { fewPairs: 0, patience: 300 });
    await end();
    expect(run(pool, fewSteps).bits).toBe(run(new WorkerPool([]), fewSteps).bits);
    expect(pool.failure?.message).toContain('has not come for 300 ms');
  });

  it('moves bodies to the same bits as without a crew where colours keep the order of pairs', () => {
    const [plain, colored] = [plainSolvers[name](), solvers[name]()].map(solver => {
      const world = new World({ solver });
      world.add({ shape: new HalfSpace() });
      // Columns of two: all pairs with the ground come first, in both orders.
      for (let i = 0; i < 16; i++)
        world.add({
          shape: new BoxShape([0.3, 0.3, 0.3]),
          position: [2 * (i % 8), i < 8 ? 0.31 : 0.92, 0.02 * i],
        });
      let contacts = 0;
      for (let n = 0; n < 10; n++) {
        world.step(1 / 60);
        contacts += solver.counters.contacts;
      }
      expect(contacts).toBeGreaterThan(50);
      return hash(world);
    });
    expect(colored).toBe(plain);
  });
});
