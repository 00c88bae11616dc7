/**
 * A tight oriented box around points, within a few per cent of the smallest.
 *
 * The smallest box has two adjacent faces that each touch an edge of the convex hull along its length
 * (O'Rourke, "Finding minimal enclosing boxes", 1985); finding it exactly takes time cubic in the hull. We
 * search instead for its first axis. For a given axis the other two follow exactly, by rotating calipers
 * around the projection. Axes tried are the normals of hull faces, the edges, and the common perpendiculars
 * of two edges (the normal of a face that touches one while the opposite face touches the other). The best
 * few are then tilted in smaller and smaller steps, along each of the three axes of the box, until the box no
 * longer shrinks.
 *
 * Cost: O(n log n) for the hull, then O(h log h) for each axis tried, of which there are hundreds for a hull
 * of 20 vertices and fewer for larger ones: some milliseconds. Meant for set-up; `obbFromPointsPca` is for
 * every frame. Coplanar, collinear and single points give flat boxes.
 */
import { type Hull, quickHull } from '@colide/geometry';
import { rejectPoints } from '../internal/points.ts';
import { MinRectangle } from './internal/min-rectangle.ts';
import { fitObb } from './internal/obb-store.ts';
import type { Obb } from './obb.ts';

/**
 * The budget of projected vertices. It is enough for all axes of small hulls; of large hulls, the long edges
 * are tried first.
 */
const effort = 30_000;
/** The number of edges among which common perpendiculars are tried. */
const maxPairedEdges = 80;
/** Numbers per plane of a hull: normal, offset. */
const planeSize = 4;
/** The number of best boxes that are improved. */
const finalists = 3;
/** Tilts tried at each step, and the first and last step (radians). */
const tilts = 8;
const firstTilt = 0.08;
const lastTilt = 5e-4;

/**
 * Writes to `out` a tight box around the points x y z x y z … . Throws when there are none or one is not
 * finite.
 */
export function obbFromPoints(out: Obb, points: ArrayLike<number>): Obb {
  const hull = quickHull(points);
  // Fitted to all points, not to the hull: it leaves out points that stick out by no more than rounding.
  if (!fitObb(out, 0, points, 0, points.length / 3, tightAxes(hull))) rejectPoints(points);
  return out;
}

/** Writes to `out` a tight box around a convex hull. */
export function obbFromHull(out: Obb, hull: Hull): Obb {
  fitObb(out, 0, hull.vertices, 0, hull.vertices.length / 3, tightAxes(hull));
  return out;
}

/** An axis to try and its priority: the squared length of the edge, or of the face's longest edge. */
interface Candidate {
  x: number;
  y: number;
  z: number;
  weight: number;
}

function tightAxes(hull: Hull): Float64Array {
  const rectangle = new MinRectangle(hull.vertices);
  const candidates = collectAxes(hull);
  candidates.sort((a, b) => b.weight - a.weight);
  const tried: { axes: Float64Array; volume: number }[] = [];
  const most = Math.max(60, Math.ceil((3 * effort) / hull.vertices.length));
  for (const { x, y, z } of candidates.slice(0, most)) {
    const volume = rectangle.fit(x, y, z);
    tried.push({ axes: rectangle.axes.slice(), volume });
  }
  tried.sort((a, b) => a.volume - b.volume);
  let best = tried[0];
  for (const box of tried.slice(0, finalists)) {
    improve(rectangle, box);
    if (box.volume < best.volume) best = box;
  }
  return best.axes;
}

/**
 * Tilts each axis of the box in turn, the other two following, until no tilt of any of them makes the box
 * smaller.
 */
function improve(rectangle: MinRectangle, box: { axes: Float64Array; volume: number }): void {
  for (let round = 0, failed = 0; failed < 3 && round < 9; round++) {
    const before = box.volume;
    // The axis to be tilted comes first, the others move up.
    const first = box.axes.slice(0, 3);
    box.axes.copyWithin(0, 3);
    box.axes.set(first, 6);
    for (let step = firstTilt; step > lastTilt; ) if (!tilt(rectangle, box, step)) step *= 0.5;
    failed = box.volume < before * (1 - 1e-6) ? 0 : failed + 1;
  }
}

/** Tilts the first axis by `step` in several directions and keeps the best box if it is smaller. */
function tilt(rectangle: MinRectangle, box: { axes: Float64Array; volume: number }, step: number): boolean {
  const a = box.axes.slice();
  const before = box.volume;
  for (let i = 0; i < tilts; i++) {
    const angle = (2 * Math.PI * i) / tilts;
    const c = step * Math.cos(angle);
    const s = step * Math.sin(angle);
    const x = a[0] + c * a[3] + s * a[6];
    const y = a[1] + c * a[4] + s * a[7];
    const z = a[2] + c * a[5] + s * a[8];
    const length = Math.sqrt(x * x + y * y + z * z);
    const volume = rectangle.fit(x / length, y / length, z / length);
    if (volume < box.volume) {
      box.volume = volume;
      box.axes.set(rectangle.axes);
    }
  }
  return box.volume < before * (1 - 1e-9);
}

function collectAxes(hull: Hull): Candidate[] {
  const { vertices, faceOffsets, faceVertices, planes } = hull;
  const candidates: Candidate[] = [
    { x: 1, y: 0, z: 0, weight: Number.MAX_VALUE },
    { x: 0, y: 1, z: 0, weight: Number.MAX_VALUE },
    { x: 0, y: 0, z: 1, weight: Number.MAX_VALUE },
  ];
  const directions: Candidate[] = [];
  const push = (x: number, y: number, z: number, weight: number): void => {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0) candidates.push({ x: x / length, y: y / length, z: z / length, weight });
  };
  const edge = (a: number, b: number): void => {
    const x = vertices[3 * b] - vertices[3 * a];
    const y = vertices[3 * b + 1] - vertices[3 * a + 1];
    const z = vertices[3 * b + 2] - vertices[3 * a + 2];
    push(x, y, z, x * x + y * y + z * z);
    directions.push(candidates[candidates.length - 1]);
  };
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    let longest = 0;
    const first = faceOffsets[face];
    const end = faceOffsets[face + 1];
    for (let i = first; i < end; i++) {
      const a = faceVertices[i];
      const b = faceVertices[i + 1 < end ? i + 1 : first];
      // Each edge belongs to two faces, in opposite directions.
      if (a < b) edge(a, b);
      longest = Math.max(
        longest,
        (vertices[3 * b] - vertices[3 * a]) ** 2 +
          (vertices[3 * b + 1] - vertices[3 * a + 1]) ** 2 +
          (vertices[3 * b + 2] - vertices[3 * a + 2]) ** 2,
      );
    }
    const at = planeSize * face;
    push(planes[at], planes[at + 1], planes[at + 2], longest);
  }
  if (faceOffsets.length <= 1 && vertices.length === 6) edge(0, 1);
  const edges = Math.min(directions.length, maxPairedEdges);
  for (let i = 0; i < edges; i++)
    for (let j = i + 1; j < edges; j++) {
      const [a, b] = [directions[i], directions[j]];
      const x = a.y * b.z - a.z * b.y;
      const y = a.z * b.x - a.x * b.z;
      const z = a.x * b.y - a.y * b.x;
      const sine = x * x + y * y + z * z;
      // Weaker than the edges themselves, so that those of a large hull are tried first.
      if (sine > 1e-6) push(x, y, z, 0.1 * sine * Math.min(a.weight, b.weight));
    }
  return candidates;
}
