/** A scene whose steps the GPU takes as a whole; the pointer cannot hold its bodies. */
import type { GpuScene } from '../gpu-scene.ts';
import type { Scene } from '../scene.ts';
import type { StepClock } from '../step-clock.ts';
import type { Tuning } from '../tune.ts';
import { LocalRunner } from './local-runner.ts';

/** Takes its steps on the GPU. */
export class GpuRunner extends LocalRunner {
  private readonly whole: GpuScene;
  private readonly device: GPUDevice;

  constructor(scene: Scene, clock: StepClock, whole: GpuScene, device: GPUDevice) {
    super(scene, clock);
    this.whole = whole;
    this.device = device;
  }

  override get counters() {
    return { ...super.counters, candidates: this.whole.pairCount };
  }

  override get details(): string {
    return this.whole.details;
  }

  override grab(): number {
    return Infinity;
  }

  override shake(): void {
    this.whole.shake();
  }

  override tune(tuning: Tuning): void {
    this.whole.tune(tuning);
  }

  override dispose(): void {
    super.dispose();
    this.whole.dispose();
    this.device.destroy();
  }

  protected override takeStep(seconds: number): Promise<void> {
    return this.whole.step(seconds);
  }
}
