/**
 * A planar world with bodies to drag and throw: a pyramid, a heap, dominoes and an arch, by either narrow
 * phase.
 */
import {
  BoxShape2d,
  CapsuleShape2d,
  ChainShape2d,
  CircleShape2d,
  manifoldConvex2d,
  manifoldGjk2d,
  type NarrowPhase2d,
  PolygonShape2d,
  Random,
  Rounded2d,
  World2d,
  worldExtras2d,
} from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { PlanarWorld } from './kit/planar-world.ts';

const halfHeight = 5;
const floor = -4.5;
/** Seconds until the first ball is thrown at the pyramid without being asked for. */
const firstThrow = 1.6;
const narrowPhases: Record<string, NarrowPhase2d> = {
  'separating axes': manifoldConvex2d,
  'GJK and EPA': manifoldGjk2d,
};

const scenes: Record<string, (world: World2d) => void> = {
  pyramid(world) {
    const base = 9;
    for (let row = 0; row < base; row++)
      for (let i = 0; i < base - row; i++)
        world.add({
          shape: new BoxShape2d([0.3, 0.3]),
          position: [0.63 * (i + row / 2 - base / 2) + 1.5, floor + 0.3 + 0.6 * row],
        });
  },
  heap(world) {
    const random = new Random(3);
    const shapes = [
      new BoxShape2d([0.35, 0.25]),
      new CircleShape2d(0.3),
      new CapsuleShape2d(0.18, 0.3),
      new PolygonShape2d([-0.4, -0.3, 0.4, -0.3, 0.25, 0.3, -0.1, 0.45]),
      new Rounded2d([-0.25, -0.2, 0.3, -0.2, 0, 0.3], 0.1),
    ];
    for (let i = 0; i < 70; i++)
      world.add({
        shape: shapes[i % shapes.length],
        position: [random.uniform(-4, 4), -3 + 0.2 * i],
        rotation: random.uniform(-3, 3),
        rollingFriction: 0.02,
      });
  },
  dominoes(world) {
    for (let i = 0; i < 18; i++)
      world.add({ shape: new BoxShape2d([0.08, 0.55]), position: [-4.5 + 0.55 * i, floor + 0.55] });
    world.add({
      shape: new CircleShape2d(0.35),
      position: [-6.3, floor + 0.35],
      velocity: [3, 0],
      density: 2,
    });
  },
  arch(world) {
    const stones = 11;
    for (let i = 0; i < stones; i++) {
      const points: number[] = [];
      for (const [side, radius] of [
        [0, 2],
        [0, 2.7],
        [1, 2.7],
        [1, 2],
      ]) {
        const angle = (Math.PI * (i + side)) / stones;
        points.push(radius * Math.cos(angle), radius * Math.sin(angle));
      }
      world.add({ shape: new PolygonShape2d(points), position: [0, floor + 0.002 * i], friction: 0.9 });
    }
    for (let i = 0; i < 3; i++)
      world.add({ shape: new BoxShape2d([0.3, 0.3]), position: [i - 1, floor + 5], friction: 0.9 });
  },
};

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let world = new World2d(worldExtras2d);
  let view: PlanarWorld | undefined;
  let wait = Infinity;
  const scene = controls.choice('scene', Object.keys(scenes), () => build());
  const method = controls.choice('contacts by', Object.keys(narrowPhases), () => build());
  const contacts = controls.toggle('show contacts', false);
  const boxes = controls.toggle('show boxes', false);

  const build = () => {
    world = new World2d({ ...worldExtras2d, narrowPhase: narrowPhases[method.value], maxSteps: 3 });
    // A container: going along it, the solid side is on the left.
    const wide = 8.3;
    const outline = [-wide, 9, wide, 9, wide, floor, -wide, floor];
    world.add({ shape: new ChainShape2d(outline, true), type: 'static' });
    scenes[scene.value](world);
    wait = scene.value === 'pyramid' ? firstThrow : Infinity;
    view?.show(world);
  };
  const throwBall = () => {
    wait = Infinity;
    world.add({
      shape: new CircleShape2d(0.3),
      position: [-7, 0],
      velocity: [14, 3],
      density: 4,
      restitution: 0.3,
      bullet: true,
    });
  };
  build();
  const surface = new Surface(stage, {
    label: 'Boxes, balls and polygons that can be dragged and thrown',
    halfHeight,
    halfWidth: 8.5,
    draw: () => view?.paint(),
  });
  view = new PlanarWorld(surface, world);
  const shown = view;
  controls.animate(seconds => {
    shown.painter.contacts = contacts.value;
    shown.painter.boxes = boxes.value;
    wait -= seconds;
    if (wait <= 0) throwBall();
    shown.advance(seconds);
    controls.status(
      `${counted(world.count - 1, 'body', 'bodies')}, ${world.sleeperCount} asleep; ${counted(world.contacts.count, 'contact point')}, ${world.events.touching.count} touching pairs.`,
    );
    surface.paint();
  });
  controls.reset(build);
  controls.button('Throw a ball', throwBall);
  return () => surface.dispose();
}
