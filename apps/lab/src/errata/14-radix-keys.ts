/** Erratum 14: decimal keys for a radix sort of coordinates. */
import { floatToKey } from '@colide/math';
import { defineErratum } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

/** Nine decimal digits of the amount, 10⁴ down to 10⁻⁴; the sign is a digit of its own. */
const digits = (value: number) => Math.floor(Math.abs(value) * 1e4 + 1e-6) % 1e9;

/** By these digits, with the sign first. */
function decimalSort(values: number[]): number[] {
  const positive = values.filter(value => value >= 0).sort((a, b) => digits(a) - digits(b));
  const negative = values.filter(value => value < 0).sort((a, b) => digits(b) - digits(a));
  return [...negative, ...positive];
}

/** By the integer that orders as the float does. */
const keySort = (values: number[]) => values.toSorted((a, b) => floatToKey(a) - floatToKey(b));

const lists: [string, number[]][] = [
  ['moderate', [3.5, -2.25, 0, 17, -100]],
  ['beyond 99 999.9999', [100_000.5, 7, 250_000, 99_999]],
  ['closer than 0.0001', [0.00003, 0.00002, 0.00001]],
  ['negative and closer than 0.0001', [-0.00001, -0.00003, -0.00002]],
];

export const erratum = defineErratum({
  number: 14,
  source: 'S0 §3.4',
  title: 'Decimal keys for a radix sort of coordinates',
  printed: 'fixed point with five digits before and four behind the point',
  corrected: 'the bits of the float, inverted where it is negative, as an unsigned integer',
  explanation:
    'Coordinates beyond ±99 999.9999 lose their leading digits, and those closer than 0.0001 cannot be told apart. The integer image of the float has neither limit, and needs four passes of a byte instead of ten.',
  run: () =>
    lists.map(([label, values]) => ({
      label: `${label}: ${values.join(', ')}`,
      printed: decimalSort(values).join(', '),
      corrected: keySort(values).join(', '),
      truth: values.toSorted((a, b) => a - b).join(', '),
    })),
  plot: () => {
    const most = 330_000;
    const curve = (key: (value: number) => number, largest: number) =>
      Array.from({ length: 141 }, (_, i): [number, number] => {
        const value = (most * i) / 140;
        return [value, key(value) / largest];
      });
    const zero = floatToKey(0);
    return plotLines(
      [
        { name: 'printed', points: curve(digits, 1e9) },
        { name: 'corrected', points: curve(value => floatToKey(value) - zero, floatToKey(most) - zero) },
      ],
      {
        title: 'Keys must grow with the coordinate',
        xLabel: 'coordinate',
        yLabel: 'key, over its largest',
      },
    );
  },
});
