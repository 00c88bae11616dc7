/**
 * Finds how far a body that touches an obstacle from the start of a step may move on. It may pivot about a
 * vertex that rests there and come down on another, or roll over an edge: held in place, an octahedron of 1
 * cm would hang in the air for ever. So it moves on until some point of it has sunk a little deeper along the
 * normal; the next step finds the contact there. Conservative advancement of one support point; nothing is
 * allocated.
 */
import type { Posed } from '@colide/geometry';
import { type Sweep, sweepPoseAt, type TimeOfImpact } from '@colide/narrowphase';

const atEnd = /* @__PURE__ */ Float64Array.of(1);
const moment = /* @__PURE__ */ new Float64Array(1);
const point = /* @__PURE__ */ new Float64Array(3);

/** Support points per call: a safe time is enough. */
const mostSteps = 32;

/**
 * Whether `body`, which overlaps an obstacle by `overlap` from the start, is deeper than `limits.depth` along
 * the normal of `out` at the end of its motion. The body is left posed at the start.
 */
export function endsDeep(
  out: TimeOfImpact,
  body: Posed,
  sweep: Sweep,
  carried: Float64Array,
  overlap: { readonly depth: number },
  limits: { readonly depth: number },
): boolean {
  const { normal } = out;
  let depth = overlap.depth;
  sweepPoseAt(body, sweep, atEnd, 0);
  body.support(point, normal);
  for (let k = 0; k < 3; k++) depth += normal[k] * (point[k] - carried[k]);
  moment[0] = 0;
  sweepPoseAt(body, sweep, moment, 0);
  body.support(point, normal);
  for (let k = 0; k < 3; k++) depth -= normal[k] * point[k];
  return depth > limits.depth;
}

/**
 * Sets the time of `out` to one at which `body` has sunk along the normal of `out` by half to the whole of
 * `limits.tolerance`, into an obstacle that moves by `carried`, or to 1 if it does not. After
 * {@link mostSteps} it may have sunk by less. The body is left posed somewhere along its motion.
 */
export function findSinkTime(
  out: TimeOfImpact,
  body: Posed,
  sweep: Sweep,
  carried: Float64Array,
  limits: { readonly tolerance: number },
): void {
  const { linear, angular, radius } = sweep;
  const { tolerance } = limits;
  const x = out.normal[0];
  const y = out.normal[1];
  const z = out.normal[2];
  const cx = y * angular[2] - z * angular[1];
  const cy = z * angular[0] - x * angular[2];
  const cz = x * angular[1] - y * angular[0];
  const away = x * carried[0] + y * carried[1] + z * carried[2];
  const speed =
    x * linear[0] + y * linear[1] + z * linear[2] + radius * Math.sqrt(cx * cx + cy * cy + cz * cz) - away;
  out.time = 1;
  if (!(speed > 0)) return;
  moment[0] = 0;
  let start = 0;
  for (let n = 0; n < mostSteps; n++) {
    const t = moment[0];
    sweepPoseAt(body, sweep, moment, 0);
    body.support(point, out.normal);
    const height = x * point[0] + y * point[1] + z * point[2] - t * away;
    if (n === 0) start = height;
    if (t === 1 || height - start >= 0.5 * tolerance) break;
    moment[0] = Math.min(1, t + (tolerance + start - height) / speed);
  }
  out.time = moment[0];
}
