/** Scenes of volumes of every kind for the searches, and their pairs by brute force. */
import { kdopDirections, obbExpand, obbFromBox, obbOverlap } from '@colide/bounds';
import { type GpuVolumeKind, gpuVolumeSize } from '@colide/broadphase-gpu';
import type { PairList } from '@colide/core';
import type { Random } from '@colide/math';

/** An oriented box, rotated at random, that fits into an axis-aligned one. */
function obbIn(middle: readonly number[], half: readonly number[], random: Random): Float32Array {
  const q: [number, number, number, number] = [0, 0, 0, 1];
  random.rotation(q);
  const sides = half.map(h => h * random.uniform(0.4, 1));
  const box = obbFromBox(
    new Float64Array(15),
    [middle[0], middle[1], middle[2]],
    [sides[0], sides[1], sides[2]],
    q,
  );
  let fits = 1;
  for (let k = 0; k < 3; k++) {
    const extent = [0, 1, 2].reduce((sum, i) => sum + sides[i] * Math.abs(box[6 + 3 * i + k]), 0);
    if (extent > 0) fits = Math.min(fits, (half[k] / extent) * (1 - 2 ** -18));
  }
  for (let k = 3; k < 6; k++) box[k] *= fits;
  return Float32Array.from(box);
}

/**
 * A volume of the given kind within each box, in floats: the ball that fits in, an oriented box, or the box
 * with its edges and corners cut by random amounts. Their pairs are among those of the boxes.
 */
export function volumesIn(boxes: Float64Array, kind: GpuVolumeKind, random: Random): Float32Array {
  const n = boxes.length / 6;
  const size = gpuVolumeSize(kind);
  const volumes = new Float32Array(size * n);
  const middle = [0, 0, 0];
  const half = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      middle[k] = 0.5 * (boxes[6 * i + k] + boxes[6 * i + k + 3]);
      half[k] = 0.5 * (boxes[6 * i + k + 3] - boxes[6 * i + k]);
    }
    if (kind === 'sphere') {
      volumes.set([...middle, Math.min(...half)], 4 * i);
      continue;
    }
    if (kind === 'obb') {
      volumes.set(obbIn(middle, half, random), size * i);
      continue;
    }
    const { vectors } = kdopDirections(kind);
    for (let axis = 0; axis < kind / 2; axis++) {
      let at = 0;
      let reach = 0;
      for (let k = 0; k < 3; k++) {
        at += vectors[3 * axis + k] * middle[k];
        reach += Math.abs(vectors[3 * axis + k]) * half[k];
      }
      const kept = axis < 3 ? 1 : random.uniform(0.4, 1);
      volumes[size * i + axis] = at - kept * reach;
      volumes[size * i + axis + kind / 2] = at + kept * reach;
    }
  }
  return volumes;
}

/**
 * Whether two volumes overlap: 1 or −1, in double precision. For spheres and oriented boxes whose surfaces
 * are nearer to each other than the rounding of the test, which errs on the side of pairs, 0.
 */
export function volumesOverlap(kind: GpuVolumeKind, v: Float32Array, i: number, j: number): number {
  if (kind === 'sphere') {
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (v[4 * i + k] - v[4 * j + k]) ** 2;
    const reach = (v[4 * i + 3] + v[4 * j + 3]) ** 2;
    if (squared <= reach) return 1;
    return squared <= reach * (1 + 2 ** -19) ? 0 : -1;
  }
  if (kind === 'obb') return obbsOverlap(v.subarray(15 * i, 15 * i + 15), v.subarray(15 * j, 15 * j + 15));
  for (let k = 0; k < kind / 2; k++) {
    const [a, b] = [kind * i + k, kind * j + k];
    if (v[a] > v[b + kind / 2] || v[b] > v[a + kind / 2]) return -1;
  }
  return 1;
}

/** As {@link volumesOverlap}, of two oriented boxes. */
export function obbsOverlap(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (obbOverlap(a, b)) return 1;
  let size = 0;
  for (let k = 0; k < 3; k++) size += Math.abs(a[k] - b[k]) + a[3 + k] + b[3 + k];
  const [wideA, wideB] = [a, b].map(box => obbExpand(new Float64Array(15), box, 2 ** -17 * size));
  return obbOverlap(wideA, wideB) ? 0 : -1;
}

/** The pairs that are right. */
export class ExpectedPairs {
  /** How many pairs there must be. */
  sure = 0;
  /** How many more there may be. */
  open = 0;
  private readonly count: number;
  /** Both ids of each pair as one number, ascending, and whether it must be there. */
  private readonly keys: number[] = [];
  private readonly isSure: boolean[] = [];

  /** @param candidates sorted pairs among which all pairs are */
  constructor(kind: GpuVolumeKind, volumes: Float32Array, candidates: PairList) {
    this.count = volumes.length / gpuVolumeSize(kind);
    for (let p = 0; p < candidates.count; p++) {
      const [i, j] = [candidates.first(p), candidates.second(p)];
      const overlap = volumesOverlap(kind, volumes, i, j);
      if (overlap < 0) continue;
      this.keys.push(i * this.count + j);
      this.isSure.push(overlap > 0);
      if (overlap > 0) this.sure++;
      else this.open++;
    }
  }

  /**
   * How many pairs are missing, and how many of those found, two words each, are none or were given before.
   */
  compare(pairs: Uint32Array): { missing: number; wrong: number } {
    const found = new Float64Array(pairs.length / 2);
    for (let p = 0; p < found.length; p++)
      found[p] = pairs[2 * p] < pairs[2 * p + 1] ? pairs[2 * p] * this.count + pairs[2 * p + 1] : -1;
    found.sort();
    const faults = { missing: 0, wrong: 0 };
    let p = 0;
    for (let k = 0; k < this.keys.length; k++) {
      for (; found[p] < this.keys[k]; p++) faults.wrong++;
      if (found[p] === this.keys[k]) p++;
      else if (this.isSure[k]) faults.missing++;
    }
    faults.wrong += found.length - p;
    return faults;
  }
}
