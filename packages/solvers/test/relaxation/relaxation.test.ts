import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import {
  ConstraintGraph,
  colorConstraints,
  createDistanceError,
  createGridCloth,
  createRelaxationResult,
  type DistanceList,
  measureDistanceError,
  measureRestLengths,
  OrderedRelaxation,
  permuteConstraints,
  projectDistances,
  relaxDistances,
  relaxDistancesOnce,
} from '@colide/solvers';

import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

/**
 * The graph of figure 4.8 in spirit: a path 0–1–2–3 with a branch 1–4 and a diagonal 0–2 as internal
 * constraint.
 */
const ids = [0, 1, 1, 2, 2, 3, 1, 4, 0, 2];

describe('constraint graph', () => {
  it('finds rings in breadth-first order', () => {
    const order = new Uint32Array(5);
    const rings = new Uint32Array(6);
    const all = new ConstraintGraph(ids, 5);
    expect(all.findRings(order, rings, 0)).toBe(2);
    expect(Array.from(order)).toEqual([0, 4, 1, 3, 2]);
    expect(Array.from(rings.subarray(0, 3))).toEqual([0, 2, 5]);
    const outer = new ConstraintGraph(ids, 5, 4);
    expect(outer.findRings(order, rings, 0)).toBe(3);
    expect(Array.from(order)).toEqual([0, 4, 1, 3, 2]);
    expect(Array.from(rings.subarray(0, 4))).toEqual([0, 2, 4, 5]);
  });

  it('finds the rings of the published example: a pentagon with two diagonals', () => {
    const pentagon = [0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 1, 3, 4, 2];
    const order = new Uint32Array(7);
    const rings = new Uint32Array(6);
    expect(new ConstraintGraph(pentagon, 5, 5).findRings(order, rings, 0)).toBe(3);
    const ring = (r: number) => Array.from(order.subarray(rings[r], rings[r + 1]), c => `l${c + 1}`).sort();
    expect([ring(0), ring(1), ring(2)]).toEqual([['l1', 'l5'], ['l2', 'l4', 'l6', 'l7'], ['l3']]);
  });

  it('leaves out what cannot be reached', () => {
    const graph = new ConstraintGraph([0, 1, 2, 3], 5);
    const order = new Uint32Array(2);
    const rings = new Uint32Array(6);
    expect(graph.findRings(order, rings, 2)).toBe(1);
    expect(rings[1]).toBe(1);
    expect(order[0]).toBe(1);
    expect(graph.findRings(order, rings, 4)).toBe(0);
    expect(() => graph.findRings(order, rings, 5)).toThrow(/particle/);
    expect(() => new ConstraintGraph([0, 9], 5)).toThrow('ids[1]');
  });
});

/** Constraints of length 1. */
function unitDistances(ids: ArrayLike<number>): DistanceList {
  return { ids: Uint32Array.from(ids), restLengths: new Float64Array(ids.length / 2).fill(1) };
}

