/** Variants of what should come to rest or stand: sticks, stacks, towers, heavy on light, crowds. */
import type { Random } from '@colide/math';
import type { Rotation, Scene, SceneBody, SceneShape, Triple } from '../engine.ts';
import { cube } from '../grounds.ts';
import { lengthOf, movers, simulate, timeToRest } from '../measures.ts';
import { cardHouse } from '../scenes/towers.ts';
import {
  brief,
  drawOnGround,
  drawSteps,
  layGround,
  logUniform,
  pick,
  prism,
  type Variant,
  type VariantRow,
} from './variant.ts';

function yaw(angle: number): Rotation {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

/** Seconds until two crossed sticks have come to rest. */
function drawSticks(random: Random): Variant {
  const size = logUniform(random, 0.2, 4);
  const half: Triple = [size / 2, size * random.uniform(0.02, 0.05), size * random.uniform(0.02, 0.05)];
  const shape: SceneShape = { kind: 'box', half };
  const [, h] = half;
  const gap = random.uniform(0, 0.3) * h;
  const bodies: SceneBody[] = [
    { shape, position: [0, h, 0] },
    {
      shape,
      position: [random.uniform(-0.3, 0.3) * half[2], 3 * h + gap, random.uniform(-0.2, 0.2) * size],
      rotation: yaw(random.uniform(0.3, Math.PI / 2)),
    },
  ];
  const { scene, steps, label } = drawOnGround(random, random.next() < 0.5 ? bodies : bodies.reverse(), size);
  return {
    label: `sticks of ${brief(size)} m, gap ${brief(gap)} m, ${label}`,
    measure: engine => timeToRest(engine, scene, 6, () => true, steps.start()),
  };
}

/** The largest speed after 10 s of a light box and a heavy one on it. */
function drawHeavy(random: Random): Variant {
  const size = logUniform(random, 0.05, 2);
  const ratio = logUniform(random, 10, 200);
  const width = random.uniform(0.7, 1.3);
  const light = cube(size / 2, [0, size / 2, 0]);
  const half: Triple = [(width * size) / 2, size / 2, (width * size) / 2];
  const heavy: SceneBody = {
    shape: { kind: 'box', half },
    position: [random.uniform(-0.1, 0.1) * size, 1.5 * size + random.uniform(0, 0.02) * size, 0],
    rotation: yaw(random.uniform(-1, 1)),
    density: (1000 * ratio) / width ** 2,
  };
  const bodies = random.next() < 0.5 ? [light, heavy] : [heavy, light];
  const { scene, steps, label } = drawOnGround(random, bodies, size, { sleeping: false });
  const all = movers(scene);
  return {
    label: `${brief(size)} m under ${brief(ratio)} times its mass, ${label}`,
    measure(engine) {
      let fastest = 0;
      simulate(
        engine,
        scene,
        11,
        (run, time) => {
          if (time > 10) for (const b of all) fastest = Math.max(fastest, lengthOf(run.read(b).velocity));
        },
        steps.start(),
      );
      return fastest;
    },
  };
}

/** Seconds until a stack of ten has come to rest. */
function drawStack(random: Random): Variant {
  const radius = logUniform(random, 0.1, 2);
  const height = radius * random.uniform(0.6, 1.2);
  const sides = pick(random, [0, 3, 5, 6, 8, 12]);
  const shape: SceneShape =
    sides === 0 ? { kind: 'cylinder', radius, halfHeight: height / 2 } : prism(sides, radius, height / 2);
  const isExact = random.next() < 0.5;
  const gap = isExact ? 0 : random.uniform(0, 0.01) * height;
  const bodies = Array.from({ length: 10 }, (_, i): SceneBody => {
    const aside = isExact ? 0 : 0.03 * radius;
    const position: Triple = [
      random.uniform(-1, 1) * aside,
      height / 2 + (height + gap) * i,
      random.uniform(-1, 1) * aside,
    ];
    return { shape, position, rotation: yaw(isExact ? 0 : random.uniform(-3, 3)) };
  });
  const { scene, steps, first, label } = drawOnGround(random, bodies, 2 * radius);
  const name = sides === 0 ? 'cylinders' : `prisms of ${sides} sides`;
  return {
    label: `${name}, radius ${brief(radius)} m, height ${brief(height)} m, gaps ${brief(gap)} m, ${label}`,
    measure: engine =>
      timeToRest(engine, scene, 8, states => states[first + 9].position[1] > 9 * height, steps.start()) /
      Math.max(1, Math.sqrt(radius)),
  };
}

/** Height of the top of a tower, 1 at the start. */
function drawTower(random: Random): Variant {
  const count = pick(random, [5, 10, 20]);
  const half = logUniform(random, 0.005, 1);
  const sleeping = random.next() < 0.5;
  const bodies = Array.from({ length: count }, (_, i) => cube(half, [0, half * (2 * i + 1), 0]));
  const isReversed = random.next() < 0.3;
  if (isReversed) bodies.reverse();
  const { scene, steps, first, label } = drawOnGround(random, bodies, 4 * half, { sleeping });
  const top = isReversed ? first : first + count - 1;
  return {
    label: `${count} cubes of ${brief(2 * half)} m${isReversed ? ', top first' : ''}, ${sleeping ? '' : 'no sleep, '}${label}`,
    measure(engine) {
      const states = simulate(engine, scene, 20, undefined, steps.start());
      return states[top].position[1] / scene.bodies[top].position![1];
    },
  };
}

/** Twenty thin plates. */
function drawPlates(random: Random): Variant {
  const width = logUniform(random, 0.05, 1);
  const thickness = width * logUniform(random, 0.01, 0.05);
  const bodies = Array.from(
    { length: 20 },
    (_, i): SceneBody => ({
      shape: { kind: 'box', half: [width / 2, thickness / 2, width / 2] },
      position: [0, thickness * (i + 0.5), 0],
    }),
  );
  const { scene, steps, first, label } = drawOnGround(random, bodies, width);
  return {
    label: `plates of ${brief(width)} m, ${brief(1000 * thickness)} mm thick, ${label}`,
    measure: engine =>
      simulate(engine, scene, 8, undefined, steps.start())[first + 19].position[1] / (19.5 * thickness),
  };
}

/** How far the farthest card of a house has moved, in m at a card of 1 m. */
function drawCards(random: Random): Variant {
  const scale = logUniform(random, 0.2, 2);
  const house = cardHouse();
  const cards = house.bodies.slice(1).map((body): SceneBody => {
    const shape = body.shape as { kind: 'box'; half: Triple };
    const [x, y, z] = body.position!;
    const half: Triple = [scale * shape.half[0], scale * shape.half[1], scale * shape.half[2]];
    return { ...body, shape: { kind: 'box', half }, position: [scale * x, scale * y, scale * z] };
  });
  random.shuffle(cards);
  const { scene, steps, label } = drawOnGround(random, cards, 2 * scale, { friction: 0.8 });
  return {
    label: `cards of ${brief(scale)} m, ${label}`,
    measure(engine) {
      const states = simulate(engine, scene, 10, undefined, steps.start());
      let farthest = 0;
      for (const i of movers(scene).slice(-40)) {
        const [a, b] = [states[i].position, scene.bodies[i].position!];
        farthest = Math.max(farthest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / scale);
      }
      return farthest;
    },
  };
}

/** The fastest of a crowd that begins at one point. */
function drawCrowd(random: Random): Variant {
  const half = logUniform(random, 0.1, 0.5);
  const count = 25 + random.integer(176);
  const shape: SceneShape = pick<SceneShape>(random, [
    { kind: 'box', half: [half, half, half] },
    { kind: 'ball', radius: half },
    { kind: 'capsule', radius: half / 2, halfHeight: half / 2 },
    prism(6, half, half),
  ]);
  const bodies = Array.from({ length: count }, (): SceneBody => ({ shape, position: [0, 2, 0] }));
  const { scene, steps, label } = drawOnGround(random, bodies, 8);
  const all = movers(scene);
  return {
    label: `${count} of ${shape.kind} ${brief(2 * half)} m, ${label}`,
    measure(engine) {
      let fastest = 0;
      simulate(
        engine,
        scene,
        1.5,
        run => {
          for (const body of all) fastest = Math.max(fastest, lengthOf(run.read(body).velocity));
        },
        steps.start(),
      );
      return fastest;
    },
  };
}

/** Sideways drift of a box on a cloth on the floor in 10 s. */
function drawCloth(random: Random): Variant {
  const half = random.uniform(0.12, 0.25);
  const density = logUniform(random, 200, 2000);
  const steps = drawSteps(random);
  const scene: Scene = {
    bodies: [
      ...layGround(pick(random, ['half-space', 'box', 'mesh']), 4, 0.5),
      { ...cube(half, [0, 0.03 + half, 0], density), rotation: yaw(random.uniform(-1, 1)) },
    ],
    cloths: [{ side: 21, spacing: 0.05, height: 0.02 }],
  };
  return {
    label: `box of ${brief(density * 8 * half ** 3)} kg, ${brief(2 * half)} m, ${steps.label}`,
    measure(engine) {
      const [x, , z] = simulate(engine, scene, 10, undefined, steps.start())[1].position;
      return Math.hypot(x, z);
    },
  };
}

/** Rest. */
export const restingRows: readonly VariantRow[] = [
  { name: 'crossed sticks', quantity: 'at rest after s', mustBe: { atMost: 1 }, draw: drawSticks },
  {
    name: 'light under heavy',
    quantity: 'largest speed after 10 s, m/s',
    mustBe: { atMost: 1e-4 },
    draw: drawHeavy,
  },
  {
    name: 'stacks of ten',
    quantity: 'at rest after s, per √radius above 1 m',
    mustBe: { atMost: 1 },
    draw: drawStack,
  },
  {
    name: 'towers of cubes',
    quantity: 'height of the top, 1 at the start',
    mustBe: { from: 0.85, to: 1.05 },
    draw: drawTower,
  },
  {
    name: 'thin plates',
    quantity: 'height of the top, 1 at the start',
    mustBe: { from: 0.9, to: 1.05 },
    draw: drawPlates,
  },
  {
    name: 'houses of cards',
    quantity: 'farthest motion in 10 s, in lengths of a card',
    mustBe: { atMost: 0.15 },
    draw: drawCards,
  },
  { name: 'crowds at one point', quantity: 'largest speed, m/s', mustBe: { atMost: 10 }, draw: drawCrowd },
  { name: 'boxes on cloth', quantity: 'drift in 10 s, m', mustBe: { atMost: 0.02 }, draw: drawCloth },
];
