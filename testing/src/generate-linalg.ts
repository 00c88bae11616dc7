/**
 * 3×3 matrices whose decompositions are known exactly, however difficult: singular, reflected, with
 * eigenvalues that agree in twelve digits.
 *
 * A quaternion of integers makes a matrix of integers that is a rotation times its squared norm. Products of
 * such matrices with diagonal ones are integers below 2⁵³, free of rounding, and so are their eigenvalues and
 * singular values.
 */
import type { Random } from '@colide/math';
import type { PolarCase, SymmetricCase } from './data-linalg.ts';

type Spectrum = readonly [number, number, number];

const large = 2 ** 39;

/**
 * Singular values in descending order; the last one may be negative, for reflections, but not below the
 * second.
 */
const spectra: Record<string, (random: Random) => Spectrum> = {
  ordinary: random => {
    const [a, b, c] = [0, 0, 0].map(() => 1 + random.integer(1000)).sort((x, y) => y - x);
    return [a, b, c];
  },
  equal: random => {
    const value = 1 + random.integer(1000);
    return [value, value, value];
  },
  'nearly equal': random => [large, large - 1 - random.integer(9), large - 10 - random.integer(9)],
  graded: random => [large - random.integer(1000), 2 ** 20 - random.integer(1000), 1 + random.integer(9)],
  'rank two': random => [large - random.integer(1000), 1 + random.integer(1000), 0],
  'rank one': random => [1 + random.integer(1000), 0, 0],
  zero: () => [0, 0, 0],
  reflected: random => [900 + random.integer(100), 500 + random.integer(100), -1 - random.integer(400)],
  'reflected, nearly ambiguous': random => {
    const second = 1000 + random.integer(large - 1000);
    return [large, second, -second + 1 + random.integer(9)];
  },
  ambiguous: random => {
    const second = 1 + random.integer(1000);
    return [second + random.integer(1000), second, -second];
  },
};

/** A random rotation times its integer scale, column-major, in integers. */
function scaledRotation(random: Random): { matrix: bigint[]; scale: number } {
  let q: number[];
  do q = [0, 0, 0, 0].map(() => random.integer(5) - 2);
  while (q.every(x => x === 0));
  const [x, y, z, w] = q;
  const matrix = [
    [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z],
  ];
  return { matrix: matrix.flat().map(BigInt), scale: x * x + y * y + z * z + w * w };
}

function product(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  return Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [i % 3, 3 * Math.floor(i / 3)];
    return a[row] * b[column] + a[row + 3] * b[column + 1] + a[row + 6] * b[column + 2];
  });
}

/** W D Wᵀ for a scaled rotation W: symmetric, with the values of D times the square of the scale. */
function symmetricMatrix(values: Spectrum, random: Random): { matrix: bigint[]; scale: number } {
  const { matrix: w, scale } = scaledRotation(random);
  const scaled = w.map((x, i) => x * BigInt(values[Math.floor(i / 3)]));
  const transposed = w.map((_, i) => w[3 * (i % 3) + Math.floor(i / 3)]);
  return { matrix: product(scaled, transposed), scale: scale * scale };
}

function exactDoubles(integers: readonly bigint[], factor: number): Float64Array {
  return Float64Array.from(integers, x => {
    if (!Number.isSafeInteger(Number(x))) throw new RangeError(`${x} has more than 53 bits`);
    return Number(x) * factor;
  });
}

/** One time in three, a power of two far from 1. */
function randomScale(random: Random): number {
  return random.integer(3) === 0 ? 2 ** (random.integer(1201) - 600) : 1;
}

/**
 * `n` cases of each kind of spectrum: polar decompositions and symmetric eigenproblems, all references exact.
 */
export function generateMat3Cases(
  n: number,
  random: Random,
): { polar: PolarCase[]; symmetric: SymmetricCase[] } {
  const polar: PolarCase[] = [];
  const symmetric: SymmetricCase[] = [];
  for (const [name, spectrum] of Object.entries(spectra))
    for (let i = 0; i < n; i++) {
      const values = spectrum(random);
      const stretch = symmetricMatrix(values, random);
      const turn = scaledRotation(random);
      const factor = randomScale(random);
      const singularValues = values.map(x => Math.abs(x) * turn.scale * stretch.scale * factor);
      const uniqueGap = (values[1] + values[2]) * turn.scale * stretch.scale * factor;
      polar.push({
        name: `${name} ${i}`,
        matrix: exactDoubles(product(turn.matrix, stretch.matrix), factor),
        rotation: Float64Array.from(turn.matrix, x => Number(x) / turn.scale),
        singularValues,
        determinant: singularValues[0] * singularValues[1] * singularValues[2] * Math.sign(values[2]),
        uniqueGap,
        relativeGap: values[0] === 0 ? 0 : uniqueGap / singularValues[0],
      });
      // Signs of the eigenvalues are free.
      const signed = values.map(x => (random.integer(3) === 0 ? -x : x)) as [number, number, number];
      const { matrix, scale } = symmetricMatrix(signed, random);
      const eigenvalues = signed.map(x => x * scale * factor).sort((a, b) => b - a);
      symmetric.push({
        name: `${name} ${i}`,
        matrix: exactDoubles(matrix, factor),
        eigenvalues,
        gap: Math.min(eigenvalues[0] - eigenvalues[1], eigenvalues[1] - eigenvalues[2]),
      });
    }
  return { polar, symmetric };
}
