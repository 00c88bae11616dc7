/**
 * Penetration depth of two convex sets whose cores overlap.
 *
 * EPA grows a polytope inside the configuration-space obstacle A ⊖ B, around the origin, always at the face
 * nearest the origin: it asks for the support point along that face's normal and, if the obstacle extends
 * farther, replaces the faces that the new point sees by a fan. The distance of the face is a lower bound of
 * the depth and the height of the support point an upper one; when they meet, the face lies on the boundary
 * of the obstacle.
 *
 * van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", GDC 2001.
 *
 * Where we depart: the smallest upper bound seen is the answer, so the reported depth and normal always
 * separate the shapes, even where rounding spoils a face; a face that cannot be improved is set aside and the
 * search continues. It ends after `maxSteps` at the latest, with `converged` false. Cost: O(n²) for n steps,
 * with a small constant; polytopes take about as many steps as they have faces near the contact, smooth
 * shapes a few dozen. No allocation.
 */

import { createGjkSimplex, type GjkSimplex } from '../gjk/gjk-simplex.ts';
import type { CsoSupport } from '../internal/cso-support.ts';
import { completeSimplex, spansVolume } from './internal/complete-simplex.ts';
import { EpaPolytope, edgeBits, maxVertices, planeSize } from './internal/epa-polytope.ts';

export type { CsoSupport } from '../internal/cso-support.ts';
export type { EpaPolytope } from './internal/epa-polytope.ts';

/** The state of the expansion, and its answer: the cores' penetration. */
export interface EpaState {
  /** Depth of the cores: the smallest upper bound seen. */
  depth: number;
  /** The direction, from A to B, along which moving B by `depth` separates the cores. */
  readonly normal: Float64Array;
  /** Lower bound of the depth. */
  bound: number;
  /** The face of the answer; −1 once it has been split. */
  face: number;
  /** Vertices of the polytope that span that face. */
  readonly corners: Uint16Array;
  /** Weights of those vertices at the point nearest the origin; known after {@link epaFinish}. */
  readonly weights: Float64Array;
  /** Support points asked for. */
  steps: number;
  /** Whether the bounds met. */
  converged: boolean;
  /** The polytope: its arrays show every step. */
  readonly polytope: EpaPolytope;
  /** The simplex it grew from and the slot for new points. */
  readonly simplex: GjkSimplex;
}

/** The memory of an expansion, about 60 kB; made once and used again. */
export function createEpaState(): EpaState {
  return {
    depth: 0,
    normal: new Float64Array(3),
    bound: 0,
    face: -1,
    corners: new Uint16Array(3),
    weights: new Float64Array(3),
    steps: 0,
    converged: false,
    polytope: new EpaPolytope(),
    simplex: createGjkSimplex(),
  };
}

/**
 * Prepares the expansion from any simplex of GJK that holds the origin: a tetrahedron, or a triangle, segment
 * or point on which the origin lies, which is completed first. When A ⊖ B is flat, the depth across it is
 * zero and the search is over. Returns whether there is something to expand.
 */
export function epaStart(state: EpaState, cso: CsoSupport, from: GjkSimplex): boolean {
  state.steps = 0;
  state.depth = Infinity;
  state.bound = 0;
  state.converged = false;
  state.face = -1;
  if (from.count === 4 && spansVolume(from)) {
    state.polytope.start(from);
    return true;
  }
  copySimplex(state.simplex, from);
  if (!completeSimplex(state.simplex, cso, state.normal)) {
    state.depth = 0;
    state.converged = true;
    for (let i = 0; i < 3; i++) {
      state.corners[i] = Math.min(i, from.count - 1);
      state.weights[i] = i < from.count ? from.weights[i] : 0;
    }
    state.polytope.vertexCount = 0;
    for (let i = 0; i < from.count; i++) state.polytope.addVertex(from, i);
    return false;
  }
  state.polytope.start(state.simplex);
  return true;
}

