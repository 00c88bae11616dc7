/** Erratum 1: when two spheres overlap. */
import { defineErratum } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

/** Whether some point of the line through both centres lies in both balls, by looking at many of them. */
function sharePoint(distance: number, a: number, b: number): boolean {
  const steps = 100_000;
  for (let i = -steps; i <= 2 * steps; i++) {
    const x = (i / steps) * distance;
    if (Math.abs(x) <= a + 1e-12 && Math.abs(x - distance) <= b + 1e-12) return true;
  }
  return false;
}

const printed = (distance: number, a: number, b: number) => distance ** 2 >= a ** 2 + b ** 2;
const corrected = (distance: number, a: number, b: number) => distance ** 2 <= (a + b) ** 2;

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
  printed: '|D|² ≥ r₁² + r₂²',
  corrected: '|D|² ≤ (r₁ + r₂)²',
  explanation:
    'The inequality is the wrong way round, and the square of a sum is not the sum of the squares: spheres far apart count as colliding, and spheres one inside the other do not.',
  run: () =>
    cases.map(([distance, a, b]) => ({
      label: `radii ${a} and ${b}, centres ${distance} apart: overlap?`,
      printed: printed(distance, a, b),
      corrected: corrected(distance, a, b),
      truth: sharePoint(distance, a, b),
    })),
  plot: () => {
    const curve = (test: typeof printed) =>
      Array.from({ length: 301 }, (_, i): [number, number] => [i / 100, test(i / 100, 1, 1) ? 1 : 0]);
    return plotLines(
      [
        { name: 'printed', points: curve(printed) },
        { name: 'corrected', points: curve(corrected), dashed: true },
      ],
      {
        title: 'Two spheres of radius 1: overlap (1) or not (0)',
        xLabel: 'distance of the centres',
        yLabel: 'verdict',
      },
    );
  },
});
