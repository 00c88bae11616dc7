/**
 * Quick but exact answers for two triangles whose planes nearly coincide, from their boxes, a shared vertex,
 * and their shadows, the projections along an axis. Triangles with disjoint shadows are disjoint; triangles
 * in one plane that is not parallel to the axis intersect if and only if their shadows do. The points are
 * laid out as `orientation` draws them.
 */
import { firstOfB, sideOfLine, triangleBAt, trianglePairSize, vertex1At, vertex2At } from './orientation.ts';

/** Whether the boxes around the triangles are disjoint; false for NaN. */
export function boxesApart(p: Float64Array): boolean {
  for (let i = 0; i < 3; i++) {
    const a0 = p[i];
    const a1 = p[i + vertex1At];
    const a2 = p[i + vertex2At];
    const b0 = p[i + triangleBAt];
    const b1 = p[i + triangleBAt + vertex1At];
    const b2 = p[i + triangleBAt + vertex2At];
    if (Math.max(a0, a1, a2) < Math.min(b0, b1, b2) || Math.max(b0, b1, b2) < Math.min(a0, a1, a2))
      return true;
  }
  return false;
}

/** Whether a vertex of A is one of B too; false if any coordinate is NaN or infinite. */
export function shareVertex(p: Float64Array): boolean {
  let shared = false;
  for (let i = 0; i < triangleBAt; i += 3)
    for (let j = triangleBAt; j < trianglePairSize; j += 3)
      if (p[i] === p[j] && p[i + 1] === p[j + 1] && p[i + 2] === p[j + 2]) shared = true;
  if (!shared) return false;
  let zero = 0;
  for (let i = 0; i < trianglePairSize; i++) zero += 0 * p[i];
  return zero === 0;
}

/**
 * The results of {@link projectTriangles}: `unknown` if a shadow has no area; `meet` if the shadows overlap
 * and all points agree in the dropped coordinate, as in walls and floors.
 */
export const shadow = { unknown: 0, apart: 1, overlap: 2, meet: 3 } as const;

/**
 * Compares the shadows of the triangles along the axis for which A's is largest. Two triangles in a plane are
 * disjoint if and only if the line through some edge has one of them on one side and the other strictly on
 * the other.
 */
export function projectTriangles(p: Float64Array): 0 | 1 | 2 | 3 {
  const ux = p[vertex1At] - p[0];
  const uy = p[vertex1At + 1] - p[1];
  const uz = p[vertex1At + 2] - p[2];
  const vx = p[vertex2At] - p[0];
  const vy = p[vertex2At + 1] - p[1];
  const vz = p[vertex2At + 2] - p[2];
  const nx = Math.abs(uy * vz - uz * vy);
  const ny = Math.abs(uz * vx - ux * vz);
  const nz = Math.abs(ux * vy - uy * vx);
  const dropped = nx >= ny && nx >= nz ? 0 : ny >= nz ? 1 : 2;
  const x = (dropped + 1) % 3;
  const y = (dropped + 2) % 3;
  const signA = sideOfLine(p, x, y, 0, 1, 2);
  const signB = sideOfLine(p, x, y, firstOfB, firstOfB + 1, firstOfB + 2);
  if (signA !== 0 && edgeSeparates(p, x, y, 0, signA)) return shadow.apart;
  if (signB !== 0 && edgeSeparates(p, x, y, firstOfB, signB)) return shadow.apart;
  if (signA === 0 || signB === 0) return shadow.unknown;
  for (let i = dropped + vertex1At; i < trianglePairSize; i += 3)
    if (p[i] !== p[dropped]) return shadow.overlap;
  // NaN has no orientation.
  return signA * signB * 0 === 0 ? shadow.meet : shadow.unknown;
}

/**
 * Whether an edge of the triangle from `first` on, whose orientation is `sign`, has the other triangle
 * strictly outside.
 */
function edgeSeparates(p: Float64Array, x: number, y: number, first: number, sign: number): boolean {
  const other = firstOfB - first;
  for (let i = 0; i < 3; i++) {
    const a = first + i;
    const b = first + ((i + 1) % 3);
    if (
      sideOfLine(p, x, y, a, b, other) === -sign &&
      sideOfLine(p, x, y, a, b, other + 1) === -sign &&
      sideOfLine(p, x, y, a, b, other + 2) === -sign
    )
      return true;
  }
  return false;
}
