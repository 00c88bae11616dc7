/** Erratum 4: the signs of the distance constraint. */
import { defineErratum } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

/** Distance of two particles on a line after some projections; `sign` is 1 as corrected, -1 as printed. */
function project(distance: number, rest: number, sign: number, times: number): number {
  let x1 = 0;
  let x2 = distance;
  for (let i = 0; i < times; i++) {
    const delta = x2 - x1;
    const c = (Math.abs(delta) - rest) / Math.abs(delta);
    x1 += sign * 0.5 * c * delta;
    x2 -= sign * 0.5 * c * delta;
  }
  return Math.abs(x2 - x1);
}

export const erratum = defineErratum({
  number: 4,
  source: 'S3 §2.5.3; S4 algorithms 1 and 2',
  title: 'The signs of the distance constraint',
  printed: 'δ = x₂ − x₁, c = (|δ| − d)/|δ|, x₁ ← x₁ − ½cδ, x₂ ← x₂ + ½cδ',
  corrected: 'x₁ ← x₁ + ½cδ, x₂ ← x₂ − ½cδ',
  explanation:
    'A stretched link has to pull its ends together. As printed (and as in the widely copied original) it pushes them further apart, and every projection doubles the error.',
  run: () =>
    [0.4, 1.2, 3].flatMap(start =>
      [1, 5].map(times => ({
        label: `rest length 1, distance ${start}, after ${times} projection${times > 1 ? 's' : ''}`,
        printed: project(start, 1, -1, times),
        corrected: project(start, 1, 1, times),
        truth: 1,
      })),
    ),
  plot: () => {
    const curve = (sign: number) =>
      Array.from({ length: 9 }, (_, i): [number, number] => [
        i,
        Math.max(1e-3, Math.abs(project(1.2, 1, sign, i) - 1)),
      ]);
    return plotLines(
      [
        { name: 'printed', points: curve(-1) },
        { name: 'corrected', points: curve(1) },
      ],
      {
        title: 'Error of a stretched link (none is drawn at 0.001)',
        xLabel: 'projections',
        yLabel: 'error',
        logY: true,
      },
    );
  },
});
