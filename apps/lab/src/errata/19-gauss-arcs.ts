/** Erratum 19: the third condition of the Gauss-arc test. */
import { Random } from '@colide/math';
import { defineErratum } from '../harness/erratum.ts';

type V = [number, number, number];
const dot = (a: V, b: V) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V, b: V): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Whether a point of the great circle through a and b lies on the shorter arc between them. */
const isOnArc = (p: V, a: V, b: V) => {
  const normal = cross(a, b);
  return dot(cross(a, p), normal) >= 0 && dot(cross(p, b), normal) >= 0;
};

/** The great circles meet in two opposite points; the arcs cross if one of them lies on both. */
function arcsMeet(a: V, b: V, c: V, d: V): boolean {
  const p = cross(cross(a, b), cross(c, d));
  const opposite: V = [-p[0], -p[1], -p[2]];
  return [p, opposite].some(point => isOnArc(point, a, b) && isOnArc(point, c, d));
}

export const erratum = defineErratum({
  number: 19,
  source: 'A widely copied form of S2 algorithm 4',
  title: 'The third condition of the Gauss-arc test',
  printed: '(c·b×a)(d·b×a) < 0, (a·d×c)(b·d×c) < 0, (a·d×c)(c·b×a) > 0',
  corrected: 'as the third condition, (b·d×c)(c·b×a) > 0',
  explanation:
    'The third condition tells arcs in the same hemisphere from those in opposite ones. With a in place of b it has the other sign, and the test finds exactly the pairs that do not cross. (S2 itself prints it with b.)',
  run() {
    const random = new Random(19);
    const arcs = 20_000;
    const direction = () => random.unitVector([0, 0, 0]) as V;
    let printedWrong = 0;
    let correctedWrong = 0;
    let crossing = 0;
    for (let i = 0; i < arcs; i++) {
      const [a, b, c, d] = [direction(), direction(), direction(), direction()];
      const ba = cross(b, a);
      const dc = cross(d, c);
      const straddle = dot(c, ba) * dot(d, ba) < 0 && dot(a, dc) * dot(b, dc) < 0;
      const truth = arcsMeet(a, b, c, d);
      if (truth) crossing++;
      if ((straddle && dot(a, dc) * dot(c, ba) > 0) !== truth) printedWrong++;
      if ((straddle && dot(b, dc) * dot(c, ba) > 0) !== truth) correctedWrong++;
    }
    return [
      {
        label: `wrong verdicts on ${arcs} pairs of arcs, of which ${crossing} cross`,
        printed: printedWrong,
        corrected: correctedWrong,
        truth: 0,
      },
    ];
  },
});
