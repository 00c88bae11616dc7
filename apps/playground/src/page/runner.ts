/**
 * How a scene runs: here, here with pairs from the GPU, or in a worker. The page sees the same face of each.
 */
import { type DebugContacts, PoseHistory } from '@colide/three';
import {
  createGpuBroadPhase,
  createWorldHit,
  type GpuBroadPhase,
  type PairList,
  WorkerWorld,
  WorldQueries,
} from 'colide';
import { findBoxPairs } from '../box-pairs.ts';
import { gpuOptions, type gpuSearches, type SceneChoice, type stepKinds } from '../choice.ts';
import { describeDetails } from '../details.ts';
import { Hand, rayBegin } from '../hand.ts';
import { pickParticle } from '../pick-particle.ts';
import type { Scene, SceneDefinition } from '../scene.ts';
import { shakeWorld } from '../shake.ts';
import { StepClock, stepSeconds } from '../step-clock.ts';
import { type Tuning, tuneWorld } from '../tune.ts';

/** Milliseconds of steps after which a picture is due, however late the world is. */
const patience = 25;

type Vector = readonly [number, number, number];

/** Poses and what else is drawn of bodies. */
export interface RunningBodies {
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly velocities: Float64Array;
  readonly asleep: Uint8Array;
}

/** Milliseconds of the stages of the last step. */
export type RunningTimings = Readonly<
  Record<'broad' | 'narrow' | 'islands' | 'solve' | 'volumes' | 'parts' | 'total', number>
>;

/** A scene that runs. */
export interface Runner {
  /** The scene on this side: its shapes, joints and parts; its state, too, unless a worker has it. */
  readonly scene: Scene;
  readonly bodies: RunningBodies;
  readonly history: PoseHistory;
  /** How far between the last two steps the picture is. */
  readonly factor: number;
  readonly timings: RunningTimings;
  readonly counters: Readonly<
    Record<'candidates' | 'touching' | 'falsePositives' | 'gjkSearches' | 'points', number>
  >;
  readonly sleepers: number;
  /** What the chosen broad and narrow phase did since it was last asked for; from a worker, some time ago. */
  readonly details: string;
  /** Steps taken. */
  readonly steps: number;
  /** What the visitor should know, if anything. */
  readonly notice: string;
  /** Lets `seconds` pass. Never waits; steps that take longer end later. */
  advance(seconds: number): void;
  /** Takes one step. */
  step(): void;
  /**
   * Takes hold of the first body or particle that a ray meets; tells its distance along the ray, `Infinity`
   * for none.
   */
  grab(origin: Vector, direction: Vector): number | Promise<number>;
  drag(target: Vector): void;
  release(): void;
  /** Gives every body a push upwards. */
  shake(): void;
  /** Changes gravity or friction. */
  tune(tuning: Tuning): void;
  /**
   * Fills `out` with pairs of bodies whose boxes overlap; from a worker, in the last step that was asked for.
   */
  findPairs(out: PairList): void;
  /** The contact points of the last step; from a worker, of the last step that was asked for. */
  contacts(): DebugContacts;
  dispose(): void;
}

/** Where and how a scene runs. */
export interface RunnerChoice {
  readonly place: 'CPU' | 'worker' | 'GPU';
  /** Threads of a worker. */
  readonly threads: number;
  /** The search of a GPU. */
  readonly gpuSearch: keyof typeof gpuSearches;
  /** How long steps are; those of a worker are fixed. */
  readonly step: (typeof stepKinds)[number];
}

/** Starts a scene where it was chosen to run. */
export async function startRunner(
  definition: SceneDefinition,
  choice: SceneChoice,
  { place, threads, gpuSearch, step }: RunnerChoice,
): Promise<Runner> {
  if (place === 'worker') return WorkerRunner.start(definition, choice, threads);
  const clock = new StepClock(step);
  if (place === 'CPU') return new LocalRunner(definition.build(choice), clock);
  const gpu = await createGpuBroadPhase(gpuOptions(choice, gpuSearch));
  return new LocalRunner(definition.build({ ...choice, gpu }), clock, gpu);
}

/** Steps are taken on this thread; with a GPU, their pairs come from there. */
class LocalRunner implements Runner {
  readonly scene: Scene;
  readonly history = new PoseHistory();
  factor = 1;
  steps = 0;
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
    return this.steps === 0 ? 'The GPU makes its programs ready …' : '';
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

  get sleepers(): number {
    return this.scene.world.sleepers;
  }

  get details(): string {
    const words = describeDetails(this.scene.world, this.scene.soft);
    if (this.clock.kind === 'fixed') return words;
    const length = `step of ${(1000 * this.lastSeconds).toFixed(1)} ms`;
    return words === '' ? length : `${length} · ${words}`;
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

  /** Takes the steps that are due. Without a GPU nothing in here waits, and all is done on return. */
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
      // A search that the end of the scene has interrupted is no fault.
      if (!this.gone) {
        this.fault = `The step failed: ${error instanceof Error ? error.message : String(error)}`;
        console.error(error);
      }
    }
    this.factor = this.clock.factor;
    this.busy = false;
  }

  private takeStep(seconds: number): Promise<void> | undefined {
    const { world, beforeStep } = this.scene;
    beforeStep?.(this.clock.kind === 'fixed' ? this.steps * stepSeconds : this.time);
    this.hand.pull(world);
    if (this.gpu) return world.stepAsync(seconds);
    world.step(seconds);
    return undefined;
  }
}

/**
 * Steps are taken in a worker that builds the same scene; this side has its shapes and reads where everything
 * is.
 */
class WorkerRunner implements Runner {
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

  get sleepers(): number {
    return this.world.sleepers;
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

  /** Tells the visitor; what the end of the scene has interrupted is no fault. */
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

  /** Cloth and the like of this side take over the state of the worker's. */
  private mirror(): void {
    this.scene.world.parts.forEach((part, i) => {
      const state = this.world.parts[i];
      if (state && (part.fits?.(state) ?? state.length === part.stateLength)) part.load(state);
    });
  }
}

/** The point of a ray just behind t. */
function along(origin: Vector, direction: Vector, t: number): [number, number, number] {
  const at = t > 0 ? t + 1e-6 : 0;
  return [origin[0] + at * direction[0], origin[1] + at * direction[1], origin[2] + at * direction[2]];
}
