/** Runs scenes and reads from them the numbers that the figures are made of. */
import type { Figure } from '../harness/figures.ts';
import type { BodyState, PhysicsEngine, RunningScene, Scene, Triple } from './engine.ts';

/** A figure of a physics engine. */
export type PhysicsFigure = Figure<PhysicsEngine>;

/** Length of a step. */
export const dt = 1 / 60;

/** Speeds below which a body counts as being at rest, in m/s and rad/s. */
const restSpeed = 0.01;
const restSpin = 0.05;

/** Length of a vector. */
export function lengthOf([x, y, z]: Triple): number {
  return Math.hypot(x, y, z);
}

/** Distance between two points. */
export function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Runs a scene for some seconds and calls `watch` after each step; it may end the run by returning true. */
export function simulate(
  engine: PhysicsEngine,
  scene: Scene,
  seconds: number,
  watch: (run: RunningScene, time: number) => unknown = () => {},
  stepLength: () => number = () => dt,
): BodyState[] {
  const run = engine.start(scene);
  try {
    for (let time = 0; time < seconds - dt / 2; ) {
      const step = stepLength();
      run.step(step);
      time += step;
      if (watch(run, time) === true) break;
    }
    return scene.bodies.map((_, body) => run.read(body));
  } finally {
    run.free();
  }
}

/** The bodies of a scene that can move. */
export function movers(scene: Scene): number[] {
  return [...scene.bodies.keys()].filter(body => !scene.bodies[body].isStatic);
}

function isMoving({ velocity, angularVelocity, isAsleep }: BodyState): boolean {
  if (isAsleep) return false;
  // Written so that NaN moves.
  return !(lengthOf(velocity) <= restSpeed && lengthOf(angularVelocity) <= restSpin);
}

/**
 * Seconds after which no body of a scene moves any more; Infinity if one still does at the end, or if
 * `stands` is not true of the bodies then.
 */
export function timeToRest(
  engine: PhysicsEngine,
  scene: Scene,
  seconds: number,
  stands: (states: readonly BodyState[]) => boolean = () => true,
  stepLength?: () => number,
): number {
  const bodies = movers(scene);
  let last = 0;
  let end = 0;
  const watch = (run: RunningScene, time: number) => {
    end = time;
    const now = bodies.map(body => run.read(body));
    if (now.some(isMoving)) last = time;
    return now.every(({ isAsleep }) => isAsleep);
  };
  const states = simulate(engine, scene, seconds, watch, stepLength);
  return last === end || !stands(states) ? Infinity : last;
}

/** Seconds after which all bodies are asleep; Infinity if they are not in time. */
export function timeToSleep(engine: PhysicsEngine, scene: Scene, seconds: number): number {
  const bodies = movers(scene);
  let asleep = Infinity;
  simulate(engine, scene, seconds, (run, time) => {
    if (bodies.every(body => run.read(body).isAsleep)) asleep = time;
    return asleep < Infinity;
  });
  return asleep;
}

/**
 * The height of the last body after some seconds relative to its height at the start: about 1 if a tower
 * stands.
 */
export function heightKept(
  engine: PhysicsEngine,
  scene: Scene,
  seconds: number,
  stepLength?: () => number,
): number {
  const top = scene.bodies.length - 1;
  const states = simulate(engine, scene, seconds, undefined, stepLength);
  return states[top].position[1] / scene.bodies[top].position![1];
}
