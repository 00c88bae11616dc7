import { BoxShape, HeightField, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { HeightFieldMesh, MeshShape, TriangleBvh } from '@colide/spatial';
import {
  createWorldHit,
  decodeShape,
  encodeShape,
  World,
  WorldQueries,
  worldLoad,
  worldSave,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

function fieldOf(height: (x: number, z: number) => number, size = 41, cellSize = 0.5): HeightField {
  const heights = Float64Array.from({ length: size * size }, (_, i) =>
    height((i % size) * cellSize, Math.floor(i / size) * cellSize),
  );
  return new HeightField({ heights, columns: size, rows: size, cellSize });
}

const shapeOf = (field: HeightField) => new MeshShape(new HeightFieldMesh(field));

describe('height fields in a world', () => {
  it('let a box slide over their inner edges as over a plane', () => {
    const world = new World();
    const field = fieldOf(() => 0);
    world.add({ shape: shapeOf(field), type: 'static', friction: 0.25 });
    const box = world.add({
      shape: new BoxShape([0.3, 0.2, 0.4]),
      position: [2.13, 0.2, 3.37],
      velocity: [5, 0, 3],
      friction: 0.25,
    });
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    // Sliding loses μ g per second along the path, whatever the edges.
    const speed = Math.hypot(5, 3);
    const left = (speed - 0.25 * 9.81) / speed;
    const { velocities, positions } = world.bodies;
    expect(velocities[3 * box]).toBeCloseTo(5 * left, 2);
    expect(velocities[3 * box + 2]).toBeCloseTo(3 * left, 2);
    expect(Math.abs(velocities[3 * box + 1])).toBeLessThan(0.01);
    expect(positions[3 * box + 1]).toBeCloseTo(0.2, 2);
  });

  it('carry balls on a bumpy surface, as the mesh of their triangles does', () => {
    const random = new Random(5);
    const field = fieldOf(() => random.uniform(0, 0.3));
    const { positions, indices } = field.geometry();
    const shapes = [shapeOf(field), new MeshShape(new TriangleBvh(positions, indices))];
    const spots = Array.from({ length: 20 }, () => [random.uniform(3, 17), 1.5, random.uniform(3, 17)]);
    const worlds = shapes.map(shape => {
      const world = new World();
      world.add({ shape, type: 'static' });
      for (const position of spots) world.add({ shape: new SphereShape(0.25), position });
      for (let step = 0; step < 240; step++) world.step(1 / 60);
      return world;
    });
    // The path of a ball is chaotic; that it stays on the surface is not.
    for (const { bodies } of worlds)
      for (let body = 1; body <= spots.length; body++) {
        const [x, y, z] = bodies.positions.slice(3 * body, 3 * body + 3);
        expect(y - field.sample(x, z)).toBeGreaterThan(0.24);
        expect(y).toBeLessThan(0.6);
      }
  });

  it('are hit by rays where their surface is', () => {
    const random = new Random(6);
    const field = fieldOf((x, z) => 0.1 * x * z * random.uniform(0, 0.2));
    const world = new World();
    const body = world.add({ shape: shapeOf(field), type: 'static', position: [-10, 3, -10] });
    const queries = new WorldQueries(world);
    const hit = createWorldHit();
    for (let n = 0; n < 100; n++) {
      const x = random.uniform(0, 20);
      const z = random.uniform(0, 20);
      const t = queries.raycast(hit, [x - 10, 50, z - 10], [0, -1, 0]);
      expect(hit.body).toBe(body);
      expect(50 - t).toBeCloseTo(3 + field.sample(x, z), 9);
      expect(hit.triangle).toBeGreaterThanOrEqual(0);
    }
    expect(queries.raycast(hit, [11, 50, 0], [0, -1, 0])).toBe(Infinity);
  });

  it('are sent and saved as heights, and go on with the same bits', () => {
    const random = new Random(7);
    const field = fieldOf(() => random.uniform(0, 0.4));
    const description = encodeShape(shapeOf(field));
    const { materials, triangleMaterials, ...others } = description as Record<string, ArrayLike<unknown>>;
    expect([materials.length, triangleMaterials.length]).toEqual([0, 0]);
    expect(Object.keys(others).sort()).toEqual(['cellSize', 'columns', 'heights', 'kind', 'rows']);
    const copy = (decodeShape(structuredClone(description)) as MeshShape).mesh as HeightFieldMesh;
    expect(copy.field.heights).toEqual(field.heights);

    const world = new World();
    world.add({ shape: shapeOf(field), type: 'static' });
    for (let i = 0; i < 12; i++)
      world.add({
        shape: i % 2 === 0 ? new BoxShape([0.2, 0.3, 0.25]) : new SphereShape(0.3),
        position: [random.uniform(4, 16), 1 + 0.2 * i, random.uniform(4, 16)],
      });
    for (let step = 0; step < 30; step++) world.step(1 / 60);
    const loaded = worldLoad(worldSave(world));
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      loaded.step(1 / 60);
    }
    expect(loaded.bodies.positions.slice(0, 39)).toEqual(world.bodies.positions.slice(0, 39));
    expect(loaded.bodies.rotations.slice(0, 52)).toEqual(world.bodies.rotations.slice(0, 52));
  });
});
