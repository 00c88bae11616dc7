/**
 * Convex polytopes by exhaustion, independent of QuickHull, GJK and EPA.
 *
 * The hull: every plane through three points that has all other points on one side is a face, O(n⁴). The
 * signed distance: the largest separation over all axes that can matter, which are the face normals, the
 * cross products of edges and the direction between the closest features (Gottschalk, Lin & Manocha 1996 for
 * the first two, which give the depth of overlap; the last gives the distance of disjoint polytopes). Meant
 * for up to about 30 points.
 */
import {
  addScaled,
  cross,
  dot,
  length,
  normalize,
  pointTriangle,
  segmentDistance,
  shortest,
  subtract,
  type Vector,
  vectorAt,
} from './oracle-vectors.ts';

/** A convex polytope as vertices, faces and edges. */
export interface Polytope {
  readonly points: readonly Vector[];
  readonly faces: readonly PolytopeFace[];
  /** Pairs of point numbers; for polytopes without volume all pairs. */
  readonly edges: readonly (readonly [number, number])[];
}

/**
 * A face: the plane `normal · x = offset` with everything below it, and the points on it in order around it.
 */
export interface PolytopeFace {
  readonly normal: Vector;
  readonly offset: number;
  readonly vertices: readonly number[];
}

/**
 * The hull of a small cloud by exhaustion. Points within `tolerance` times the size of the cloud count as on
 * a plane, and within the rounding of the plane where its three points are nearly collinear.
 */
export function hullOracle(cloud: ArrayLike<number>, tolerance = 1e-12): Polytope {
  const points = Array.from({ length: cloud.length / 3 }, (_, i) => vectorAt(cloud, i));
  const n = points.length;
  const size = Math.max(0, ...points.map(point => length(subtract(point, points[0]))));
  const epsilon = tolerance * size;
  const triples: { ids: [number, number, number]; product: Vector; area: number }[] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++)
      for (let k = j + 1; k < n; k++) {
        const product = cross(subtract(points[j], points[i]), subtract(points[k], points[i]));
        const area = length(product);
        if (area > epsilon * size) triples.push({ ids: [i, j, k], product, area });
      }
  // Large triangles first: their planes are the best ones for the points they have in common.
  triples.sort((s, t) => t.area - s.area);
  const faces: PolytopeFace[] = [];
  for (const { ids, product, area } of triples) {
    if (faces.some(({ vertices }) => ids.every(id => vertices.includes(id)))) continue;
    const normal = normalize(product);
    const thickness = Math.max(epsilon, (8 * 2 ** -52 * size ** 3) / area);
    addFace(faces, points, points[ids[0]], normal, thickness);
    addFace(faces, points, points[ids[0]], addScaled([0, 0, 0], normal, -1), thickness);
  }
  const edges: [number, number][] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const shared = faces.filter(({ vertices }) => vertices.includes(i) && vertices.includes(j));
      if (shared.length >= 2 || faces.length === 0) edges.push([i, j]);
    }
  return { points, faces, edges };
}

function addFace(
  faces: PolytopeFace[],
  points: readonly Vector[],
  origin: Vector,
  normal: Vector,
  epsilon: number,
): void {
  const offset = dot(normal, origin);
  const heights = points.map(point => dot(normal, subtract(point, origin)));
  if (heights.some(height => height > epsilon)) return;
  const on = heights.flatMap((height, i) => (height >= -epsilon ? [i] : []));
  faces.push({ normal, offset, vertices: sortAround(points, on, normal) });
}

/** Orders points of a plane counter-clockwise around their mean as seen from the tip of the normal. */
function sortAround(points: readonly Vector[], ids: readonly number[], normal: Vector): number[] {
  const mean = ids.reduce<Vector>((sum, id) => addScaled(sum, points[id], 1 / ids.length), [0, 0, 0]);
  const far = ids.reduce((best, id) =>
    length(subtract(points[id], mean)) > length(subtract(points[best], mean)) ? id : best,
  );
  const u = normalize(subtract(points[far], mean));
  const v = cross(normal, u);
  const angle = (id: number) => {
    const offset = subtract(points[id], mean);
    return Math.atan2(dot(offset, v), dot(offset, u));
  };
  return [...ids].sort((a, b) => angle(a) - angle(b));
}

/** Whether `point` is in the polytope, up to `epsilon` outside of each face. Polytopes with volume only. */
export function polytopeContains({ faces }: Polytope, point: Vector, epsilon = 0): boolean {
  return faces.every(({ normal, offset }) => dot(normal, point) <= offset + epsilon);
}

