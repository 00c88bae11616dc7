/**
 * Contact points of a link of a chain and a convex shape. A chain is one-sided and smooth: each link accepts
 * only contacts whose normal belongs to it: its own normal and, at a vertex where the chain is convex, the
 * normals between those of the two links that meet there. So a box that slides over the vertices of level
 * ground never meets the end of a link, and a ball that rolls over a convex vertex meets it once.
 *
 * A shape whose centre is behind a link does not touch it. A convex vertex belongs to the link that ends
 * there, or to the one that begins there if the shape is behind the first.
 *
 * O(vertices of the shape); nothing is allocated.
 */
import { plainDoubles } from '@colide/core';
import { type ContactManifold2d, contactManifoldFlip2d } from './contact-manifold-2d.ts';
import { BestEdge, findBestEdge } from './internal/best-edge.ts';
import { clipEdges, incidentEdge, nearestEnd, setVertexGap, vertexContact } from './internal/clip-edges.ts';
import type { PosedShape2d } from './posed-shape-2d.ts';

const front = /* @__PURE__ */ new BestEdge();
const side = /* @__PURE__ */ new BestEdge();
const edges = /* @__PURE__ */ new Int32Array(2);
/** The normal in question. */
const direction = /* @__PURE__ */ plainDoubles(2);

/**
 * Sine of the angle by which the normal above a vertex may lie beside that of a link: by rounding, it may lie
 * beside those of both level links, and one of them must have the contact.
 */
const roundingSine = 1e-9;

/**
 * Sine of the angle by which the normal of an edge may differ from that of a link and still be taken for it.
 * Vertices have no such slack: a point beyond the end of a link, however little, is above the next one.
 */
const levelSine = 0.01;
/** Share of the margin by which the gap of an edge of the shape must be larger than that of the link. */
const preference = 0.02;
/** Offsets of the normals of the links before and after, and the bits that are set if these links exist. */
const beforeAt = 4;
const afterAt = 6;
const hasBefore = 1;
const hasAfter = 2;

/**
 * Writes the contact points of the link `link`, which is A, and `shape`, B, that are at most `margin` apart;
 * returns their number.
 */
export function manifoldLink2d(
  out: ContactManifold2d,
  link: PosedShape2d,
  shape: PosedShape2d,
  margin: number,
): number {
  out.count = 0;
  if (heightAbove(link, 0, 0, shape) < 0) return 0;
  const most = link.radius + shape.radius + margin;
  front.gap = most;
  findBestEdge(front, link, shape, 1);
  if (!(front.gap <= most)) return 0;
  side.gap = -Infinity;
  if (shape.count > 1 && !findSide(link, shape, margin)) return 0;
  const isOfShape = side.gap > front.gap + (margin < Infinity ? preference * margin : 0);
  out.radii[0] = isOfShape ? shape.radius : link.radius;
  out.radii[1] = isOfShape ? link.radius : shape.radius;
  if (isOfShape) {
    meetFace(out, link, shape, link, side, margin);
    contactManifoldFlip2d(out);
  } else meetFace(out, link, link, shape, front, margin);
  if (shape.count === 1) out.ids[0] = 0;
  return out.count;
}

/**
 * Height of the centre of `shape` above the line through vertex `vertexAt` of the link with the normal `at`.
 */
function heightAbove(link: PosedShape2d, at: number, vertexAt: number, shape: PosedShape2d): number {
  const { points, normals } = link;
  return (
    normals[at] * (shape.center[0] - points[vertexAt]) +
    normals[at + 1] * (shape.center[1] - points[vertexAt + 1])
  );
}

/**
 * Fills {@link side} with the best edge of `shape` among those whose normal belongs to the link; false if
 * along the normal of any edge the two are farther apart than `margin`.
 */
function findSide(link: PosedShape2d, shape: PosedShape2d, margin: number): boolean {
  const most = link.radius + shape.radius + margin;
  const { points, normals, count } = shape;
  const ends = link.points;
  for (let i = 0; i < 2 * count; i += 2) {
    const nx = normals[i];
    const ny = normals[i + 1];
    const first = nx * ends[0] + ny * ends[1];
    const second = nx * ends[2] + ny * ends[3];
    const gap = Math.min(first, second) - nx * points[i] - ny * points[i + 1];
    if (!(gap <= most)) return false;
    direction[0] = -nx;
    direction[1] = -ny;
    if (gap <= side.gap || !belongs(link, shape, levelSine)) continue;
    side.gap = gap;
    side.edge = i >> 1;
    side.vertex = first <= second ? 0 : 1;
  }
  return true;
}

/** Whether contacts of the link may have the normal {@link direction}, up to an angle with this sine. */
function belongs(link: PosedShape2d, shape: PosedShape2d, slack: number): boolean {
  const { normals, neighbors } = link;
  const x = direction[0];
  const y = direction[1];
  const sine = normals[0] * y - normals[1] * x;
  const cosine = normals[0] * x + normals[1] * y;
  if (Math.abs(sine) <= slack) return cosine > 0;
  const isAfter = sine > 0;
  // At an end of the chain, any normal that does not point backwards will do.
  if ((neighbors & (isAfter ? hasAfter : hasBefore)) === 0) return cosine >= 0;
  const at = isAfter ? afterAt : beforeAt;
  const nx = normals[at];
  const ny = normals[at + 1];
  const turn = isAfter ? normals[0] * ny - normals[1] * nx : nx * normals[1] - ny * normals[0];
  if (turn <= 0) return false;
  if (!isAfter && heightAbove(link, beforeAt, 0, shape) >= 0) return false;
  const beyond = isAfter ? x * ny - y * nx : nx * y - ny * x;
  return beyond >= -slack && x * (nx + normals[0]) + y * (ny + normals[1]) > 0;
}

/** The contact of an edge of `face`, which is A here, with `other`; one of them is the link. */
function meetFace(
  out: ContactManifold2d,
  link: PosedShape2d,
  face: PosedShape2d,
  other: PosedShape2d,
  { edge, vertex, gap }: BestEdge,
  margin: number,
): void {
  const { normal } = out;
  const sign = face === link ? 1 : -1;
  if (gap > 0) {
    const end = nearestEnd(face, edge, other, vertex);
    if (end >= 0) {
      const x = other.points[2 * vertex] - face.points[2 * end];
      const y = other.points[2 * vertex + 1] - face.points[2 * end + 1];
      const distance = Math.sqrt(x * x + y * y);
      if (!(distance - face.radius - other.radius <= margin)) return;
      normal[0] = x / distance;
      normal[1] = y / distance;
      direction[0] = sign * normal[0];
      direction[1] = sign * normal[1];
      setVertexGap(distance);
      if (belongs(link, face === link ? other : face, roundingSine)) vertexContact(out, end, other, vertex);
      return;
    }
  }
  normal[0] = face.normals[2 * edge];
  normal[1] = face.normals[2 * edge + 1];
  edges[0] = edge;
  // Only the front of a link has contacts.
  edges[1] = other === link ? 0 : incidentEdge(other, vertex, normal);
  clipEdges(out, face, other, edges, margin);
}
