/**
 * Linear algebra and sorting: 3×3 eigen and polar decomposition, radix sort.
 *
 * Every peer gets its own favourite input format, made before the clock starts.
 */
import { eigenSymmetric, polarDecompose, RadixScratch, Random, radixSort } from '@colide/math';

import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { SVD } from 'svd-js';
import { type BenchCase, defineSuite } from '../harness/suite.ts';

type Mat3 = [number, number, number, number, number, number, number, number, number];
type Vec3 = [number, number, number];

const matrixCount = 2000;
const keyCount = 100_000;

/** Random matrices with elements from −1 to 1 and a positive determinant, column-major. */
function randomMatrices(count: number): Mat3[] {
  const random = new Random(31337);
  return Array.from({ length: count }, () => {
    const m = Float64Array.from({ length: 9 }, () => random.uniform(-1, 1));
    const sign = determinant(m) < 0 ? -1 : 1;
    return m.map(value => sign * value) as unknown as Mat3;
  });
}

function determinant(m: ArrayLike<number>): number {
  return (
    m[0] * (m[4] * m[8] - m[5] * m[7]) -
    m[3] * (m[1] * m[8] - m[2] * m[7]) +
    m[6] * (m[1] * m[5] - m[2] * m[4])
  );
}

/** AᵀA of each matrix: symmetric and positive, as covariances and strain measures are. */
function squares(matrices: Mat3[]): Mat3[] {
  return matrices.map(m => {
    const square = new Float64Array(9) as unknown as Mat3;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        for (let k = 0; k < 3; k++) square[3 * j + i] += m[3 * i + k] * m[3 * j + k];
    return square;
  });
}

/** The rows of a column-major matrix. */
function rowsOf(m: Mat3): number[][] {
  return [0, 1, 2].map(row => [m[row], m[row + 3], m[row + 6]]);
}

/** Whether two lists of numbers agree to `tolerance`, absolutely. */
function agreeWithin(tolerance: number) {
  return (ours: unknown, peers: unknown): true | string => {
    const [a, b] = [ours as Float64Array, peers as Float64Array];
    let worst = 0;
    for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i] - b[i]));
    return (a.length === b.length && worst <= tolerance) || `largest difference ${worst}`;
  };
}

const eigen: BenchCase = {
  name: 'eigen 3×3 symmetric',
  items: matrixCount,
  unit: 'matrix',
  target: 10,
  setUp() {
    const matrices = squares(randomMatrices(matrixCount));
    const peerMatrices = matrices.map(m => new Matrix(rowsOf(m)));
    const values = new Float64Array(3) as unknown as Vec3;
    const vectors = new Float64Array(9) as unknown as Mat3;
    const ofOurs = new Float64Array(3 * matrixCount);
    const ofPeer = new Float64Array(3 * matrixCount);
    return {
      contenders: [
        {
          name: 'eigenSymmetric',
          run() {
            let sum = 0;
            for (let i = 0; i < matrixCount; i++) {
              eigenSymmetric(values, vectors, matrices[i]);
              ofOurs[3 * i] = values[2];
              ofOurs[3 * i + 1] = values[1];
              ofOurs[3 * i + 2] = values[0];
              sum += vectors[0] * vectors[0];
            }
            return sum;
          },
          verdict: () => ofOurs,
        },
        {
          name: 'ml-matrix EVD',
          run() {
            let sum = 0;
            for (let i = 0; i < matrixCount; i++) {
              const evd = new EigenvalueDecomposition(peerMatrices[i], { assumeSymmetric: true });
              const found = evd.realEigenvalues;
              ofPeer[3 * i] = found[0];
              ofPeer[3 * i + 1] = found[1];
              ofPeer[3 * i + 2] = found[2];
              sum += evd.eigenvectorMatrix.get(0, 0);
            }
            return sum;
          },
          verdict: () => ofPeer,
        },
      ],
      agree: agreeWithin(1e-12),
    };
  },
};

const polar: BenchCase = {
  name: 'polar decomposition 3×3',
  items: matrixCount,
  unit: 'matrix',
  target: 5,
  setUp() {
    const matrices = randomMatrices(matrixCount);
    const peerMatrices = matrices.map(rowsOf);
    const rotation = new Float64Array(9) as unknown as Mat3;
    const stretch = new Float64Array(9) as unknown as Mat3;
    const ofOurs = new Float64Array(9 * matrixCount);
    const ofPeer = new Float64Array(9 * matrixCount);
    return {
      contenders: [
        {
          name: 'polarDecompose (R and S)',
          run() {
            let sum = 0;
            for (let i = 0; i < matrixCount; i++) {
              polarDecompose(rotation, stretch, matrices[i]);
              for (let k = 0; k < 9; k++) ofOurs[9 * i + k] = rotation[k];
              sum += stretch[0];
            }
            return sum;
          },
          verdict: () => ofOurs,
        },
        {
          name: 'svd-js (R = U Vᵀ only)',
          run() {
            let sum = 0;
            for (let i = 0; i < matrixCount; i++) {
              const { u, v, q } = SVD(peerMatrices[i]);
              for (let column = 0; column < 3; column++)
                for (let row = 0; row < 3; row++)
                  ofPeer[9 * i + 3 * column + row] =
                    u[row][0] * v[column][0] + u[row][1] * v[column][1] + u[row][2] * v[column][2];
              sum += q[0];
            }
            return sum;
          },
          verdict: () => ofPeer,
        },
      ],
      agree: agreeWithin(1e-9),
    };
  },
};

const sorting: BenchCase = {
  name: 'sort 100 000 f32 keys',
  items: keyCount,
  unit: 'key',
  target: 1,
  setUp() {
    const random = new Random(4);
    const source = Float32Array.from({ length: keyCount }, () => random.normal(0, 100));
    const identity = Uint32Array.from({ length: keyCount }, (_, i) => i);
    const keys = new Float32Array(keyCount);
    const payload = new Uint32Array(keyCount);
    const scratch = new RadixScratch(keyCount);
    const indices = Array.from(identity);
    const alone = new Float32Array(keyCount);
    return {
      contenders: [
        {
          name: 'radixSort (keys and payload)',
          run() {
            keys.set(source);
            payload.set(identity);
            radixSort(keys, payload, scratch);
            return payload[keyCount >> 1];
          },
          verdict: () => Float64Array.from(payload, at => source[at]),
        },
        {
          name: 'Array.prototype.sort (index array)',
          target: 5,
          run() {
            for (let i = 0; i < keyCount; i++) indices[i] = i;
            indices.sort((a, b) => source[a] - source[b]);
            return indices[keyCount >> 1];
          },
          verdict: () => Float64Array.from(indices, at => source[at]),
        },
        {
          name: 'Float32Array.prototype.sort (keys alone)',
          target: 1,
          run() {
            alone.set(source);
            alone.sort();
            return alone[keyCount >> 1];
          },
          verdict: () => Float64Array.from(alone),
        },
      ],
      agree: agreeWithin(0),
    };
  },
};

/** The suite. */
export const suite = defineSuite({ title: 'Linear algebra and sorting', cases: [eigen, polar, sorting] });
