/** Erratum 6: the second factor of shape matching, and the mean in a covariance. */
import { createPrincipalAxes, principalAxes } from '@colide/math';
import { defineErratum, type ErratumCase } from '../harness/erratum.ts';

/** Corners of a box about the origin; no two edges have the same length. */
const rest = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => [x, 2 * y, 3 * z])));

/**
 * The linear part of the best transformation of the rest shape, when the shape is stretched along x. All
 * matrices are diagonal here, so one entry tells all: A = Σ p q over Σ q q, or over Σ q p as printed.
 */
function fitStretch(stretch: number, second: 'qq' | 'qp'): number {
  let pq = 0;
  let factor = 0;
  for (const [x] of rest) {
    pq += stretch * x * x;
    factor += second === 'qq' ? x * x : x * stretch * x;
  }
  return pq / factor;
}

/** Angle between the longest axis of points on a vertical line, far along x, and the vertical, in degrees. */
function axisError(isCentred: boolean): number {
  const points = Array.from({ length: 11 }, (_, i) => [1000, i - 5, 0]).flat();
  if (isCentred) {
    const axes = createPrincipalAxes();
    principalAxes(axes, points);
    return (Math.acos(Math.min(1, Math.abs(axes.axes[1]))) * 180) / Math.PI;
  }
  // M Mᵀ / n of the raw coordinates, of which only x and y matter: the angle of its larger eigenvector.
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < points.length; i += 3) {
    xx += points[i] ** 2;
    xy += points[i] * points[i + 1];
    yy += points[i + 1] ** 2;
  }
  const fromX = 0.5 * Math.atan2(2 * xy, xx - yy);
  return 90 - Math.abs((fromX * 180) / Math.PI);
}

export const erratum = defineErratum({
  number: 6,
  source: 'S0 eq. 2.10 and §3.3',
  title: 'The second factor of shape matching, and the mean in a covariance',
  printed: 'A_qq = (Σ m q pᵀ)⁻¹; covariance = M Mᵀ / n of the coordinates',
  corrected: 'A_qq = (Σ m q qᵀ)⁻¹; covariance of the coordinates less their mean',
  explanation:
    'With p in the second factor a stretch cancels against itself. S0 uses only the rotation of A_pq, which hides it. Without the mean removed, the principal axis points from the origin to the bodies.',
  run: (): ErratumCase[] => [
    ...[1, 2, 5].map(stretch => ({
      label: `a box stretched by ${stretch} along x: stretch found`,
      printed: fitStretch(stretch, 'qp'),
      corrected: fitStretch(stretch, 'qq'),
      truth: stretch,
    })),
    {
      label: 'bodies on a vertical line 1 000 m away: angle of the principal axis to it, degrees',
      printed: axisError(false),
      corrected: axisError(true),
      truth: 0,
      tolerance: 1e-6,
    },
  ],
});
