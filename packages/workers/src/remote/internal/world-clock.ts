/**
 * Runs a world in real time, or at a multiple of it. Steps are those that `World.advance` would take; between
 * them messages are processed. A world that cannot keep up drops the time beyond its `maxSteps`.
 */
import type { ServedWorld } from '../../internal/served-world.ts';

/** Milliseconds of stepping after which messages are processed. */
const busyTime = 8;
/** Longest interval between readings of the clock in ms, however slowly the world runs. */
const longestWait = 100;

/** The clock of a world. */
export class WorldClock {
  /** Seconds of the world per second; 0 while it is stopped. */
  speed = 0;
  /** Steps that are due. */
  due = 0;
  /** The time of the last count, in ms of `performance.now`. */
  last = 0;
  private readonly world: ServedWorld;
  private readonly takeStep: () => void;
  private readonly fail: (reason: unknown) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param takeStep takes one step of the world's `fixedStep`
   * @param fail called with what a step has thrown; the clock is stopped then
   */
  constructor(world: ServedWorld, takeStep: () => void, fail: (reason: unknown) => void) {
    this.world = world;
    this.takeStep = takeStep;
    this.fail = fail;
  }

  /** Starts the clock, or changes its speed. */
  start(speed: number): void {
    if (this.speed === 0) this.last = performance.now();
    else this.countTime();
    this.speed = speed;
    this.tick();
  }

  /** Stops the clock. */
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
    const { fixedStep, remainder } = this.world;
    const wait =
      this.due > 0 ? 0 : (1000 * (fixedStep - remainder)) / this.speed - (performance.now() - begin);
    this.timer = setTimeout(this.tick, Math.max(0, Math.min(wait, longestWait)));
  };
}
