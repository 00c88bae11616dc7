/** Towers and houses that should stand. */
import { Random } from '@colide/math';
import type { PhysicsEngine, Scene, SceneBody } from '../engine.ts';
import { boxFloor, cube, halfSpace } from '../grounds.ts';
import { distance, heightKept, type PhysicsFigure, simulate } from '../measures.ts';

/** Cubes exactly on top of each other. */
function tower(count: number, half: number, sleeping: boolean, floor = halfSpace): Scene {
  const cubes = Array.from({ length: count }, (_, i) => cube(half, [0, half * (2 * i + 1), 0]));
  return { bodies: [floor, ...cubes], sleeping };
}

/** Twenty plates of 2 mm. */
const plates: Scene = {
  bodies: [
    halfSpace,
    ...Array.from(
      { length: 20 },
      (_, i): SceneBody => ({
        shape: { kind: 'box', half: [0.1, 0.001, 0.1] },
        position: [0, 0.001 + 0.002 * i, 0],
      }),
    ),
  ],
};

/** Half the length, thickness and width of a card. */
const cardLength = 0.5;
const cardThickness = 0.01;
const cardWidth = 0.35;

/**
 * The tilt from the vertical at which the feet of two cards that lean on each other are a card's length
 * apart.
 */
function cardTilt(): number {
  let tilt = 0.5;
  for (let n = 0; n < 50; n++)
    tilt = Math.asin((cardLength - 2 * cardThickness * Math.cos(tilt)) / (2 * cardLength));
  return tilt;
}

/** Five floors of leaning pairs, with flat cards between them: 40 cards that touch without overlap. */
export function cardHouse(): Scene {
  const tilt = cardTilt();
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
  const pitch = 2 * cardLength + 0.002;
  const leaningHeight = 2 * (cardLength * cos + cardThickness * sin);
  const aside = cardLength * sin + cardThickness * cos;
  const cards: SceneBody[] = [];
  for (let floor = 0; floor < 5; floor++) {
    const pairs = 5 - floor;
    const base = floor * (leaningHeight + 2 * cardThickness);
    for (let i = 0; i < pairs; i++) {
      const x = (i - (pairs - 1) / 2) * pitch;
      for (const side of [-1, 1])
        cards.push({
          shape: { kind: 'box', half: [cardThickness, cardLength, cardWidth] },
          position: [x + side * aside, base + leaningHeight / 2, 0],
          rotation: [0, 0, side * Math.sin(tilt / 2), Math.cos(tilt / 2)],
        });
      if (i > 0)
        cards.push({
          shape: { kind: 'box', half: [cardLength, cardThickness, cardWidth] },
          position: [x - pitch / 2, base + leaningHeight + cardThickness, 0],
        });
    }
  }
  return { bodies: [boxFloor(), ...cards], friction: 0.8 };
}

/** How many cards are not where they were. */
function movedCards(engine: PhysicsEngine, seconds: number): number {
  const scene = cardHouse();
  const states = simulate(engine, scene, seconds);
  return states.filter(({ position }, i) => i > 0 && !(distance(position, scene.bodies[i].position!) <= 0.15))
    .length;
}

function towerFigure(name: string, measure: PhysicsFigure['measure'], least = 0.95): PhysicsFigure {
  return { name, quantity: 'height of the top, 1 at the start', mustBe: { from: least, to: 1.05 }, measure };
}

/** Towers, plates and cards. */
export const towerFigures: readonly PhysicsFigure[] = [
  towerFigure('tower of 20 cubes, no sleep, 60 s', (engine, quick) =>
    heightKept(engine, tower(20, 0.5, false), quick ? 30 : 60),
  ),
  towerFigure('tower of 50 cubes, 60 s', (engine, quick) =>
    heightKept(engine, tower(50, 0.5, true), quick ? 30 : 60),
  ),
  towerFigure('tower of 10 cubes, steps of 1/30 to 1/144 s', engine => {
    const random = new Random(144);
    return heightKept(engine, tower(10, 0.5, false), 20, () => 1 / random.uniform(30, 144));
  }),
  towerFigure('tower of five cubes of 1 cm', engine => heightKept(engine, tower(5, 0.005, true), 10), 0.85),
  towerFigure(
    'tower of five cubes of 1 cm on a box',
    engine => heightKept(engine, tower(5, 0.005, true, boxFloor(1)), 10),
    0.85,
  ),
  towerFigure('stack of 20 plates of 2 mm', engine => heightKept(engine, plates, 10), 0.9),
  {
    name: 'house of 40 cards',
    quantity: 'cards that moved 15 cm in 20 s',
    mustBe: { atMost: 0 },
    measure: (engine, quick) => movedCards(engine, quick ? 10 : 20),
  },
];
