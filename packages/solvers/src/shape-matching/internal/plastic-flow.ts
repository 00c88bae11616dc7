/**
 * Plastic flow of a shape-matched body: the part of the deformation beyond the yield point creeps into the
 * rest shape, `S_p ← (I + h c (S − I)) S_p`, S being the stretch RᵀA. Volume is kept and the total strain
 * limited.
 *
 * Müller et al. 2005, §4.5; the size of a strain is its Frobenius norm here, the largest stretch there.
 */
import { cubeRoot } from '@colide/math';

const stretch = /* @__PURE__ */ new Float64Array(9);
const product = /* @__PURE__ */ new Float64Array(9);

/** Plastic behaviour: yield strain, creep rate in 1/s, largest strain. */
export interface PlasticMaterial {
  readonly yieldStrain: number;
  readonly creep: number;
  readonly maxStrain: number;
}

/** Norm of `m[at…] − I`. */
function strainNorm(m: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < 9; k++) {
    const e = m[at + k] - (k % 4 === 0 ? 1 : 0);
    sum += e * e;
  }
  return Math.sqrt(sum);
}

/**
 * Lets the plastic strain `strains[at…]` flow towards the stretch of `deformation` in the frame of
 * `rotation`, both 3×3. Returns whether it changed.
 */
export function flowPlastically(
  strains: Float64Array,
  at: number,
  deformation: Float64Array,
  rotation: Float64Array,
  material: PlasticMaterial,
  dt: number,
): boolean {
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      stretch[3 * j + i] =
        rotation[3 * i] * deformation[3 * j] +
        rotation[3 * i + 1] * deformation[3 * j + 1] +
        rotation[3 * i + 2] * deformation[3 * j + 2];
  if (!(strainNorm(stretch, 0) > material.yieldStrain)) return false;
  const rate = Math.min(1, dt * material.creep);
  for (let k = 0; k < 9; k++) {
    const unit = k % 4 === 0 ? 1 : 0;
    stretch[k] = unit + rate * (stretch[k] - unit);
  }
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      product[3 * j + i] =
        stretch[i] * strains[at + 3 * j] +
        stretch[3 + i] * strains[at + 3 * j + 1] +
        stretch[6 + i] * strains[at + 3 * j + 2];
  const p = product;
  const volume =
    p[0] * (p[4] * p[8] - p[5] * p[7]) -
    p[3] * (p[1] * p[8] - p[2] * p[7]) +
    p[6] * (p[1] * p[5] - p[2] * p[4]);
  if (!(volume > 1e-3)) return false;
  const scale = 1 / cubeRoot(volume);
  for (let k = 0; k < 9; k++) p[k] *= scale;
  const norm = strainNorm(p, 0);
  const kept = norm > material.maxStrain ? material.maxStrain / norm : 1;
  for (let k = 0; k < 9; k++) {
    const unit = k % 4 === 0 ? 1 : 0;
    strains[at + k] = unit + kept * (p[k] - unit);
  }
  return true;
}
