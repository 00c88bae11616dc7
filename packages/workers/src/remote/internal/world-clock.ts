/**
 * Lets a world run by the clock, some times as fast as time passes. Steps are those that `World.advance` would take; between them messages
 * are heard. A world that cannot keep up gives up what is beyond its `maxSteps`.
 */
import type { World } from '@colide/world';

/** Milliseconds of steps after which messages are looked for. */
const busyTime = 8;
/** Milliseconds after which the clock is looked at, however slowly the world runs. */
const longestWait = 100;

/** The clock of a world. */
export class WorldClock {
  /** Seconds of the world in a second; 0 while it stands. */
  speed = 0;
  /** Steps that are due. */
  due = 0;
  /** When time was last counted, in ms of `performance.now`. */
  last = 0;
  private readonly world: World;
  private readonly takeStep: () => void;
  private readonly fail: (reason: unknown) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param takeStep takes one step of the world's `fixedStep`
   * @param fail is told what a step has thrown; the clock stands then
   */
  constructor(world: World, takeStep: () => void, fail: (reason: unknown) => void) {
    this.world = world;
    this.takeStep = takeStep;
    this.fail = fail;
  }

  /** Lets the world run; while it runs, changes its speed. */
  start(speed: number): void {
    if (this.speed === 0) this.last = performance.now();
    else this.countTime();
    this.speed = speed;
    this.tick();
  }

  /** Lets it stand. */
  stop(): void {
    clearTimeout(this.timer);
    this.speed = 0;
    this.due = 0;
  }

  private countTime(): void {
    const now = performance.now();
    const steps = this.world.stepsFor(0.001 * (now - this.last) * this.speed);
    this.due = Math.min(this.due + steps, this.world.maxSteps);
    this.last = now;
  }

  private readonly tick = (): void => {
    clearTimeout(this.timer);
    this.countTime();
    const begin = this.last;
    try {
      while (this.due > 0 && performance.now() - begin < busyTime) {
        this.due--;
        this.takeStep();
      }
    } catch (reason) {
      this.stop();
      this.fail(reason);
      return;
    }
    const { fixedStep, left } = this.world;
    const wait = this.due > 0 ? 0 : (1000 * (fixedStep - left)) / this.speed - (performance.now() - begin);
    this.timer = setTimeout(this.tick, Math.max(0, Math.min(wait, longestWait)));
  };
}