/** The volume of a polytope: the sum of the pyramids from one point to the faces. */
export function polytopeVolume({ points, faces }: Polytope): number {
  let volume = 0;
  for (const { vertices } of faces)
    for (let i = 2; i < vertices.length; i++) {
      const [a, b, c] = [vertices[0], vertices[i - 1], vertices[i]].map(id =>
        subtract(points[id], points[0]),
      );
      volume += dot(a, cross(b, c)) / 6;
    }
  return volume;
}

/** The area of a polytope. */
export function polytopeArea({ points, faces }: Polytope): number {
  let area = 0;
  for (const { vertices } of faces)
    for (let i = 2; i < vertices.length; i++) {
      const [a, b, c] = [vertices[0], vertices[i - 1], vertices[i]].map(id => points[id]);
      area += length(cross(subtract(b, a), subtract(c, a))) / 2;
    }
  return area;
}

/** A polytope moved by an offset. */
export function translatePolytope({ points, faces, edges }: Polytope, offset: Vector): Polytope {
  return {
    points: points.map(point => addScaled(point, offset, 1)),
    faces: faces.map(face => ({ ...face, offset: face.offset + dot(face.normal, offset) })),
    edges,
  };
}

/**
 * Signed distance of two polytopes: the distance where they are disjoint, minus the depth where they overlap,
 * and the unit axis from `a` to `b` along which it is seen. For overlapping polytopes without volume the
 * depth is a bound only; the sign is right for all. `gap` is a lower bound on how much deeper any other
 * separating translation is, `null` for disjoint polytopes.
 */
export function convexDistanceOracle(
  a: Polytope,
  b: Polytope,
): { distance: number; normal: Vector; gap: number | null } {
  let best = { distance: -Infinity, normal: [0, 0, 0] as Vector };
  const tried: (typeof best)[] = [];
  const tryAxis = (axis: Vector): void => {
    const norm = length(axis);
    if (!(norm > 0)) return;
    const normal = addScaled([0, 0, 0], axis, 1 / norm);
    const distance = separation(a.points, b.points, normal);
    tried.push({ distance, normal });
    if (distance > best.distance) best = { distance, normal };
  };
  const tryBoth = (axis: Vector): void => {
    tryAxis(axis);
    tryAxis(addScaled([0, 0, 0], axis, -1));
  };
  for (const { normal } of a.faces) tryAxis(normal);
  for (const { normal } of b.faces) tryAxis(addScaled([0, 0, 0], normal, -1));
  for (const [i, j] of a.edges)
    for (const [k, l] of b.edges) {
      const d = subtract(a.points[j], a.points[i]);
      const e = subtract(b.points[l], b.points[k]);
      const axis = cross(d, e);
      if (length(axis) > 1e-9 * length(d) * length(e)) tryBoth(axis);
    }
  const shortcut = closestFeatures(a, b);
  tryAxis(shortcut);
  // The length of a short vector between the sets is more precise than the separation along it.
  if (best.distance > 0) return { distance: length(shortcut), normal: normalize(shortcut), gap: null };
  const others = tried.filter(({ normal }) => dot(normal, best.normal) < 1 - 1e-9);
  return {
    ...best,
    gap: best.distance - others.reduce((most, { distance }) => Math.max(most, distance), -Infinity),
  };
}

function separation(a: readonly Vector[], b: readonly Vector[], axis: Vector): number {
  let maxA = -Infinity;
  let minB = Infinity;
  for (const point of a) maxA = Math.max(maxA, dot(axis, point));
  for (const point of b) minB = Math.min(minB, dot(axis, point));
  return minB - maxA;
}

/** The shortest vector from a feature of `a` to a feature of `b`. */
function closestFeatures(a: Polytope, b: Polytope): Vector {
  const vectors: Vector[] = [subtract(b.points[0], a.points[0])];
  const cornersToFaces = (from: Polytope, to: Polytope, sign: number): void => {
    for (const { vertices } of to.faces)
      for (let i = 2; i < vertices.length; i++)
        for (const point of from.points) {
          const [p, q, r] = [vertices[0], vertices[i - 1], vertices[i]].map(id => to.points[id]);
          vectors.push(addScaled([0, 0, 0], pointTriangle(point, p, q, r), sign));
        }
  };
  cornersToFaces(a, b, 1);
  cornersToFaces(b, a, -1);
  const segments = ({ points, edges }: Polytope): (readonly [Vector, Vector])[] =>
    edges.length > 0 ? edges.map(([i, j]) => [points[i], points[j]]) : [[points[0], points[0]]];
  for (const [p, q] of segments(a))
    for (const [r, s] of segments(b)) vectors.push(segmentDistance(p, q, r, s));
  return shortest(vectors);
}
