/** Scenes for the tests of pools: one heap of many shapes, columns of boxes, boxes on a mesh. */
import {
  BoxShape,
  CapsuleShape,
  Compound,
  type ConvexShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import type { World } from '@colide/world';

/** Anything that bodies can be added to. */
export type BodyHolder = Pick<World, 'add'>;

/** Bodies of many shapes in a narrow box: one island. */
export function heap(world: BodyHolder, count = 150): void {
  const random = new Random(6);
  const cube = new BoxShape([0.4, 0.4, 0.4]);
  const shapes: (ConvexShape | Compound)[] = [
    cube,
    new SphereShape(0.4),
    new CapsuleShape(0.25, 0.3),
    new CylinderShape(0.3, 0.3),
    HullShape.fromPoints([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8, 0.6, 0.6, 0.6]),
    new Compound([{ shape: cube }, { shape: new SphereShape(0.3), position: [0.6, 0, 0] }]),
  ];
  world.add({ shape: new HalfSpace() });
  for (const side of [-1, 1]) {
    world.add({ shape: new BoxShape([0.5, 10, 3]), type: 'static', position: [3 * side, 10, 0] });
    world.add({ shape: new BoxShape([3, 10, 0.5]), type: 'static', position: [0, 10, 3 * side] });
  }
  for (let i = 0; i < count; i++)
    world.add({
      shape: shapes[i % shapes.length],
      position: [random.uniform(-1.8, 1.8), 0.6 + 0.12 * i, random.uniform(-1.8, 1.8)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
      restitution: i % 7 === 0 ? 0.5 : 0,
    });
}

/** Boxes on a mesh of two slopes. */
export function slopes(world: BodyHolder): void {
  const corners = [-9, 3, -9, 0, 0, -9, 9, 3, -9, -9, 3, 9, 0, 0, 9, 9, 3, 9];
  const mesh = new TriangleBvh(corners, [0, 3, 1, 3, 4, 1, 1, 4, 2, 4, 5, 2]);
  world.add({ shape: new MeshShape(mesh), type: 'static' });
  const cube = new BoxShape([0.3, 0.3, 0.3]);
  for (let i = 0; i < 90; i++)
    world.add({ shape: cube, position: [(i % 9) - 4, 4 + 0.7 * Math.floor(i / 9), 0.1 * (i % 7)] });
}
