/**
 * The state of one separating-axis test of two hulls, all in A's frame, and the operations common to all its
 * axes.
 */
import type { HullShape } from '@colide/geometry';
import { axisAt, axisSize, gapAt } from '../../internal/axis-layout.ts';
import { SatFrame } from '../../internal/sat-frame.ts';
import { type SatResult, satAxis } from '../sat-result.ts';

/** Offset of the gap within which shapes touch; it follows the candidate in `best`. */
export const slackAt = axisSize;

/** The hulls, the best axis so far and the one on trial. */
export class HullTrial {
  readonly frame = new SatFrame();
  /** The best axis so far (`axis-layout.ts`), then the slack. */
  readonly best = new Float64Array(axisSize + 1);
  /** The axis on trial. */
  readonly tried = new Float64Array(axisSize);
  /** Centre of mass of A. */
  readonly center = new Float64Array(3);
  /** Scratch for support mappings. */
  readonly direction = new Float64Array(3);
}

/** Keeps the axis on trial if it is better than the best so far. Returns whether it separates. */
export function keepIfBetter(
  trial: HullTrial,
  out: SatResult,
  kind: number,
  featureA: number,
  featureB: number,
): boolean {
  const { best, tried } = trial;
  if (tried[gapAt] > best[gapAt]) {
    for (let i = 0; i < axisSize; i++) best[i] = tried[i];
    out.kind = kind;
    out.featureA = featureA;
    out.featureB = featureB;
  }
  return tried[gapAt] > best[slackAt];
}

/**
 * Projects both hulls on the axis on trial, whatever edges it came from; a zero axis is skipped. Returns
 * whether it separates.
 */
export function projectInFull(
  trial: HullTrial,
  out: SatResult,
  a: HullShape,
  b: HullShape,
  edgeA: number,
  edgeB: number,
): boolean {
  const { tried, direction, frame } = trial;
  const x = tried[axisAt];
  const y = tried[axisAt + 1];
  const z = tried[axisAt + 2];
  if (x === 0 && y === 0 && z === 0) return false;
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
  const i = 3 * a.supportVertex(direction, -1);
  const m = frame.rotation;
  direction[0] = -(m[0] * x + m[1] * y + m[2] * z);
  direction[1] = -(m[3] * x + m[4] * y + m[5] * z);
  direction[2] = -(m[6] * x + m[7] * y + m[8] * z);
  const j = 3 * b.supportVertex(direction, -1);
  const v = frame.vertices;
  const w = a.vertices;
  tried[gapAt] = x * (v[j] - w[i]) + y * (v[j + 1] - w[i + 1]) + z * (v[j + 2] - w[i + 2]);
  out.steps++;
  return keepIfBetter(trial, out, satAxis.edges, edgeA, edgeB);
}
