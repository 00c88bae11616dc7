/**
 * The five Platonic solids around the origin: box (the cube and its stretched forms) and the other four by
 * circumradius.
 */
import { type ReadonlyVec3, requireLength, requirePositive } from '@colide/core';
import { faceAlong, polygonGeometry } from './internal/polygons.ts';
import type { PolygonGeometry } from './solid-geometry.ts';

const golden = (1 + /* @__PURE__ */ Math.sqrt(5)) / 2;

function scaledTo(radius: number, positions: number[]): Float64Array {
  requirePositive('radius', radius);
  const factor = radius / Math.hypot(positions[0], positions[1], positions[2]);
  return Float64Array.from(positions, value => value * factor);
}

/** A box with the given half extents: 8 vertices, 6 quads, 12 triangles. */
export function solidBox(halfExtents: ReadonlyVec3 = [0.5, 0.5, 0.5]): PolygonGeometry {
  requireLength('halfExtents', halfExtents, 3);
  const positions = new Float64Array(24);
  for (let i = 0; i < 24; i++) {
    const axis = i % 3;
    requirePositive(`halfExtents[${axis}]`, halfExtents[axis]);
    // Vertex number in binary: bit 0 is the sign of x, bit 1 of y, bit 2 of z.
    positions[i] = ((i - axis) / 3) & (1 << axis) ? halfExtents[axis] : -halfExtents[axis];
  }
  return polygonGeometry(positions, [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ]);
}

/** A regular tetrahedron of the given circumradius: 4 vertices, 4 triangles. */
export function solidTetrahedron(radius = 1): PolygonGeometry {
  const positions = scaledTo(radius, [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1]);
  return polygonGeometry(positions, [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ]);
}

/** A regular octahedron of the given circumradius: 6 vertices, 8 triangles. */
export function solidOctahedron(radius = 1): PolygonGeometry {
  const positions = scaledTo(radius, [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
  return polygonGeometry(positions, [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ]);
}

/** A regular icosahedron of the given circumradius: 12 vertices, 20 triangles. */
export function solidIcosahedron(radius = 1): PolygonGeometry {
  const corners: number[] = [];
  for (const long of [-golden, golden])
    for (const short of [-1, 1]) corners.push(0, short, long, short, long, 0, long, 0, short);
  const positions = scaledTo(radius, corners);
  const faces: number[][] = [];
  for (const x of [-1, 1])
    for (const y of [-1, 1]) {
      for (const z of [-1, 1]) faces.push(faceAlong(positions, x, y, z));
      faces.push(faceAlong(positions, 0, x * golden, y / golden));
      faces.push(faceAlong(positions, x * golden, y / golden, 0));
      faces.push(faceAlong(positions, y / golden, 0, x * golden));
    }
  return polygonGeometry(positions, faces);
}

/** A regular dodecahedron of the given circumradius: 20 vertices, 12 pentagons, 36 triangles. */
export function solidDodecahedron(radius = 1): PolygonGeometry {
  const corners: number[] = [];
  for (const x of [-1, 1])
    for (const y of [-1, 1]) {
      for (const z of [-1, 1]) corners.push(x, y, z);
      corners.push(0, x / golden, y * golden, x / golden, y * golden, 0, y * golden, 0, x / golden);
    }
  const positions = scaledTo(radius, corners);
  const faces: number[][] = [];
  for (const long of [-golden, golden])
    for (const short of [-1, 1]) {
      faces.push(faceAlong(positions, 0, long, short));
      faces.push(faceAlong(positions, long, short, 0));
      faces.push(faceAlong(positions, short, 0, long));
    }
  return polygonGeometry(positions, faces);
}
