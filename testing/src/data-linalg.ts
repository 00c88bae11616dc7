/** Real cases of linear algebra and robust predicates. */
import { readDataJson, readDataText } from './data-folder.ts';

/** A 3×3 matrix and its nearest rotation, to 60 digits before rounding. Matrices are column-major. */
export interface PolarCase {
  readonly name: string;
  readonly matrix: Float64Array;
  /** The rotation with determinant +1 that minimises the Frobenius norm of the difference. */
  readonly rotation: Float64Array;
  readonly singularValues: readonly number[];
  readonly determinant: number;
  /** `s2 + sign(det) · s3`; the rotation is not unique where this is 0. */
  readonly uniqueGap: number;
  /** {@link uniqueGap} relative to the largest singular value. */
  readonly relativeGap: number;
}

/** A symmetric 3×3 matrix and its eigenvalues. */
export interface SymmetricCase {
  readonly name: string;
  readonly matrix: Float64Array;
  /** Descending. */
  readonly eigenvalues: readonly number[];
  /** Smallest distance of two eigenvalues. */
  readonly gap: number;
}

interface Mat3File {
  polar: {
    name: string;
    A: number[];
    R: number[];
    sigma: number[];
    det: number;
    uniqueGap: number;
    relGap: number;
  }[];
  symmetric: { name: string; A: number[]; eig: number[]; minGap: number }[];
}

function columnMajor(m: readonly number[]): Float64Array {
  return Float64Array.of(m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]);
}

/** 203 polar decompositions and 40 symmetric eigenproblems, singular and reflected ones among them. */
export function readMat3Cases(): { polar: PolarCase[]; symmetric: SymmetricCase[] } {
  const file = readDataJson<Mat3File>('linalg', 'mat3.json');
  return {
    polar: file.polar.map(({ name, A, R, sigma, det, uniqueGap, relGap }) => ({
      name,
      matrix: columnMajor(A),
      rotation: columnMajor(R),
      singularValues: sigma,
      determinant: det,
      uniqueGap,
      relativeGap: relGap,
    })),
    symmetric: file.symmetric.map(({ name, A, eig, minGap }) => ({
      name,
      matrix: columnMajor(A),
      eigenvalues: [...eig].sort((a, b) => b - a),
      gap: minGap,
    })),
  };
}

/** The four robust predicates, by the name of their file. */
export type PredicateName = 'incircle' | 'insphere' | 'orient2d' | 'orient3d';

/** A near-degenerate input of a predicate. */
export interface PredicateCase {
  readonly id: number;
  /** The points, one after the other. */
  readonly coordinates: Float64Array;
  /** The sign as the file has it. */
  readonly sign: number;
}

/**
 * 1 000 near-degenerate cases of one predicate. The signs are those of the npm package `robust-predicates`
 * for `orient3d` and `incircle`, and their opposites for `orient2d` and `insphere`.
 */
export function readPredicateCases(name: PredicateName): PredicateCase[] {
  return readDataText('predicates', `${name}.txt`)
    .trim()
    .split('\n')
    .map(line => {
      const numbers = line.trim().split(/\s+/).map(Number);
      return {
        id: numbers[0],
        coordinates: Float64Array.from(numbers.slice(1, -1)),
        sign: numbers[numbers.length - 1],
      };
    });
}
