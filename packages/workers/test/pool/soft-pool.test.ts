/** Deformable bodies of all kinds divided among real workers: the same bits for every number of them. */
import { createHash } from 'node:crypto';
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { isSoak } from '@colide/testing';
import { WorkerPool } from '@colide/workers';
import { ragdollFigure, SoftBodies, type SoftBody, World } from '@colide/world';
import { describe, expect, it, vi } from 'vitest';
import { realPool } from '../support/node-helpers.ts';
import { bundleWorker } from '../support/node-worker.ts';

const startWorker = await bundleWorker(new URL('../../src/worker.ts', import.meta.url));
const dt = 1 / 60;

interface SoftScene {
  readonly world: World;
  readonly soft: SoftBodies;
  readonly torn: SoftBody;
  readonly small: SoftBody;
}

/**
 * A large cloth over a ball, one that tears, a small one, a rope with a box at its end, blocks and a ragdoll.
 */
function build(pool: WorkerPool | undefined): SoftScene {
  const soft = new SoftBodies();
  const world = new World({ parts: [soft], ...(pool && { pool }) });
  world.add({ shape: new HalfSpace() });
  world.add({ shape: new SphereShape(0.4), position: [0, 0.5, 0] });
  soft.addCloth({ columns: 18, rows: 18, spacing: 0.08, position: [0, 1.1, 0], velocity: [0, -2, 0] });
  const torn = soft.addCloth({
    columns: 14,
    rows: 14,
    spacing: 0.1,
    position: [3, 1.5, 0],
    pins: [0, 13, 182, 195],
    tearFactor: 1.2,
  });
  const small = soft.addCloth({ columns: 5, rows: 5, spacing: 0.1, position: [-2, 0.3, 0] });
  const box = world.add({ shape: new BoxShape([0.2, 0.2, 0.2]), position: [-4, 1, 0] });
  const rope = soft.addRope({ positions: [3, 2.6, 2.2, 1.8, 1.4].flatMap(y => [-4, y, 0]), pins: [0] });
  soft.attach(rope, 4, world, box);
  soft.addSoft({ size: [4, 4, 4], spacing: 0.1, position: [-2, 0.8, 2] });
  const corners = [-1, 1].flatMap(x =>
    [-1, 1].flatMap(y => [-1, 1].flatMap(z => [0.2 * x, 0.2 * y, 0.2 * z])),
  );
  const faces = [
    [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5],
    [0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6],
    [0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3],
  ].flat();
  soft.addSoft({ positions: corners, triangles: faces, position: [0, 0.6, 3], mass: 3 });
  soft.addFigure({ ...ragdollFigure(), position: [2, 1.2, 3] });
  return { world, soft, torn, small };
}

function hash({ world, soft }: SoftScene): string {
  const digest = createHash('sha256');
  for (const array of [
    soft.positions,
    soft.system.previousPositions,
    world.bodies.positions,
    world.bodies.velocities,
  ])
    digest.update(new Uint8Array(array.slice().buffer));
  return digest.digest('hex');
}

/**
 * Runs the scene; a body is removed and another one added on the way, and a cloth is pulled until it tears.
 */
function run(pool: WorkerPool | undefined, steps = 20, scene = build(pool), from = 0) {
  const { world, soft, torn, small } = scene;
  let workers = 1;
  for (let n = from; n < steps; n++) {
    const x = Math.min(1.4, 0.65 + 0.05 * n);
    for (const [pin, side] of [
      [0, -1],
      [13, 1],
      [182, -1],
      [195, 1],
    ] as const)
      soft.move(torn, pin, [3 + side * x, 1.5, pin < 100 ? -0.65 : 0.65]);
    if (n === 10) {
      soft.remove(small);
      soft.addCloth({ columns: 17, rows: 12, spacing: 0.1, position: [0, 2, -4] });
    }
    world.step(dt);
    workers = Math.max(workers, pool?.count ?? 1);
  }
  return { hash: hash(scene), workers, scene };
}

describe('deformable bodies with a pool', () => {
  it('move by the same bits with 1, 2 and 4 workers, and with 8 in a soak', async () => {
    const { scene } = run(new WorkerPool([]), 8);
    const snapshot = scene.world.snapshot();
    const hashes = new Map(
      [12, 20].map((steps, i) => [steps, run(undefined, steps, scene, [8, 12][i]).hash]),
    );
    expect(scene.torn.triangleCount).toBeLessThan(2 * 13 * 13);
    expect(scene.soft.contacts.count).toBeGreaterThan(20);
    for (const threads of isSoak ? [2, 4, 8] : [2, 4]) {
      const { pool, end } = await realPool(startWorker, threads);
      const started = build(pool);
      // More threads than cores take long: they join where one cloth is torn and another lies on the ball,
      // and go on until bodies have come and gone.
      const isLate = threads > 2 && !isSoak;
      if (isLate) started.world.restore(snapshot);
      const [from, to] = isLate ? [8, 12] : [0, 20];
      const calls = vi.spyOn(pool, 'beginSoft');
      const together = run(pool, to, started, from);
      expect(pool.failure).toBeUndefined();
      expect(together.workers).toBe(threads);
      // Rigid bodies are divided, too: the threads take part in the sweeps as well.
      expect(calls).toHaveBeenCalledTimes(to - from);
      expect(together.hash, `${threads} workers`).toBe(hashes.get(to));
      await end();
    }
  });

  it('differ from those of a world without one only by the order of threads of large cloths', () => {
    const [divided, plain] = [run(new WorkerPool([]), 9), run(undefined, 9)];
    const [large, torn, ...others] = divided.scene.soft.bodies;
    expect(torn).toBe(divided.scene.torn);
    expect(others).toHaveLength(5);
    for (const [i, { view }] of others.entries())
      expect(view.positions, `body ${i + 2}`).toEqual(plain.scene.soft.bodies[i + 2].view.positions);
    const { positions } = plain.scene.soft.bodies[0].view;
    let most = 0;
    for (const [k, x] of large.view.positions.entries()) most = Math.max(most, Math.abs(x - positions[k]));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(0.01);
  });

  it('go on alone with the same bits when helpers are lost', async () => {
    const { pool, end } = await realPool(startWorker, 2, { fewPairs: 0, patience: 500 });
    const scene = build(pool);
    run(pool, 8, scene);
    expect(pool.failure).toBeUndefined();
    await end();
    expect(run(pool, 20, scene, 8).hash).toBe(run(new WorkerPool([])).hash);
    expect(pool.failure?.message).toContain('has not come for 500 ms');
  });

  it('go on from a snapshot with the same bits, with another number of workers', async () => {
    const { pool, end } = await realPool(startWorker, 3);
    const scene = build(pool);
    run(pool, 7, scene);
    const snapshot = scene.world.snapshot();
    run(pool, 9, scene, 7);
    const other = build(new WorkerPool([]));
    other.world.restore(snapshot);
    expect(run(undefined, 9, other, 7).hash).toBe(hash(scene));
    await end();
  });
});
