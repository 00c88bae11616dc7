/** A scene whose steps are taken on this thread; with a GPU, the GPU finds their pairs. */
import { type DebugContacts, PoseHistory } from '@colide/three';
import { createWorldHit, type GpuBroadPhase, type PairList, WorldQueries } from 'colide';
import { findBoxPairs } from '../box-pairs.ts';
import { describeBroadPhase, describeDetails } from '../details.ts';
import { Hand, rayBegin } from '../hand.ts';
import { pickParticle } from '../pick-particle.ts';
import type { Scene } from '../scene.ts';
import { shakeWorld } from '../shake.ts';
import { type StepClock, stepSeconds } from '../step-clock.ts';
import { type Tuning, tuneWorld } from '../tune.ts';
import { along, type Runner, type RunningBodies, type RunningTimings, type Vector } from './runner.ts';

/** Milliseconds of steps after which a frame must be drawn, however late the world is. */
const patience = 25;

/** Takes the steps on this thread. */
export class LocalRunner implements Runner {
  readonly scene: Scene;
  readonly history = new PoseHistory();
  factor = 1;
  steps = 0;
  /** A remark about a scene that runs well. */
  remark = '';
  private readonly gpu: GpuBroadPhase | undefined;
  private readonly queries: WorldQueries;
  private readonly hand = new Hand();
  private readonly hit = createWorldHit();
  private readonly clock: StepClock;
  /** Seconds that the steps have taken in the scene, and the last one alone. */
  private time = 0;
  private lastSeconds = stepSeconds;
  private fault = '';
  private busy = false;
  private gone = false;

  constructor(scene: Scene, clock: StepClock, gpu?: GpuBroadPhase) {
    this.scene = scene;
    this.clock = clock;
    this.gpu = gpu;
    this.queries = new WorldQueries(scene.world);
  }

  get notice(): string {
    if (!this.gpu || this.fault !== '') return this.fault;
    const { failure } = this.gpu;
    if (failure) return `No GPU here (${failure.message}): the hash grid on the CPU finds the pairs instead.`;
    return this.steps === 0 ? 'The GPU makes its programs ready …' : this.remark;
  }

  get bodies(): RunningBodies {
    return this.scene.world.bodies;
  }

  get timings(): RunningTimings {
    return this.scene.world.timings;
  }

  get counters() {
    return this.scene.world.counters;
  }

  get sleeperCount(): number {
    return this.scene.world.sleeperCount;
  }

  get details(): string {
    const { world, soft } = this.scene;
    const length = this.clock.kind === 'fixed' ? '' : `step of ${(1000 * this.lastSeconds).toFixed(1)} ms`;
    const words = [length, describeBroadPhase(world), describeDetails(world, soft)];
    return words.filter(part => part !== '').join(' · ');
  }

  advance(seconds: number): void {
    this.clock.add(seconds);
    void this.run(Infinity);
  }

  step(): void {
    this.clock.single();
    void this.run(1);
  }

  grab(origin: Vector, direction: Vector): number {
    const { world, soft } = this.scene;
    const begin = rayBegin(world, origin, direction);
    const t = begin + this.queries.raycast(this.hit, along(origin, direction, begin), direction);
    const picked = soft && pickParticle(soft, origin, direction, t);
    if (picked && this.hand.grabParticle(soft, picked.body, picked.particle)) return picked.t;
    return this.hand.grab(world, this.hit.body, this.hit.point) ? t : Infinity;
  }

  drag(target: Vector): void {
    this.hand.drag(target);
  }

  release(): void {
    this.hand.release();
  }

  shake(): void {
    shakeWorld(this.scene.world);
  }

  tune(tuning: Tuning): void {
    tuneWorld(this.scene.world, tuning);
  }

  findPairs(out: PairList): void {
    findBoxPairs(out, this.scene.world);
  }

  contacts(): DebugContacts {
    return this.scene.world.contacts;
  }

  dispose(): void {
    this.gone = true;
    this.gpu?.dispose();
  }

  /** Takes the steps that are due. Without a GPU nothing here waits, and all steps are done on return. */
  private async run(most: number): Promise<void> {
    if (this.busy || this.fault !== '') return;
    this.busy = true;
    try {
      const start = performance.now();
      for (let n = 0; n < most && !this.gone; n++) {
        const seconds = this.clock.next();
        if (seconds === 0) break;
        const waiting = this.takeStep(seconds);
        if (waiting) await waiting;
        this.history.record(this.scene.world.bodies, seconds);
        this.lastSeconds = seconds;
        this.time += seconds;
        this.steps++;
        if (performance.now() - start > patience) this.clock.drop();
      }
    } catch (error) {
      // A search that is interrupted by the end of the scene is no error.
      if (!this.gone) {
        this.fault = `The step failed: ${error instanceof Error ? error.message : String(error)}`;
        console.error(error);
      }
    }
    this.factor = this.clock.factor;
    this.busy = false;
  }

  /** Takes a step; the promise is that of a GPU. */
  protected takeStep(seconds: number): Promise<void> | undefined {
    const { world, beforeStep } = this.scene;
    beforeStep?.(this.clock.kind === 'fixed' ? this.steps * stepSeconds : this.time);
    this.hand.pull(world);
    if (this.gpu) return world.stepAsync(seconds);
    world.step(seconds);
    return undefined;
  }
}
