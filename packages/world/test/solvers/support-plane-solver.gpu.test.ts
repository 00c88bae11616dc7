/** The response by support planes on the GPU takes the same steps as that on the CPU, in single precision. */
import { GpuBodies } from '@colide/broadphase-gpu';
import { BoxShape, HullShape, solidTruncatedOctahedron } from '@colide/geometry';
import { SupportPlaneSolver, World } from '@colide/world';
import { expect, it } from 'vitest';
import { useNodeDevice } from '../../../broadphase-gpu/test/support/node-device.ts';

const watched = useNodeDevice();
const octahedron = Float64Array.from(solidTruncatedOctahedron(1).positions);
const floor = Float64Array.from(
  { length: 24 },
  (_, i) => (((i / 3) >> (i % 3)) & 1 ? 1 : -1) * [5, 1, 5][i % 3],
);

/** Bodies on a floor: one on it, one that leans on two, one that falls. The floor is body 0. */
const poses = Float32Array.from(
  [
    [0, -1, 0, 0, 0, 0, 1],
    [0, 0.85, 0, 0, 0, 0, 1],
    [1.7, 0.95, 0.1, 0, 0.6, 0, 0.8],
    [0.8, 2.45, 0.2, 0.28, 0, 0, 0.96],
    [-0.4, 2.9, -0.2, 0, 0, 0.6, 0.8],
  ].flat(),
);

function worldOf(rounds: number, damping: number): World {
  const world = new World({ solver: new SupportPlaneSolver({ rounds, damping }), sleeping: false });
  const shape = HullShape.fromPoints(octahedron);
  for (let i = 0; i < poses.length / 7; i++) {
    const [x, y, z, ...rotation] = poses.subarray(7 * i, 7 * i + 7);
    world.add({
      shape: i === 0 ? new BoxShape([5, 1, 5]) : shape,
      type: i === 0 ? 'static' : 'dynamic',
      position: [x, y, z],
      rotation,
    });
  }
  return world;
}

/**
 * Steps both; the largest difference of positions after each step, and how far bodies have come in all.
 *
 * @param velocities of the bodies at the start, three numbers each
 */
async function compare(steps: number, rounds: number, damping = 0.95, velocities?: readonly number[]) {
  const { device, check } = watched.current;
  const world = worldOf(rounds, damping);
  const count = poses.length / 7;
  const bodies = new GpuBodies({
    device,
    shapes: [floor, octahedron],
    shapeOf: Uint32Array.from({ length: count }, (_, i) => (i === 0 ? 0 : 1)),
    poses,
    response: 'support',
    search: 'sweep',
    rounds,
    damping,
  });
  bodies.hulls.setFilter(0, 0xffffffff, 0xffffffff, true);
  if (velocities) {
    bodies.setVelocities(velocities);
    world.bodies.velocities.set(velocities);
  }
  const differences: number[] = [];
  let contacts = 0;
  for (let step = 0; step < steps; step++) {
    world.step(1 / 60);
    contacts += (world.options.solver as SupportPlaneSolver).counters.contacts;
    const found = await check(() => bodies.step(1 / 60));
    let most = 0;
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 3; k++)
        most = Math.max(most, Math.abs(found[8 * i + k] - world.bodies.positions[3 * i + k]));
    differences.push(most);
  }
  let way = 0;
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++)
      way = Math.max(way, Math.abs(world.bodies.positions[3 * i + k] - poses[7 * i + k]));
  bodies.dispose();
  expect(bodies.compute.pool.liveBuffers).toBe(0);
  return { differences, contacts, way };
}

it('parts overlapping bodies as the CPU does, one round and ten', async () => {
  for (const [rounds, tolerance] of [
    [1, 2e-6],
    [10, 2e-4],
  ] as const) {
    const { differences, contacts, way } = await compare(1, rounds);
    expect(contacts).toBeGreaterThan(2);
    expect(way).toBeGreaterThan(0.01);
    expect(differences[0]).toBeLessThan(tolerance);
  }
});

it('stays with the CPU for a third of a second', async () => {
  const { differences, contacts, way } = await compare(20, 4);
  expect(contacts).toBeGreaterThan(30);
  expect(way).toBeGreaterThan(0.1);
  expect(Math.max(...differences)).toBeLessThan(0.005);
});

it('throws bodies as far as the CPU does', async () => {
  const velocities = [0, 0, 0, 0, 0, 0, 3, 0.5, 0, 0.4, 4, -2, -1, 3, 1];
  for (const damping of [0.95, 0.5]) {
    const { differences, way } = await compare(3, 4, damping, velocities);
    expect(way).toBeGreaterThan(0.05);
    expect(Math.max(...differences)).toBeLessThan(1e-3);
  }
});

it('names bad settings', () => {
  const { device } = watched.current;
  const settings = { device, shapes: [octahedron], shapeOf: [0], poses: poses.subarray(0, 7) };
  expect(() => new GpuBodies({ ...settings, response: 'both' as 'support' })).toThrow(/response/);
  expect(() => new GpuBodies({ ...settings, response: 'support', friction: 0.1 })).toThrow(/friction/);
  expect(() => new GpuBodies({ ...settings, friction: -1 })).toThrow(/friction/);
  expect(() => new GpuBodies({ ...settings, restSpeed: -1 })).toThrow(/restSpeed/);
});
