/**
 * A scene whose steps are taken in a worker that builds the same scene; this thread has its shapes and reads
 * the poses.
 */
import { type DebugContacts, PoseHistory } from '@colide/three';
import { createWorldHit, type PairList, WorkerWorld } from 'colide';
import type { SceneChoice } from '../choice.ts';
import { rayBegin } from '../hand.ts';
import { pickParticle } from '../pick-particle.ts';
import type { Scene, SceneDefinition } from '../scene.ts';
import { stepSeconds } from '../step-clock.ts';
import type { Tuning } from '../tune.ts';
import { along, type Runner, type RunningBodies, type RunningTimings, type Vector } from './runner.ts';

/** Takes the steps in a worker. */
export class WorkerRunner implements Runner {
  readonly scene: Scene;
  readonly history = new PoseHistory();
  notice: string;
  private readonly world: WorkerWorld;
  private readonly hit = createWorldHit();
  private running = false;
  private gone = false;
  private points: DebugContacts = { count: 0, points: new Float64Array(0), normals: new Float64Array(0) };
  private pairs: Uint32Array = new Uint32Array(0);
  private words = '';

  static async start(definition: SceneDefinition, choice: SceneChoice, threads: number): Promise<Runner> {
    const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage({ scene: definition.name, choice, threads });
    const world = new WorkerWorld(worker, { snapshotEvery: 0 });
    try {
      await world.ready;
      await world.sync();
      return new WorkerRunner(definition.build(choice), world);
    } catch (error) {
      world.dispose();
      throw error;
    }
  }

  constructor(scene: Scene, world: WorkerWorld) {
    this.scene = scene;
    this.world = world;
    this.notice = globalThis.crossOriginIsolated
      ? ''
      : 'This page is not cross-origin isolated: frames come as messages, not through shared memory.';
    world.onerror = this.fail;
  }

  get bodies(): RunningBodies {
    return this.world.bodies;
  }

  get timings(): RunningTimings {
    return this.world.timings;
  }

  get counters() {
    return this.world.counters;
  }

  get sleeperCount(): number {
    return this.world.sleeperCount;
  }

  get details(): string {
    this.world.call<string>('details').then(words => {
      this.words = words;
    }, this.fail);
    return this.words;
  }

  get steps(): number {
    return this.world.stepCount;
  }

  get factor(): number {
    return this.running ? this.world.factor : 1;
  }

  advance(seconds: number): void {
    const runs = seconds > 0;
    if (runs !== this.running) {
      this.running = runs;
      if (runs) this.world.start();
      else this.world.stop();
    }
    this.take();
  }

  step(): void {
    this.world.step(stepSeconds).then(() => this.mirror(), this.fail);
  }

  async grab(origin: Vector, direction: Vector): Promise<number> {
    const begin = rayBegin(this.scene.world, origin, direction);
    const t = begin + (await this.world.raycast(this.hit, along(origin, direction, begin), direction));
    const { soft } = this.scene;
    const picked = soft && pickParticle(soft, origin, direction, t);
    if (picked && (await this.world.call<boolean>('grabParticle', picked.body, picked.particle)))
      return picked.t;
    const held = await this.world.call<boolean>('grab', this.hit.body, [...this.hit.point]);
    return held ? t : Infinity;
  }

  drag(target: Vector): void {
    this.tell('drag', target);
  }

  release(): void {
    this.tell('release');
  }

  shake(): void {
    this.tell('shake');
  }

  tune(tuning: Tuning): void {
    this.tell('tune', tuning);
  }

  findPairs(out: PairList): void {
    this.world.call<Uint32Array>('pairs').then(pairs => {
      this.pairs = pairs;
    }, this.fail);
    out.clear();
    for (let i = 0; i < this.pairs.length; i += 2) out.push(this.pairs[i], this.pairs[i + 1]);
  }

  contacts(): DebugContacts {
    this.world.contacts().then(points => {
      this.points = points;
    }, this.fail);
    return this.points;
  }

  dispose(): void {
    this.gone = true;
    this.world.dispose();
  }

  private tell(name: string, ...args: unknown[]): void {
    this.world.call(name, ...args).catch(this.fail);
  }

  /** Reports an error to the visitor; calls that the end of the scene interrupts are no errors. */
  private readonly fail = (error: Error): void => {
    if (!this.gone) this.notice = `The worker failed: ${error.message}`;
  };

  private take(): void {
    const before = this.world.stepCount;
    if (!this.world.update()) return;
    const steps = Math.max(1, this.world.stepCount - before);
    this.history.record(this.world.bodies, steps * stepSeconds);
    this.mirror();
  }

  /** Copies the state of deformable bodies from the worker to this thread. */
  private mirror(): void {
    this.scene.world.parts.forEach((part, i) => {
      const state = this.world.parts[i];
      if (state && (part.fits?.(state) ?? state.length === part.stateLength)) part.load(state);
    });
  }
}
