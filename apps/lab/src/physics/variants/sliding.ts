/** Bodies that slide over ground made of many pieces, beside the same bodies on ground of one piece. */
import type { Random } from '@colide/math';
import type { BodyState, PhysicsEngine, Rotation, Scene, SceneBody, SceneShape, Triple } from '../engine.ts';
import { lengthOf, simulate } from '../measures.ts';
import {
  brief,
  drawPlace,
  drawSteps,
  type GroundKind,
  layGround,
  logUniform,
  pick,
  placeScene,
  prism,
  type Steps,
  type VariantRow,
} from './variant.ts';

const lying: Rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const upright: Rotation = [0, 0, 0, 1];

/** Shapes of about a size, how they stand and the height of their centres. */
const sliders: Record<string, (s: number) => { shape: SceneShape; rotation: Rotation; height: number }> = {
  cube: s => ({ shape: { kind: 'box', half: [s / 2, s / 2, s / 2] }, rotation: upright, height: s / 2 }),
  plate: s => ({ shape: { kind: 'box', half: [s / 2, s / 10, s / 3] }, rotation: upright, height: s / 10 }),
  'upright cylinder': s => ({
    shape: { kind: 'cylinder', radius: s / 2, halfHeight: s / 4 },
    rotation: upright,
    height: s / 4,
  }),
  'octagonal prism': s => ({ shape: prism(8, s / 2, s / 4), rotation: upright, height: s / 4 }),
  'lying capsule': s => ({
    shape: { kind: 'capsule', radius: s / 6, halfHeight: s / 3 },
    rotation: lying,
    height: s / 6,
  }),
  'lying cylinder': s => ({
    shape: { kind: 'cylinder', radius: s / 6, halfHeight: s / 2 },
    rotation: lying,
    height: s / 6,
  }),
  sled: s => ({
    shape: {
      kind: 'compound',
      parts: [-1, 1].map(side => ({
        shape: { kind: 'box', half: [s / 2, s / 10, s / 10] },
        position: [0, 0, (side * s) / 3],
      })),
    },
    rotation: upright,
    height: s / 10,
  }),
};

const pieces: readonly GroundKind[] = ['mesh', 'static tiles', 'compound tiles'];
const seconds = 2;

/** The direction of a body's y axis. */
function up([x, y, z, w]: Rotation): Triple {
  return [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
}

/** The states of the last body after each step. */
function follow(engine: PhysicsEngine, scene: Scene, steps: Steps): BodyState[] {
  const states: BodyState[] = [];
  const body = scene.bodies.length - 1;
  simulate(engine, scene, seconds, run => states.push(run.read(body)) < 0, steps.start());
  return states;
}

function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Relative to its size and speed, the largest difference of height, axis and velocity of two motions. */
function difference(a: readonly BodyState[], b: readonly BodyState[], size: number, speed: number): number {
  let worst = 0;
  for (const [n, one] of a.entries()) {
    const other = b[n];
    const hop = Math.abs(one.position[1] - other.position[1]) / size;
    const tilt = lengthOf(minus(up(one.rotation), up(other.rotation)));
    const change = lengthOf(minus(one.velocity, other.velocity)) / speed;
    worst = Math.max(worst, hop, tilt, change);
  }
  return worst;
}

function drawSlide(random: Random) {
  const size = logUniform(random, 0.05, 4);
  const name = pick(random, Object.keys(sliders));
  const kind = pick(random, pieces);
  const speed = random.uniform(1, 8) * Math.sqrt(size);
  const cell = size * logUniform(random, 0.4, 6);
  const friction = pick(random, [0, 0.1, 0.3, 0.6]);
  const steps = drawSteps(random);
  const place = drawPlace(random);
  const half = 0.6 * seconds * speed + size;
  const heading = random.uniform(-Math.PI, Math.PI);
  const aside: Triple = [random.uniform(-1, 1) * size, 0, random.uniform(-1, 1) * size];
  const { shape, rotation, height } = sliders[name](size);
  const body: SceneBody = { shape, rotation, position: [0, height, 0], velocity: [speed, 0, 0] };
  // From the middle of the near half to that of the far half.
  const [slider] = placeScene(
    { bodies: [{ ...body, position: [-speed * seconds * 0.5, height, 0] }] },
    { label: '', angle: heading, offset: aside },
  ).bodies;
  const scene = (ground: GroundKind) =>
    placeScene({ bodies: [...layGround(ground, half, cell), slider], friction }, place);
  return {
    label: `${name} of ${brief(size)} m at ${brief(speed)} m/s, friction ${friction}, on ${kind} of ${brief(cell)} m, ${steps.label}, ${place.label}`,
    measure: (engine: PhysicsEngine) =>
      difference(follow(engine, scene(kind), steps), follow(engine, scene('box'), steps), size, speed),
  };
}

/** Sliding over seams. */
export const slidingRows: readonly VariantRow[] = [
  {
    name: 'bodies slide over tiles',
    quantity: 'largest difference from the same slide over one box',
    mustBe: { atMost: 0.02 },
    draw: drawSlide,
  },
];
