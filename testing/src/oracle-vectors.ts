/** Three-vectors as plain tuples, for oracles only: clear, allocating and slow. */

/** A vector of three numbers. */
export type Vector = readonly [number, number, number];

/** Vector number `i` of a flat array. */
export function vectorAt(array: ArrayLike<number>, i: number): Vector {
  return [array[3 * i], array[3 * i + 1], array[3 * i + 2]];
}

/** The sum `a + s · b`. */
export function addScaled(a: Vector, b: Vector, s: number): Vector {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}

/** The difference `a − b`. */
export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** The scalar product. */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The vector product. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The Euclidean length. */
export function length(a: Vector): number {
  return Math.sqrt(dot(a, a));
}

/** `a` divided by its length; NaN for the zero vector. */
export function normalize(a: Vector): Vector {
  return addScaled([0, 0, 0], a, 1 / length(a));
}

/**
 * Distance of two segments, whatever their length, by the four endpoint–segment distances and the line
 * crossing.
 */
export function segmentDistance(p: Vector, q: Vector, r: Vector, s: Vector): Vector {
  const candidates = [
    pointSegment(p, r, s),
    pointSegment(q, r, s),
    addScaled([0, 0, 0], pointSegment(r, p, q), -1),
    addScaled([0, 0, 0], pointSegment(s, p, q), -1),
  ];
  const d = subtract(q, p);
  const e = subtract(s, r);
  const n = cross(d, e);
  const squared = dot(n, n);
  if (squared > 1e-24 * dot(d, d) * dot(e, e)) {
    const offset = subtract(r, p);
    const t = dot(cross(offset, e), n) / squared;
    const u = dot(cross(offset, d), n) / squared;
    if (t >= 0 && t <= 1 && u >= 0 && u <= 1)
      candidates.push(addScaled([0, 0, 0], n, dot(offset, n) / squared));
  }
  return shortest(candidates);
}

/** The vector from `p` to the nearest point of the segment `a b`. */
export function pointSegment(p: Vector, a: Vector, b: Vector): Vector {
  const d = subtract(b, a);
  const squared = dot(d, d);
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, dot(subtract(p, a), d) / squared));
  return subtract(addScaled(a, d, t), p);
}

/** The vector from `p` to the nearest point of the triangle `a b c`. */
export function pointTriangle(p: Vector, a: Vector, b: Vector, c: Vector): Vector {
  const candidates = [pointSegment(p, a, b), pointSegment(p, b, c), pointSegment(p, c, a)];
  const n = cross(subtract(b, a), subtract(c, a));
  const squared = dot(n, n);
  if (squared > 0) {
    const inside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([from, to]) => dot(cross(subtract(to, from), subtract(p, from)), n) >= 0);
    if (inside) candidates.push(addScaled([0, 0, 0], n, dot(subtract(a, p), n) / squared));
  }
  return shortest(candidates);
}

/** The shortest of several vectors. */
export function shortest(vectors: readonly Vector[]): Vector {
  return vectors.reduce((best, vector) => (dot(vector, vector) < dot(best, best) ? vector : best));
}
