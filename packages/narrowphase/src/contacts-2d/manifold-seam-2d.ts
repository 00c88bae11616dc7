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
 * allocated. What lies on many tiles is spared most of that by {@link seamReach2d}.
 */
import { plainDoubles } from '@colide/core';
import { type ContactManifold2d, contactManifoldFlip2d } from './contact-manifold-2d.ts';
import { clipEdges, incidentEdge } from './internal/clip-edges.ts';
import type { PosedShape2d } from './posed-shape-2d.ts';

/** By how much a tile may stick out of a face, as a share of the size of the shape. */
const tolerance = 1e-3;
/**
 * Cosines from which on a face has the normal in question, and from which on a normal needs no correction.
 */
const parallel = 1 - 1e-6;
const equal = 1 - 1e-12;

/**
 * What {@link measure} finds: the least and the largest number of the vertices of a shape along a normal, and
 * along the tangent of those in a band.
 */
const nearestAt = 0;
const farthestAt = 1;
const firstAt = 2;
const lastAt = 3;
/**
 * The normal of the face that is best so far and the gap along it; how far tiles may stick out; the margin.
 */
const normalAt = 4;
const gapAt = 6;
const slackAt = 7;
const marginAt = 8;
/** What {@link measure} is asked for: the normal, and the band. V8 would box arguments. */
const axisAt = 9;
const lowAt = 11;
const highAt = 12;
const numbers = /* @__PURE__ */ plainDoubles(13);

const edges = /* @__PURE__ */ new Int32Array(2);

/** Numbers that {@link seamReach2d} writes. */
export const seamReachSize = 3;

/**
 * Finds for which contacts of `shape` and the first `count` of `tiles` the normal of `manifold` serves, so
 * that `manifoldSeam2d` would not correct them: those with a gap of `out[at + 2]` at most along the normal
 * that it writes to `out[at]` and `out[at + 1]`, from the tiles to the shape. O(tiles · vertices).
 */
export function seamReach2d(
  out: Float64Array,
  at: number,
  { normal }: ContactManifold2d,
  shape: PosedShape2d,
  tiles: readonly PosedShape2d[],
  count: number,
): void {
  numbers[axisAt] = out[at] = -normal[0];
  numbers[axisAt + 1] = out[at + 1] = -normal[1];
  measure(shape);
  const nearest = numbers[nearestAt] - shape.radius;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    measure(tiles[i]);
    least = Math.min(least, nearest - numbers[farthestAt] - tiles[i].radius);
  }
  setSlack(shape);
  out[at + 2] = least + numbers[slackAt];
}

/** Sets how far tiles may stick out under a shape. */
function setSlack({ points, center, radius }: PosedShape2d): void {
  const x = points[0] - center[0];
  const y = points[1] - center[1];
  numbers[slackAt] = tolerance * (Math.sqrt(x * x + y * y) + radius);
}

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
  const gap = -Math.max(depths[0], depths[out.count - 1]);
  setSlack(shape);
  const slack = numbers[slackAt];
  numbers[gapAt] = -Infinity;
  numbers[marginAt] = margin;
  numbers[axisAt] = nx;
  numbers[axisAt + 1] = ny;
  measure(shape);
  const nearest = numbers[nearestAt] - shape.radius;
  for (let i = 0; i < count; i++) {
    const other = tiles[i];
    if (other === tile) continue;
    numbers[axisAt] = nx;
    numbers[axisAt + 1] = ny;
    numbers[lowAt] = -Infinity;
    numbers[highAt] = Infinity;
    measure(other);
    if (nearest - numbers[farthestAt] - other.radius >= gap - slack) continue;
    findFloor(shape, other, tile, false, tiles, count);
    findFloor(shape, tile, other, true, tiles, count);
  }
  if (numbers[gapAt] > -Infinity && nx * numbers[normalAt] + ny * numbers[normalAt + 1] < equal)
    meetAlong(out, shape, tile, margin);
  return out.count;
}

/**
 * Measures the vertices of a shape along the normal, and along its tangent those in the band; returns the
 * number of the nearest vertex.
 */