describe('ordered relaxation', () => {
  it('repeats ring r about n/2^r times', () => {
    const chain = Array.from({ length: 10 }, (_, k) => (k >> 1) + (k & 1));
    const ordered = new OrderedRelaxation(unitDistances(chain), 6);
    expect(Array.from(ordered.eccentricities)).toEqual([5, 4, 3, 3, 4, 5]);
    const list = Array.from(ordered.lists.subarray(ordered.offsets[0], ordered.offsets[1]));
    expect(list).toEqual([0, 0, 0, 0, 0, 1, 1, 2, 3, 4]);
    const middle = Array.from(ordered.lists.subarray(ordered.offsets[2], ordered.offsets[3]));
    expect(middle).toEqual([1, 2, 1, 2, 1, 2, 0, 3, 4]);
  });

  it('repeats the rings around a vertex of the icosahedron 3, 1 and 1 times', () => {
    const { icosahedron } = icosphere();
    const { eccentricities, offsets } = new OrderedRelaxation(unitDistances(icosahedron), 12);
    expect(icosahedron.length).toBe(60);
    expect(new Set(eccentricities)).toEqual(new Set([3]));
    for (let p = 0; p < 12; p++) expect(offsets[p + 1] - offsets[p]).toBe(3 * 5 + 15 + 10);
  });

  it('relaxes in plain order when nothing has moved', () => {
    const chain = Uint32Array.from({ length: 20 }, (_, k) => (k >> 1) + (k & 1));
    const distances = unitDistances(chain);
    const w = new Float64Array(11).fill(1);
    const x = Float64Array.from({ length: 33 }, (_, k) => (k % 3 === 0 ? 0.4 * k : 0));
    const ordered = new OrderedRelaxation(distances, 11);
    const moved = new IdList();
    const [result, expected] = [createRelaxationResult(), createRelaxationResult()];
    const [y, z] = [x.slice(), x.slice()];
    expect(ordered.relaxOnce(y.slice(), w, moved)).toBe(10);
    expect(ordered.relax(result, y, w, moved, { maxIterations: 1000 })).toBe(true);
    expect(relaxDistances(expected, z, w, distances, { maxIterations: 1000 })).toBe(true);
    expect(result).toEqual(expected);
    expect(y).toEqual(z);
    moved.push(11);
    expect(() => ordered.relax(result, y, w, moved, { maxIterations: 1000 })).toThrow(/moved/);
  });

  it('ends at the first idle list, but not before every part of a body in pieces is within tolerance', () => {
    const w = new Float64Array(5).fill(1);
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 5, 0, 0, 7, 0, 0, 9, 9, 9);
    const moved = new IdList();
    for (const particle of [4, 0, 1, 2]) moved.push(particle);
    const result = createRelaxationResult();
    const pieces = new OrderedRelaxation(unitDistances([0, 1, 2, 3]), 5);
    expect(pieces.relax(result, x, w, moved, { maxIterations: 10 })).toBe(true);
    expect(result.relaxations).toBe(1);
    expect(x[9] - x[6]).toBeCloseTo(1, 12);
    const whole = new OrderedRelaxation(unitDistances([0, 1, 1, 2]), 3);
    const y = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
    moved.clear();
    for (const particle of [0, 1, 2]) moved.push(particle);
    expect(whole.relax(result, y, w, moved, { maxIterations: 10 })).toBe(true);
    expect(result).toEqual({ iterations: 1, relaxations: 0, converged: true });
    expect(whole.relax(result, y, w, moved, { maxIterations: 0 })).toBe(false);
  });

  it('reaches the tolerance after single vertices of a ball were pushed, at a price like that of plain order', () => {
    const { positions, edges } = icosphere();
    const count = positions.length / 3;
    const rest = measureRestLengths(new Float64Array(edges.length / 2), positions, edges);
    const pairs = Uint32Array.from(edges);
    const distances = { ids: pairs, restLengths: rest };
    const w = new Float64Array(count).fill(1);
    const ordered = new OrderedRelaxation(distances, count);
    const result = createRelaxationResult();
    const error = createDistanceError();
    const random = new Random(4);
    const moved = new IdList();
    let plain = 0;
    let inOrder = 0;
    for (let n = 0; n < 200; n++) {
      const particle = Math.floor(random.uniform(0, count));
      const depth = random.uniform(0.05, 0.4);
      const push = (): Float64Array => {
        const x = positions.slice();
        for (let k = 0; k < 3; k++) x[3 * particle + k] *= 1 - depth;
        return x;
      };
      const x = push();
      expect(relaxDistances(result, x, w, distances, { maxIterations: 10_000 })).toBe(true);
      expect(measureDistanceError(error, x, pairs, rest)).toBeLessThan(0.01 + 1e-12);
      plain += result.relaxations;
      const y = push();
      moved.clear();
      moved.push(particle);
      expect(ordered.relax(result, y, w, moved, { maxIterations: 10_000 })).toBe(true);
      expect(measureDistanceError(error, y, pairs, rest)).toBeLessThan(0.01 + 1e-12);
      inOrder += result.relaxations;
    }
    // One vertex pushed into a ball: 1.246 times the projections of plain order.
    expect(inOrder / plain).toBeGreaterThan(1.2);
    expect(inOrder / plain).toBeLessThan(1.3);
  });

  it('counts, stops and allocates nothing', () => {
    const chain = Uint32Array.from({ length: 40 }, (_, k) => (k >> 1) + (k & 1));
    const distances = unitDistances(chain);
    const w = new Float64Array(21).fill(1);
    const x = Float64Array.from({ length: 63 }, (_, k) => (k % 3 === 0 ? k / 2 : 0));
    const result = createRelaxationResult();
    expect(relaxDistances(result, x.slice(), w, distances, { maxIterations: 3 })).toBe(false);
    expect(result).toEqual({ iterations: 3, relaxations: 60, converged: false });
    expect(relaxDistances(result, x.slice(), w, distances, { maxIterations: 100_000 })).toBe(true);
    const fast = createRelaxationResult();
    expect(
      relaxDistances(fast, x.slice(), w, distances, { maxIterations: 100_000, overRelaxation: 1.6 }),
    ).toBe(true);
    expect(fast.relaxations).toBeLessThan(result.relaxations / 2);
    const ordered = new OrderedRelaxation(distances, 21);
    const moved = new IdList();
    moved.push(0);
    const y = x.slice();
    expectNoAllocation(() => {
      y.set(x);
      relaxDistancesOnce(y, w, distances);
      ordered.relaxOnce(y, w, moved);
    });
    expect(() => relaxDistances(result, x, w, distances, { tolerance: -1 })).toThrow(/tolerance/);
  });
});

