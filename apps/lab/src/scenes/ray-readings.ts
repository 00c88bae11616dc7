/**
 * Interpretations of a random ray in S1, and the share of the triangles that its octree then tests: all those
 * of the cells that the ray meets. Directions may be uniform, or those from one random point of the cube to
 * another; and the ray may be the whole line, since the printed test takes |t| and so finds triangles behind
 * the origin, too.
 */
import { Random } from '@colide/math';

/** One interpretation. */
export interface RayReading {
  readonly name: string;
  readonly direction: 'uniform' | 'to a point';
  readonly isLine: boolean;
}

export const rayReadings: readonly RayReading[] = [
  { name: 'uniform direction, ray', direction: 'uniform', isLine: false },
  { name: 'uniform direction, line', direction: 'uniform', isLine: true },
  { name: 'to a random point, ray', direction: 'to a point', isLine: false },
  { name: 'to a random point, line', direction: 'to a point', isLine: true },
];

/** Cells of the octree that hold triangles: corner, edge and number of triangles. */
interface Cell {
  readonly corner: readonly number[];
  readonly edge: number;
  count: number;
}

/** Puts each triangle of a soup into the deepest cell that holds it wholly. */
export function fillCells(soup: Float64Array, edge: number, maxDepth: number): Cell[] {
  const cells = new Map<string, Cell>();
  for (let at = 0; at < soup.length; at += 9) {
    const low = [0, 1, 2].map(k => Math.min(soup[at + k], soup[at + 3 + k], soup[at + 6 + k]));
    const high = [0, 1, 2].map(k => Math.max(soup[at + k], soup[at + 3 + k], soup[at + 6 + k]));
    let depth = 0;
    while (depth < maxDepth) {
      const half = edge / 2 ** (depth + 1);
      if (low.some((x, k) => Math.floor(x / half) !== Math.floor(high[k] / half))) break;
      depth++;
    }
    const size = edge / 2 ** depth;
    // Points in the upper faces of the cube belong to the last cells.
    const corner = low.map(x => size * Math.min(2 ** depth - 1, Math.floor(x / size)));
    const key = `${size} ${corner.join(' ')}`;
    const cell = cells.get(key);
    if (cell) cell.count++;
    else cells.set(key, { corner, edge: size, count: 1 });
  }
  return [...cells.values()];
}

/** Whether a ray or a line meets a cell (slabs). */
function meets(
  cell: Cell,
  origin: readonly number[],
  direction: readonly number[],
  isLine: boolean,
): boolean {
  let enter = isLine ? -Infinity : 0;
  let leave = Infinity;
  for (let k = 0; k < 3; k++) {
    const t = (cell.corner[k] - origin[k]) / direction[k];
    const u = (cell.corner[k] + cell.edge - origin[k]) / direction[k];
    enter = Math.max(enter, Math.min(t, u));
    leave = Math.min(leave, Math.max(t, u));
  }
  return enter <= leave;
}

/** Share of the triangles that lie in cells that a ray meets, in per cent, over random rays. */
export function shareTested(
  cells: readonly Cell[],
  edge: number,
  rays: number,
  { direction: kind, isLine }: RayReading,
): number {
  const random = new Random(7);
  const point = () => [0, 1, 2].map(() => random.uniform(0, edge));
  const all = cells.reduce((sum, { count }) => sum + count, 0);
  let tested = 0;
  for (let i = 0; i < rays; i++) {
    const origin = point();
    const direction =
      kind === 'uniform' ? [...random.unitVector([0, 0, 0])] : point().map((x, k) => x - origin[k]);
    for (const cell of cells) if (meets(cell, origin, direction, isLine)) tested += cell.count;
  }
  return (100 * tested) / (rays * all);
}