/** One expansion. Returns whether the search is over. */
export function epaStep(state: EpaState, cso: CsoSupport, tolerance = 1e-9): boolean {
  const { polytope, simplex } = state;
  const face = polytope.takeNearest();
  if (face < 0) {
    state.converged = state.depth < Infinity;
    return true;
  }
  const bound = polytope.distances[face];
  if (bound > state.bound) state.bound = bound;
  if (bound >= state.depth) {
    // If the bounds are equal up to rounding, the face is as good. If not, rounding has lost the nearest
    // face, and the support plane that gave the depth remains the answer.
    if (bound <= (1 + 1e-9) * state.depth) settle(state, face);
    return (state.converged = true);
  }
  const { planes } = polytope;
  const nx = planes[planeSize * face];
  const ny = planes[planeSize * face + 1];
  const nz = planes[planeSize * face + 2];
  const { numbers } = simplex;
  simplex.count = 0;
  direction[0] = -nx;
  direction[1] = -ny;
  direction[2] = -nz;
  cso.support(simplex, direction);
  state.steps++;
  const x = numbers[0];
  const y = numbers[1];
  const z = numbers[2];
  const height = (nx * x + ny * y + nz * z) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (height < state.depth) {
    state.depth = height;
    settle(state, face);
  }
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  // Relative to the depth, but no finer than rounding allows for a point this far out.
  const gap = tolerance * Math.max(height, 1e-4 * size);
  if (height - bound <= gap) {
    // The plane of an earlier face may have had the same depth; the points to report are on this face.
    settle(state, face);
    return (state.converged = true);
  }
  // A known vertex cannot improve the face: rounding has tilted it. It has been taken; go on with the next.
  if (polytope.has(simplex, 0)) return false;
  if (polytope.vertexCount === maxVertices) return true;
  if (state.face === face) state.face = -1;
  return !polytope.expand(polytope.addVertex(simplex, 0), face);
}

const direction = /* @__PURE__ */ new Float64Array(3);

/** Makes a face the answer: its unit normal and its corners. */
function settle(state: EpaState, face: number): void {
  const { polytope, normal, corners } = state;
  const { planes } = polytope;
  const nx = planes[planeSize * face];
  const ny = planes[planeSize * face + 1];
  const nz = planes[planeSize * face + 2];
  const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  normal[0] = nx * inverse;
  normal[1] = ny * inverse;
  normal[2] = nz * inverse;
  for (let i = 0; i < 3; i++) corners[i] = polytope.corners[3 * face + i];
  state.face = face;
}

/**
 * Ends the search: finds the weights of the point nearest the origin. A flat side of the obstacle is cut into
 * several triangles of equal distance; we walk to the one that holds that point.
 */
export function epaFinish(state: EpaState): void {
  const { polytope, corners, weights } = state;
  const { distances, neighbours } = polytope;
  let { face } = state;
  const d = face < 0 ? 0 : distances[face];
  for (let walked = 0; walked < 16; walked++) {
    const worst = weigh(state);
    if (worst < 0) return;
    if (face < 0) break;
    // The edge opposite corner i is edge i + 1.
    const next = neighbours[3 * face + ((worst + 1) % 3)] >> edgeBits;
    if (!(Math.abs(distances[next] - d) <= 1e-9 * Math.abs(d) + 1e-14 * polytope.extent)) break;
    face = next;
    for (let i = 0; i < 3; i++) corners[i] = polytope.corners[3 * face + i];
  }
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += weights[i] = Math.max(weights[i], 0);
  for (let i = 0; i < 3; i++) weights[i] /= sum;
}

/**
 * Barycentric weights of the origin's projection on the triangle of `corners`, from signed areas with the
 * projection in place of each corner. Returns the corner with the most negative weight, −1 when the
 * projection lies inside.
 */
function weigh(state: EpaState): number {
  const { corners, normal, weights } = state;
  const { w } = state.polytope;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  // The projection, and the areas with it in place of each corner.
  const c = 3 * corners[0];
  const d = nx * w[c] + ny * w[c + 1] + nz * w[c + 2];
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const j = 3 * corners[(i + 1) % 3];
    const k = 3 * corners[(i + 2) % 3];
    const jx = w[j] - d * nx;
    const jy = w[j + 1] - d * ny;
    const jz = w[j + 2] - d * nz;
    const kx = w[k] - d * nx;
    const ky = w[k + 1] - d * ny;
    const kz = w[k + 2] - d * nz;
    weights[i] = nx * (jy * kz - jz * ky) + ny * (jz * kx - jx * kz) + nz * (jx * ky - jy * kx);
    sum += weights[i];
  }
  let worst = -1;
  let least = -1e-12;
  for (let i = 0; i < 3; i++) {
    weights[i] /= sum;
    if (weights[i] < least) {
      least = weights[i];
      worst = i;
    }
  }
  return worst;
}

function copySimplex(to: GjkSimplex, from: GjkSimplex): void {
  to.count = from.count;
  to.numbers.set(from.numbers);
  to.ids.set(from.ids);
}
