/** Grounds with their surface at y = 0, and bumpy land. */
import type { SceneBody, SceneShape, Triple } from './engine.ts';

/** An unbounded floor. */
export const halfSpace: SceneBody = { shape: { kind: 'half-space' }, isStatic: true };

/** A static box whose top is the floor. */
export function boxFloor(half = 50): SceneBody {
  return { shape: { kind: 'box', half: [half, 1, half] }, isStatic: true, position: [0, -1, 0] };
}

/** A cube with half the given edge length. */
export function cube(half: number, position: Triple, density = 1000): SceneBody {
  return { shape: { kind: 'box', half: [half, half, half] }, position, density };
}

/** A grid of triangles from (x0, z0), `columns` by `rows` cells, with heights from a function. */
export function gridMesh(
  [x0, z0]: readonly [number, number],
  [columns, rows]: readonly [number, number],
  cell: number,
  height: (x: number, z: number) => number,
): SceneShape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++) {
      const [x, z] = [x0 + i * cell, z0 + j * cell];
      positions.push(x, height(x, z), z);
    }
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i;
      const b = a + columns + 1;
      indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  return { kind: 'mesh', positions, indices };
}

/** Height of the bumpy land. */
export function bumps(x: number, z: number): number {
  return 0.5 * Math.sin(0.7 * x) * Math.cos(0.9 * z) + 0.15 * Math.sin(2.1 * x + 1.3 * z);
}

/** Land of 2 `half` by 2 `half` metres in cells of 1 m, centred. */
export function bumpyLand(half: number): SceneBody {
  return { shape: gridMesh([-half, -half], [2 * half, 2 * half], 1, bumps), isStatic: true };
}
