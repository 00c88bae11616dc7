/** Erratum 3: when two axis-aligned boxes overlap. */
import { defineErratum, type ErratumCase } from '../harness/erratum.ts';

/** Corners with whole coordinates: min x, y, then max x, y. */
type Box = [number, number, number, number];

/** Whether the boxes have a point in common, by looking at all points with whole coordinates. */
function sharePoint(a: Box, b: Box): boolean {
  const inside = (box: Box, x: number, y: number) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
  for (let x = -10; x <= 10; x++)
    for (let y = -10; y <= 10; y++) if (inside(a, x, y) && inside(b, x, y)) return true;
  return false;
}

const overlap = (a: Box, b: Box) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
/** As printed in S2: a.min ≤ b.max and a.max ≤ b.min on every axis. */
const printedS2 = (a: Box, b: Box) => a[0] <= b[2] && a[2] <= b[0] && a[1] <= b[3] && a[3] <= b[1];
/** As printed in S4: three tests, all of them on x. */
const printedS4 = (a: Box, b: Box) => !(a[2] < b[0] || a[0] > b[2]);

const pairs: [name: string, a: Box, b: Box][] = [
  ['crossing', [0, 0, 4, 4], [2, 2, 6, 6]],
  ['one in the other', [0, 0, 8, 8], [3, 3, 4, 4]],
  ['apart along x and y', [0, 0, 1, 1], [3, 3, 4, 4]],
  ['one above the other', [0, 0, 4, 1], [1, 5, 3, 6]],
];

export const erratum = defineErratum({
  number: 3,
  source: 'S2 §2.6; S4 algorithm 8',
  title: 'When two axis-aligned boxes overlap',
  printed: 'S2: a.min ≤ b.max and a.max ≤ b.min on every axis; S4: the test of x three times',
  corrected: 'a.min ≤ b.max and a.max ≥ b.min on every axis',
  explanation:
    'With the second sign of S2 only boxes that lie one after the other pass, which is nearly the opposite of the question. With S4 boxes on top of each other collide at any height.',
  run: () =>
    pairs.flatMap(([name, a, b]): ErratumCase[] => {
      const answer = { corrected: overlap(a, b), truth: sharePoint(a, b) };
      return [
        { label: `${name}, as in S2: overlap?`, printed: printedS2(a, b), ...answer },
        { label: `${name}, as in S4: overlap?`, printed: printedS4(a, b), ...answer },
      ];
    }),
});
