/** Inputs of the robust predicates in full double precision on which the last bits decide. */
import type { Random } from '@colide/math';
import type { PredicateName } from './data-linalg.ts';

type PointMaker = (random: Random) => number[];

function vector(random: Random, dimension: number): number[] {
  return Array.from({ length: dimension }, () => random.uniform(-1, 1));
}

/** `origin + Σ tᵢ (pointsᵢ − origin)` for random tᵢ. */
function between(random: Random, origin: number[], points: number[][]): number[] {
  const out = [...origin];
  for (const point of points) {
    const t = random.uniform(-2, 2);
    for (let k = 0; k < out.length; k++) out[k] += t * (point[k] - origin[k]);
  }
  return out;
}

function onSphere(random: Random, count: number, dimension: number): number[] {
  const center = vector(random, dimension);
  const radius = 2 ** random.uniform(-4, 4);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const unit = dimension === 2 ? random.unitVector2d([0, 0]) : random.unitVector([0, 0, 0]);
    for (let k = 0; k < dimension; k++) points.push(center[k] + radius * unit[k]);
  }
  return points;
}

/** Points that are degenerate up to rounding. */
const makers: Record<PredicateName, PointMaker> = {
  orient2d: random => {
    const [a, b] = [vector(random, 2), vector(random, 2)];
    return [...a, ...b, ...between(random, a, [b])];
  },
  orient3d: random => {
    const [a, b, c] = [vector(random, 3), vector(random, 3), vector(random, 3)];
    return [...a, ...b, ...c, ...between(random, a, [b, c])];
  },
  incircle: random => onSphere(random, 4, 2),
  insphere: random => onSphere(random, 5, 3),
};

/**
 * `n` inputs of a predicate, the coordinates of the points one after the other. In rotation: degenerate up to
 * rounding; the same, one coordinate a few units in the last place off; rounded to a grid, so that many are
 * exactly degenerate; far from the origin.
 */
export function generatePredicateInputs(name: PredicateName, n: number, random: Random): Float64Array[] {
  return Array.from({ length: n }, (_, i) => {
    const points = Float64Array.from(makers[name](random));
    if (i % 4 === 1) {
      const at = random.integer(points.length);
      points[at] *= 1 + (random.integer(9) - 4) * 2 ** -52;
    }
    if (i % 4 === 2) return points.map(x => Math.round(4 * x) / 4);
    if (i % 4 === 3) return points.map(x => x + 1000);
    return points;
  });
}
