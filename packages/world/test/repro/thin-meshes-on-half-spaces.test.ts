import { HalfSpace, solidBox, solidCylinder, solidTorus } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { shapeScale, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const meshOf = ({ positions, indices }: ReturnType<typeof solidTorus>) =>
  new MeshShape(new TriangleBvh(positions, indices));

const ring = meshOf(solidTorus(0.5, 0.15));

const shapes: Record<string, MeshShape> = {
  'a torus': ring,
  'a thin torus': meshOf(solidTorus(1, 0.15)),
  'a fine torus': meshOf(solidTorus(1, 0.15, 64, 32)),
  'a hoop': meshOf(solidTorus(1.2, 0.1)),
  'a wide torus': shapeScale(ring, [2, 1, 2]) as MeshShape,
  'a flat torus': shapeScale(ring, [1, 0.5, 1]) as MeshShape,
  'a long torus': shapeScale(ring, [3, 1, 1]) as MeshShape,
  'a tall torus': shapeScale(ring, [1, 2, 1]) as MeshShape,
  'a small torus': shapeScale(ring, [0.1, 0.1, 0.1]) as MeshShape,
  'a plate': meshOf(solidBox([2, 0.05, 2])),
  'a rod': meshOf(solidBox([2, 0.05, 0.05])),
  'a coin': meshOf(solidCylinder(1, 0.05, 64)),
};

/** The height of the lowest vertex above the ground. */
function lowestOf(world: World, body: number, { surface }: MeshShape, normal: readonly number[]): number {
  const position = new Float64Array(3);
  const rotation = new Float64Array(4);
  world.getPose(position, rotation, body);
  const [x, y, z, w] = rotation;
  let lowest = Infinity;
  for (let i = 0; i < surface.vertices.length; i += 3) {
    const [a, b, c] = surface.vertices.subarray(i, i + 3);
    const u = 2 * (y * c - z * b);
    const v = 2 * (z * a - x * c);
    const t = 2 * (x * b - y * a);
    const world = [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
    lowest = Math.min(
      lowest,
      world.reduce((sum, value, k) => sum + (value + position[k]) * normal[k], 0),
    );
  }
  return lowest;
}

describe('on a half-space', () => {
  for (const [name, shape] of Object.entries(shapes))
    it(`${name} comes to rest, dropped flat and tilted, on level ground and on a slope`, () => {
      const size = shape.boundingRadius;
      for (const slope of [0, 0.2])
        for (const rotation of [
          [0, 0, 0, 1],
          [0.1, 0.2, 0.05, 1],
        ]) {
          const length = Math.hypot(slope, 1);
          const normal = [slope / length, 1 / length, 0];
          const world = new World();
          world.add({ shape: new HalfSpace(normal), friction: 1 });
          const body = world.add({ shape, rotation, position: [0, 0.6 * size, 0], friction: 1 });
          for (let n = 0; n < 240 && world.bodies.asleep[body] === 0; n++) world.step(1 / 60);
          const told = `slope ${slope}, rotation ${rotation}`;
          expect(world.bodies.asleep[body], told).toBe(1);
          expect(lowestOf(world, body, shape, normal), told).toBeGreaterThan(-0.001);
          expect(lowestOf(world, body, shape, normal), told).toBeLessThan(0.001);
        }
    });
});
