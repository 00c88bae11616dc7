/** Balls and boxes that bounce: heights, energies, and boxes that land as flat as they fell. */
import { Random } from '@colide/math';
import { origin, type PhysicsEngine, type Scene, type SceneBody, type Triple } from '../engine.ts';
import { boxFloor, halfSpace } from '../grounds.ts';
import { lengthOf, type PhysicsFigure, simulate } from '../measures.ts';

const gravity = 9.81;

/** The height of a ball after so many bounces, relative to that of its fall. */
function heightAfterBounces(engine: PhysicsEngine, height: number, bounces: number): number {
  const radius = 0.1;
  const ball: SceneBody = { shape: { kind: 'ball', radius }, position: [0, height + radius, 0] };
  const scene: Scene = { bodies: [halfSpace, ball], restitution: 1, sleeping: false };
  let done = 0;
  let wasFalling = true;
  let slowest = Infinity;
  let apex = 0;
  const longest = (bounces + 2) * 2 * Math.sqrt((2 * height) / gravity);
  simulate(engine, scene, longest, run => {
    const { position, velocity } = run.read(1);
    const isFalling = velocity[1] <= 0;
    if (wasFalling && !isFalling) done++;
    // The apex is after the last bounce, where the ball is slowest.
    if (done === bounces && Math.abs(velocity[1]) < slowest) {
      slowest = Math.abs(velocity[1]);
      apex = position[1] - radius + slowest ** 2 / (2 * gravity);
    }
    wasFalling = isFalling;
    return done > bounces;
  });
  return apex / height;
}

/** Twenty balls of different sizes in a box without gravity. */
function gas(): Scene {
  const random = new Random(11);
  const balls = Array.from({ length: 20 }, (_, i): SceneBody => {
    const speed: Triple = [random.uniform(-4, 4), random.uniform(-4, 4), random.uniform(-4, 4)];
    const position: Triple = [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1];
    return { shape: { kind: 'ball', radius: random.uniform(0.1, 0.3) }, position, velocity: speed };
  });
  const walls = [0, 1, 2].flatMap(axis =>
    [-1, 1].map((sign): SceneBody => {
      const half = [4, 4, 4] as [number, number, number];
      const position = [0, 0, 0] as [number, number, number];
      half[axis] = 1;
      position[axis] = 3 * sign;
      return { shape: { kind: 'box', half }, isStatic: true, position };
    }),
  );
  return { bodies: [...walls, ...balls], restitution: 1, friction: 0, gravity: 0 };
}

/** Energy of the motions of all balls, linear and rotational. */
function gasEnergy(engine: PhysicsEngine, seconds: number): { linear: number; spin: number; start: number } {
  const scene = gas();
  const states = simulate(engine, scene, seconds);
  let [linear, spin, start] = [0, 0, 0];
  for (const [i, { shape, velocity = origin }] of scene.bodies.entries()) {
    if (shape.kind !== 'ball') continue;
    const mass = shape.radius ** 3;
    start += (mass * lengthOf(velocity) ** 2) / 2;
    linear += (mass * lengthOf(states[i].velocity) ** 2) / 2;
    spin += 0.2 * mass * shape.radius ** 2 * lengthOf(states[i].angularVelocity) ** 2;
  }
  return { linear, spin, start };
}

/** The largest tilt in degrees of a flat box that was dropped flat. */
function landingTilt(engine: PhysicsEngine): number {
  let tilt = 0;
  for (const floor of [halfSpace, boxFloor()]) {
    const box: SceneBody = { shape: { kind: 'box', half: [0.5, 0.1, 0.5] }, position: [0.03, 1.1, 0.02] };
    simulate(engine, { bodies: [floor, box], restitution: 0.5 }, 4, run => {
      const [x, , z] = run.read(1).rotation;
      tilt = Math.max(tilt, (2 * Math.asin(Math.min(1, Math.hypot(x, z))) * 180) / Math.PI);
    });
  }
  return tilt;
}

/** Restitution and conservation of energy. */
export const bouncingFigures: readonly PhysicsFigure[] = [
  {
    name: 'elastic balls in a box: motion',
    quantity: 'linear energy after 60 s, 1 at the start',
    mustBe: { from: 0.97, to: 1.03 },
    measure(engine, quick) {
      const { linear, start } = gasEnergy(engine, quick ? 20 : 60);
      return linear / start;
    },
  },
  {
    name: 'elastic balls in a box: spin',
    quantity: 'rotational energy after 60 s relative to all',
    mustBe: { atMost: 0.001 },
    measure(engine, quick) {
      const { spin, start } = gasEnergy(engine, quick ? 20 : 60);
      return spin / start;
    },
  },
  {
    name: 'elastic ball dropped from 6 cm',
    quantity: 'height after 5 bounces, 1 at the start',
    mustBe: { from: 0.95, to: 1.05 },
    measure: engine => heightAfterBounces(engine, 0.06, 5),
  },
  {
    name: 'elastic ball dropped from 4 m',
    quantity: 'height after 20 bounces, 1 at the start',
    mustBe: { from: 0.9, to: 1.1 },
    measure: engine => heightAfterBounces(engine, 4, 20),
  },
  {
    name: 'flat box dropped flat, restitution 0.5',
    quantity: 'largest tilt in degrees',
    mustBe: { atMost: 1 },
    measure: landingTilt,
  },
];
