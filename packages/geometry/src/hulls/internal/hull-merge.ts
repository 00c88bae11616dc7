/**
 * Coplanar triangles of a finished hull joined into polygons.
 *
 * Regions grow from their largest triangle across all edges beyond which the surface stays within the
 * tolerance of that triangle's plane; the border of a region is a polygon. Vertices inside a region, and
 * those on a straight edge between two polygons, are dropped. A region whose border is not one simple, convex
 * loop, which happens for hulls about as thin as the tolerance and for coarse tolerances, grows again
 * triangle by triangle and stays convex throughout (`convex-region.ts`); the triangles left over go to other
 * regions.
 */
import { growConvexRegion, isConvexLoop } from './convex-region.ts';
import type { HullBuilder } from './hull-builder.ts';
import { faceOf, faceSize, nextHalfEdge, offsetAt, planeSize, pointSize } from './hull-layout.ts';

/** Polygons on the point ids of the input. */
export interface HullFaces {
  /** Offset of the corners of each face, and finally the end of the last face. */
  offsets: Uint32Array;
  /** Corners of all faces, counter-clockwise: ids of input points. */
  corners: Uint32Array;
  /** For each face, the triangle from which it takes its plane. */
  triangles: Uint32Array;
}

/** Gives triangles too thin to have a plane the plane of a neighbour. */
export function borrowPlanes(hull: HullBuilder): void {
  const { origin, planes, slotCount, twin } = hull;
  for (let f = 0; f < slotCount; f++) {
    if (origin[faceSize * f] < 0) continue;
    for (let k = 0; k < 3 && !hasPlane(planes, f); k++) {
      const neighbor = faceOf(twin[faceSize * f + k]);
      planes.copyWithin(planeSize * f, planeSize * neighbor, planeSize * (neighbor + 1));
    }
  }
}

/** The triangles of the hull, not joined. */
export function hullTriangles(hull: HullBuilder): HullFaces {
  const { origin, slotCount } = hull;
  let count = 0;
  for (let f = 0; f < slotCount; f++) if (origin[faceSize * f] >= 0) count++;
  const offsets = new Uint32Array(count + 1);
  const corners = new Uint32Array(3 * count);
  const triangles = new Uint32Array(count);
  for (let f = 0, face = 0; f < slotCount; f++) {
    if (origin[faceSize * f] < 0) continue;
    for (let k = 0; k < 3; k++) corners[3 * face + k] = origin[faceSize * f + k];
    triangles[face++] = f;
    offsets[face] = 3 * face;
  }
  return { offsets, corners, triangles };
}

/** The faces of the hull with coplanar triangles joined; `coords` are the points the hull was built on. */
export function mergeHullFaces(hull: HullBuilder, coords: Float64Array, tolerance: number): HullFaces {
  const seeds = flatTriangles(hull, coords, tolerance);
  if (seeds.length === 0) return hullTriangles(hull);
  const regions = growRegions(hull, coords, tolerance, seeds);
  const triangles: number[] = [];
  const loops: number[][] = [];
  for (let f = 0; f < hull.slotCount; f++) {
    if (hull.origin[faceSize * f] < 0 || regions.seedOf[f] !== f) continue;
    triangles.push(f);
    loops.push(borderLoop(hull, regions, f));
  }
  const straight = straightVertices(coords, tolerance, loops);
  const offsets = [0];
  const corners: number[] = [];
  for (const loop of loops) {
    for (const vertex of loop) if (!straight.has(vertex)) corners.push(vertex);
    offsets.push(corners.length);
  }
  return {
    offsets: Uint32Array.from(offsets),
    corners: Uint32Array.from(corners),
    triangles: Uint32Array.from(triangles),
  };
}

/** Triangles with a neighbour in (nearly) the same plane, the largest first. */
function flatTriangles(hull: HullBuilder, coords: Float64Array, tolerance: number): number[] {
  const { origin, twin, slotCount } = hull;
  const flat: number[] = [];
  for (let f = 0; f < slotCount; f++) {
    if (origin[faceSize * f] < 0) continue;
    for (let h = faceSize * f; h < faceSize * f + 3; h++) {
      const opposite = twin[h];
      if (
        height(hull, coords, f, apexOf(hull, opposite)) >= -tolerance ||
        height(hull, coords, faceOf(opposite), apexOf(hull, h)) >= -tolerance
      ) {
        flat.push(f);
        break;
      }
    }
  }
  const area = new Map<number, number>();
  for (const f of flat) area.set(f, doubleAreaSquared(hull, coords, f));
  return flat.sort((f, g) => area.get(g)! - area.get(f)! || f - g);
}

/** Which triangles form a region. */
interface Regions {
  /** For each triangle the seed of its region; a triangle outside all regions is its own seed. */
  seedOf: Int32Array;
  /** For each seed a half-edge on the border of its region. */
  border: Int32Array;
}

function growRegions(hull: HullBuilder, coords: Float64Array, tolerance: number, seeds: number[]): Regions {
  const { twin, planes, slotCount } = hull;
  const seedOf = new Int32Array(slotCount).fill(-1);
  const border = new Int32Array(slotCount);
  for (let f = 0; f < slotCount; f++) border[f] = faceSize * f;
  const regions = { seedOf, border };
  const members: number[] = [];
  for (const seed of seeds) {
    if (seedOf[seed] >= 0) continue;
    members.length = 0;
    members.push(seed);
    seedOf[seed] = seed;
    for (let i = 0; i < members.length && hasPlane(planes, seed); i++) {
      const first = faceSize * members[i];
      for (let h = first; h < first + 3; h++) {
        const face = faceOf(twin[h]);
        if (seedOf[face] >= 0 || !facesSameWay(planes, seed, face)) continue;
        if (height(hull, coords, seed, apexOf(hull, twin[h])) < -tolerance) continue;
        seedOf[face] = seed;
        members.push(face);
      }
    }
    if (members.length > 1 && !findConvexBorder(hull, coords, regions, seed, members, tolerance))
      border[seed] = growConvexRegion(hull, coords, seedOf, seed, members);
  }
  for (let f = 0; f < slotCount; f++) if (seedOf[f] < 0) seedOf[f] = f;
  return regions;
}

