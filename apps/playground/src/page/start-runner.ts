/** Starts scenes on the thread or device that was chosen. */
import { createGpuBroadPhase, requestGpuDevice } from 'colide';
import { gpuOptions, type SceneChoice } from '../choice.ts';
import { GpuScene, isForGpu } from '../gpu-scene.ts';
import type { SceneDefinition } from '../scene.ts';
import { StepClock } from '../step-clock.ts';
import { GpuRunner } from './gpu-runner.ts';
import { LocalRunner } from './local-runner.ts';
import type { Runner, RunnerChoice } from './runner.ts';
import { WorkerRunner } from './worker-runner.ts';

/**
 * Starts a scene on the chosen thread or device; if the GPU cannot do all of the work, it finds only the
 * pairs.
 */
export async function startRunner(
  definition: SceneDefinition,
  choice: SceneChoice,
  { place, threads, gpuSearch, step }: RunnerChoice,
): Promise<Runner> {
  if (place === 'worker') return WorkerRunner.start(definition, choice, threads);
  const clock = new StepClock(step);
  if (place === 'CPU') return new LocalRunner(definition.build(choice), clock);
  if (place === 'GPU alone') {
    const scene = definition.build(choice);
    const device = isForGpu(scene) ? await requestGpuDevice().catch(() => undefined) : undefined;
    if (device) return new GpuRunner(scene, clock, new GpuScene(device, scene, choice, gpuSearch), device);
  }
  const gpu = await createGpuBroadPhase(gpuOptions(choice, gpuSearch));
  const runner = new LocalRunner(definition.build({ ...choice, gpu }), clock, gpu);
  if (place === 'GPU alone')
    runner.remark = 'Alone, the GPU moves boxes and hulls only: here, it finds the pairs.';
  return runner;
}
