/**
 * A rectangular cloth as a grid of particles in the plane y = 0, centred on the origin, with triangles and
 * threads.
 */
import { requireInteger, requirePositive } from '@colide/core';
import type { TriangleGeometry } from '../solids/solid-geometry.ts';

/** A cloth: an open surface with its threads. */
export interface ClothGrid extends TriangleGeometry {
  /** The threads: pairs of neighbouring particles along the rows and columns, without diagonals. */
  readonly edges: Uint32Array;
}

/**
 * A cloth of `columns` × `rows` particles over `width` (x) times `depth` (z). Particle (column, row) has the
 * number row · columns + column. Triangles face up (+y).
 */
export function clothGrid(width = 1, depth = 1, columns = 20, rows = 20): ClothGrid {
  requirePositive('width', width);
  requirePositive('depth', depth);
  requireInteger('columns', columns, 2, 1e5);
  requireInteger('rows', rows, 2, 1e5);
  const positions = new Float64Array(3 * columns * rows);
  const indices = new Uint32Array(6 * (columns - 1) * (rows - 1));
  const edges = new Uint32Array(2 * ((columns - 1) * rows + columns * (rows - 1)));
  let triangle = 0;
  let edge = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const a = row * columns + column;
      positions[3 * a] = width * (column / (columns - 1) - 0.5);
      positions[3 * a + 2] = depth * (row / (rows - 1) - 0.5);
      const right = column + 1 < columns;
      const below = row + 1 < rows;
      if (right) {
        edges[edge++] = a;
        edges[edge++] = a + 1;
      }
      if (below) {
        edges[edge++] = a;
        edges[edge++] = a + columns;
      }
      if (right && below) {
        indices.set([a, a + columns, a + columns + 1, a, a + columns + 1, a + 1], triangle);
        triangle += 6;
      }
    }
  return { positions, indices, edges };
}
