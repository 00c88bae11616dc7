/** A heap of all planar shapes. */
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  PolygonShape2d,
  Random,
  Rounded2d,
  World2d,
  worldExtras2d,
} from 'colide';
import { addRoom, type PlanarSceneDefinition } from './planar-scene.ts';

export const mixed: PlanarSceneDefinition = {
  title: 'Mixed shapes',
  summary: 'Circles, capsules, boxes, polygons with sharp and round corners, and compounds in one heap.',
  counts: [150, 50, 600],
  build(count) {
    const world = new World2d(worldExtras2d);
    addRoom(world);
    const random = new Random(3);
    const size = 0.9 * Math.sqrt(60 / Math.max(count, 60));
    const scaled = (points: readonly number[]) => points.map(value => size * value);
    const bar = new BoxShape2d([0.45 * size, 0.12 * size]);
    const shapes = [
      new BoxShape2d([0.4 * size, 0.3 * size]),
      new CircleShape2d(0.33 * size),
      new CapsuleShape2d(0.2 * size, 0.3 * size),
      new PolygonShape2d(scaled([-0.45, -0.3, 0.45, -0.3, 0.3, 0.3, -0.1, 0.5])),
      new Rounded2d(scaled([-0.28, -0.22, 0.33, -0.22, 0, 0.33]), 0.1 * size),
      new Compound2d([{ shape: bar }, { shape: bar, angle: Math.PI / 2 }]),
    ];
    const columns = Math.floor(13 / (1.2 * size));
    for (let i = 0; i < count; i++)
      world.add({
        shape: shapes[i % shapes.length],
        position: [
          1.2 * size * ((i % columns) - 0.5 * (columns - 1)),
          -3.5 + 1.2 * size * Math.floor(i / columns),
        ],
        rotation: random.uniform(-3, 3),
        rollingFriction: 0.02,
      });
    return { world, restAfter: 30 };
  },
};
