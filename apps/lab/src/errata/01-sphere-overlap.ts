/** Erratum 1: when two spheres overlap. */
import { defineErratum } from '../harness/erratum.ts';

/** Whether some point of the line through both centres lies in both balls, by looking at many of them. */
function sharePoint(distance: number, a: number, b: number): boolean {
  const steps = 100_000;
  for (let i = -steps; i <= 2 * steps; i++) {
    const x = (i / steps) * distance;
    if (Math.abs(x) <= a + 1e-12 && Math.abs(x - distance) <= b + 1e-12) return true;
  }
  return false;
}

const cases: [distance: number, a: number, b: number][] = [
  [1, 1, 1],
  [1.9, 1, 1],
  [2.1, 1, 1],
  [3, 1, 1],
  [2.5, 0.5, 2],
];

export const erratum = defineErratum({
  number: 1,
  source: 'S0 §2.2.2',
  title: 'When two spheres overlap',
  printed: '|D|² ≥ rₐ² + r_b²',
  corrected: '|D|² ≤ (rₐ + r_b)²',
  explanation:
    'The inequality is the wrong way round, and the square of a sum is not the sum of the squares: spheres far apart count as colliding, and spheres one inside the other do not.',
  run: () =>
    cases.map(([distance, a, b]) => ({
      label: `radii ${a} and ${b}, centres ${distance} apart: overlap?`,
      printed: distance ** 2 >= a ** 2 + b ** 2,
      corrected: distance ** 2 <= (a + b) ** 2,
      truth: sharePoint(distance, a, b),
    })),
});
