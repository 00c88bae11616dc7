/**
 * On meshes, bodies of a centimetre hung in the air, stuck half sunk or fell through: a tilted one had points
 * on the triangle below its lowest corner only, and the shortest translation of a thin one often led out at
 * the back.
 */
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  HullShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { soak } from '@colide/testing';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shapes: Record<string, (size: number) => ConvexShape> = {
  tetrahedra: size => {
    const h = size / 2;
    return HullShape.fromPoints([h, h, h, -h, -h, h, -h, h, -h, h, -h, -h]);
  },
  cones: size => new ConeShape(size / 2, size / 2),
  coins: size => new CylinderShape(size / 2, size / 20),
  plates: size => new BoxShape([size / 2, size / 16, size / 2]),
  sticks: size => new BoxShape([size / 2, size / 16, size / 16]),
  capsules: size => new CapsuleShape(size / 4, size / 4),
};

/** Ground of triangles with legs of `cell` metres, at the heights of a function. */
interface Ground {
  readonly cell: number;
  readonly height: (x: number, z: number) => number;
}

const grounds: Record<string, Ground> = {
  'a plane of large triangles': { cell: 1, height: () => 0 },
  'a plane of small triangles': { cell: 0.02, height: () => 0 },
  hills: { cell: 1, height: (x, z) => 0.3 * Math.sin(1.3 * x) * Math.sin(1.1 * z) },
  bumps: { cell: 0.05, height: (x, z) => 0.009 * Math.sin(13 * x) * Math.sin(11 * z) },
};

const half = 24;

function createMesh({ cell, height }: Ground): MeshShape {
  const side = 2 * half + 1;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = -half; j <= half; j++)
    for (let i = -half; i <= half; i++) positions.push(i * cell, height(i * cell, j * cell), j * cell);
  for (let j = 0; j < side - 1; j++)
    for (let i = 0; i < side - 1; i++) {
      const a = side * j + i;
      indices.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
    }
  return new MeshShape(new TriangleBvh(positions, indices));
}

/** The height of the mesh at a point. */
function heightAt({ cell, height }: Ground, x: number, z: number): number {
  const i = Math.floor(x / cell);
  const j = Math.floor(z / cell);
  const [u, v] = [x / cell - i, z / cell - j];
  const at = (k: number, l: number) => height((i + k) * cell, (j + l) * cell);
  if (u + v <= 1) return at(0, 0) + u * (at(1, 0) - at(0, 0)) + v * (at(0, 1) - at(0, 0));
  return at(1, 1) + (1 - u) * (at(0, 1) - at(1, 1)) + (1 - v) * (at(1, 0) - at(1, 1));
}

/**
 * Drops a body; returns the least height of its centre, and how far its lowest point is above the ground at
 * the end.
 */
function drop(mesh: MeshShape, ground: Ground, shape: ConvexShape, size: number, seed: number) {
  const random = new Random(7 * seed + 1);
  const world = new World();
  world.add({ shape: mesh, type: 'static' });
  const [x, z] = [random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)];
  const body = world.add({
    shape,
    position: [x, heightAt(ground, x, z) + 1.5 * size, z],
    rotation: random.rotation([0, 0, 0, 1]),
  });
  const { positions } = world.bodies;
  const above = () =>
    positions[3 * body + 1] - heightAt(ground, positions[3 * body], positions[3 * body + 2]);
  let least = Infinity;
  for (let n = 0; n < 120; n++) {
    world.step(1 / 60);
    least = Math.min(least, above());
  }
  const posed = world.colliders.convexes[world.colliders.bodies.indexOf(body)]!;
  const box = new Float64Array(6);
  posed.aabb(box);
  return { least: least / size, gap: (box[1] - positions[3 * body + 1] + above()) / size };
}

describe('small bodies on a mesh', () => {
  for (const [where, ground] of Object.entries(grounds)) {
    const mesh = createMesh(ground);
    for (const [name, shape] of Object.entries(shapes))
      it(`neither hang nor sink in: ${name} on ${where}`, () => {
        const wrong: string[] = [];
        for (const size of [0.005, 0.01, 0.02, 0.05])
          for (let seed = 0; seed < soak(2, 40); seed++) {
            const { least, gap } = drop(mesh, ground, shape(size), size, seed);
            // Centres stay above the ground, lowest points near it; slopes raise and bumps lower them.
            if (!(least > -0.02 && gap < 0.12 && gap > -0.4))
              wrong.push(`${size} m, ${seed}: ${least}, ${gap}`);
          }
        expect(wrong).toEqual([]);
      });
  }
});