/**
 * Stores a border half-edge of the region and returns whether the border is one convex loop that passes no
 * vertex twice.
 */
function findConvexBorder(
  hull: HullBuilder,
  coords: Float64Array,
  regions: Regions,
  seed: number,
  members: number[],
  tolerance: number,
): boolean {
  const { seedOf, border } = regions;
  let edges = 0;
  for (const face of members)
    for (let h = faceSize * face; h < faceSize * face + 3; h++) {
      if (seedOf[faceOf(hull.twin[h])] === seed) continue;
      border[seed] = h;
      edges++;
    }
  if (edges < 3) return false;
  const loop = borderLoop(hull, regions, seed);
  const isSimple = loop.length === edges && new Set(loop).size === edges;
  return isSimple && isConvexLoop(hull.planes, seed, coords, loop, tolerance);
}

/** The vertices around the region of `seed`, counter-clockwise. */
function borderLoop(hull: HullBuilder, regions: Regions, seed: number): number[] {
  const { origin, twin } = hull;
  const { seedOf, border } = regions;
  const loop: number[] = [];
  const start = border[seed];
  let edge = start;
  do {
    loop.push(origin[edge]);
    edge = nextHalfEdge(edge);
    while (seedOf[faceOf(twin[edge])] === seed) edge = nextHalfEdge(twin[edge]);
  } while (edge !== start);
  return loop;
}

/** Vertices that lie between two polygons only and on the straight line between their neighbours. */
function straightVertices(coords: Float64Array, tolerance: number, loops: number[][]): Set<number> {
  const faceCount = new Map<number, number>();
  for (const loop of loops)
    for (const vertex of loop) faceCount.set(vertex, (faceCount.get(vertex) ?? 0) + 1);
  const straight = new Set<number>();
  for (const loop of loops)
    for (let i = 0; i < loop.length; i++) {
      const vertex = loop[i];
      if (faceCount.get(vertex) !== 2 || straight.has(vertex)) continue;
      const before = loop[(i + loop.length - 1) % loop.length];
      const after = loop[(i + 1) % loop.length];
      if (lineDistanceSquared(coords, before, after, vertex) <= tolerance * tolerance) straight.add(vertex);
    }
  // A polygon must keep three corners; giving some back can only help the others.
  for (const loop of loops)
    if (loop.filter(vertex => !straight.has(vertex)).length < 3)
      for (const vertex of loop) straight.delete(vertex);
  return straight;
}

function hasPlane(planes: Float64Array, face: number): boolean {
  return (
    planes[planeSize * face] !== 0 || planes[planeSize * face + 1] !== 0 || planes[planeSize * face + 2] !== 0
  );
}

/** Whether two normals agree; a triangle without direction agrees with all. */
function facesSameWay(planes: Float64Array, f: number, g: number): boolean {
  const dot =
    planes[planeSize * f] * planes[planeSize * g] +
    planes[planeSize * f + 1] * planes[planeSize * g + 1] +
    planes[planeSize * f + 2] * planes[planeSize * g + 2];
  return dot > 0 || !hasPlane(planes, g);
}

/** The vertex opposite to half-edge `h` in its triangle. */
function apexOf(hull: HullBuilder, h: number): number {
  return hull.origin[nextHalfEdge(nextHalfEdge(h))];
}

/** Signed distance of a vertex from the plane of a triangle. */
function height(hull: HullBuilder, coords: Float64Array, face: number, vertex: number): number {
  const { planes } = hull;
  return (
    planes[planeSize * face] * coords[pointSize * vertex] +
    planes[planeSize * face + 1] * coords[pointSize * vertex + 1] +
    planes[planeSize * face + 2] * coords[pointSize * vertex + 2] -
    planes[planeSize * face + offsetAt]
  );
}

function doubleAreaSquared(hull: HullBuilder, coords: Float64Array, face: number): number {
  const { origin } = hull;
  return crossSquared(
    coords,
    origin[faceSize * face],
    origin[faceSize * face + 1],
    origin[faceSize * face + 2],
  );
}

function lineDistanceSquared(coords: Float64Array, a: number, b: number, p: number): number {
  const x = coords[pointSize * b] - coords[pointSize * a];
  const y = coords[pointSize * b + 1] - coords[pointSize * a + 1];
  const z = coords[pointSize * b + 2] - coords[pointSize * a + 2];
  return crossSquared(coords, a, b, p) / (x * x + y * y + z * z);
}

/** |(b − a) × (c − a)|². */
function crossSquared(coords: Float64Array, a: number, b: number, c: number): number {
  const ax = coords[pointSize * a];
  const ay = coords[pointSize * a + 1];
  const az = coords[pointSize * a + 2];
  const ux = coords[pointSize * b] - ax;
  const uy = coords[pointSize * b + 1] - ay;
  const uz = coords[pointSize * b + 2] - az;
  const vx = coords[pointSize * c] - ax;
  const vy = coords[pointSize * c + 1] - ay;
  const vz = coords[pointSize * c + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return nx * nx + ny * ny + nz * nz;
}
