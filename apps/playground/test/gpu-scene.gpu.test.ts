/**
 * Scenes whose steps the GPU takes as a whole, by both responses: bodies stay inside, hardly overlap and come
 * to rest.
 */
import { createPenetrationResult, signedDistance } from 'colide';
import { expect, it } from 'vitest';
import { useNodeDevice } from '../../../packages/broadphase-gpu/test/support/node-device.ts';
import type { gpuSearches, SceneChoice, SolverName } from '../src/choice.ts';
import { GpuScene, isForGpu } from '../src/gpu-scene.ts';
import type { Scene } from '../src/scene.ts';
import { clothOnCube } from '../src/scenes/cloth-on-cube.ts';
import { icosahedraInABox } from '../src/scenes/icosahedra-in-a-box.ts';
import { mixedShapes } from '../src/scenes/mixed-shapes.ts';

const watched = useNodeDevice();

function build(solver: SolverName): Scene {
  return icosahedraInABox.build({ count: 10, solver, broadPhase: 'hash grid' });
}

/** The deepest overlap of two bodies, and how far a vertex is outside of the container. */
function measure({ world, container }: Scene) {
  const bodies = world.colliders.convexes.filter(posed => posed !== undefined);
  const result = createPenetrationResult();
  const point = new Float64Array(3);
  let [overlap, outside] = [0, 0];
  bodies.forEach((body, i) => {
    for (const other of bodies.slice(i + 1))
      overlap = Math.max(overlap, -signedDistance(result, body, other));
    for (let k = 0; k < 6; k++) {
      const side = k < 3 ? -1 : 1;
      body.support(point, [k % 3 === 0 ? side : 0, k % 3 === 1 ? side : 0, k % 3 === 2 ? side : 0]);
      outside = Math.max(outside, side * (point[k % 3] - container[k]));
    }
  });
  return { overlap, outside };
}

it.each([
  ['impulses', 'averaged middle planes'],
  ['support planes', 'support planes'],
] as const)('icosahedra fall into a box and rest, with %s chosen: %s', async (solver, words) => {
  const { device, check } = watched.current;
  const scene = build(solver);
  const { world } = scene;
  const gpu = new GpuScene(device, scene, { solver, volume: '26-DOP' }, 'sweep');
  const before = world.bodies.positions.slice();
  const way = (from: Float64Array) =>
    Math.max(...world.bodies.positions.map((x, k) => Math.abs(x - from[k])));
  let pairs = 0;
  let deepest = 0;
  let late = before;
  for (let n = 0; n < 120; n++) {
    if (n === 110) late = world.bodies.positions.slice();
    await check(() => gpu.step(1 / 60));
    pairs += gpu.pairCount;
    if (n % 10 === 9) deepest = Math.max(deepest, measure(scene).overlap);
  }
  // Of bodies 0.8 m wide; those that were above others fall by their height.
  expect(deepest).toBeLessThan(0.005);
  expect(measure(scene).outside).toBeLessThan(0.002);
  expect(way(before)).toBeGreaterThan(0.5);
  // The response of the source has no friction: what is on the floor glides on for a while.
  expect(way(late)).toBeLessThan(solver === 'support planes' ? 0.05 : 0.01);
  expect(pairs).toBeGreaterThan(100);
  expect(gpu.details).toContain(`pairs of 26-DOPs by sweep, contacts and response (${words}) on the GPU`);
  gpu.shake();
  const rested = world.bodies.positions[3 * (world.count - 1) + 1];
  for (let n = 0; n < 3; n++) await check(() => gpu.step(1 / 60));
  expect(world.bodies.positions[3 * (world.count - 1) + 1] - rested).toBeGreaterThan(0.1);
  gpu.dispose();
});

it.each([
  // Velocity Verlet and the damping of the source; our form accelerates first.
  ['support planes', 0.95, 0.975],
  ['impulses', 0.99, 1],
] as const)('moves bodies as the response to be chosen does: %s', async (solver, damping, share) => {
  const { device, check } = watched.current;
  const scene = build(solver);
  const { bodies, gravity } = scene.world;
  const gpu = new GpuScene(device, scene, { solver }, 'sweep');
  const last = 3 * (scene.world.count - 1) + 1;
  let y = bodies.positions[last];
  let change = 0;
  for (let n = 0; n < 4; n++) {
    change = damping * change + (share * gravity[1]) / 3600;
    y += change;
    await check(() => gpu.step(1 / 60));
  }
  expect(Math.abs(bodies.positions[last] - y)).toBeLessThan(2e-5);
  gpu.dispose();
});

it('finds pairs of the chosen volumes by the chosen search', async () => {
  const { device, check } = watched.current;
  const count = async (
    volume: NonNullable<SceneChoice['volume']>,
    search: keyof typeof gpuSearches,
    steps: number,
  ) => {
    const gpu = new GpuScene(device, build('impulses'), { solver: 'impulses', volume }, search);
    const sums = { pairs: 0, chunks: 0 };
    for (let n = 0; n < steps; n++) {
      await check(() => gpu.step(1 / 60));
      sums.pairs += gpu.pairCount;
      sums.chunks += Number(/, (\d+) chunks of candidates$/.exec(gpu.details)?.[1] ?? 0);
    }
    gpu.dispose();
    return sums;
  };
  const sweep = await count('AABB', 'sweep', 30);
  const grid = await count('AABB', 'grid', 30);
  const tree = await count('AABB', 'LBVH', 30);
  expect([grid.pairs, tree.pairs]).toEqual([sweep.pairs, sweep.pairs]);
  expect(Math.min(sweep.chunks, grid.chunks)).toBeGreaterThan(0);
  expect(sweep.chunks).not.toBe(grid.chunks);
  expect(tree.chunks).toBe(0);
  const [ball, dop] = [await count('sphere', 'LBVH', 45), await count('26-DOP', 'LBVH', 45)];
  expect(dop.pairs).toBeGreaterThan(0);
  expect(ball.pairs).not.toBe(dop.pairs);
});

it('is for scenes of boxes and hulls', () => {
  const choice = { solver: 'impulses', broadPhase: 'hash grid' } as const;
  expect(isForGpu(build('impulses'))).toBe(true);
  expect(isForGpu(clothOnCube.build({ ...choice, count: 20 }))).toBe(false);
  expect(isForGpu(mixedShapes.build({ ...choice, count: mixedShapes.counts[0] }))).toBe(false);
});