describe('constraint colouring', () => {
  it('gives constraints of one colour no particle in common, and keeps all constraints', () => {
    const cloth = createGridCloth(13, 9, 0.1);
    for (const [list, arity] of [
      [cloth.ids, 2],
      [cloth.bendingIds, 4],
    ] as const) {
      const { colorCount, offsets, order } = colorConstraints(list, arity, 117);
      expect(colorCount).toBeLessThan(arity === 2 ? 13 : 40);
      for (let c = 0; c < colorCount; c++) {
        const used = new Set<number>();
        for (let i = offsets[c]; i < offsets[c + 1]; i++)
          for (let k = 0; k < arity; k++) {
            const id = list[arity * order[i] + k];
            expect(used.has(id)).toBe(false);
            used.add(id);
          }
      }
      expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from(order, (_, i) => i));
    }
  });

  it('makes the result of a colour independent of its order', () => {
    const cloth = createGridCloth(6, 6, 0.1);
    const random = new Random(1);
    const start = cloth.positions.map(value => value + random.uniform(-0.03, 0.03));
    const w = new Float64Array(36).fill(1);
    const { colorCount, offsets, order } = colorConstraints(cloth.ids, 2, 36);
    const reversed = order.slice();
    for (let c = 0; c < colorCount; c++) reversed.subarray(offsets[c], offsets[c + 1]).reverse();
    const solve = (sequence: Uint32Array) => {
      const x = start.slice();
      const pairs = permuteConstraints(new Uint32Array(cloth.ids.length), cloth.ids, 2, sequence);
      const rest = permuteConstraints(new Float64Array(order.length), cloth.restLengths, 1, sequence);
      projectDistances(x, w, { ids: pairs, restLengths: rest });
      return x;
    };
    expect(solve(reversed)).toEqual(solve(order));
  });

  it('colours stars of more than 32 constraints, and shares fixed particles', () => {
    const star = Array.from({ length: 100 }, (_, k) => (k & 1 ? (k >> 1) + 1 : 0));
    expect(colorConstraints(star, 2, 51).colorCount).toBe(50);
    const w = new Float64Array(51).fill(1);
    w[0] = 0;
    expect(colorConstraints(star, 2, 51, w).colorCount).toBe(1);
  });
});

/** An icosahedron with every face divided into four: 42 vertices, 120 edges. */
function icosphere(): { positions: Float64Array; edges: number[]; icosahedron: number[] } {
  const t = (1 + Math.sqrt(5)) / 2;
  const points: number[][] = [];
  for (const a of [-1, 1])
    for (const b of [-t, t]) {
      points.push([0, a, b], [a, b, 0], [b, 0, a]);
    }
  const near = (p: number[], q: number[], d: number) =>
    Math.abs(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - d) < 1e-9;
  const middles: number[][] = [];
  const icosahedron: number[] = [];
  for (let i = 0; i < 12; i++)
    for (let j = i + 1; j < 12; j++)
      if (near(points[i], points[j], 2)) {
        middles.push([0, 1, 2].map(k => (points[i][k] + points[j][k]) / 2));
        icosahedron.push(i, j);
      }
  const all = [...points, ...middles];
  const edges: number[] = [];
  for (let i = 0; i < all.length; i++)
    for (let j = i + 1; j < all.length; j++) if (near(all[i], all[j], 1)) edges.push(i, j);
  const positions = new Float64Array(all.flatMap(p => p.map(x => x / Math.hypot(...p))));
  return { positions, edges, icosahedron };
}
