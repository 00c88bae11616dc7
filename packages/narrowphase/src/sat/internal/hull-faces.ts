/**
 * Face normals as separating axes of two hulls. Along the outward normal of a face, its hull ends at that
 * face, so only the other hull is projected: the gap is the height of its support vertex above the face.
 * Small hulls are projected vertex by vertex; on large ones the search climbs from the support vertex of the
 * previous face.
 */
import type { HullShape } from '@colide/geometry';
import { axisAt, gapAt } from '../../internal/axis-layout.ts';
import { offsetAt, planeSize } from '../../internal/hull-layout.ts';
import { type SatResult, satAxis } from '../sat-result.ts';
import { type HullTrial, keepIfBetter, slackAt } from './hull-trial.ts';

/** Hulls with at most this many vertices are projected vertex by vertex; larger ones are climbed. */
const scanLimit = 16;
/** The start of a climb when no vertex is known. */
export const noVertex = -1;
/** Stands for a support vertex when the axis separates. */
export const separated = -2;

/** Tries the face normals of A. Returns whether one of them separates. */
export function tryFacesOfA(trial: HullTrial, out: SatResult, a: HullShape, b: HullShape): boolean {
  if (b.vertexCount <= scanLimit) return scanFacesOfA(trial, out, a, b);
  let vertex = noVertex;
  for (let face = 0; face < a.faceCount; face++) {
    vertex = tryFaceOfA(trial, out, a, b, face, vertex);
    if (vertex === separated) return true;
  }
  return false;
}

/** Tries the face normals of B. Returns whether one of them separates. */
export function tryFacesOfB(trial: HullTrial, out: SatResult, a: HullShape, b: HullShape): boolean {
  if (a.vertexCount <= scanLimit) return scanFacesOfB(trial, out, a, b);
  let vertex = noVertex;
  for (let face = 0; face < b.faceCount; face++) {
    vertex = tryFaceOfB(trial, out, a, b, face, vertex);
    if (vertex === separated) return true;
  }
  return false;
}

/** As {@link tryFacesOfA} for a small B. */
function scanFacesOfA({ frame, best }: HullTrial, out: SatResult, a: HullShape, b: HullShape): boolean {
  const { planes } = a;
  const v = frame.vertices;
  const end = b.vertices.length;
  const slack = best[slackAt];
  let most = best[gapAt];
  for (let at = 0; at < planes.length; at += planeSize) {
    const x = planes[at];
    const y = planes[at + 1];
    const z = planes[at + 2];
    let gap = Infinity;
    for (let i = 0; i < end; i += 3) {
      const along = x * v[i] + y * v[i + 1] + z * v[i + 2];
      if (along < gap) gap = along;
    }
    gap -= planes[at + offsetAt];
    out.steps++;
    if (!(gap > most)) continue;
    most = gap;
    best[gapAt] = gap;
    best[axisAt] = x;
    best[axisAt + 1] = y;
    best[axisAt + 2] = z;
    out.kind = satAxis.faceA;
    out.featureA = at / planeSize;
    out.featureB = -1;
    if (gap > slack) return true;
  }
  return false;
}

/** As {@link tryFacesOfB} for a small A. */
function scanFacesOfB({ frame, best }: HullTrial, out: SatResult, a: HullShape, b: HullShape): boolean {
  const { planes } = b;
  const v = a.vertices;
  const end = v.length;
  const m = frame.rotation;
  const t = frame.translation;
  const slack = best[slackAt];
  let most = best[gapAt];
  for (let at = 0; at < planes.length; at += planeSize) {
    const nx = planes[at];
    const ny = planes[at + 1];
    const nz = planes[at + 2];
    const x = m[0] * nx + m[3] * ny + m[6] * nz;
    const y = m[1] * nx + m[4] * ny + m[7] * nz;
    const z = m[2] * nx + m[5] * ny + m[8] * nz;
    let gap = Infinity;
    for (let i = 0; i < end; i += 3) {
      const along = x * v[i] + y * v[i + 1] + z * v[i + 2];
      if (along < gap) gap = along;
    }
    gap -= x * t[0] + y * t[1] + z * t[2] + planes[at + offsetAt];
    out.steps++;
    if (!(gap > most)) continue;
    most = gap;
    best[gapAt] = gap;
    best[axisAt] = -x;
    best[axisAt + 1] = -y;
    best[axisAt + 2] = -z;
    out.kind = satAxis.faceB;
    out.featureA = -1;
    out.featureB = at / planeSize;
    if (gap > slack) return true;
  }
  return false;
}

/**
 * Projects B on the normal of a face of A. Returns B's support vertex, to climb from next, or
 * {@link separated}.
 *
 * @param start the vertex to climb from, or {@link noVertex}
 */
export function tryFaceOfA(
  trial: HullTrial,
  out: SatResult,
  a: HullShape,
  b: HullShape,
  face: number,
  start: number,
): number {
  const { frame, tried, direction } = trial;
  const { planes } = a;
  const at = planeSize * face;
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  const m = frame.rotation;
  direction[0] = -(m[0] * x + m[1] * y + m[2] * z);
  direction[1] = -(m[3] * x + m[4] * y + m[5] * z);
  direction[2] = -(m[6] * x + m[7] * y + m[8] * z);
  const vertex = b.supportVertex(direction, start);
  const v = frame.vertices;
  tried[gapAt] = x * v[3 * vertex] + y * v[3 * vertex + 1] + z * v[3 * vertex + 2] - planes[at + offsetAt];
  tried[axisAt] = x;
  tried[axisAt + 1] = y;
  tried[axisAt + 2] = z;
  out.steps++;
  return keepIfBetter(trial, out, satAxis.faceA, face, -1) ? separated : vertex;
}

/** As {@link tryFaceOfA} with the roles swapped. */
export function tryFaceOfB(
  trial: HullTrial,
  out: SatResult,
  a: HullShape,
  b: HullShape,
  face: number,
  start: number,
): number {
  const { frame, tried, direction } = trial;
  const { planes } = b;
  const at = planeSize * face;
  const nx = planes[at];
  const ny = planes[at + 1];
  const nz = planes[at + 2];
  const m = frame.rotation;
  const t = frame.translation;
  const x = m[0] * nx + m[3] * ny + m[6] * nz;
  const y = m[1] * nx + m[4] * ny + m[7] * nz;
  const z = m[2] * nx + m[5] * ny + m[8] * nz;
  direction[0] = -x;
  direction[1] = -y;
  direction[2] = -z;
  const vertex = a.supportVertex(direction, start);
  const v = a.vertices;
  tried[gapAt] =
    x * (v[3 * vertex] - t[0]) +
    y * (v[3 * vertex + 1] - t[1]) +
    z * (v[3 * vertex + 2] - t[2]) -
    planes[at + offsetAt];
  tried[axisAt] = -x;
  tried[axisAt + 1] = -y;
  tried[axisAt + 2] = -z;
  out.steps++;
  return keepIfBetter(trial, out, satAxis.faceB, -1, face) ? separated : vertex;
}
