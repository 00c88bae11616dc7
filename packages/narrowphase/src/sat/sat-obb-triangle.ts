/**
 * Overlap of an oriented box and a triangle by separating axes, with depth and normal: the 13 axes of
 * `triangle-box.ts`. `triangleObb` answers only yes or no.
 *
 * Both are projected in full on each axis, about a hundred products; no allocation. The depth is exact to
 * rounding. Touching counts, up to 1e-14 of the lengths that enter.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { axisAt, gapAt } from '../internal/axis-layout.ts';
import { obbAxesAt, obbHalfAt } from '../internal/layouts.ts';
import { loadObb, SmallSat } from '../internal/small-sat.ts';
import { type SatResult, satAxis } from './sat-result.ts';

const sat = /* @__PURE__ */ new SmallSat();
/**
 * The axes in the order they are tried: three faces of the box, the face of the triangle, nine cross products
 * of edges.
 */
const faceOfB = 3;
const firstEdges = 4;
const axisCount = 13;

/**
 * Whether the box `a` and triangle `b` (nine numbers) overlap or touch; fills `out`. `featureA` is the axis
 * of the box, 0 to 2; `featureB` is 0 for the triangle's face, or the index of its edge. Unchecked: NaN
 * overlaps nothing.
 */
export function satObbTriangle(out: SatResult, a: ReadonlyObb, b: ArrayLike<number>): boolean {
  const { pointsA, pointsB, axis, best } = sat;
  loadObb(pointsA, a);
  sat.countA = 8;
  sat.countB = 3;
  let size = 0;
  for (let i = 0; i < 9; i++) {
    pointsB[i] = b[i];
    size = Math.max(size, Math.abs(b[i]), Math.abs(a[i % 3]));
  }
  sat.limit[0] = 2 ** -46 * (size + a[obbHalfAt] + a[obbHalfAt + 1] + a[obbHalfAt + 2]);
  sat.clear();
  let apart = false;
  for (let step = 0; step < axisCount && !apart; step++) {
    if (step < faceOfB) {
      for (let k = 0; k < 3; k++) axis[k] = a[obbAxesAt + 3 * step + k];
    } else if (step === faceOfB) sat.normalOf(pointsB);
    else {
      const edge = ((step - firstEdges) / 3) | 0;
      sat.crossEdges(0, 1 << ((step - firstEdges) % 3), edge, (edge + 1) % 3);
    }
    apart = sat.offer(step);
  }
  const step = sat.name;
  out.steps = apart ? step + 1 : axisCount;
  out.depth = apart ? -best[gapAt] : Math.max(0, -best[gapAt]);
  for (let i = 0; i < 3; i++) out.normal[i] = best[axisAt + i];
  out.kind = step < faceOfB ? satAxis.faceA : step === faceOfB ? satAxis.faceB : satAxis.edges;
  out.featureA = step < faceOfB ? step : step === faceOfB ? -1 : (step - firstEdges) % 3;
  out.featureB = step < faceOfB ? -1 : step === faceOfB ? 0 : ((step - firstEdges) / 3) | 0;
  return !apart && best[gapAt] > -Infinity;
}
