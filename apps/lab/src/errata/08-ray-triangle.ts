/** Erratum 8: rays and triangles that lie behind them. */
import { defineErratum } from '../harness/erratum.ts';
import { plotLines } from '../harness/plot.ts';

type V = [number, number, number];
const dot = (a: V, b: V) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const subtract = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: V, b: V): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The triangle (0,0,0), (1,0,0), (0,1,0); its front is up, towards +z. */
const [e1, e2]: [V, V] = [
  [1, 0, 0],
  [0, 1, 0],
];

/** Listing of the source: one-sided, and |t| instead of t. `Infinity` for no hit. */
function printed(origin: V, direction: V): number {
  const p = cross(direction, e2);
  const div = dot(p, e1);
  if (div < 1e-6) return Infinity;
  const r = subtract(origin, [0, 0, 0]);
  const u = dot(r, p);
  if (u < 0 || u > div) return Infinity;
  const q = cross(r, e1);
  const v = dot(direction, q);
  if (v < 0 || u + v > div) return Infinity;
  return Math.abs(dot(e2, q) / div);
}

/** Both sides, and only what lies ahead. */
function corrected(origin: V, direction: V): number {
  const p = cross(direction, e2);
  const div = dot(p, e1);
  if (Math.abs(div) < 1e-12) return Infinity;
  const r = subtract(origin, [0, 0, 0]);
  const u = dot(r, p) / div;
  const q = cross(r, e1);
  const v = dot(direction, q) / div;
  const t = dot(e2, q) / div;
  return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 ? t : Infinity;
}

/** The triangle lies in the plane z = 0: the point where the ray meets this plane decides. */
function truth(origin: V, direction: V): number {
  const t = -origin[2] / direction[2];
  const x = origin[0] + t * direction[0];
  const y = origin[1] + t * direction[1];
  return t >= 0 && x >= 0 && y >= 0 && x + y <= 1 ? t : Infinity;
}

const rays: [string, V, V][] = [
  ['from above, down', [0.25, 0.25, 2], [0, 0, -1]],
  ['from above, up, so that the triangle is behind', [0.25, 0.25, 2], [0, 0, 1]],
  ['from below, down, so that the triangle is behind', [0.25, 0.25, -3], [0, 0, -1]],
  ['from below, up, at the back face', [0.25, 0.25, -3], [0, 0, 1]],
  ['from above, beside it', [2, 2, 1], [0, 0, -1]],
];

export const erratum = defineErratum({
  number: 8,
  source: 'S1 eq. 11 and listing, line 27',
  title: 'Rays and triangles that lie behind them',
  printed: 'Q = T × E₁ with a T that is not defined; t = |Q·E₂ / (P·E₁)|; no hit unless P·E₁ > 0',
  corrected: 'Q = R × E₁ with R = O − V₀; t with its sign, and no hit where t < 0',
  explanation:
    'The absolute value turns a hit behind the origin into one ahead. The test of the divisor also drops back faces, which the text does not say.',
  run: () =>
    rays.map(([label, origin, direction]) => ({
      label: `${label}: t`,
      printed: printed(origin, direction),
      corrected: corrected(origin, direction),
      truth: truth(origin, direction),
    })),
  plot: () => {
    const curve = (test: typeof printed, lowest: number) =>
      Array.from({ length: 25 }, (_, i): [number, number] => {
        const height = lowest + i / 8;
        return [height, test([0.25, 0.25, height], [0, 0, -1])];
      }).filter(([, t]) => Number.isFinite(t));
    return plotLines(
      [
        { name: 'printed', points: [...curve(printed, -3), ...curve(printed, 0)] },
        { name: 'corrected', points: curve(corrected, 0), dashed: true },
      ],
      {
        title: 'A ray that looks down: where it hits',
        xLabel: 'height of its origin over the triangle',
        yLabel: 't',
      },
    );
  },
});
