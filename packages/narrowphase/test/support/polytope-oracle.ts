/**
 * Signed distance of two polytopes by exhaustion, fast enough for hulls of 200 vertices.
 *
 * Nothing here knows support mappings, simplices or Gauss maps. The hull is found by gift wrapping. The
 * distance of disjoint polytopes is the least over all pairs of vertex and face and of edge and edge; the
 * depth of overlapping ones the least over all face normals and all cross products of edges, where an edge
 * axis counts only if projecting all vertices shows that both edges support it: others are no faces of the
 * difference and cannot be the shortest way out.
 */

/** A polytope in its own frame. Points and segments have no faces. */
export interface Polytope {
  /** x, y, z of every vertex. */
  readonly points: Float64Array;
  /** Corners of triangles, counter-clockwise from outside, by number. */
  readonly triangles: readonly (readonly [number, number, number])[];
  /** Ends of edges, by number. */
  readonly edges: readonly (readonly [number, number])[];
}

/** The hull of points in general position: no four of one face. All of them must be corners. */
export function wrapPoints(points: Float64Array): Polytope {
  const n = points.length / 3;
  const triangles: [number, number, number][] = [];
  const edges: [number, number][] = [];
  const done = new Set<number>();
  /** The point k for which all others lie below the plane i j k. */
  const pivot = (i: number, j: number): number => {
    let best = -1;
    for (let k = 0; k < n; k++)
      if (k !== i && k !== j && (best < 0 || volume(points, i, j, best, k) > 0)) best = k;
    return best;
  };
  let lowest = 0;
  for (let i = 1; i < n; i++) if (points[3 * i + 2] < points[3 * lowest + 2]) lowest = i;
  // An edge from the lowest point: the one whose plane with the horizontal has everything on one side.
  let second = -1;
  for (let j = 0; j < n && second < 0; j++) {
    if (j === lowest) continue;
    const k = pivot(lowest, j);
    let supporting = true;
    for (let m = 0; m < n && supporting; m++)
      supporting = m === lowest || m === j || m === k || volume(points, lowest, j, k, m) < 0;
    if (supporting) second = j;
  }
  if (second < 0) throw new Error('the points are not in general position');
  const open: [number, number][] = [[lowest, second]];
  while (open.length > 0) {
    const [i, j] = open.pop()!;
    if (done.has(i * n + j)) continue;
    const k = pivot(i, j);
    triangles.push([i, j, k]);
    for (const [p, q] of [
      [i, j],
      [j, k],
      [k, i],
    ] as const) {
      done.add(p * n + q);
      if (!done.has(q * n + p)) {
        edges.push([p, q]);
        open.push([q, p]);
      }
    }
  }
  // Euler: all of them are corners of one closed surface.
  if (triangles.length !== 2 * n - 4 || edges.length !== 3 * n - 6) throw new Error('the hull is not closed');
  return { points, triangles, edges };
}

/** Six times the volume of the tetrahedron, positive when m lies above the plane i j k. */
function volume(p: Float64Array, i: number, j: number, k: number, m: number): number {
  const [x, y, z] = [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
  const [ax, ay, az] = [p[3 * j] - x, p[3 * j + 1] - y, p[3 * j + 2] - z];
  const [bx, by, bz] = [p[3 * k] - x, p[3 * k + 1] - y, p[3 * k + 2] - z];
  const [cx, cy, cz] = [p[3 * m] - x, p[3 * m + 1] - y, p[3 * m + 2] - z];
  return (ay * bz - az * by) * cx + (az * bx - ax * bz) * cy + (ax * by - ay * bx) * cz;
}

/** A box from −half to half. */
export function boxPolytope(half: readonly number[]): Polytope {
  const points = Float64Array.from({ length: 24 }, (_, i) =>
    ((i / 3) >> (i % 3)) & 1 ? half[i % 3] : -half[i % 3],
  );
  const triangles: [number, number, number][] = [];
  const edges: [number, number][] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v, w] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3), 1 << axis];
    triangles.push([w, w + u, w + u + v], [w, w + u + v, w + v], [0, v, u + v], [0, u + v, u]);
    for (const corner of [0, u, v, u + v]) edges.push([corner, corner + w]);
  }
  return { points, triangles, edges };
}

