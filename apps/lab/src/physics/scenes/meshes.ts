/** Bodies on bumpy land: none may fall through, all should come to rest. */
import { Random } from '@colide/math';
import type { PhysicsEngine, Scene, SceneBody, SceneShape, Triple } from '../engine.ts';
import { bumps, bumpyLand } from '../grounds.ts';
import { movers, type PhysicsFigure, simulate } from '../measures.ts';

/** Half the width of the land. */
const landHalf = 25;

const octahedron = [0.4, 0, 0, -0.4, 0, 0, 0, 0.4, 0, 0, -0.4, 0, 0, 0, 0.4, 0, 0, -0.4];

/** Shapes that fit in a ball of radius 0.6. */
const shapes: readonly SceneShape[] = [
  { kind: 'box', half: [0.3, 0.2, 0.25] },
  { kind: 'hull', points: octahedron },
  { kind: 'capsule', radius: 0.15, halfHeight: 0.25 },
  { kind: 'box', half: [0.4, 0.02, 0.4] },
  { kind: 'cylinder', radius: 0.3, halfHeight: 0.2 },
  {
    kind: 'compound',
    parts: [
      { shape: { kind: 'box', half: [0.3, 0.08, 0.08] }, position: [0, 0, 0] },
      { shape: { kind: 'box', half: [0.08, 0.2, 0.08] }, position: [0.22, 0.28, 0] },
    ],
  },
  { kind: 'ball', radius: 0.25 },
];
const largestRadius = 0.6;

/** Sixty bodies of all shapes that fly down at the land. */
function throwScene(speed: number): Scene {
  const random = new Random(7 + speed);
  const bodies = Array.from({ length: 60 }, (_, i): SceneBody => {
    const [x, z] = [1.5 * (i % 8) - 5, 1.5 * Math.floor(i / 8) - 5];
    const rotation = random.rotation([0, 0, 0, 1]);
    return {
      shape: shapes[i % shapes.length],
      position: [x, 4 + random.uniform(0, 2), z],
      rotation: [rotation[0], rotation[1], rotation[2], rotation[3]],
      velocity: [random.uniform(-0.3, 0.3) * speed, -0.95 * speed, random.uniform(-0.3, 0.3) * speed],
      angularVelocity: [random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)],
      isFast: true,
    };
  });
  return { bodies: [bumpyLand(landHalf), ...bodies] };
}

function isBelowLand([x, y, z]: Triple): boolean {
  if (Math.max(Math.abs(x), Math.abs(z)) > landHalf - 1) return false;
  return !(y >= bumps(x, z) - largestRadius);
}

/** How many bodies have ever been below the land. */
function fallenThrough(engine: PhysicsEngine, speed: number, seconds: number): number {
  const scene = throwScene(speed);
  const through = new Set<number>();
  simulate(engine, scene, seconds, run => {
    for (const body of movers(scene)) if (isBelowLand(run.read(body).position)) through.add(body);
  });
  return through.size;
}

/** A field of boxes that are dropped on the land. */
function boxField(): Scene {
  const boxes = Array.from({ length: 225 }, (_, i): SceneBody => {
    const [x, z] = [1.4 * (i % 15) - 9.8, 1.4 * Math.floor(i / 15) - 9.8];
    return { shape: { kind: 'box', half: [0.3, 0.3, 0.3] }, position: [x, bumps(x, z) + 1, z] };
  });
  return { bodies: [bumpyLand(landHalf), ...boxes] };
}

/** Bodies on triangle meshes. */
export const meshFigures: readonly PhysicsFigure[] = [
  ...[5, 20, 50].map(
    (speed): PhysicsFigure => ({
      name: `60 bodies thrown at bumpy land at ${speed} m/s`,
      quantity: 'fallen through in 5 s',
      mustBe: { atMost: 0 },
      measure: (engine, quick) => fallenThrough(engine, speed, quick ? 2 : 5),
    }),
  ),
  {
    name: '225 boxes on bumpy land',
    quantity: 'awake after 15 s',
    mustBe: { atMost: 0 },
    measure: engine =>
      simulate(engine, boxField(), 15).filter(({ isAsleep }, i) => i > 0 && !isAsleep).length,
  },
];
