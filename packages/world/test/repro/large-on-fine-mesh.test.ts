/**
 * Contacts with triangles remembered the first 128 that were near, wherever they were: a body that covered a
 * thousand had contacts below one corner, tipped over and fell through. Then it was the nearest 128, and 64
 * points: those were below one side in one step and below the other in the next, and such bodies jittered at
 * up to 0.2 m/s.
 */
import { BoxShape, ConeShape, type ConvexShape, CylinderShape, HeightField } from '@colide/geometry';
import { Random } from '@colide/math';
import { HeightFieldMesh, MeshShape } from '@colide/spatial';
import { isSoak } from '@colide/testing';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

const cellSize = 0.1;
const side = 64;

function createField(roughness: number, seed = 3): MeshShape {
  const random = new Random(seed);
  const heights = Float64Array.from({ length: side * side }, () => roughness * random.next());
  return new MeshShape(
    new HeightFieldMesh(new HeightField({ heights, columns: side, rows: side, cellSize })),
  );
}

const shapes: Record<string, ConvexShape> = {
  plate: new BoxShape([1.5, 0.2, 1.5]),
  box: new BoxShape([1.2, 1.2, 1.2]),
  cylinder: new CylinderShape(1.2, 0.5),
  cone: new ConeShape(1.2, 0.8),
};

for (const [name, shape] of Object.entries(shapes))
  it.each(isSoak ? [0, 0.015] : [0.015])(
    `a ${name} that covers a thousand triangles lies flat on them, rough by %s m`,
    roughness => {
      const world = new World();
      world.add({ shape: createField(roughness), type: 'static' });
      const middle = 0.5 * (side - 1) * cellSize;
      const box = new Float64Array(6);
      shape.aabb(box);
      const position = [middle + 0.03, roughness + 0.02 - box[1], middle - 0.04];
      const body = world.add({ shape, position });
      const { velocities } = world.bodies;
      let most = 0;
      for (let n = 0; n < 90; n++) {
        world.step(1 / 60);
        for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(velocities[3 * body + k]));
      }
      world.colliders.convexes[world.colliders.bodies.indexOf(body)]!.aabb(box);
      expect(box[1]).toBeGreaterThan(-0.01);
      expect(box[1]).toBeLessThan(roughness + 0.01);
      expect(most).toBeLessThan(1);
      expect(Math.hypot(...velocities.subarray(3 * body, 3 * body + 3))).toBeLessThan(0.05);
    },
  );

it.each(isSoak ? [4, 5, 6, 7, 8] : [5])('what lies there does not tremble: seed %d', seed => {
  for (const shape of Object.values(shapes)) {
    const world = new World({ sleeping: false });
    world.add({ shape: createField(0.015, seed), type: 'static' });
    const middle = 0.5 * (side - 1) * cellSize;
    const box = new Float64Array(6);
    shape.aabb(box);
    const body = world.add({ shape, position: [middle + 0.03, 0.035 - box[1], middle - 0.04] });
    for (let n = 0; n < 90; n++) {
      world.step(1 / 60);
      const speed = Math.hypot(...world.bodies.velocities.subarray(3 * body, 3 * body + 3));
      if (n >= 60) expect(speed).toBeLessThan(0.02);
    }
  }
});
