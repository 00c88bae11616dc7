import { eigenSymmetric, eigenSymmetricJacobi, jacobiRotate, Random, sqrtSymmetric } from '@colide/math';
import {
  describeData,
  expectNoAllocation,
  expectRotation3,
  generateMat3Cases,
  readMat3Cases,
  type SymmetricCase,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';
import {
  adversarialMatrix,
  arrayKinds,
  characteristicSign,
  check,
  diagonal,
  difference,
  magnitude,
  multiply,
  transpose,
} from '../support/matrices.ts';

const values = new Float64Array(3);
const vectors = new Float64Array(9);
const sourceMatrix = [4, 2, 0, 2, 5, 3, 0, 3, 6] as const;

/** Values in order, vectors a rotation, M V = V Λ. */
function expectEigen(m: ArrayLike<number>, what: string): void {
  const scale = magnitude(m);
  expectRotation3(vectors, 1e-14, what);
  check(values[0] >= values[1] && values[1] >= values[2], `${what}: order ${values}`);
  const residual = difference(multiply(m, vectors), multiply(vectors, diagonal(values)));
  if (!(residual <= 1e-14 * scale)) throw new Error(`${what}: residual ${residual} at scale ${scale}`);
}

const methods = [
  ['eigenSymmetric', eigenSymmetric],
  ['eigenSymmetricJacobi', eigenSymmetricJacobi],
] as const;

function symmetricMatrix(random: Random): Float64Array {
  const m = adversarialMatrix(new Float64Array(9), random);
  m[3] = m[1];
  m[6] = m[2];
  m[7] = m[5];
  return m;
}

describe.each(methods)('%s', (_name, eigen) => {
  it('gives the values published with the source matrix', () => {
    eigen(values, vectors, [...sourceMatrix]);
    expect(Array.from(values, value => Number(value.toFixed(4)))).toEqual([8.9089, 4.6395, 1.4516]);
    expectEigen(sourceMatrix, 'source');
  });

  it('finds roots of the exact characteristic polynomial', () => {
    const random = new Random(5);
    let checked = 0;
    for (let n = 0; n < 400; n++) {
      const m = new Float64Array(9);
      for (const [i, j] of [
        [0, 0],
        [1, 3],
        [2, 6],
        [4, 4],
        [5, 7],
        [8, 8],
      ] as const)
        m[i] = m[j] = n % 2 ? random.integer(19) - 9 : random.uniform(-1, 1);
      eigen(values, vectors, m);
      const width = 1e-14 * Math.max(Math.abs(values[0]), Math.abs(values[2]));
      const gap = Math.min(values[0] - values[1], values[1] - values[2]);
      if (gap < 1e-6) continue;
      for (const value of values)
        expect(characteristicSign(m, value - width) * characteristicSign(m, value + width)).toBe(-1);
      checked++;
    }
    expect(checked).toBeGreaterThan(350);
  });

  it('holds on random and adversarial matrices', () => {
    const random = new Random(11);
    for (let n = 0; n < 20_000; n++) {
      const m = symmetricMatrix(random);
      eigen(values, vectors, m);
      expectEigen(m, `matrix ${n} ${m}`);
    }
  });

  it('copes with zero, multiples of one, diagonals in any order, and one axis', () => {
    const cases = [
      [0, 0, 0],
      [1, 1, 1],
      [-3, -3, -3],
      [1, 2, 3],
      [3, 1, 2],
      [-1, 0, 1],
      [2, 2, 1],
      [1, 2, 2],
      [1e-300, 0, 0],
      [5e-324, 0, 0],
      [1e300, -1e300, 1e300],
      [1, 1, 1 + 2 ** -52],
    ];
    for (const entries of cases) {
      const m = diagonal(entries);
      eigen(values, vectors, m);
      expectEigen(m, `diagonal ${entries}`);
      const sorted = [...entries].sort((a, b) => b - a);
      expect(difference(values, sorted)).toBeLessThanOrEqual(1e-15 * magnitude(entries));
    }
  });

  it('takes any kind of array, and outputs that are the input', () => {
    eigen(values, vectors, [...sourceMatrix]);
    const expected = values.slice();
    const axes = vectors.slice();
    for (const m of arrayKinds(sourceMatrix)) {
      const inVectors = m.slice();
      eigen(values, inVectors, inVectors);
      expect(difference(values, expected)).toBe(0);
      expect(difference(inVectors, axes)).toBeLessThan(1e-7);
      const inValues = m.slice();
      eigen(inValues, vectors, inValues);
      expect(difference(vectors, axes)).toBe(0);
      expect(difference(inValues.slice(0, 3), expected)).toBeLessThan(1e-6);
    }
  });

  it('uses the symmetric part of what is not symmetric', () => {
    eigen(values, vectors, [4, 1, 0, 3, 5, 2, 0, 4, 6]);
    expectEigen(sourceMatrix, 'symmetric part');
  });

  it('names the argument that is wrong', () => {
    const bad = (i: number, x: number) =>
      Float64Array.from(sourceMatrix, (value, at) => (at === i ? x : value));
    for (let i = 0; i < 9; i++)
      for (const x of [Number.NaN, Infinity, -Infinity])
        expect(() => eigen(values, vectors, bad(i, x))).toThrow(`m[${i}] must be a finite number`);
    expect(() => eigen(values, vectors, [1, 2, 3])).toThrow('m must have at least 9');
    expect(() => eigen([], vectors, [...sourceMatrix])).toThrow('outValues');
    expect(() => eigen(values, new Float64Array(8), [...sourceMatrix])).toThrow('outVectors');
  });

  it('allocates nothing', () => {
    const m = Float64Array.from(sourceMatrix);
    expectNoAllocation(() => {
      eigen(values, vectors, m);
    });
  });
});

/** Eigenvalues to 1e-14 · |A|, and all that holds of vectors. */
function expectReferences(cases: readonly SymmetricCase[], eigen: (typeof methods)[number][1]): void {
  for (const { name, matrix, eigenvalues } of cases) {
    eigen(values, vectors, matrix);
    const norm = Math.max(...eigenvalues.map(Math.abs));
    expect(difference(values, eigenvalues), name).toBeLessThanOrEqual(1e-14 * norm);
    expectEigen(matrix, name);
  }
}

describe('symmetric matrices with known eigenvalues', () => {
  it.each(methods)(
    '%s meets 1e-14 · |A| where eigenvalues agree in twelve digits, and elsewhere',
    (_name, eigen) => {
      const { symmetric } = generateMat3Cases(20, new Random(19));
      expectReferences(symmetric, eigen);
      expect(
        symmetric.some(({ gap, eigenvalues }) => gap > 0 && gap < 1e-11 * Math.abs(eigenvalues[0])),
      ).toBe(true);
    },
  );
});

describeData('linalg', 'external symmetric matrices', () => {
  it.each(methods)('%s meets 1e-14 · |A| on all 40', (_name, eigen) => {
    const { symmetric } = readMat3Cases();
    expect(symmetric).toHaveLength(40);
    expectReferences(symmetric, eigen);
  });
});

describe('Jacobi rotations', () => {
  it('take the squares of the off-diagonal down step by step and stay similar to the matrix', () => {
    const m = Float64Array.from(sourceMatrix);
    const v = diagonal([1, 1, 1]);
    let off = Infinity;
    let steps = 0;
    while (jacobiRotate(m, v)) {
      const now = m[1] ** 2 + m[2] ** 2 + m[5] ** 2;
      expect(now).toBeLessThanOrEqual((2 / 3) * off);
      off = now;
      steps++;
      expect(difference(multiply(multiply(v, m), transpose(v)), sourceMatrix)).toBeLessThan(1e-13);
    }
    expect(steps).toBe(eigenSymmetricJacobi(values, vectors, [...sourceMatrix]));
  });

  it('always converge', () => {
    const random = new Random(3);
    let most = 0;
    for (let n = 0; n < 20_000; n++)
      most = Math.max(most, eigenSymmetricJacobi(values, vectors, symmetricMatrix(random)));
    expect(most).toBeLessThan(30);
  });

  it('find the small eigenvalues of a graded matrix to relative precision', () => {
    const grades = [1, 1e-6, 1e-12];
    const m = Float64Array.from({ length: 9 }, (_, i) => {
      const [row, column] = [i % 3, Math.floor(i / 3)];
      return (row === column ? 2 : 1) * grades[row] * grades[column];
    });
    eigenSymmetricJacobi(values, vectors, m);
    // det = 4 · (1e-18)² and the leading minors are 2 and 3e-12: the eigenvalues are 2, 1.5e-12 and 4/3 ·
    // 1e-24.
    expect(values[1] / 1.5e-12).toBeCloseTo(1, 9);
    expect(values[2] / ((4 / 3) * 1e-24)).toBeCloseTo(1, 9);
  });
});

describe('sqrtSymmetric', () => {
  const root = new Float64Array(9);

  it('squares back to the matrix, is symmetric and semidefinite', () => {
    const random = new Random(17);
    for (let n = 0; n < 10_000; n++) {
      const a = adversarialMatrix(new Float64Array(9), random);
      const scale = magnitude(a);
      if (!(scale < 1e150 && scale > 1e-150)) continue;
      const m = multiply(transpose(a), a);
      check(sqrtSymmetric(root, m), `matrix ${n}: not semidefinite`);
      const residual = difference(multiply(root, root), m);
      if (!(residual <= 1e-14 * scale * scale)) throw new Error(`residual ${residual} for ${m}`);
      check(difference(root, transpose(root)) === 0, `matrix ${n}: not symmetric`);
      eigenSymmetric(values, vectors, root);
      check(values[2] >= -1e-15 * scale, `matrix ${n}: root has eigenvalue ${values[2]}`);
    }
  });

  it('gives the root of the nearest semidefinite matrix, and says so', () => {
    expect(sqrtSymmetric(root, diagonal([4, -1, 9]))).toBe(false);
    expect(difference(root, diagonal([2, 0, 3]))).toBeLessThan(1e-14);
    expect(sqrtSymmetric(root, diagonal([0, 0, 0]))).toBe(true);
    expect(magnitude(root)).toBe(0);
    expect(sqrtSymmetric(root, diagonal([-1, -2, -3]))).toBe(false);
    expect(magnitude(root)).toBe(0);
  });

  it('works in place, checks and does not allocate', () => {
    const m = Float64Array.from(sourceMatrix);
    sqrtSymmetric(m, m);
    expect(difference(multiply(m, m), sourceMatrix)).toBeLessThan(1e-14);
    expect(() => sqrtSymmetric(root, [Number.NaN])).toThrow('m must have');
    expect(() => sqrtSymmetric([], m)).toThrow('out must have');
    expectNoAllocation(() => {
      sqrtSymmetric(root, m);
    });
  });
});
