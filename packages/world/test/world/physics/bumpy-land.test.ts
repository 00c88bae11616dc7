import { BoxShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

const half = 12;

function bumps(x: number, z: number): number {
  return 0.5 * Math.sin(0.7 * x) * Math.cos(0.9 * z) + 0.15 * Math.sin(2.1 * x + 1.3 * z);
}

/** A grid of triangles with edges of 1 m. */
function land(): MeshShape {
  const side = 2 * half + 1;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) positions.push(i - half, bumps(i - half, j - half), j - half);
  for (let j = 0; j < side - 1; j++)
    for (let i = 0; i < side - 1; i++) {
      const a = side * j + i;
      indices.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
    }
  return new MeshShape(new TriangleBvh(positions, indices));
}

it.each([0.3, 0.4, 0.6])('boxes on bumpy land with friction %d come to rest', friction => {
  const world = new World();
  world.add({ shape: land(), type: 'static', friction });
  for (let i = 0; i < 64; i++) {
    const [x, z] = [1.7 * (i % 8) - 6, 1.7 * Math.floor(i / 8) - 6];
    world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), position: [x, bumps(x, z) + 1, z], friction });
  }
  for (let n = 0; n < 900 && world.sleepers < 64; n++) world.step(1 / 60);
  expect(world.sleepers).toBe(64);
});
