/**
 * Contacts of a ball with balls and oriented boxes: the point of the other shape nearest to the centre
 * decides everything, and it is the only contact point. A centre that lies on or in the other shape is pushed
 * out through the nearest side, or the first of several equally near ones. Closed forms, no allocation,
 * nothing checked; NaN gives no contact.
 *
 * Each pair has one kernel, `manifold…`, on two records of a flat array (four numbers of a sphere, fifteen of
 * a box); the `contact…` beside it takes two arrays and gives the deepest point.
 */
import type { ReadonlyObb, ReadonlySphere } from '@colide/bounds';
import { obbAxesAt, obbHalfAt, obbSize, sphereRadiusAt, sphereSize } from '../internal/layouts.ts';
import type { ContactManifold } from './contact-manifold.ts';
import { PairRecords, recordA, recordB } from './internal/pair-records.ts';
import { writeBallPoint } from './internal/plane-points.ts';
import type { PairContact } from './pair-contact.ts';

const pair = /* @__PURE__ */ new PairRecords();
/**
 * Distance from the ball's centre to the other shape; in an array, since V8 may box a fraction that is
 * passed.
 */
const gap = /* @__PURE__ */ new Float64Array(1);
/** By how much the centre is beyond the sides of the box. */
const beyond = /* @__PURE__ */ new Float64Array(3);

/**
 * Fills `out` with the contact point of the balls at `aAt` and `bAt` of `data`, normal from A to B; returns
 * 1, or 0 when they are more than `margin[0]` apart. Concentric balls have the normal +y.
 */
export function manifoldSphereSphere(
  out: ContactManifold,
  data: Float64Array,
  aAt: number,
  bAt: number,
  margin: Float64Array,
): number {
  out.count = 0;
  const x = data[bAt] - data[aAt];
  const y = data[bAt + 1] - data[aAt + 1];
  const z = data[bAt + 2] - data[aAt + 2];
  const squared = x * x + y * y + z * z;
  const radiusB = data[bAt + sphereRadiusAt];
  const reach = data[aAt + sphereRadiusAt] + radiusB + margin[0];
  if (!(squared <= reach * reach)) return 0;
  const distance = Math.sqrt(squared);
  const { normal } = out;
  const inverse = distance > 0 ? 1 / distance : 0;
  normal[0] = x * inverse;
  normal[1] = distance > 0 ? y * inverse : 1;
  normal[2] = z * inverse;
  gap[0] = distance - radiusB;
  return writeBallPoint(out, data, aAt, gap);
}

/** Contact of spheres `a` and `b`; whether they overlap or touch. */
export function contactSphereSphere(out: PairContact, a: ReadonlySphere, b: ReadonlySphere): boolean {
  pair.load(recordA, a, sphereSize);
  pair.load(recordB, b, sphereSize);
  pair.setSlack(sphereSize, sphereSize);
  manifoldSphereSphere(pair.manifold, pair.numbers, recordA, recordB, pair.margin);
  return pair.deepest(out);
}

/**
 * Fills `out` with the contact point of the ball at `aAt` and the oriented box at `bAt` of `data`, normal
 * from the ball to the box; returns 1, or 0 when they are more than `margin[0]` apart.
 */
export function manifoldSphereObb(
  out: ContactManifold,
  data: Float64Array,
  aAt: number,
  bAt: number,
  margin: Float64Array,
): number {
  out.count = 0;
  const axesAt = bAt + obbAxesAt;
  const x = data[aAt] - data[bAt];
  const y = data[aAt + 1] - data[bAt + 1];
  const z = data[aAt + 2] - data[bAt + 2];
  let squared = 0;
  let leastExit = Infinity;
  let exitAt = 0;
  let side = 1;
  for (let k = 0; k < 3; k++) {
    const axisAt = axesAt + 3 * k;
    const along = x * data[axisAt] + y * data[axisAt + 1] + z * data[axisAt + 2];
    const half = data[bAt + obbHalfAt + k];
    const over = along > half ? along - half : along < -half ? along + half : 0;
    beyond[k] = over;
    squared += over * over;
    const exit = half - Math.abs(along);
    if (exit < leastExit) {
      leastExit = exit;
      exitAt = axisAt;
      side = along < 0 ? 1 : -1;
    }
  }
  const reach = data[aAt + sphereRadiusAt] + margin[0];
  if (!(squared <= reach * reach)) return 0;
  const { normal } = out;
  if (squared === 0) {
    for (let k = 0; k < 3; k++) normal[k] = side * data[exitAt + k];
    gap[0] = -leastExit;
    return writeBallPoint(out, data, aAt, gap);
  }
  const distance = Math.sqrt(squared);
  for (let k = 0; k < 3; k++)
    normal[k] =
      -(beyond[0] * data[axesAt + k] + beyond[1] * data[axesAt + 3 + k] + beyond[2] * data[axesAt + 6 + k]) /
      distance;
  gap[0] = distance;
  return writeBallPoint(out, data, aAt, gap);
}

/** Contact of sphere `a` and oriented box `b`, fifteen numbers; whether they overlap or touch. */
export function contactSphereObb(out: PairContact, a: ReadonlySphere, b: ReadonlyObb): boolean {
  pair.load(recordA, a, sphereSize);
  pair.load(recordB, b, obbSize);
  pair.setSlack(sphereSize, obbAxesAt);
  manifoldSphereObb(pair.manifold, pair.numbers, recordA, recordB, pair.margin);
  return pair.deepest(out);
}
