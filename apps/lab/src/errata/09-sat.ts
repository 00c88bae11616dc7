/** Erratum 9: what the separating axis test returns. */
import { defineErratum, type ErratumCase } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

type Point = [number, number];
type Polygon = Point[];

const box = (x: number, y: number, width: number, height: number): Polygon => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** Unit normals of the edges. */
const axesOf = (polygon: Polygon): Point[] =>
  polygon.map(([x, y], i) => {
    const [nx, ny] = polygon[(i + 1) % polygon.length];
    const length = Math.hypot(nx - x, ny - y);
    return [(ny - y) / length, (x - nx) / length];
  });

/** How far the projections overlap; negative where there is a gap. */
function projectedOverlap(a: Polygon, b: Polygon, [x, y]: Point): number {
  const project = (polygon: Polygon) => polygon.map(p => p[0] * x + p[1] * y);
  const [pa, pb] = [project(a), project(b)];
  return Math.min(Math.max(...pa), Math.max(...pb)) - Math.max(Math.min(...pa), Math.min(...pb));
}

const overlaps = (a: Polygon, b: Polygon) =>
  [...axesOf(a), ...axesOf(b)].map(axis => projectedOverlap(a, b, axis));

/** Algorithm 4 as printed: an axis on which the projections overlap ends it with "no collision". */
const printedVerdict = (a: Polygon, b: Polygon) => !overlaps(a, b).some(overlap => overlap >= 0);
const correctedVerdict = (a: Polygon, b: Polygon) => !overlaps(a, b).some(overlap => overlap < 0);
/** Algorithm 5 as printed: the overlap on the last axis. */
const printedDepth = (a: Polygon, b: Polygon) => overlaps(a, b).at(-1)!;
const correctedDepth = (a: Polygon, b: Polygon) => Math.min(...overlaps(a, b));

/** Least shift of `b` along one of many directions after which the boxes share no area, to 1e-4. */
function leastShift(a: Polygon, b: Polygon): number {
  let least = Infinity;
  for (let k = 0; k < 360; k++) {
    const direction: Point = [Math.cos((k * Math.PI) / 180), Math.sin((k * Math.PI) / 180)];
    let [low, high] = [0, 10];
    while (high - low > 1e-7) {
      const middle = (low + high) / 2;
      const moved = b.map(([x, y]): Point => [x + middle * direction[0], y + middle * direction[1]]);
      // Axis-aligned boxes: they share area exactly if they do on both axes.
      const isApart = projectedOverlap(a, moved, [1, 0]) <= 0 || projectedOverlap(a, moved, [0, 1]) <= 0;
      if (isApart) high = middle;
      else low = middle;
    }
    least = Math.min(least, high);
  }
  return least;
}

const square = box(0, 0, 2, 2);
const pairs: [string, Polygon, boolean][] = [
  ['overlapping squares', box(1.5, 0.1, 2, 2), true],
  ['squares apart along x', box(3, 0.1, 2, 2), false],
  ['squares apart along both axes', box(3, 3, 2, 2), false],
];

export const erratum = defineErratum({
  number: 9,
  source: 'S4 algorithms 4 and 5',
  title: 'What the separating axis test returns',
  printed: 'no collision as soon as projections overlap; the overlap on the last axis as the penetration',
  corrected:
    'no collision as soon as projections do not overlap; the smallest overlap, with its axis pointing from A to B',
  explanation:
    'One axis with a gap proves that shapes are apart; one with an overlap proves nothing. And the shortest way out is the smallest of all overlaps, not whichever came last.',
  run: (): ErratumCase[] => [
    ...pairs.map(([label, other, truth]) => ({
      label: `${label}: collision?`,
      printed: printedVerdict(square, other),
      corrected: correctedVerdict(square, other),
      truth,
    })),
    {
      label: 'overlapping squares: penetration depth',
      printed: printedDepth(square, pairs[0][1]),
      corrected: correctedDepth(square, pairs[0][1]),
      truth: leastShift(square, pairs[0][1]),
      tolerance: 1e-6,
    },
  ],
  plot: () => {
    const curve = (depth: typeof printedDepth) =>
      Array.from({ length: 20 }, (_, i): [number, number] => [i / 10, depth(square, box(i / 10, 0.8, 2, 2))]);
    return plotLines(
      [
        { name: 'printed', points: curve(printedDepth) },
        { name: 'corrected', points: curve(correctedDepth) },
      ],
      {
        title: 'Penetration of two squares of edge 2, one 0.8 higher',
        xLabel: 'shift along x',
        yLabel: 'depth',
      },
    );
  },
});