/** The same polytope with its vertices turned, moved and stretched. */
export function mapPolytope(
  polytope: Polytope,
  map: (x: number, y: number, z: number) => number[],
): Polytope {
  const { points, triangles, edges } = polytope;
  const moved = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) moved.set(map(points[i], points[i + 1], points[i + 2]), i);
  return { points: moved, triangles, edges };
}

/** The separation of `b` from `a` along the unit vector x, y, z: negative when the projections overlap. */
export function separationAlong(a: Polytope, b: Polytope, x: number, y: number, z: number): number {
  let top = -Infinity;
  let bottom = Infinity;
  for (let i = 0; i < a.points.length; i += 3)
    top = Math.max(top, a.points[i] * x + a.points[i + 1] * y + a.points[i + 2] * z);
  for (let i = 0; i < b.points.length; i += 3)
    bottom = Math.min(bottom, b.points[i] * x + b.points[i + 1] * y + b.points[i + 2] * z);
  return bottom - top;
}

/**
 * Distance of disjoint polytopes, or minus the depth of overlapping ones, with the unit vector from `a` to
 * `b`. The sets are disjoint when an axis shows it; then the distance is that of the nearest features.
 */
export function exhaustiveDistance(a: Polytope, b: Polytope): { distance: number; normal: number[] } {
  const best = { distance: -Infinity, normal: [1, 0, 0] };
  const offer = (x: number, y: number, z: number) => {
    const length = Math.hypot(x, y, z);
    if (!(length > 0)) return;
    const gap = separationAlong(a, b, x / length, y / length, z / length);
    if (!(gap > best.distance)) return;
    best.distance = gap;
    best.normal = [x / length, y / length, z / length];
  };
  const [squared, x, y, z] = nearestFeatures(a, b);
  const nearest = Math.sqrt(squared);
  offer(x, y, z);
  if (best.distance > 0.99 * nearest) return { ...best, distance: nearest };
  for (const [i, j, k] of a.triangles) offerFace(a.points, i, j, k, 1, offer);
  for (const [i, j, k] of b.triangles) offerFace(b.points, i, j, k, -1, offer);
  for (const [i, j] of a.edges)
    for (const [k, l] of b.edges) offerEdges(a.points, [i, j], b.points, [k, l], offer);
  return best.distance > 0 ? { ...best, distance: nearest } : best;
}

type Offer = (x: number, y: number, z: number) => void;

function offerFace(p: Float64Array, i: number, j: number, k: number, sign: number, offer: Offer): void {
  const [ux, uy, uz] = [p[3 * j] - p[3 * i], p[3 * j + 1] - p[3 * i + 1], p[3 * j + 2] - p[3 * i + 2]];
  const [vx, vy, vz] = [p[3 * k] - p[3 * i], p[3 * k + 1] - p[3 * i + 1], p[3 * k + 2] - p[3 * i + 2]];
  offer(sign * (uy * vz - uz * vy), sign * (uz * vx - ux * vz), sign * (ux * vy - uy * vx));
}

type Edge = readonly [number, number];

function offerEdges(p: Float64Array, [i, j]: Edge, q: Float64Array, [k, l]: Edge, offer: Offer): void {
  const [px, py, pz] = [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
  const [qx, qy, qz] = [q[3 * k], q[3 * k + 1], q[3 * k + 2]];
  const [ux, uy, uz] = [p[3 * j] - px, p[3 * j + 1] - py, p[3 * j + 2] - pz];
  const [vx, vy, vz] = [q[3 * l] - qx, q[3 * l + 1] - qy, q[3 * l + 2] - qz];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const slack = 1e-9 * Math.hypot(x, y, z);
  if (supports(p, i, x, y, z, slack) && supports(q, k, -x, -y, -z, slack)) offer(x, y, z);
  if (supports(p, i, -x, -y, -z, slack) && supports(q, k, x, y, z, slack)) offer(-x, -y, -z);
}

/** Whether no point lies above the plane through point `i`, but for a slack times the size of the set. */
function supports(points: Float64Array, i: number, x: number, y: number, z: number, slack: number): boolean {
  const [ox, oy, oz] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
  for (let at = 0; at < points.length; at += 3) {
    const dx = points[at] - ox;
    const dy = points[at + 1] - oy;
    const dz = points[at + 2] - oz;
    if (x * dx + y * dy + z * dz > slack * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz))) return false;
  }
  return true;
}

