/** The covariance of the centres of volumes, in O(n). Zero where a number would overflow. */

/** Volumes by id, with `alive` 1 for those in use. */
export interface CenteredVolumes {
  readonly boxes: Float64Array;
  readonly alive: Uint8Array;
  readonly idCount: number;
  readonly count: number;
}

/**
 * Writes the covariance of the centres of volumes with `stride` numbers each, about the first of them and
 * then about the mean. The centre is the middle of the first three intervals, or else the first three
 * numbers.
 */
export function centerCovariance(
  covariance: Float64Array,
  { boxes, alive, idCount, count }: CenteredVolumes,
  stride: number,
  hasIntervals: boolean,
): void {
  const half = stride >> 1;
  covariance.fill(0);
  if (count === 0) return;
  const first = alive.indexOf(1) * stride;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let id = 0, at = 0; id < idCount; id++, at += stride) {
    if (alive[id] === 0) continue;
    let x = boxes[at] - boxes[first];
    let y = boxes[at + 1] - boxes[first + 1];
    let z = boxes[at + 2] - boxes[first + 2];
    if (hasIntervals) {
      x = 0.5 * (x + boxes[at + half] - boxes[first + half]);
      y = 0.5 * (y + boxes[at + half + 1] - boxes[first + half + 1]);
      z = 0.5 * (z + boxes[at + half + 2] - boxes[first + half + 2]);
    }
    sumX += x;
    sumY += y;
    sumZ += z;
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    xz += x * z;
    yz += y * z;
  }
  covariance[0] = xx / count - (sumX / count) ** 2;
  covariance[4] = yy / count - (sumY / count) ** 2;
  covariance[8] = zz / count - (sumZ / count) ** 2;
  covariance[1] = covariance[3] = xy / count - (sumX / count) * (sumY / count);
  covariance[2] = covariance[6] = xz / count - (sumX / count) * (sumZ / count);
  covariance[5] = covariance[7] = yz / count - (sumY / count) * (sumZ / count);
  for (let i = 0; i < 9; i++) if (!(Math.abs(covariance[i]) < 1e150)) covariance[i] = 0;
}
