/**
 * Contact points of a convex shape and one of several tiles: convex shapes that do not move against each
 * other, such as the boxes of a floor or the parts of a compound. What slides over tiles that lie side by
 * side must not meet the edges between them.
 *
 * For one tile alone the normal with the least overlap is right. Beside a seam it may be that of a side which
 * another tile covers, or lean against the corner of the tile ahead. Such a normal separates the shape from
 * this tile only; the other one is far behind it. If both tiles lie behind one face that the shape stands on,
 * the normal of that face separates it from both, and the contact is made along this normal: the side of the
 * shape that faces it is clipped to the face of the tile. Where the tile has no such face under the shape,
 * there is no contact.
 *
 * Of the tile itself only faces that the other tile continues count, so that gaps keep their sides. Edges
 * that stick out by more than a thousandth of the size of the shape stay.
 *
 * O(tiles · edges · vertices), and O(tiles · vertices) where the normal serves them all; nothing is
 * allocated.
 */
import { plainDoubles } from '@colide/core';
import { type ContactManifold2d, contactManifoldFlip2d } from './contact-manifold-2d.ts';
import { clipEdges, incidentEdge } from './internal/clip-edges.ts';
import type { PosedShape2d } from './posed-shape-2d.ts';

/** By how much a tile may stick out of a face, as a share of the size of the shape. */
const tolerance = 1e-3;
/** Cosines from which on a face has the normal in question, and from which on a normal needs no correction. */
const parallel = 1 - 1e-6;
const equal = 1 - 1e-12;

/** What {@link measure} finds along a normal. */
const nearestAt = 0;
const farthestAt = 1;
/** The normal of the face that is best so far, the gap along it, and how far tiles may stick out. */
const normalAt = 2;
const gapAt = 4;
const slackAt = 5;
const marginAt = 6;
/** The part of a face that the shape stands on, along its tangent. */
const fromAt = 7;
const toAt = 8;
const numbers = /* @__PURE__ */ plainDoubles(9);

const edges = /* @__PURE__ */ new Int32Array(2);

/**
 * Corrects `out`, which holds the contact points of `shape`, A, and `tile`, B, if another of the first
 * `count` of `tiles` is beside it; returns the number of points.
 */
export function manifoldSeam2d(
  out: ContactManifold2d,
  shape: PosedShape2d,
  tile: PosedShape2d,
  tiles: readonly PosedShape2d[],
  count: number,
  margin: number,
): number {
  const { normal, depths } = out;
  const nx = -normal[0];
  const ny = -normal[1];
  const slack = tolerance * sizeOf(shape);
  const gap = -Math.max(depths[0], depths[out.count - 1]);
  numbers[slackAt] = slack;
  numbers[gapAt] = -Infinity;
  numbers[marginAt] = margin;
  measure(shape, nx, ny);
  const nearest = numbers[nearestAt] - shape.radius;
  for (let i = 0; i < count; i++) {
    const other = tiles[i];
    if (other === tile) continue;
    measure(other, nx, ny);
    if (nearest - numbers[farthestAt] - other.radius >= gap - slack) continue;
    findFloor(shape, other, tile, false, tiles, count);
    findFloor(shape, tile, other, true, tiles, count);
  }
  if (numbers[gapAt] === -Infinity) return out.count;
  if (nx * numbers[normalAt] + ny * numbers[normalAt + 1] < equal) meetAlong(out, shape, tile, margin);
  return out.count;
}

/** The least and the largest number of the vertices of a shape along a direction. */
function measure({ points, count }: PosedShape2d, nx: number, ny: number): void {
  let nearest = Infinity;
  let farthest = -Infinity;
  for (let i = 0; i < 2 * count; i += 2) {
    const along = nx * points[i] + ny * points[i + 1];
    if (along < nearest) nearest = along;
    if (along > farthest) farthest = along;
  }
  numbers[nearestAt] = nearest;
  numbers[farthestAt] = farthest;
}

/** The distance of the first vertex of a shape from its centre, with its radius. */
function sizeOf({ points, center, radius }: PosedShape2d): number {
  const x = points[0] - center[0];
  const y = points[1] - center[1];
  return Math.sqrt(x * x + y * y) + radius;
}

/**
 * Looks through the faces of `owner` for one that `shape` stands on and `other` lies behind, with a larger gap
 * than the best so far. With `continues`, the other one has to continue it.
 */
