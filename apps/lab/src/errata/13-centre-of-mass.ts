/** Erratum 13: the centre of mass of unequal particles. */
import { defineErratum } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

const printed = (particles: [number, number][]) =>
  particles.reduce((sum, [, x]) => sum + x, 0) / particles.length;
const corrected = (particles: [number, number][]) =>
  particles.reduce((sum, [mass, x]) => sum + mass * x, 0) / particles.reduce((sum, [mass]) => sum + mass, 0);

const bodies: [string, [mass: number, x: number][]][] = [
  [
    'masses 1 and 1',
    [
      [1, 0],
      [1, 4],
    ],
  ],
  [
    'masses 1 and 3',
    [
      [1, 0],
      [3, 4],
    ],
  ],
  [
    'masses 1, 2, 5',
    [
      [1, -1],
      [2, 0],
      [5, 2],
    ],
  ],
];

/** Where a beam with these weights on it balances: bisection of the torque. */
function balance(particles: [number, number][]): number {
  let [low, high] = [-10, 10];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (particles.reduce((torque, [mass, x]) => torque + mass * (x - middle), 0) > 0) low = middle;
    else high = middle;
  }
  return low;
}

export const erratum = defineErratum({
  number: 13,
  source: 'S0 §2.6.1',
  title: 'The centre of mass of unequal particles',
  printed: 'Σ xᵢ / n',
  corrected: 'Σ mᵢ xᵢ / Σ mᵢ',
  explanation: 'The mean of the positions is the centre of mass only where all masses are equal.',
  run: () =>
    bodies.map(([label, particles]) => ({
      label,
      printed: printed(particles),
      corrected: corrected(particles),
      truth: balance(particles),
    })),
  plot: () => {
    const curve = (center: typeof printed) =>
      [0.1, 0.2, 0.5, 1, 2, 5, 10].map((mass): [number, number] => [
        mass,
        center([
          [1, 0],
          [mass, 4],
        ]),
      ]);
    return plotLines(
      [
        { name: 'printed', points: curve(printed) },
        { name: 'corrected', points: curve(corrected) },
      ],
      {
        title: 'A mass of 1 at x = 0 and another at x = 4',
        xLabel: 'the other mass',
        yLabel: 'centre of mass',
        logX: true,
      },
    );
  },
});
