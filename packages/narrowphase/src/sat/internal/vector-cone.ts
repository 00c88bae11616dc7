/**
 * The vectors that may still separate two sets: those v with v · w > 0 for every support point w seen so far,
 * an intersection of hemispheres, that is, a convex polygon on the sphere. A new support point cuts off a
 * piece. Once nothing is left, there is no separating vector: by Gordan's theorem the origin is in the hull
 * of the points, and the sets overlap.
 *
 * Corners are unit vectors, in order around the polygon; neighbours are less than 180° apart, so that the arc
 * between them is cut where the chord is. O(corners) per cut, no allocation.
 */

/** The largest number of points: each adds at most two corners to the four of the first two. */
const pointLimit = 64;
const cornerLimit = 2 * pointLimit + 4;
/** Corners within this sine of a plane lie on it, up to rounding. */
const slack = 1e-12;
/** Cosine of an arc that is too long to be cut where its chord is. */
const longArc = -0.9;

/** A convex polygon on the sphere. One object serves any number of searches. */
export class VectorCone {
  /** The support points so far, of unit length. */
  private readonly points = new Float64Array(3 * pointLimit);
  /**
   * The last of them: the normal of the plane that cuts. In an array, because V8 boxes fractional arguments.
   */
  private readonly plane = new Float64Array(3);
  private corners = new Float64Array(3 * cornerLimit);
  private spare = new Float64Array(3 * cornerLimit);
  private readonly sines = new Float64Array(cornerLimit);
  private pointCount = 0;
  private count = 0;

  /** Begins with all vectors. */
  clear(): void {
    this.pointCount = this.count = 0;
  }

  /**
   * Cuts off the vectors that the support point `w`, not 0, rules out. Returns whether nothing is left, which
   * proves overlap.
   */
  cut(w: Float64Array): boolean {
    if (this.pointCount === pointLimit) return false;
    const { plane, points } = this;
    const length = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    for (let k = 0; k < 3; k++) points[3 * this.pointCount + k] = plane[k] = w[k] / length;
    this.pointCount++;
    if (this.pointCount === 1) return false;
    return this.count === 0 ? this.startLune() : this.cutCorners();
  }

  /** Whether a vector has all support points in front. */
  holds(v: Float64Array): boolean {
    const { points, pointCount } = this;
    for (let i = 0; i < 3 * pointCount; i += 3)
      if (!(v[0] * points[i] + v[1] * points[i + 1] + v[2] * points[i + 2] > 0)) return false;
    return true;
  }

  /** Writes the unit vector in the middle of the corners. There must be some. */
  middle(out: Float64Array): void {
    const { corners, count } = this;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = 0; i < 3 * count; i += 3) {
      x += corners[i];
      y += corners[i + 1];
      z += corners[i + 2];
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return;
    out[0] = x / length;
    out[1] = y / length;
    out[2] = z / length;
  }

  /** Two hemispheres share a lune, whose two ends are opposite. Its middle is a corner on either side. */
  private startLune(): boolean {
    const { points: first, plane, corners } = this;
    const x = plane[0];
    const y = plane[1];
    const z = plane[2];
    const cx = first[1] * z - first[2] * y;
    const cy = first[2] * x - first[0] * z;
    const cz = first[0] * y - first[1] * x;
    const sine = Math.sqrt(cx * cx + cy * cy + cz * cz);
    // The same hemisphere again, or its opposite: the origin is between the two points.
    if (!(sine > slack)) return first[0] * x + first[1] * y + first[2] * z < 0;
    // Ends ±u, and the middles of the arcs: u × first, which looks to the second, and second × u.
    corners[0] = cx / sine;
    corners[1] = cy / sine;
    corners[2] = cz / sine;
    for (let k = 0; k < 3; k++) corners[6 + k] = -corners[k];
    cross(corners, 3, corners, 0, first);
    cross(corners, 9, corners, 0, plane);
    for (let k = 9; k < 12; k++) corners[k] = -corners[k];
    this.count = 4;
    return false;
  }

  private cutCorners(): boolean {
    const { corners: p, spare: out, sines, count, plane } = this;
    let kept = 0;
    let left = -1;
    let isAnyInside = false;
    for (let i = 0; i < count; i++) {
      const at = 3 * i;
      sines[i] = p[at] * plane[0] + p[at + 1] * plane[1] + p[at + 2] * plane[2];
      isAnyInside ||= sines[i] > slack;
    }
    // A polygon that only touches the plane has no separating vector: the sets overlap or touch.
    if (!isAnyInside) return true;
    for (let i = 0; i < count; i++) {
      const j = i + 1 === count ? 0 : i + 1;
      const isInside = sines[i] > -slack;
      if (isInside) {
        for (let k = 0; k < 3; k++) out[3 * kept + k] = p[3 * i + k];
        kept++;
      }
      if (isInside === sines[j] > -slack) continue;
      this.crossing(3 * kept, i, j);
      kept++;
      if (isInside) left = kept - 1;
    }
    kept = this.bisect(kept, left);
    this.count = kept;
    this.corners = out;
    this.spare = p;
    return false;
  }

  /**
   * Puts a corner into the arc that begins at corner `left` of `spare`, in {@link plane}, if it is about
   * 180°. Returns the number of corners.
   */
  private bisect(count: number, left: number): number {
    if (left < 0 || count === cornerLimit) return count;
    const { spare: out } = this;
    const at = 3 * left;
    const next = left + 1 === count ? 0 : at + 3;
    let cosine = 0;
    for (let k = 0; k < 3; k++) cosine += out[at + k] * out[next + k];
    if (cosine > longArc) return count;
    for (let k = 3 * count - 1; k > at + 2; k--) out[k + 3] = out[k];
    // Corners p, q on the plane with the normal n are in the order in which p × q points along −n.
    cross(out, at + 3, out, at, this.plane);
    return count + 1;
  }

  /** Writes to `spare[to]` where the arc from corner `i` to corner `j` crosses the plane. */
  private crossing(to: number, i: number, j: number): void {
    const { corners: p, spare: out, sines } = this;
    const share = sines[i] / (sines[i] - sines[j]);
    const t = Math.max(0, Math.min(1, share));
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      out[to + k] = p[3 * i + k] + t * (p[3 * j + k] - p[3 * i + k]);
      squared += out[to + k] * out[to + k];
    }
    const length = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) out[to + k] /= length;
  }
}

/** Writes to `out[to]` the unit vector along p × n, of the vector at `at` of `p` and the vector `n`. */
function cross(out: Float64Array, to: number, p: Float64Array, at: number, n: Float64Array): void {
  const x = p[at + 1] * n[2] - p[at + 2] * n[1];
  const y = p[at + 2] * n[0] - p[at] * n[2];
  const z = p[at] * n[1] - p[at + 1] * n[0];
  const length = Math.sqrt(x * x + y * y + z * z);
  out[to] = x / length;
  out[to + 1] = y / length;
  out[to + 2] = z / length;
}
