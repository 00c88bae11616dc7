/**
 * Bodies that should come to rest: sticks, stacks of round bodies, heavy ones on light ones, many in one
 * place.
 */
import { Random } from '@colide/math';
import type { PhysicsEngine, Rotation, Scene, SceneBody, SceneShape, Triple } from '../engine.ts';
import { boxFloor, cube, halfSpace } from '../grounds.ts';
import { lengthOf, movers, type PhysicsFigure, simulate, timeToRest } from '../measures.ts';

const quarterTurn: Rotation = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

function stick(position: Triple, rotation: Rotation): SceneBody {
  return { shape: { kind: 'box', half: [1, 0.05, 0.05] }, position, rotation };
}

/** One stick on the floor, another across it. */
const crossedSticks: Scene = {
  bodies: [halfSpace, stick([0, 0.05, 0], [0, 0, 0, 1]), stick([0.02, 0.16, 0.03], quarterTurn)],
};

const heapSpacing = 0.15;

/** Sixty sticks in all directions, one above the other. */
function heap(): Scene {
  const random = new Random(60);
  const sticks = Array.from({ length: 60 }, (_, i) => {
    const half = random.uniform(0, Math.PI);
    const position: Triple = [random.uniform(-0.4, 0.4), 0.3 + heapSpacing * i, random.uniform(-0.4, 0.4)];
    return stick(position, [0, Math.sin(half), 0, Math.cos(half)]);
  });
  return { bodies: [halfSpace, ...sticks] };
}

/** Eighteen layers of three blocks, each layer across the one below. */
function blockTower(): Scene {
  const blocks = Array.from({ length: 54 }, (_, i): SceneBody => {
    const layer = Math.floor(i / 3);
    const aside = 0.25 * ((i % 3) - 1);
    const isAcross = layer % 2 === 1;
    return {
      shape: { kind: 'box', half: isAcross ? [0.125, 0.075, 0.375] : [0.375, 0.075, 0.125] },
      position: [isAcross ? aside : 0, 0.075 + 0.15 * layer, isAcross ? 0 : aside],
    };
  });
  return { bodies: [halfSpace, ...blocks] };
}

/** Points of a prism with eight sides. */
function octagon(radius: number, halfHeight: number): SceneShape {
  const points: number[] = [];
  for (let i = 0; i < 8; i++) {
    const angle = ((2 * i + 1) * Math.PI) / 8;
    for (const y of [-halfHeight, halfHeight])
      points.push(radius * Math.cos(angle), y, radius * Math.sin(angle));
  }
  return { kind: 'hull', points };
}

/** Seconds that a stack of ten needs to come to rest; Infinity if it falls. */
function stackRest(engine: PhysicsEngine, shape: SceneShape, floor: SceneBody): number {
  const bodies = Array.from(
    { length: 10 },
    (_, i): SceneBody => ({ shape, position: [0, 0.25 + 0.5 * i, 0] }),
  );
  return timeToRest(engine, { bodies: [floor, ...bodies] }, 6, states => states[10].position[1] > 4.5);
}

function stackFigures(): PhysicsFigure[] {
  const shapes: Record<string, SceneShape> = {
    'octagonal prisms': octagon(0.5, 0.25),
    cylinders: { kind: 'cylinder', radius: 0.5, halfHeight: 0.25 },
  };
  const floors: Record<string, SceneBody> = { box: boxFloor(), 'half-space': halfSpace };
  return Object.entries(shapes).flatMap(([name, shape]) =>
    Object.entries(floors).map(([floorName, floor]) => ({
      name: `stack of ten ${name} on ${floorName}`,
      quantity: 'at rest after s',
      mustBe: { atMost: 1 },
      measure: engine => stackRest(engine, shape, floor),
    })),
  );
}

/** The largest speed in the eleventh second of a box and a heavier one on it, in both orders of insertion. */
function heavyOnLight(engine: PhysicsEngine, ratio: number): number {
  const light = cube(0.5, [0, 0.5, 0]);
  const heavy = cube(0.5, [0, 1.5, 0], 1000 * ratio);
  let fastest = 0;
  for (const boxes of [
    [light, heavy],
    [heavy, light],
  ])
    simulate(engine, { bodies: [halfSpace, ...boxes], sleeping: false }, 11, (run, time) => {
      if (time > 10)
        fastest = Math.max(fastest, lengthOf(run.read(1).velocity), lengthOf(run.read(2).velocity));
    });
  return fastest;
}

/** Two hundred boxes in one place, or fifty for a quick look. */
function crowd(quick: boolean): Scene {
  return { bodies: [halfSpace, ...Array.from({ length: quick ? 50 : 200 }, () => cube(0.25, [0, 2, 0]))] };
}

/** The largest speed of the crowd as it bursts. */
function burst(engine: PhysicsEngine, quick: boolean): number {
  const scene = crowd(quick);
  const bodies = movers(scene);
  let fastest = 0;
  simulate(engine, scene, 3, run => {
    for (const body of bodies) fastest = Math.max(fastest, lengthOf(run.read(body).velocity));
  });
  return fastest;
}

/** Heaps and stacks. */
export const restingFigures: readonly PhysicsFigure[] = [
  {
    name: 'two crossed sticks',
    quantity: 'at rest after s',
    mustBe: { atMost: 1 },
    measure: engine => timeToRest(engine, crossedSticks, 6),
  },
  {
    name: 'heap of 60 sticks',
    quantity: 'at rest s after the last has fallen',
    mustBe: { atMost: 5 },
    measure: engine => timeToRest(engine, heap(), 15) - Math.sqrt((2 * 60 * heapSpacing) / 9.81),
  },
  {
    name: 'tower of 18 layers of three blocks',
    quantity: 'at rest after s',
    mustBe: { atMost: 1 },
    measure: engine => timeToRest(engine, blockTower(), 6),
  },
  ...stackFigures(),
  ...[10, 50, 200].map(
    (ratio): PhysicsFigure => ({
      name: `box under one of ${ratio} times its mass, no sleep`,
      quantity: 'largest speed after 10 s, m/s',
      mustBe: { atMost: 1e-4 },
      measure: engine => heavyOnLight(engine, ratio),
    }),
  ),
  {
    name: '200 boxes at one point: burst',
    quantity: 'largest speed, m/s',
    mustBe: { atMost: 10 },
    measure: burst,
  },
  {
    name: '200 boxes at one point: rest',
    quantity: 'at rest after s',
    mustBe: { atMost: 20 },
    measure: (engine, quick) => timeToRest(engine, crowd(quick), 25),
  },
];
