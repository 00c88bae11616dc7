/** Particle solvers divided among real workers: the same bits for every number of them. */
import { createHash } from 'node:crypto';
import { ColoredParticleSolver, ParticleSolver, RigidJoints } from '@colide/solvers';
import { isSoak, soak } from '@colide/testing';
import { WorkerPool } from '@colide/workers';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import { realPool } from '../support/node-helpers.ts';
import { bundleWorker } from '../support/node-worker.ts';
import { heap } from '../support/pool-scenes.ts';

const startWorker = await bundleWorker(new URL('../../src/worker.ts', import.meta.url));
const dt = 1 / 60;
const steps = 24;
/** Steps of more threads than there may be cores, which take long: enough for contacts, as is checked. */
const fewSteps = soak(14, steps);

function hash({ bodies }: World): string {
  const digest = createHash('sha256');
  for (const array of [bodies.positions, bodies.rotations, bodies.velocities, bodies.angularVelocities])
    digest.update(new Uint8Array(array.slice().buffer));
  return digest.digest('hex');
}

describe.each(['matching', 'distances'] as const)('frames held by %s', rigidity => {
  /** A heap of frames with joints between some of them. */
  function run(pool: WorkerPool, count = steps) {
    const joints = new RigidJoints();
    const solver = new ColoredParticleSolver({ rigidity }, pool);
    const world = new World({ pool, solver, joints });
    heap(world, 70);
    for (let body = 10; body < 30; body += 2)
      joints.addBall(world.bodies, body, body + 1, [...world.bodies.positions.slice(3 * body, 3 * body + 3)]);
    let workers = 1;
    let colors = 0;
    for (let n = 0; n < count; n++) {
      world.step(dt);
      workers = Math.max(workers, pool.count);
      colors = Math.max(colors, solver.colorCount);
    }
    return { hash: hash(world), workers, colors, world };
  }

  it('moves by the same bits with 1, 2 and 4 workers, and with 8 in a soak', async () => {
    const alone = [steps, fewSteps].map(count => {
      const { hash, workers, colors, world } = run(new WorkerPool([]), count);
      expect(workers).toBe(1);
      expect(colors).toBeGreaterThan(2);
      expect(world.counters.points).toBeGreaterThan(40);
      return hash;
    });
    for (const threads of isSoak ? [2, 4, 8] : [2, 4]) {
      const { pool, end } = await realPool(startWorker, threads);
      const together = run(pool, threads > 2 ? fewSteps : steps);
      expect(pool.failure).toBeUndefined();
      expect(together.workers).toBe(threads);
      expect(together.hash, `${threads} workers`).toBe(alone[threads > 2 ? 1 : 0]);
      await end();
    }
  });

  it('is lost and done without, to the same bits', async () => {
    const { pool, end } = await realPool(startWorker, 2, { fewPairs: 0, patience: 300 });
    await end();
    expect(run(pool).hash).toBe(run(new WorkerPool([])).hash);
    expect(pool.failure?.message).toContain('has not come for 300 ms');
  });

  it('moves bodies as the solver for one thread does, but for the order of contacts', () => {
    const [plain, colored] = [new ParticleSolver({ rigidity }), new ColoredParticleSolver({ rigidity })].map(
      solver => {
        const world = new World({ solver });
        heap(world, 40);
        for (let n = 0; n < 20; n++) world.step(dt);
        return world;
      },
    );
    // In free fall nothing touches yet, and bits agree; later the order of contacts tells.
    const last = 3 * (plain.bodies.count - 1);
    expect(colored.bodies.positions.slice(last)).toEqual(plain.bodies.positions.slice(last));
    let most = 0;
    for (let k = 0; k < plain.bodies.positions.length; k++)
      most = Math.max(most, Math.abs(plain.bodies.positions[k] - colored.bodies.positions[k]));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(0.1);
  });
});
