/** Erratum 16: whose contact point the projection point is nearer. */
import { defineErratum } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

/** Contact points on a line; each body's own point is moved to the projection point. */
const [pA, pB] = [1, 0.8];

/**
 * Shift of the common centre of mass when both bodies have moved. Nothing outside acts, so it must not move.
 */
const drift = (massA: number, massB: number, q: number) =>
  (massA * (q - pA) + massB * (q - pB)) / (massA + massB);

const printed = (massA: number, massB: number) => (massB * pA + massA * pB) / (massA + massB);
const corrected = (massA: number, massB: number) => (massA * pA + massB * pB) / (massA + massB);

export const erratum = defineErratum({
  number: 16,
  source: 'S3 eq. 4.3',
  title: 'Whose contact point the projection point is nearer',
  printed: 'q = (m₂ p₁ + m₁ p₂) / (m₁ + m₂)',
  corrected: 'q = (m₁ p₁ + m₂ p₂) / (m₁ + m₂)',
  explanation:
    'The masses are swapped: the heavier body moves further, and the common centre of mass moves although nothing outside acts.',
  run: () =>
    [
      [1, 1],
      [9, 1],
      [1, 100],
    ].map(([massA, massB]) => ({
      label: `masses ${massA} and ${massB}: shift of the common centre of mass`,
      printed: drift(massA, massB, printed(massA, massB)),
      corrected: drift(massA, massB, corrected(massA, massB)),
      truth: 0,
    })),
  plot: () => {
    const curve = (q: typeof printed) =>
      [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100].map((mass): [number, number] => [
        mass,
        drift(mass, 1, q(mass, 1)),
      ]);
    return plotLines(
      [
        { name: 'printed', points: curve(printed) },
        { name: 'corrected', points: curve(corrected) },
      ],
      {
        title: 'Shift of the common centre of mass, overlap 0.2',
        xLabel: 'mass of A over that of B',
        yLabel: 'shift',
        logX: true,
      },
    );
  },
});
