/** Variants of heaps of sticks, towers of blocks in layers, tall towers, and crowds that come to rest. */
import type { Random } from '@colide/math';
import type { Rotation, SceneBody, SceneShape, Triple } from '../engine.ts';
import { cube } from '../grounds.ts';
import { simulate, timeToRest } from '../measures.ts';
import {
  brief,
  drawGravity,
  drawOnGround,
  logUniform,
  pick,
  prism,
  type Variant,
  type VariantRow,
} from './variant.ts';

function yaw(angle: number): Rotation {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

/** Seconds from the last stick's fall until a heap is at rest, per √(size / g) in units of 1 m on earth. */
function drawHeap(random: Random): Variant {
  const size = logUniform(random, 0.3, 3);
  const count = 20 + random.integer(41);
  const thick = size * random.uniform(0.02, 0.04);
  const shape: SceneShape = { kind: 'box', half: [size / 2, thick, thick] };
  const spacing = 3 * thick;
  const bodies = Array.from({ length: count }, (_, i): SceneBody => {
    const [x, z] = [random.uniform(-0.2, 0.2) * size, random.uniform(-0.2, 0.2) * size];
    const position: Triple = [x, 0.15 * size + spacing * i, z];
    return { shape, position, rotation: yaw(random.uniform(0, 2 * Math.PI)) };
  });
  const gravity = drawGravity(random);
  const { scene, steps, label } = drawOnGround(random, bodies, 2 * size, { gravity: gravity.value });
  const fall = Math.sqrt((2 * (count * spacing + 0.15 * size)) / -gravity.value);
  const scale = Math.max(1, Math.sqrt((size * 9.81) / (2 * -gravity.value)));
  return {
    label: `${count} sticks of ${brief(size)} × ${brief(2 * thick)} m, ${gravity.label}, ${label}`,
    measure: engine =>
      (timeToRest(engine, scene, fall + 15 * scale, () => true, steps.start()) - fall) / scale,
  };
}

/** Seconds until layers of three blocks are at rest. */
function drawLayers(random: Random): Variant {
  const length = logUniform(random, 0.05, 3);
  const layers = 6 + random.integer(13);
  const height = length * random.uniform(0.12, 0.3);
  const [along, across] = [length / 2, length / 6];
  const gap = pick(random, [0, 0, 0.001]) * length;
  const bodies = Array.from({ length: 3 * layers }, (_, i): SceneBody => {
    const layer = Math.floor(i / 3);
    const aside = (length / 3 + gap) * ((i % 3) - 1);
    const isAcross = layer % 2 === 1;
    return {
      shape: { kind: 'box', half: isAcross ? [across, height / 2, along] : [along, height / 2, across] },
      position: [isAcross ? aside : 0, height * (layer + 0.5), isAcross ? 0 : aside],
    };
  });
  const top = bodies.at(-1)!;
  const isShuffled = random.next() < 0.5;
  if (isShuffled) random.shuffle(bodies);
  const at = bodies.indexOf(top);
  const gravity = drawGravity(random);
  const { scene, steps, first, label } = drawOnGround(random, bodies, 2 * length, { gravity: gravity.value });
  return {
    label: `${layers} layers of blocks of ${brief(length)} × ${brief(height)} m, gaps ${brief(gap)} m${isShuffled ? ', shuffled' : ''}, ${gravity.label}, ${label}`,
    measure: engine =>
      timeToRest(
        engine,
        scene,
        6,
        states => states[first + at].position[1] > 0.97 * height * (layers - 0.5),
        steps.start(),
      ),
  };
}

/** Height of the top of a tall tower after half a minute, 1 at the start. */
function drawTallTower(random: Random): Variant {
  const count = pick(random, [20, 30, 50]);
  const half = logUniform(random, 0.1, 1);
  const sleeping = count > 20 || random.next() < 0.5;
  const bodies = Array.from({ length: count }, (_, i) => cube(half, [0, half * (2 * i + 1), 0]));
  const gravity = drawGravity(random);
  const settings = { sleeping, gravity: gravity.value };
  const { scene, steps, first, label } = drawOnGround(random, bodies, 4 * half, settings);
  const top = first + count - 1;
  return {
    label: `${count} cubes of ${brief(2 * half)} m, ${sleeping ? '' : 'no sleep, '}${gravity.label}, ${label}`,
    measure: engine =>
      simulate(engine, scene, 30, undefined, steps.start())[top].position[1] / scene.bodies[top].position![1],
  };
}

/** Seconds until a crowd that begins at one point is at rest, in units of √size above 1 m. */
function drawCrowdRest(random: Random): Variant {
  const half = logUniform(random, 0.1, 0.5);
  const count = 25 + random.integer(176);
  const shape: SceneShape = pick<SceneShape>(random, [
    { kind: 'box', half: [half, half, half] },
    { kind: 'box', half: [half, half / 3, half / 2] },
    prism(6, half, half),
  ]);
  const bodies = Array.from({ length: count }, (): SceneBody => ({ shape, position: [0, 2, 0] }));
  const scene = drawOnGround(random, bodies, 8);
  return {
    label: `${count} of ${shape.kind} ${brief(2 * half)} m, ${scene.label}`,
    measure: engine => timeToRest(engine, scene.scene, 25, () => true, scene.steps.start()),
  };
}

/** What is piled up. */
export const pileRows: readonly VariantRow[] = [
  {
    name: 'heaps of sticks',
    quantity: 'at rest s after the last has fallen, per √size',
    // Three of 16 take longer than the 5 s that the scene of the table may take.
    mustBe: { atMost: 10 },
    draw: drawHeap,
  },
  { name: 'towers of blocks', quantity: 'at rest after s', mustBe: { atMost: 1 }, draw: drawLayers },
  {
    name: 'tall towers',
    quantity: 'height of the top, 1 at the start',
    mustBe: { from: 0.95, to: 1.05 },
    draw: drawTallTower,
  },
  { name: 'crowds come to rest', quantity: 'at rest after s', mustBe: { atMost: 20 }, draw: drawCrowdRest },
];
