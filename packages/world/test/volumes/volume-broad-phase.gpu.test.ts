/**
 * Worlds whose pairs come from volumes on the GPU: of every kind, by every search, the same pairs and the
 * same bits as on the CPU.
 */
import type { GpuBroadPhaseOptions, GpuSearch, GpuVolumeKind } from '@colide/broadphase-gpu';
import { SphereShape } from '@colide/geometry';
import { createGpuBroadPhase, VolumeBroadPhase, type VolumeKind, World } from '@colide/world';
import { expect, it } from 'vitest';
import { withChangedDevice } from '../../../broadphase-gpu/test/support/change-device.ts';
import { useNodeDevice } from '../../../broadphase-gpu/test/support/node-device.ts';
import { disturb, heap, outcome } from '../support/async-scene.ts';
import { gpuWithOnly } from '../support/gpu-with-only.ts';

const watched = useNodeDevice();
const searches: readonly GpuSearch[] = ['sweep', 'grid', 'lbvh'];
const kinds: readonly [GpuVolumeKind, VolumeKind][] = [
  ['sphere', 'sphere'],
  ['obb', 'obb'],
  [6, 'aabb'],
  [14, '14-dop'],
  [18, '18-dop'],
  [26, '26-dop'],
];
const frames = 4;

/** Runs `work` with a broad phase of the shared device, which stays. */
async function withGpu(
  options: Pick<GpuBroadPhaseOptions, 'volume' | 'search' | 'measureEvery' | 'axis'>,
  work: (volumes: VolumeBroadPhase, gpu: Awaited<ReturnType<typeof createGpuBroadPhase>>) => Promise<void>,
): Promise<void> {
  const { device, check } = watched.current;
  await withChangedDevice(device, { destroy: () => {} }, async () => {
    const gpu = await createGpuBroadPhase({ gpu: gpuWithOnly(device), ...options });
    await check(() => work(new VolumeBroadPhase({ gpu }), gpu));
    expect(gpu.failure).toBeUndefined();
    gpu.dispose();
    expect(gpu.compute!.pool.liveBuffers).toBe(0);
  });
}

const candidates = new Map<GpuVolumeKind, number>();

it.each(kinds)('take the steps of the CPU with volumes of the kind %s', async (volume, name) => {
  const expected: unknown[] = [];
  const reference = heap({ colliderBroadPhase: new VolumeBroadPhase({ volume: name }) });
  let sum = 0;
  for (let frame = 0; frame < frames; frame++) {
    disturb(reference, frame);
    reference.step(1 / 60);
    sum += reference.counters.candidates;
    expected.push([reference.counters.candidates, outcome(reference)]);
  }
  candidates.set(volume, sum);
  const chunks: number[] = [];
  for (const search of searches)
    await withGpu({ volume, search }, async (colliderBroadPhase, gpu) => {
      const world = heap({ colliderBroadPhase });
      for (let frame = 0; frame < frames; frame++) {
        disturb(world, frame);
        await world.stepAsync(1 / 60);
        expect([world.counters.candidates, outcome(world)]).toEqual(expected[frame]);
      }
      expect([gpu.search, gpu.count, colliderBroadPhase.volume]).toEqual([search, world.count - 1, name]);
      expect(gpu.compute!.bytesDown).toBeGreaterThan(0);
      chunks.push(gpu.chunks);
    });
  // A tree has no chunks of candidates, and a sweep has others than a grid.
  expect([chunks[0] > 0, chunks[1] > 0, chunks[2]]).toEqual([true, true, 0]);
  expect(chunks[0]).not.toBe(chunks[1]);
});

it('give fewer pairs the tighter the volumes are: the kind is not left out', () => {
  const [ball, obb, box, dop14, dop18, dop26] = kinds.map(([kind]) => candidates.get(kind)!);
  expect(Math.min(ball, obb)).toBeGreaterThan(dop26);
  expect(box).toBeGreaterThan(Math.max(dop14, dop18));
  expect(Math.min(dop14, dop18)).toBeGreaterThan(dop26);
});

it('sweep along an axis that changes from step to step, or stays where it is told to', async () => {
  for (const [axis, second] of [
    ['pca', '1,0,0'],
    [1, '0,1,0'],
  ] as const)
    await withGpu({ volume: 18, search: 'sweep', measureEvery: 1, axis }, async (colliderBroadPhase, gpu) => {
      const world = new World({ colliderBroadPhase, gravity: [0, 0, 0] });
      for (let n = 0; n < 20; n++) world.add({ shape: new SphereShape(0.2), position: [0, n, 0] });
      await world.stepAsync(1 / 60);
      expect([...gpu.direction([0, 0, 0])].join()).toBe('0,1,0');
      const before = gpu.chunks;
      for (let n = 0; n < 20; n++) world.setPose(n, [n, 0, 0]);
      await world.stepAsync(1 / 60);
      expect([...gpu.direction([0, 0, 0])].join()).toBe(second);
      expect([before, gpu.chunks > 0]).toEqual([0, axis === 1]);
    });
});

it('see what changes while the GPU searches', async () => {
  await withGpu({ volume: 18, search: 'lbvh' }, async colliderBroadPhase => {
    const [world, twin] = [heap({ colliderBroadPhase }), heap()];
    const change = (changed: World) => {
      changed.remove(5);
      changed.setPose(6, [0, 3, 0]);
      changed.add({ shape: new SphereShape(0.7), position: [0, 2, 0] });
    };
    const step = world.stepAsync(1 / 60);
    change(world);
    await step;
    change(twin);
    twin.step(1 / 60);
    expect(outcome(world)).toEqual(outcome(twin));
  });
});

it('go on without a GPU, and want volumes of one kind', async () => {
  const gpu = await createGpuBroadPhase({ volume: 26 });
  expect(gpu.failure?.reason).toBe('no-adapter');
  expect(() => new VolumeBroadPhase({ gpu, volume: 'aabb' })).toThrow(
    /gpu must hold volumes of the kind aabb/,
  );
  const world = heap({ colliderBroadPhase: new VolumeBroadPhase({ gpu }) });
  const twin = heap({ colliderBroadPhase: new VolumeBroadPhase({ volume: '26-dop' }) });
  for (let frame = 0; frame < frames; frame++) {
    for (const each of [world, twin]) disturb(each, frame);
    await world.stepAsync(1 / 60);
    twin.step(1 / 60);
    expect(world.counters.candidates).toBe(twin.counters.candidates);
    expect(outcome(world)).toEqual(outcome(twin));
  }
  expect(gpu.count).toBe(world.count - 1);
  await expect(createGpuBroadPhase({ volume: 15 as 14 })).rejects.toThrow(/volume must be/);
  await expect(createGpuBroadPhase({ volume: 18, axis: 9 })).rejects.toThrow(/axis/);
  gpu.dispose();
});
