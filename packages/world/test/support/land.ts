/** Hilly ground as a mesh, for tests of bodies that fall on it. */
import { MeshShape, TriangleBvh } from '@colide/spatial';

/** A grid of triangles with edges of 1 m from −`half` to `half` in x and z, at the heights of a function. */
export function createLand(half: number, height: (x: number, z: number) => number): MeshShape {
  const side = 2 * half + 1;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) positions.push(i - half, height(i - half, j - half), j - half);
  for (let j = 0; j < side - 1; j++)
    for (let i = 0; i < side - 1; i++) {
      const a = side * j + i;
      indices.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
    }
  return new MeshShape(new TriangleBvh(positions, indices));
}
