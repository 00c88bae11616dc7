/** Variants of balls that roll, slide and are nudged, and of boxes that land flat, on ground of all kinds. */
import type { Random } from '@colide/math';
import type { Rotation, RunningScene, SceneBody, SceneShape, Triple } from '../engine.ts';
import { simulate } from '../measures.ts';
import {
  brief,
  drawGravity,
  drawPlace,
  drawSteps,
  type Gravity,
  groundKinds,
  layGround,
  logUniform,
  pick,
  placeScene,
  prism,
  type Variant,
  type VariantRow,
} from './variant.ts';

const upright: Rotation = [0, 0, 0, 1];

function yaw(angle: number): Rotation {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

function horizontal([x, , z]: Triple): number {
  return Math.hypot(x, z);
}

/** A body that starts at one end of ground that is drawn as well, at a speed along a heading. */
function drawRun(
  random: Random,
  body: SceneBody,
  way: number,
  size: number,
  gravity: Gravity = drawGravity(random),
) {
  const kind = pick(random, groundKinds);
  const place = drawPlace(random);
  const steps = drawSteps(random);
  const ground = layGround(kind, 0.6 * way + 2 * size, Math.max(size, 0.1) * logUniform(random, 0.5, 6));
  const aside: Triple = [0.1 * size * random.uniform(-1, 1), 0, 0.1 * size * random.uniform(-1, 1)];
  const heading = { label: '', angle: random.uniform(-Math.PI, Math.PI), offset: aside };
  const [x, y, z] = body.position!;
  const { bodies } = placeScene({ bodies: [{ ...body, position: [x - way / 2, y, z] }] }, heading);
  const scene = placeScene({ bodies: [...ground, ...bodies], gravity: gravity.value }, place);
  return { scene, steps, label: `on ${kind}, ${gravity.label}, ${steps.label}, ${place.label}` };
}

/** A ball, or a capsule or cylinder on its side, that rolls along x at a speed. */
function drawRoller(random: Random, name: string, radius: number, speed: number): SceneBody {
  const lying: Rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const halfHeight = radius * random.uniform(0.5, 2);
  const shape: SceneShape =
    name === 'ball' ? { kind: 'ball', radius } : { kind: name as 'capsule', radius, halfHeight };
  return {
    shape,
    position: [0, radius, 0],
    rotation: name === 'ball' ? upright : lying,
    velocity: [speed, 0, 0],
    angularVelocity: [0, 0, -speed / radius],
    density: logUniform(random, 100, 8000),
  };
}

/** Speed after half a minute relative to that at the start. */
function drawRoll(random: Random): Variant {
  const radius = logUniform(random, 0.005, 5);
  const speed = Math.min(random.uniform(1, 8), 40 * radius);
  const name = pick(random, ['ball', 'ball', 'capsule', 'cylinder']);
  const body = drawRoller(random, name, radius, speed);
  const seconds = Math.min(30, (400 * Math.max(radius, 0.1)) / speed);
  const { scene, steps, label } = drawRun(random, body, seconds * speed, radius);
  const friction = random.uniform(0.2, 1);
  return {
    label: `${name} of radius ${brief(radius)} m at ${brief(speed)} m/s for ${brief(seconds)} s, friction ${brief(friction)}, ${label}`,
    measure(engine) {
      const states = simulate(engine, { ...scene, friction }, seconds, undefined, steps.start());
      return horizontal(states.at(-1)!.velocity) / speed;
    },
  };
}

/** The largest speed of a ball in six seconds relative to that of a nudge. */
function drawNudge(random: Random): Variant {
  const radius = logUniform(random, 0.01, 1);
  const speed = radius * random.uniform(0.6, 3);
  const body = { ...drawRoller(random, 'ball', radius, speed), angularVelocity: [0, 0, 0] as const };
  const { scene, steps, label } = drawRun(random, body, 6 * speed, radius);
  return {
    label: `ball of radius ${brief(radius)} m nudged to ${brief(speed)} m/s, ${label}`,
    measure(engine) {
      let fastest = 0;
      const watch = (run: RunningScene) => {
        fastest = Math.max(fastest, horizontal(run.read(scene.bodies.length - 1).velocity) / speed);
      };
      simulate(engine, scene, 6, watch, steps.start());
      return fastest;
    },
  };
}

/** Relative error of the speed of a ball that began to slide, once it rolls. */
function drawSpinUp(random: Random): Variant {
  const radius = logUniform(random, 0.02, 3);
  const speed = random.uniform(2, 15) * Math.min(1, Math.sqrt(radius));
  const friction = random.uniform(0.1, 1);
  const body = { ...drawRoller(random, 'ball', radius, speed), angularVelocity: [0, 0, 0] as const };
  const gravity = drawGravity(random);
  const seconds = (1.3 * 2 * speed) / (7 * friction * -gravity.value) + 0.2;
  const { scene, steps, label } = drawRun(random, body, seconds * speed, radius, gravity);
  return {
    label: `ball of radius ${brief(radius)} m slides at ${brief(speed)} m/s, friction ${brief(friction)}, ${label}`,
    measure(engine) {
      const states = simulate(engine, { ...scene, friction }, seconds, undefined, steps.start());
      // Ground that can move gets what the ball gives.
      const ground = scene.bodies.at(-2)!;
      const moved = ground.isStatic === false ? horizontal(states.at(-2)!.velocity) / speed : 0;
      return Math.abs((7 * horizontal(states.at(-1)!.velocity)) / (5 * speed) - 1) - moved;
    },
  };
}

/** The largest tilt in degrees of a flat body that lands flat and bounces. */
function drawFlatDrop(random: Random): Variant {
  const size = logUniform(random, 0.05, 3);
  const height = size * logUniform(random, 0.3, 10);
  const restitution = pick(random, [0, 0.3, 0.5, 0.8]);
  const thickness = size * random.uniform(0.05, 0.3);
  const [name, shape] = pick<[string, SceneShape]>(random, [
    ['box', { kind: 'box', half: [size / 2, thickness / 2, (size / 2) * random.uniform(0.5, 1)] }],
    ['cylinder', { kind: 'cylinder', radius: size / 2, halfHeight: thickness / 2 }],
    ['prism', prism(6, size / 2, thickness / 2)],
  ]);
  const body: SceneBody = {
    shape,
    position: [0, height + thickness / 2, 0],
    rotation: yaw(random.uniform(-3, 3)),
  };
  const { scene, steps, label } = drawRun(random, body, 0, 3 * size);
  return {
    label: `${name} of ${brief(size)} m, ${brief(thickness)} m thick, from ${brief(height)} m, restitution ${restitution}, ${label}`,
    measure(engine) {
      let tilt = 0;
      const watch = (run: RunningScene) => {
        const [x, , z] = run.read(scene.bodies.length - 1).rotation;
        tilt = Math.max(tilt, (2 * Math.asin(Math.min(1, Math.hypot(x, z))) * 180) / Math.PI);
      };
      simulate(engine, { ...scene, restitution }, 4, watch, steps.start());
      return tilt;
    },
  };
}

/** What rolls and what lands flat. */
export const rollingRows: readonly VariantRow[] = [
  {
    name: 'balls and capsules roll',
    quantity: 'speed at the end, 1 at the start',
    mustBe: { from: 0.99, to: 1.01 },
    draw: drawRoll,
  },
  {
    name: 'nudged balls',
    quantity: 'largest speed, 1 at the start',
    mustBe: { atMost: 1.001 },
    draw: drawNudge,
  },
  {
    name: 'from sliding to rolling',
    quantity: 'relative error of the speed',
    mustBe: { atMost: 0.005 },
    draw: drawSpinUp,
  },
  { name: 'flat drops', quantity: 'largest tilt in degrees', mustBe: { atMost: 1 }, draw: drawFlatDrop },
];
