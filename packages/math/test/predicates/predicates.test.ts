import { inCircle, inSphere, orient2d, orient3d, Random } from '@colide/math';
import {
  describeData,
  exactDeterminant,
  exactPredicate,
  exactSign,
  expectNoAllocation,
  generatePredicateInputs,
  readDataText,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Point = readonly number[] & [number, number, number];

/** Cases of one file: the coordinates, cut into points, and the sign given by the fixture. */
function cases(file: string, dimension: number): { points: Point[]; sign: number }[] {
  return readDataText('predicates', file)
    .trim()
    .split('\n')
    .map(line => {
      const numbers = line.trim().split(/\s+/).map(Number);
      const coordinates = numbers.slice(1, -1);
      const points = Array.from(
        { length: coordinates.length / dimension },
        (_, i) => coordinates.slice(i * dimension, (i + 1) * dimension) as Point,
      );
      return { points, sign: numbers.at(-1)! };
    });
}

// The fixtures carry Shewchuk's signs. Ours are his in the plane and the opposite in space, where his
// positive tetrahedra are left-handed.
describeData('predicates', 'predicates on 4 × 1000 near-degenerate cases', () => {
  it('orient2d', () => {
    const all = cases('orient2d.txt', 2);
    expect(all.length).toBe(1000);
    for (const { points, sign } of all)
      expect(Math.sign(orient2d(points[0], points[1], points[2]))).toBe(sign);
  });
  it('orient3d', () => {
    const all = cases('orient3d.txt', 3);
    expect(all.length).toBe(1000);
    for (const { points, sign } of all)
      expect(Math.sign(orient3d(points[0], points[1], points[2], points[3]))).toBe(-sign);
  });
  it('inCircle', () => {
    const all = cases('incircle.txt', 2);
    expect(all.length).toBe(1000);
    for (const { points, sign } of all)
      expect(Math.sign(inCircle(points[0], points[1], points[2], points[3]))).toBe(sign);
  });
  it('inSphere', () => {
    const all = cases('insphere.txt', 3);
    expect(all.length).toBe(1000);
    for (const { points, sign } of all)
      expect(Math.sign(inSphere(points[0], points[1], points[2], points[3], points[4]))).toBe(-sign);
  });
});

/** Coordinates on a lattice of 2⁻³⁰ near 1: tiny differences whose determinant BigInt gives exactly. */
const lattice = (random: Random, dimension: number, span: number): { float: Point; big: bigint[] } => {
  const steps = Array.from({ length: dimension }, () => 2 ** 30 + random.integer(span));
  return { float: steps.map(step => step / 2 ** 30) as Point, big: steps.map(BigInt) };
};

const difference = (p: bigint[], q: bigint[]) => p.map((x, i) => x - q[i]);
const lifted = (v: bigint[]) => [...v, v.reduce((sum, x) => sum + x * x, 0n)];

describe('predicates on generated near-degenerate cases', () => {
  it.each([
    ['orient2d', 2, orient2d, false],
    ['orient3d', 3, orient3d, false],
    ['incircle', 2, inCircle, true],
    ['insphere', 3, inSphere, true],
  ] as const)(
    '%s agrees with exact arithmetic, where plain arithmetic does not',
    (name, dimension, predicate, isLifted) => {
      let [zeros, fooled] = [0, 0];
      const inputs = generatePredicateInputs(name, 600, new Random(13));
      for (const coordinates of inputs) {
        const points = Array.from({ length: coordinates.length / dimension }, (_, i) =>
          Array.from(coordinates.subarray(dimension * i, dimension * i + dimension)),
        );
        const expected = exactPredicate(name, coordinates);
        const actual = (predicate as (...p: number[][]) => number)(...points);
        if (Math.sign(actual) + 0 !== expected) expect.fail(`${actual}, not ${expected}, for ${coordinates}`);
        if (expected === 0) zeros++;
        if (plainSign(points, isLifted) !== expected) fooled++;
      }
      expect(zeros).toBeGreaterThan(10);
      expect(fooled).toBeGreaterThan(50);
    },
  );
});

/** The sign of the determinant in plain arithmetic, up to the orientation of space. */
function plainSign(points: number[][], isLifted: boolean): number {
  const last = points.at(-1)!;
  const rows = points.slice(0, -1).map(point => point.map((x, k) => x - last[k]));
  if (isLifted) for (const row of rows) row.push(row.reduce((sum, x) => sum + x * x, 0));
  const determinant = (m: number[][]): number =>
    m.length === 1
      ? m[0][0]
      : m.reduce(
          (sum, row, i) =>
            sum + (i % 2 ? -1 : 1) * row[0] * determinant(m.filter((_, k) => k !== i).map(r => r.slice(1))),
          0,
        );
  const sign = Math.sign(determinant(rows));
  return points[0].length === 2 ? sign + 0 : 0 - sign;
}

describe('predicates', () => {
  it('have the documented signs', () => {
    const [o, x, y, z]: Point[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    expect(orient2d(o, x, y)).toBeCloseTo(1, 15);
    expect(orient2d(o, y, x)).toBeCloseTo(-1, 15);
    expect(orient3d(o, x, y, z)).toBeCloseTo(1, 15);
    expect(orient3d(o, y, x, z)).toBeCloseTo(-1, 15);
    expect(inCircle(o, x, y, [0.5, 0.5])).toBeGreaterThan(0);
    expect(inCircle(o, x, y, [1, 1])).toBe(0);
    expect(inCircle(o, x, y, [2, 2])).toBeLessThan(0);
    expect(inSphere(o, x, y, z, [0.5, 0.5, 0.5])).toBeGreaterThan(0);
    expect(inSphere(o, x, y, z, [1, 1, 1])).toBeCloseTo(0, 300);
    expect(inSphere(o, x, y, z, [2, 2, 2])).toBeLessThan(0);
  });

  it('agree with integer arithmetic, the zeros included', () => {
    const random = new Random(11);
    const zeros = [0, 0, 0, 0];
    for (let i = 0; i < 4000; i++) {
      const span = [3, 6, 40, 1000][i % 4];
      const p = Array.from({ length: 5 }, () => lattice(random, 3, span));
      const [a, b, c, d, e] = p.map(q => q.float);
      const [A, B, C, D, E] = p.map(q => q.big);
      const flat = [A, B, C, D].map(q => q.slice(0, 2));
      const expected = [
        exactSign(exactDeterminant([difference(flat[1], flat[0]), difference(flat[2], flat[0])])),
        exactSign(exactDeterminant([difference(B, A), difference(C, A), difference(D, A)])),
        exactSign(exactDeterminant(flat.slice(0, 3).map(q => lifted(difference(q, flat[3]))))),
        // The lifted determinant of space is negative inside for right-handed tetrahedra.
        exactSign(exactDeterminant([A, B, C, D].map(q => lifted(difference(q, E))))),
      ];
      const actual = [orient2d(a, b, c), orient3d(a, b, c, d), inCircle(a, b, c, d), inSphere(a, b, c, d, e)];
      for (let k = 0; k < 4; k++) {
        expect(Math.sign(actual[k]) + 0).toBe(k === 3 ? -expected[3] + 0 : expected[k]);
        if (expected[k] === 0) zeros[k]++;
      }
    }
    for (const seen of zeros) expect(seen).toBeGreaterThan(40);
  });

  it('are exact up to the documented sizes', () => {
    const random = new Random(12);
    const size = 2 ** 50;
    // Corners of a box are on one sphere (in the plane: on one circle), a and c opposite b and d; a nudge of
    // a few units makes the last digit decide. Products of full 50-bit integers need the exact stages.
    const nudge = () => random.integer(5) - 2;
    const limits = [
      [1e-140, 1e150],
      [1e-90, 1e100],
      [1e-64, 1e75],
      [1e-48, 1e60],
    ] as const;
    for (let k = 0; k < 4; k++) {
      for (const limit of limits[k]) {
        const unit = 2 ** Math.ceil(Math.log2(limit / (limit < 1 ? 1 : 4) / size));
        for (let i = 0; i < 300; i++) {
          const [x, y, z] = [size / 2, size / 2, size / 2].map(half => half + random.integer(half));
          const nodes: number[][] = [
            k === 0 ? [x, y, 0] : [x, y, k === 2 ? 0 : z],
            k === 0 ? [-x, -y, 0] : [-x, y, k === 2 ? 0 : z],
            k === 0 ? [3 * x, 3 * y, 0] : [-x, -y, k === 1 ? -z : k === 2 ? 0 : z],
            k === 1 ? [x, -y, -z] : [x, -y, k === 2 ? 0 : -z],
            [-x, y, -z],
          ].map(node => node.map((v, axis) => v + (axis < 2 || k % 2 === 1 ? nudge() : 0)));
          const [a, b, c, d, e] = nodes.map(node => node.map(v => v * unit)) as [
            Point,
            Point,
            Point,
            Point,
            Point,
          ];
          const [A, B, C, D, E] = nodes.map(node => node.map(BigInt));
          const flat = [A, B, C, D].map(q => q.slice(0, 2));
          const [actual, expected] = [
            () => [
              orient2d(a, b, c),
              exactDeterminant([difference(flat[1], flat[0]), difference(flat[2], flat[0])]),
            ],
            () => [
              orient3d(a, b, c, d),
              exactDeterminant([difference(B, A), difference(C, A), difference(D, A)]),
            ],
            () => [
              inCircle(a, b, c, d),
              exactDeterminant(flat.slice(0, 3).map(q => lifted(difference(q, flat[3])))),
            ],
            () => [
              inSphere(a, b, c, d, e),
              -exactDeterminant([A, B, C, D].map(q => lifted(difference(q, E)))),
            ],
          ][k]() as [number, bigint];
          expect(Math.sign(actual) + 0, `predicate ${k}, size ${limit}`).toBe(exactSign(expected));
        }
      }
    }
  });

  it('give NaN for NaN', () => {
    const n: Point = [Number.NaN, 0, 0];
    expect(orient2d(n, [1, 0], [0, 1])).toBeNaN();
    expect(orient3d(n, [1, 0, 0], [0, 1, 0], [0, 0, 1])).toBeNaN();
    expect(inCircle(n, [1, 0], [0, 1], [1, 1])).toBeNaN();
    expect(inSphere(n, [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1])).toBeNaN();
  });

  it('allocate no more than boxed numbers', () => {
    const points: Point[] = [
      [0, 0, 0],
      [1.5, 0, 0],
      [0, 1.25, 0],
      [0, 0, 1.75],
      [2.5, 3.5, 4.5],
    ];
    const [a, b, c, d, e] = points;
    expectNoAllocation(() => orient2d(a, b, c), { boxedNumbers: 1 });
    expectNoAllocation(() => orient3d(a, b, c, d), { boxedNumbers: 1 });
    expectNoAllocation(() => inCircle(a, b, c, e), { boxedNumbers: 1 });
    // Too large to be inlined for sure: the engine may box its 15 arguments.
    expectNoAllocation(() => inSphere(a, b, c, d, e), { boxedNumbers: 16 });
  });
});
