/**
 * Fast bodies that would pass through thin obstacles between two steps: twelve trials each, none of which may
 * be missed.
 */
import type { PhysicsEngine, Scene, SceneBody } from '../engine.ts';
import { dt, type PhysicsFigure, simulate } from '../measures.ts';

const tries = 12;

/**
 * A body that hits keeps less of its speed than this: the ball keeps a quarter, the rods 70 % and 28 %.
 */
const slowed = 0.95;

/** Values from `first` to `last` in equal ratios. */
function spread(first: number, last: number): number[] {
  return Array.from({ length: tries }, (_, i) => first * (last / first) ** (i / (tries - 1)));
}

/** Free flight in a scene without gravity and friction. */
function flight(...bodies: SceneBody[]): Scene {
  return { bodies, gravity: 0, friction: 0 };
}

/** A ball whose lowest quarter meets the upper edge of a wall 2 cm thick. */
function missesEdge(engine: PhysicsEngine, speed: number): boolean {
  const wall: SceneBody = {
    shape: { kind: 'box', half: [0.01, 1, 2] },
    isStatic: true,
    position: [3.3, -1, 0],
  };
  const ball: SceneBody = {
    shape: { kind: 'ball', radius: 0.1 },
    position: [0, 0.05, 0],
    velocity: [speed, 0, 0],
    isFast: true,
  };
  return !(simulate(engine, flight(wall, ball), 3.6 / speed + 3 * dt)[1].velocity[0] < slowed * speed);
}

/** A rod that flies sideways, so that its last 10 cm meet a wall 2 cm thick. */
function missesWall(engine: PhysicsEngine, speed: number): boolean {
  const wall: SceneBody = {
    shape: { kind: 'box', half: [0.01, 2, 1] },
    isStatic: true,
    position: [3.3, 0, 1.9],
  };
  const rod: SceneBody = {
    shape: { kind: 'box', half: [0.02, 0.02, 1] },
    velocity: [speed, 0, 0],
    isFast: true,
  };
  return !(simulate(engine, flight(wall, rod), 3.6 / speed + 3 * dt)[1].velocity[0] < slowed * speed);
}

/** A rod that rotates about its centre and meets a post 2 cm thick near its end. */
function missesPost(engine: PhysicsEngine, spin: number): boolean {
  // A rod along x, rotated by `angle` about y, points to (cos, −sin) in x and z.
  const angle = 2.2;
  const post: SceneBody = {
    shape: { kind: 'box', half: [0.01, 1, 0.01] },
    isStatic: true,
    position: [0.93 * Math.cos(angle), 0, -0.93 * Math.sin(angle)],
  };
  const rod: SceneBody = {
    shape: { kind: 'box', half: [1, 0.02, 0.02] },
    angularVelocity: [0, spin, 0],
    isFast: true,
  };
  const states = simulate(engine, flight(post, rod), angle / spin + 3 * dt);
  return !(states[1].angularVelocity[1] < slowed * spin);
}

function missedFigure(
  name: string,
  values: readonly number[],
  misses: (engine: PhysicsEngine, value: number) => boolean,
): PhysicsFigure {
  return {
    name,
    quantity: `missed of ${tries}`,
    mustBe: { atMost: 0 },
    measure: engine => values.filter(value => misses(engine, value)).length,
  };
}

/** Fast bodies and thin obstacles. */
export const continuousFigures: readonly PhysicsFigure[] = [
  missedFigure('ball grazes the edge of a thin wall at 20 to 300 m/s', spread(20, 300), missesEdge),
  missedFigure('end of a rod of 2 m meets a thin wall at 20 to 300 m/s', spread(20, 300), missesWall),
  missedFigure('rod of 2 m that turns at 10 to 40 rad/s meets a post', spread(10, 40), missesPost),
];
