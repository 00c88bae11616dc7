/** Erratum 7: what Jacobi's method accumulates. */
import { defineErratum } from '../harness/erratum.ts';

type Matrix = number[][];

const identity = (): Matrix => [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map(row => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
const transpose = (a: Matrix): Matrix => a[0].map((_, j) => a.map(row => row[j]));

/** By cofactors. */
function invert(m: Matrix): Matrix {
  const minor = (i: number, j: number) => {
    const [a, b] = [0, 1, 2].filter(k => k !== i);
    const [c, d] = [0, 1, 2].filter(k => k !== j);
    return (m[a][c] * m[b][d] - m[a][d] * m[b][c]) * (-1) ** (i + j);
  };
  const determinant = m[0].reduce((sum, value, j) => sum + value * minor(0, j), 0);
  return m.map((_, i) => m.map((_, j) => minor(j, i) / determinant));
}

/** The rotation that makes entry (i, j) of R m Rᵀ zero. */
function rotation(m: Matrix, i: number, j: number): Matrix {
  const angle = 0.5 * Math.atan2(2 * m[i][j], m[i][i] - m[j][j]);
  const r = identity();
  r[i][i] = r[j][j] = Math.cos(angle);
  r[i][j] = Math.sin(angle);
  r[j][i] = -Math.sin(angle);
  return r;
}

/**
 * Jacobi's method; `accumulate` makes the next matrix of eigenvectors from the last, the rotation and R m Rᵀ.
 */
function jacobi(m: Matrix, accumulate: (vectors: Matrix, r: Matrix, j: Matrix) => Matrix): Matrix {
  let vectors = identity();
  let diagonal = m;
  for (let sweep = 0; sweep < 50; sweep++) {
    const pairs = [
      [0, 1],
      [0, 2],
      [1, 2],
    ];
    pairs.sort((p, q) => Math.abs(diagonal[q[0]][q[1]]) - Math.abs(diagonal[p[0]][p[1]]));
    const [[i, j]] = pairs;
    if (Math.abs(diagonal[i][j]) < 1e-15) break;
    const r = rotation(diagonal, i, j);
    diagonal = multiply(multiply(r, diagonal), transpose(r));
    vectors = accumulate(vectors, r, diagonal);
  }
  return vectors;
}

/** Largest entry beside the diagonal of A⁻¹ M A, over the largest entry on it. */
function offDiagonal(m: Matrix, vectors: Matrix): number {
  const d = multiply(multiply(invert(vectors), m), vectors);
  const beside = d.flatMap((row, i) => row.filter((_, j) => j !== i));
  return Math.max(...beside.map(Math.abs)) / Math.max(...d.map((row, i) => Math.abs(row[i])));
}

const examples: [string, Matrix][] = [
  [
    'the test matrix of S0',
    [
      [4, 2, 0],
      [2, 5, 3],
      [0, 3, 6],
    ],
  ],
  [
    '[[2, 1, 0], [1, 2, 1], [0, 1, 2]]',
    [
      [2, 1, 0],
      [1, 2, 1],
      [0, 1, 2],
    ],
  ],
];

export const erratum = defineErratum({
  number: 7,
  source: 'S0 appendix B',
  title: "What Jacobi's method accumulates",
  printed: 'J = R M Rᵀ, A ← A J',
  corrected: 'A ← A Rᵀ',
  explanation:
    'The eigenvectors are the product of the rotations. The product of the rotated matrices, as printed, tends to a power of the eigenvalues times something that diagonalises nothing.',
  run: () =>
    examples.map(([label, m]) => ({
      label: `${label}: largest entry of A⁻¹ M A beside its diagonal, relative`,
      printed: offDiagonal(
        m,
        jacobi(m, (a, _, j) => multiply(a, j)),
      ),
      corrected: offDiagonal(
        m,
        jacobi(m, (a, r) => multiply(a, transpose(r))),
      ),
      truth: 0,
    })),
});