function measure({ points, count }: PosedShape2d): number {
  const nx = numbers[axisAt];
  const ny = numbers[axisAt + 1];
  const low = numbers[lowAt];
  const high = numbers[highAt];
  let nearest = Infinity;
  let farthest = -Infinity;
  let first = Infinity;
  let last = -Infinity;
  let vertex = 0;
  for (let i = 0; i < count; i++) {
    const x = points[2 * i];
    const y = points[2 * i + 1];
    const ahead = nx * x + ny * y;
    const along = nx * y - ny * x;
    if (ahead < nearest) {
      nearest = ahead;
      vertex = i;
    }
    farthest = Math.max(farthest, ahead);
    if (ahead < low || ahead > high) continue;
    first = Math.min(first, along);
    last = Math.max(last, along);
  }
  numbers[nearestAt] = nearest;
  numbers[farthestAt] = farthest;
  numbers[firstAt] = first;
  numbers[lastAt] = last;
  return vertex;
}

/**
 * Looks through the faces of `owner` for one that `shape` stands on and `other` lies behind, with a larger
 * gap than the best so far. With `continues`, the other one has to continue it.
 */
function findFloor(
  shape: PosedShape2d,
  owner: PosedShape2d,
  other: PosedShape2d,
  continues: boolean,
  tiles: readonly PosedShape2d[],
  tileCount: number,
): void {
  const { points, normals, count, radius } = owner;
  const { center } = shape;
  const slack = numbers[slackAt];
  for (let i = 0; i < 2 * count && count > 1; i += 2) {
    const nx = normals[i];
    const ny = normals[i + 1];
    const next = (i + 2) % (2 * count);
    const height = nx * points[i] + ny * points[i + 1];
    let from = nx * points[i + 1] - ny * points[i];
    let to = nx * points[next + 1] - ny * points[next];
    const level = height + radius - other.radius;
    numbers[axisAt] = nx;
    numbers[axisAt + 1] = ny;
    numbers[lowAt] = level - slack;
    numbers[highAt] = Infinity;
    measure(other);
    if (numbers[farthestAt] > level + slack) continue;
    if (continues && !(numbers[firstAt] <= to + slack && numbers[lastAt] >= from - slack)) continue;
    // The part of the face that the shape stands on.
    measure(shape);
    const lowest = numbers[nearestAt];
    const gap = lowest - shape.radius - height - radius;
    if (!(nx * center[0] + ny * center[1] > height + radius)) continue;
    if (!(gap <= numbers[marginAt] && gap > numbers[gapAt])) continue;
    numbers[lowAt] = -Infinity;
    numbers[highAt] = lowest + slack;
    measure(shape);
    numbers[highAt] = Infinity;
    from = Math.max(from, numbers[firstAt]);
    to = Math.min(to, numbers[lastAt]);
    // Another tile may cover it.
    let isFree = from <= to;
    for (let k = 0; isFree && k < tileCount; k++) {
      measure(tiles[k]);
      isFree =
        tiles[k] === owner ||
        numbers[farthestAt] < height + slack ||
        numbers[nearestAt] > height + slack ||
        numbers[firstAt] > from + slack ||
        numbers[lastAt] < to - slack;
    }
    if (!isFree) continue;
    numbers[gapAt] = gap;
    numbers[normalAt] = nx;
    numbers[normalAt + 1] = ny;
  }
}

/** Writes the contact along the normal that was found. */
function meetAlong(out: ContactManifold2d, shape: PosedShape2d, tile: PosedShape2d, margin: number): void {
  const { normal, radii, ids } = out;
  const { normals, count } = tile;
  normal[0] = numbers[normalAt];
  normal[1] = numbers[normalAt + 1];
  out.count = 0;
  let face = 0;
  while (face < count && normal[0] * normals[2 * face] + normal[1] * normals[2 * face + 1] < parallel) face++;
  if (face === count || count < 2) return;
  radii[0] = tile.radius;
  radii[1] = shape.radius;
  edges[0] = face;
  numbers[axisAt] = normal[0];
  numbers[axisAt + 1] = normal[1];
  edges[1] = incidentEdge(shape, measure(shape), normal);
  clipEdges(out, tile, shape, edges, margin);
  contactManifoldFlip2d(out);
  if (shape.count === 1) ids[0] = 0;
}
