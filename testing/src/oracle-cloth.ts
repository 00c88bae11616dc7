/**
 * Which features of a moving surface meet during the motion, by trying all pairs. Vertices move along
 * straight lines. Four points are coplanar where a cubic vanishes (Provot 1997); it is sampled and halved,
 * and where it vanishes, the features meet or not. Pairs that only touch, or meet and part between two
 * samples, may be missed, but all reported pairs do meet.
 */
import type { SweptCloth } from './cloth-step.ts';
import { addScaled, cross, dot, subtract, type Vector, vectorAt } from './oracle-vectors.ts';

const samples = 5;

type Four = readonly [number, number, number, number];

/** Vertex–face and edge–edge pairs that meet during the step, as pairs of box ids, the smaller first. */
export function clothCollisionsOracle({ before, after, edges, features }: SweptCloth): {
  vertexFacePairs: [number, number][];
  edgeEdgePairs: [number, number][];
} {
  const vertexCount = before.positions.length / 3;
  const edgeCount = edges.length / 2;
  const at = (vertex: number, t: number): Vector => {
    const start = vectorAt(before.positions, vertex);
    return addScaled(start, subtract(vectorAt(after.positions, vertex), start), t);
  };
  // Positions at the samples, all vertices of one time together.
  const moments = Array.from({ length: samples + 1 }, (_, k) =>
    Array.from({ length: vertexCount }, (_unused, vertex) => at(vertex, k / samples)),
  );
  const volume = (points: readonly Vector[], [p, q, r, s]: Four) =>
    dot(
      subtract(points[q], points[p]),
      cross(subtract(points[r], points[p]), subtract(points[s], points[p])),
    );
  const meets = (ids: Four, isInside: (p: Vector, q: Vector, r: Vector, s: Vector) => boolean): boolean => {
    let last = volume(moments[0], ids);
    for (let k = 1; k <= samples; k++) {
      const next = volume(moments[k], ids);
      if (last * next < 0) {
        const points = coplanarMoment(ids, at, (k - 1) / samples, k / samples, last);
        if (isInside(...points)) return true;
      }
      last = next;
    }
    return false;
  };
  const vertexFacePairs: [number, number][] = [];
  for (let face = vertexCount + edgeCount; face < features.length; face++) {
    const [a, b, c] = features[face];
    for (let vertex = 0; vertex < vertexCount; vertex++)
      if (!features[face].includes(vertex) && meets([vertex, a, b, c], isInTriangle))
        vertexFacePairs.push([vertex, face]);
  }
  const edgeEdgePairs: [number, number][] = [];
  for (let first = vertexCount; first < vertexCount + edgeCount; first++)
    for (let second = first + 1; second < vertexCount + edgeCount; second++) {
      const [[a, b], [c, d]] = [features[first], features[second]];
      if (a !== c && a !== d && b !== c && b !== d && meets([a, b, c, d], segmentsCross))
        edgeEdgePairs.push([first, second]);
    }
  return { vertexFacePairs, edgeEdgePairs };
}

/**
 * The four points at the time between `low` and `high` when they are coplanar; `sign` is the sign of the
 * volume at `low`.
 */
function coplanarMoment(
  ids: Four,
  at: (vertex: number, t: number) => Vector,
  low: number,
  high: number,
  sign: number,
): [Vector, Vector, Vector, Vector] {
  let points = ids.map(id => at(id, low)) as [Vector, Vector, Vector, Vector];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    points = ids.map(id => at(id, middle)) as [Vector, Vector, Vector, Vector];
    const [p, q, r, s] = points;
    const volume = dot(subtract(q, p), cross(subtract(r, p), subtract(s, p)));
    if (volume * sign > 0) low = middle;
    else high = middle;
  }
  return points;
}

/** Whether a point of a triangle's plane is well inside it. */
function isInTriangle(p: Vector, a: Vector, b: Vector, c: Vector): boolean {
  const n = cross(subtract(b, a), subtract(c, a));
  const margin = 1e-6 * dot(n, n);
  return [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => dot(cross(subtract(to, from), subtract(p, from)), n) > margin);
}

/** Whether coplanar segments cross well inside both. */
function segmentsCross(p: Vector, q: Vector, r: Vector, s: Vector): boolean {
  const d = subtract(q, p);
  const e = subtract(s, r);
  const n = cross(d, e);
  const squared = dot(n, n);
  const offset = subtract(r, p);
  const t = dot(cross(offset, e), n) / squared;
  const u = dot(cross(offset, d), n) / squared;
  return t > 1e-6 && t < 1 - 1e-6 && u > 1e-6 && u < 1 - 1e-6;
}
