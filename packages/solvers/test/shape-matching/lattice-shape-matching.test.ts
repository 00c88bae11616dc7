import { Random } from '@colide/math';
import {
  createShapeMatch,
  findNonFinite,
  LatticeShapeMatching,
  ParticleSystem,
  ShapeMatching,
  shapeMatch,
} from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

/** A block of cells with random gaps. */
function createBlock(random: Random, size: [number, number, number], gaps: number) {
  const cells: number[] = [];
  const rest: number[] = [];
  for (let z = 0; z < size[2]; z++)
    for (let y = 0; y < size[1]; y++)
      for (let x = 0; x < size[0]; x++) {
        const empty = random.next() < gaps;
        cells.push(empty ? -1 : rest.length / 3);
        if (!empty) rest.push(x + 100, y, z);
      }
  const count = rest.length / 3;
  const masses = Float64Array.from({ length: count }, () => random.uniform(0.5, 2));
  return { cells, rest, masses, count };
}

describe('lattice shape matching', () => {
  it('gives the goals of brute force over overlapping regions', () => {
    const random = new Random(31);
    for (let trial = 0; trial < 40; trial++) {
      const size: [number, number, number] = [
        1 + random.integer(6),
        2 + random.integer(4),
        1 + random.integer(5),
      ];
      const regionRadius = 1 + random.integer(3);
      const block = createBlock(random, size, trial % 2 === 0 ? 0 : 0.3);
      if (block.count === 0) continue;
      const at = (c: number) => [
        c % size[0],
        Math.floor(c / size[0]) % size[1],
        Math.floor(c / (size[0] * size[1])),
      ];
      const ids: number[] = [];
      const starts = [0];
      block.cells.forEach((id, c) => {
        if (id < 0) return;
        block.cells.forEach((other, d) => {
          const [p, q] = [at(c), at(d)];
          if (other >= 0 && [0, 1, 2].every(k => Math.abs(p[k] - q[k]) <= regionRadius)) ids.push(other);
        });
        starts.push(ids.length);
      });
      const fast = new LatticeShapeMatching(block.cells, block.rest, block.masses, { size, regionRadius });
      const slow = new ShapeMatching(block.rest, block.masses, starts, ids);
      const systems = [
        new ParticleSystem({ count: block.count }),
        new ParticleSystem({ count: block.count }),
      ];
      const moved = block.rest.map(value => value + 0.3 * random.uniform(-1, 1));
      for (const system of systems) system.placeAll(moved);
      fast.project(systems[0]);
      slow.project(systems[1]);
      let worst = 0;
      for (let k = 0; k < 3 * block.count; k++)
        worst = Math.max(worst, Math.abs(systems[0].positions[k] - systems[1].positions[k]));
      // Regions on a line have no unique rotation: the two ways may turn about it differently, goals agree
      // all the same.
      expect(worst).toBeLessThan(1e-7);
    }
  });

  it('conserves the centre and the moment of the moves, and brings a crumpled block back', () => {
    const random = new Random(32);
    const size: [number, number, number] = [5, 4, 3];
    const { cells, rest, masses, count } = createBlock(random, size, 0);
    const matching = new LatticeShapeMatching(cells, rest, masses, { size, regionRadius: 2, stiffness: 0.8 });
    const system = new ParticleSystem({ count });
    system.placeAll(rest.map(value => value + 0.4 * random.uniform(-1, 1)));
    for (let n = 0; n < 100; n++) {
      const before = system.positions.slice();
      matching.project(system);
      const sums = [0, 0, 0, 0];
      for (let i = 0; i < count; i++) {
        const d = [0, 1, 2].map(k => system.positions[3 * i + k] - before[3 * i + k]);
        for (let k = 0; k < 3; k++) sums[k] += masses[i] * d[k];
        sums[3] += masses[i] * (before[3 * i] * d[1] - before[3 * i + 1] * d[0]);
      }
      for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-9);
    }
    expect(findNonFinite(system.positions)).toBe(-1);
    const match = createShapeMatch();
    shapeMatch(match, rest, system.positions, masses);
    expect(match.error).toBeLessThan(1e-3);
  });

  it('checks its arguments and allocates nothing', () => {
    const make = (
      cells: number[],
      options: { size: [number, number, number]; regionRadius?: number; stiffness?: number },
    ) => new LatticeShapeMatching(cells, [0, 0, 0, 1, 0, 0], [1, 1], options);
    expect(() => make([0, 1], { size: [3, 1, 1] })).toThrow(/3 elements/);
    expect(() => make([0, 5], { size: [2, 1, 1] })).toThrow(/particles\[1\]/);
    expect(() => make([-1, -1], { size: [2, 1, 1] })).toThrow(/sum of masses/);
    expect(() => make([0, 1], { size: [2, 1, 1], regionRadius: 0 })).toThrow(/regionRadius/);
    expect(() => make([0, 1], { size: [2, 1, 1], stiffness: 2 })).toThrow(/stiffness/);
    const matching = make([0, 1], { size: [2, 1, 1] });
    const system = new ParticleSystem({ count: 2 });
    system.placeAll([0, 0, 0, 1.5, 0.1, 0]);
    expectNoAllocation(() => matching.project(system), { warmUp: 600 });
  });
});
