/**
 * Overlap of an oriented box and a triangle by separating axes, with depth and normal: the 13 axes of `triangle-box.ts`, and,
 * for triangles that lie in a face plane, the in-plane normals of the triangle's edges. `triangleObb` is the boolean alone.
 *
 * Each axis is projected in full, about a hundred products; no allocation. The depth is exact
 * to rounding. Touching counts, up to 1e-14 of the lengths that enter.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { loadObb, SmallSat } from '../internal/small-sat.ts';
import { type SatResult, satAxis } from './sat-result.ts';

const sat = /* @__PURE__ */ new SmallSat();

/**
 * Whether the box `a` and triangle `b` (nine numbers) overlap or touch; fills `out`. `featureA` is the axis of the box, 0 to 2;
 * `featureB` is 0 for the triangle's face, or the number of its edge. Unchecked: NaN overlaps nothing.
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
  sat.limit[0] = 2 ** -46 * (size + a[3] + a[4] + a[5]);
  sat.clear();
  let apart = false;
  for (let step = 0; step < 13 && !apart; step++) {
    if (step < 3) {
      for (let k = 0; k < 3; k++) axis[k] = a[6 + 3 * step + k];
    } else if (step === 3) sat.normalOf(pointsB);
    else {
      const edge = ((step - 4) / 3) | 0;
      sat.crossEdges(0, 1 << ((step - 4) % 3), edge, (edge + 1) % 3);
    }
    apart = sat.offer(step);
  }
  const step = sat.name;
  out.steps = apart ? step + 1 : 13;
  out.depth = apart ? -best[0] : Math.max(0, -best[0]);
  for (let i = 0; i < 3; i++) out.normal[i] = best[1 + i];
  out.kind = step < 3 ? satAxis.faceA : step === 3 ? satAxis.faceB : satAxis.edges;
  out.featureA = step < 3 ? step : step === 3 ? -1 : (step - 4) % 3;
  out.featureB = step < 3 ? -1 : step === 3 ? 0 : ((step - 4) / 3) | 0;
  return !apart && best[0] > -Infinity;
}
