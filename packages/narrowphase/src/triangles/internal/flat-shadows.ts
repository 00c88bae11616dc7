/**
 * Quick but exact answers for two triangles whose planes nearly coincide, from their boxes, a shared vertex,
 * and their shadows, the projections along an axis. Triangles with disjoint shadows are disjoint; triangles
 * in one plane that is not parallel to the axis intersect if and only if their shadows do. Points are given
 * by index, three numbers each: 0 to 2 of A, 3 to 5 of B.
 */
import { sideOfLine } from './orientation.ts';

/** Whether the boxes around the triangles are disjoint; false for NaN. */
export function boxesApart(p: Float64Array): boolean {
  for (let i = 0; i < 3; i++) {
    const a0 = p[i];
    const a1 = p[i + 3];
    const a2 = p[i + 6];
    const b0 = p[i + 9];
    const b1 = p[i + 12];
    const b2 = p[i + 15];
    if (Math.max(a0, a1, a2) < Math.min(b0, b1, b2) || Math.max(b0, b1, b2) < Math.min(a0, a1, a2))
      return true;
  }
  return false;
}

/** Whether a vertex of A is one of B too; false if any coordinate is NaN or infinite. */
export function shareVertex(p: Float64Array): boolean {
  let shared = false;
  for (let i = 0; i < 9; i += 3)
    for (let j = 9; j < 18; j += 3)
      if (p[i] === p[j] && p[i + 1] === p[j + 1] && p[i + 2] === p[j + 2]) shared = true;
  if (!shared) return false;
  let zero = 0;
  for (let i = 0; i < 18; i++) zero += 0 * p[i];
  return zero === 0;
}

/**
 * What {@link projectTriangles} finds: `unknown` if a shadow has no area; `meet` if the shadows overlap and
 * all points agree in the dropped coordinate, as in walls and floors.
 */
export const shadow = { unknown: 0, apart: 1, overlap: 2, meet: 3 } as const;

/**
 * Compares the shadows of the triangles along the axis for which A's is largest. Two triangles in a plane are
 * disjoint if and only if the line through some edge has one of them on one side and the other strictly on
 * the other.
 */
export function projectTriangles(p: Float64Array): 0 | 1 | 2 | 3 {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const nx = Math.abs(uy * vz - uz * vy);
  const ny = Math.abs(uz * vx - ux * vz);
  const nz = Math.abs(ux * vy - uy * vx);
  const dropped = nx >= ny && nx >= nz ? 0 : ny >= nz ? 1 : 2;
  const x = (dropped + 1) % 3;
  const y = (dropped + 2) % 3;
  const turnA = sideOfLine(p, x, y, 0, 1, 2);
  const turnB = sideOfLine(p, x, y, 3, 4, 5);
  if (turnA !== 0 && edgeSeparates(p, x, y, 0, turnA)) return shadow.apart;
  if (turnB !== 0 && edgeSeparates(p, x, y, 3, turnB)) return shadow.apart;
  if (turnA === 0 || turnB === 0) return shadow.unknown;
  for (let i = dropped + 3; i < 18; i += 3) if (p[i] !== p[dropped]) return shadow.overlap;
  // NaN has no orientation.
  return turnA * turnB * 0 === 0 ? shadow.meet : shadow.unknown;
}

/**
 * Whether an edge of the triangle from `first` on, whose orientation is `turn`, has the other triangle
 * strictly outside.
 */
function edgeSeparates(p: Float64Array, x: number, y: number, first: number, turn: number): boolean {
  const other = 3 - first;
  for (let i = 0; i < 3; i++) {
    const a = first + i;
    const b = first + ((i + 1) % 3);
    if (
      sideOfLine(p, x, y, a, b, other) === -turn &&
      sideOfLine(p, x, y, a, b, other + 1) === -turn &&
      sideOfLine(p, x, y, a, b, other + 2) === -turn
    )
      return true;
  }
  return false;
}
