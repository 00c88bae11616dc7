/**
 * A tight oriented box around points, within a few per cent of the smallest.
 *
 * The smallest box has two adjacent faces that each touch an edge of the convex hull along its length (O'Rourke, "Finding
 * minimal enclosing boxes", 1985); finding it exactly takes time cubic in the hull. We search instead among the boxes
 * with one axis along the normal of a hull face or along an edge. For a given axis the other two follow exactly, by rotating calipers around the projection. The best few boxes are then improved: each of the three
 * axes in turn is kept and the other two found anew, until nothing gets smaller.
 *
 * Cost: O(n log n) for the hull, then O(h log h) for each axis tried, of which there are at most 400. Flat,
 * straight and single points give flat boxes.
 */
import { type Hull3, quickHull3 } from '@colide/geometry';
import { MinRectangle } from './internal/min-rectangle.ts';
import { fitObb } from './internal/obb-store.ts';
import { rejectPoints } from './internal/points.ts';
import type { Obb } from './obb.ts';

/** How many axes are tried at most, the normals of large faces and the directions of long edges first. */
const maxAxes = 400;
/** How many of the best boxes are improved. */
const finalists = 6;

/** Writes to `out` a tight box around the points x y z x y z … . Throws when there are none or one is not finite. */
export function obbFromPoints(out: Obb, points: ArrayLike<number>): Obb {
  const hull = quickHull3(points);
  // Fitted to all points, not to the hull: it leaves out points that stick out by no more than rounding.
  if (!fitObb(out, 0, points, 0, points.length / 3, tightAxes(hull))) rejectPoints(points);
  return out;
}

/** Writes to `out` a tight box around a convex hull. */
export function obbFromHull(out: Obb, hull: Hull3): Obb {
  fitObb(out, 0, hull.vertices, 0, hull.vertices.length / 3, tightAxes(hull));
  return out;
}

/** An axis to try and how much it promises: the squared length of the edge, or of the face's longest edge. */
interface Candidate {
  x: number;
  y: number;
  z: number;
  weight: number;
}

function tightAxes(hull: Hull3): Float64Array {
  const rectangle = new MinRectangle(hull.vertices);
  const candidates = collectAxes(hull);
  candidates.sort((a, b) => b.weight - a.weight);
  const tried: { axes: Float64Array; volume: number }[] = [];
  for (const { x, y, z } of candidates.slice(0, maxAxes)) {
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

/** Keeps each axis in turn and finds the other two anew, until none of the three makes the box smaller. */
function improve(rectangle: MinRectangle, box: { axes: Float64Array; volume: number }): void {
  for (let failed = 0, axis = 0; failed < 3; axis = (axis + 3) % 9) {
    const volume = rectangle.fit(box.axes[axis], box.axes[axis + 1], box.axes[axis + 2]);
    if (volume < box.volume * (1 - 1e-9)) {
      box.volume = volume;
      box.axes.set(rectangle.axes);
      failed = 0;
    } else failed++;
  }
}

function collectAxes(hull: Hull3): Candidate[] {
  const { vertices, faceOffsets, faceVertices, planes } = hull;
  const candidates: Candidate[] = [
    { x: 1, y: 0, z: 0, weight: Infinity },
    { x: 0, y: 1, z: 0, weight: Infinity },
    { x: 0, y: 0, z: 1, weight: Infinity },
  ];
  const push = (x: number, y: number, z: number, weight: number): void => {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0) candidates.push({ x: x / length, y: y / length, z: z / length, weight });
  };
  const edge = (a: number, b: number): void => {
    const x = vertices[3 * b] - vertices[3 * a];
    const y = vertices[3 * b + 1] - vertices[3 * a + 1];
    const z = vertices[3 * b + 2] - vertices[3 * a + 2];
    push(x, y, z, x * x + y * y + z * z);
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
    push(planes[4 * face], planes[4 * face + 1], planes[4 * face + 2], longest);
  }
  if (faceOffsets.length <= 1 && vertices.length === 6) edge(0, 1);
  return candidates;
}