/** The shortest vector from a feature of `a` to one of `b`, behind its squared length. */
function nearestFeatures(a: Polytope, b: Polytope): number[] {
  const best = [Infinity, 0, 0, 0];
  const p = a.points;
  const q = b.points;
  for (const face of b.triangles) for (let v = 0; v < p.length; v += 3) vertexFace(best, p, v, q, face, 1);
  for (const face of a.triangles) for (let v = 0; v < q.length; v += 3) vertexFace(best, q, v, p, face, -1);
  const edgesA = a.edges.length > 0 ? a.edges : [[0, 0] as const];
  const edgesB = b.edges.length > 0 ? b.edges : [[0, 0] as const];
  for (const edge of edgesA) for (const other of edgesB) edgeEdge(best, p, edge, q, other);
  return best;
}

/** Offers the vector between a vertex and its foot on a face, where the foot lies inside. */
function vertexFace(
  best: number[],
  p: Float64Array,
  v: number,
  q: Float64Array,
  face: readonly [number, number, number],
  sign: number,
): void {
  const [i, j, k] = [3 * face[0], 3 * face[1], 3 * face[2]];
  const ux = q[j] - q[i];
  const uy = q[j + 1] - q[i + 1];
  const uz = q[j + 2] - q[i + 2];
  const vx = q[k] - q[i];
  const vy = q[k + 1] - q[i + 1];
  const vz = q[k + 2] - q[i + 2];
  const wx = p[v] - q[i];
  const wy = p[v + 1] - q[i + 1];
  const wz = p[v + 2] - q[i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const squared = nx * nx + ny * ny + nz * nz;
  const height = (wx * nx + wy * ny + wz * nz) / squared;
  if (!(height * height * squared < best[0])) return;
  const s = ((wy * vz - wz * vy) * nx + (wz * vx - wx * vz) * ny + (wx * vy - wy * vx) * nz) / squared;
  const t = ((uy * wz - uz * wy) * nx + (uz * wx - ux * wz) * ny + (ux * wy - uy * wx) * nz) / squared;
  if (!(s >= 0 && t >= 0 && s + t <= 1)) return;
  best[0] = height * height * squared;
  best[1] = -sign * height * nx;
  best[2] = -sign * height * ny;
  best[3] = -sign * height * nz;
}

/**
 * Offers the vector between the nearest points of two segments: the crossing of the lines, or from an end to
 * the other segment.
 */
function edgeEdge(best: number[], p: Float64Array, edge: Edge, q: Float64Array, other: Edge): void {
  const [i, j] = [3 * edge[0], 3 * edge[1]];
  const [k, l] = [3 * other[0], 3 * other[1]];
  const ux = p[j] - p[i];
  const uy = p[j + 1] - p[i + 1];
  const uz = p[j + 2] - p[i + 2];
  const vx = q[l] - q[k];
  const vy = q[l + 1] - q[k + 1];
  const vz = q[l + 2] - q[k + 2];
  const wx = q[k] - p[i];
  const wy = q[k + 1] - p[i + 1];
  const wz = q[k + 2] - p[i + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const clamp = (x: number) => (x > 0 ? Math.min(x, 1) : 0);
  for (let candidate = 0; candidate < 5; candidate++) {
    let s = candidate & 1;
    let t = clamp((s * uv - vw) / vv);
    if (candidate >= 2) {
      t = candidate & 1;
      s = clamp((uw + t * uv) / uu);
    }
    if (candidate === 4) {
      const determinant = uu * vv - uv * uv;
      s = (vv * uw - uv * vw) / determinant;
      t = (uv * uw - uu * vw) / determinant;
      if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
    }
    const x = wx + t * vx - s * ux;
    const y = wy + t * vy - s * uy;
    const z = wz + t * vz - s * uz;
    const squared = x * x + y * y + z * z;
    if (!(squared < best[0])) continue;
    best[0] = squared;
    best[1] = x;
    best[2] = y;
    best[3] = z;
  }
}