function findFloor(
  shape: PosedShape2d,
  owner: PosedShape2d,
  other: PosedShape2d,
  continues: boolean,
  tiles: readonly PosedShape2d[],
  tileCount: number,
): void {
  const { points, normals, count } = owner;
  const slack = numbers[slackAt];
  const { center } = shape;
  if (count < 2) return;
  for (let i = 0; i < 2 * count; i += 2) {
    const nx = normals[i];
    const ny = normals[i + 1];
    const height = nx * points[i] + ny * points[i + 1] + owner.radius;
    if (!(nx * center[0] + ny * center[1] > height)) continue;
    measure(shape, nx, ny);
    const lowest = numbers[nearestAt];
    const gap = lowest - shape.radius - height;
    if (!(gap <= numbers[marginAt] && gap > numbers[gapAt])) continue;
    measure(other, nx, ny);
    if (numbers[farthestAt] + other.radius > height + slack) continue;
    if (!isAbove(shape, owner, i, lowest + slack)) continue;
    if (continues && !meets(owner, i, other, height - slack)) continue;
    if (isCovered(owner, i, tiles, tileCount)) continue;
    numbers[gapAt] = gap;
    numbers[normalAt] = nx;
    numbers[normalAt + 1] = ny;
  }
}

/** Whether the part of a shape that is at most `most` along the normal of a face is above this face. */
function isAbove(shape: PosedShape2d, owner: PosedShape2d, face: number, most: number): boolean {
  const { points, normals, count } = owner;
  const end = face + 2 === 2 * count ? 0 : face + 2;
  const nx = normals[face];
  const ny = normals[face + 1];
  let least = Infinity;
  let largest = -Infinity;
  for (let i = 0; i < 2 * shape.count; i += 2) {
    const x = shape.points[i];
    const y = shape.points[i + 1];
    if (nx * x + ny * y > most) continue;
    const along = nx * y - ny * x;
    if (along < least) least = along;
    if (along > largest) largest = along;
  }
  const from = nx * points[face + 1] - ny * points[face];
  const to = nx * points[end + 1] - ny * points[end];
  numbers[fromAt] = Math.max(least, from);
  numbers[toAt] = Math.min(largest, to);
  return least <= to && largest >= from;
}

/** Whether a tile that sticks out of a face covers the part of it that the shape stands on. */
function isCovered(
  owner: PosedShape2d,
  face: number,
  tiles: readonly PosedShape2d[],
  count: number,
): boolean {
  const { points, normals } = owner;
  const nx = normals[face];
  const ny = normals[face + 1];
  const height = nx * points[face] + ny * points[face + 1];
  const slack = numbers[slackAt];
  for (let i = 0; i < count; i++) {
    if (tiles[i] === owner) continue;
    measure(tiles[i], nx, ny);
    if (numbers[farthestAt] < height + slack || numbers[nearestAt] > height + slack) continue;
    measure(tiles[i], -ny, nx);
    if (numbers[nearestAt] <= numbers[fromAt] + slack && numbers[farthestAt] >= numbers[toAt] - slack)
      return true;
  }
  return false;
}

/** Whether `other` has vertices in the plane of a face, at `least` or above, that reach to this face. */
function meets(owner: PosedShape2d, face: number, other: PosedShape2d, least: number): boolean {
  const { points, normals, count } = owner;
  const end = face + 2 === 2 * count ? 0 : face + 2;
  const nx = normals[face];
  const ny = normals[face + 1];
  const slack = numbers[slackAt];
  let first = Infinity;
  let last = -Infinity;
  for (let i = 0; i < 2 * other.count; i += 2) {
    const x = other.points[i];
    const y = other.points[i + 1];
    if (nx * x + ny * y + other.radius < least) continue;
    const along = nx * y - ny * x;
    if (along < first) first = along;
    if (along > last) last = along;
  }
  const from = nx * points[face + 1] - ny * points[face];
  const to = nx * points[end + 1] - ny * points[end];
  return first <= to + slack && last >= from - slack;
}

/** Writes the contact along the normal that was found. */
function meetAlong(out: ContactManifold2d, shape: PosedShape2d, tile: PosedShape2d, margin: number): void {
  const nx = numbers[normalAt];
  const ny = numbers[normalAt + 1];
  const { normals, count } = tile;
  out.count = 0;
  for (let i = 0; i < count && count > 1; i++) {
    if (nx * normals[2 * i] + ny * normals[2 * i + 1] < parallel) continue;
    out.normal[0] = normals[2 * i];
    out.normal[1] = normals[2 * i + 1];
    out.radii[0] = tile.radius;
    out.radii[1] = shape.radius;
    edges[0] = i;
    edges[1] = incidentEdge(shape, lowestVertex(shape, nx, ny), out.normal);
    clipEdges(out, tile, shape, edges, margin);
    contactManifoldFlip2d(out);
    if (shape.count === 1) out.ids[0] = 0;
    return;
  }
}

/** Number of the vertex that is least far along a direction. */
function lowestVertex({ points, count }: PosedShape2d, nx: number, ny: number): number {
  let vertex = 0;
  for (let i = 1; i < count; i++)
    if (nx * (points[2 * i] - points[2 * vertex]) + ny * (points[2 * i + 1] - points[2 * vertex + 1]) < 0)
      vertex = i;
  return vertex;
}
