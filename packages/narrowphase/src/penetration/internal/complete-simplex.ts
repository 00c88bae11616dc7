/**
 * Completes a simplex of one, two or three points, which GJK leaves when the origin lies on it, to a
 * tetrahedron of A ⊖ B: each missing point is sought along directions that lead away from the others.
 */
import type { GjkSimplex } from '../../gjk/gjk-simplex.ts';
import type { CsoSupport } from '../../internal/cso-support.ts';
import { fourthAt, secondAt, thirdAt } from '../../internal/simplex-layout.ts';

/** New points must leave the simplex by this part of its size to count. */
const thickness = 1e-10;

const axis = /* @__PURE__ */ new Float64Array(3);
const side = /* @__PURE__ */ new Float64Array(3);
/** A normal, its length and that of an edge: in an array, as V8 might box what is returned. */
const cross = /* @__PURE__ */ new Float64Array(5);
const lengthAt = 3;
const edgeLengthAt = 4;

/**
 * Fills the simplex up to four points that span a volume. Returns false when A ⊖ B is flat; then `normal` is
 * a unit vector perpendicular to it.
 */
export function completeSimplex(simplex: GjkSimplex, cso: CsoSupport, normal: Float64Array): boolean {
  if (simplex.count === 4) {
    if (spansVolume(simplex)) return true;
    simplex.count = 3;
  }
  if (simplex.count === 3 && !spansArea(simplex)) simplex.count = 2;
  if (simplex.count === 2 && !spansLength(simplex)) simplex.count = 1;
  if (simplex.count === 1 && !addSecond(simplex, cso)) {
    normal[0] = normal[2] = 0;
    normal[1] = 1;
    return false;
  }
  if (simplex.count === 2 && !addThird(simplex, cso)) {
    perpendicular(normal, simplex);
    return false;
  }
  if (addFourth(simplex, cso)) return true;
  triangleNormal(normal, simplex);
  return false;
}

/**
 * Finds the support points along a direction and against it; keeps one if the simplex then spans one more
 * dimension.
 */
function tryPoints(
  simplex: GjkSimplex,
  cso: CsoSupport,
  x: number,
  y: number,
  z: number,
  spans: (simplex: GjkSimplex) => boolean,
): boolean {
  for (let sign = -1; sign < 2; sign += 2) {
    axis[0] = sign * x;
    axis[1] = sign * y;
    axis[2] = sign * z;
    cso.support(simplex, axis);
    simplex.count++;
    if (spans(simplex)) return true;
    simplex.count--;
  }
  return false;
}

function addSecond(simplex: GjkSimplex, cso: CsoSupport): boolean {
  return (
    tryPoints(simplex, cso, 1, 0, 0, spansLength) ||
    tryPoints(simplex, cso, 0, 1, 0, spansLength) ||
    tryPoints(simplex, cso, 0, 0, 1, spansLength)
  );
}

function addThird(simplex: GjkSimplex, cso: CsoSupport): boolean {
  const u = perpendicular(side, simplex);
  const { w } = simplex;
  const tx = w[secondAt] - w[0];
  const ty = w[secondAt + 1] - w[1];
  const tz = w[secondAt + 2] - w[2];
  const ux = u[0];
  const uy = u[1];
  const uz = u[2];
  const vx = ty * uz - tz * uy;
  const vy = tz * ux - tx * uz;
  const vz = tx * uy - ty * ux;
  return tryPoints(simplex, cso, ux, uy, uz, spansArea) || tryPoints(simplex, cso, vx, vy, vz, spansArea);
}

function addFourth(simplex: GjkSimplex, cso: CsoSupport): boolean {
  const n = triangleNormal(side, simplex);
  return tryPoints(simplex, cso, n[0], n[1], n[2], spansVolume);
}

/** Writes a unit vector at right angles to the segment of the first two points. */
function perpendicular(out: Float64Array, simplex: GjkSimplex): Float64Array {
  const { w } = simplex;
  const tx = w[secondAt] - w[0];
  const ty = w[secondAt + 1] - w[1];
  const tz = w[secondAt + 2] - w[2];
  const ax = Math.abs(tx);
  const ay = Math.abs(ty);
  const az = Math.abs(tz);
  let x = 0;
  let y = 0;
  let z = 0;
  if (ax <= ay && ax <= az) {
    y = tz;
    z = -ty;
  } else if (ay <= az) {
    x = -tz;
    z = tx;
  } else {
    x = ty;
    y = -tx;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  return out;
}

/** Sets {@link cross} to the normal of the first three points, twice their area long, and to two lengths. */
function crossEdges({ w }: GjkSimplex): void {
  const ux = w[secondAt] - w[0];
  const uy = w[secondAt + 1] - w[1];
  const uz = w[secondAt + 2] - w[2];
  const vx = w[thirdAt] - w[0];
  const vy = w[thirdAt + 1] - w[1];
  const vz = w[thirdAt + 2] - w[2];
  cross[0] = uy * vz - uz * vy;
  cross[1] = uz * vx - ux * vz;
  cross[2] = ux * vy - uy * vx;
  cross[lengthAt] = Math.sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  cross[edgeLengthAt] = Math.sqrt(ux * ux + uy * uy + uz * uz);
}

/** Writes the unit normal of the first three points. */
function triangleNormal(out: Float64Array, simplex: GjkSimplex): Float64Array {
  crossEdges(simplex);
  for (let i = 0; i < 3; i++) out[i] = cross[i] / cross[lengthAt];
  return out;
}

function spansLength({ w, largest }: GjkSimplex): boolean {
  const x = w[secondAt] - w[0];
  const y = w[secondAt + 1] - w[1];
  const z = w[secondAt + 2] - w[2];
  return Math.sqrt(x * x + y * y + z * z) > thickness * Math.sqrt(largest[0]);
}

function spansArea(simplex: GjkSimplex): boolean {
  crossEdges(simplex);
  return cross[lengthAt] > thickness * Math.sqrt(simplex.largest[0]) * cross[edgeLengthAt];
}

/** Whether the four points of a simplex span a volume. */
export function spansVolume(simplex: GjkSimplex): boolean {
  const { w, largest } = simplex;
  crossEdges(simplex);
  const volume =
    cross[0] * (w[fourthAt] - w[0]) +
    cross[1] * (w[fourthAt + 1] - w[1]) +
    cross[2] * (w[fourthAt + 2] - w[2]);
  return Math.abs(volume) > thickness * Math.sqrt(largest[0]) * cross[lengthAt];
}
