/** Erratum 18: a distance compared with a square. */
import { defineErratum } from '../harness/erratum.ts';

const cases: [distance: number, margin: number][] = [
  [0.15, 0.1],
  [0.25, 0.1],
  [3, 1],
  [5, 2],
];

export const erratum = defineErratum({
  number: 18,
  source: 'S2 algorithm 3, line 5',
  title: 'A distance compared with a square',
  printed: 'v·w / |v| > (ρ_A + ρ_B)²: no contact',
  corrected: 'v·w / |v| > ρ_A + ρ_B, or both sides squared',
  explanation:
    'v·w/|v| is a lower bound of the distance. With margins below ½ the square is smaller than the sum and contacts are lost; with larger ones bodies apart are kept.',
  run: () =>
    cases.map(([distance, margin]) => ({
      label: `distance ${distance}, margins of ${margin}: do the margins touch?`,
      printed: !(distance > (margin + margin) ** 2),
      corrected: !(distance > margin + margin),
      // Two balls of the size of the margins, on a line.
      truth: margin >= distance - margin,
    })),
});
