/** Sweeps over cloth by the kernel: the bits of its twin, and nearly the result of the functions in f64. */
import { Random } from '@colide/math';
import { loadClothSimd } from '@colide/simd';
import {
  type ClothConstraints,
  colorConstraints,
  createGridCloth,
  permuteConstraints,
  projectBendings,
  projectDistances,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';
import { sweepTwin } from './support/cloth-twin.ts';

interface Case {
  cloth: ClothConstraints & { count: number; revision: number };
  positions: Float64Array;
  inverseMasses: Float64Array;
}

/** A crumpled cloth, somewhere, with pins, single masses, triangles without area and odd rest angles. */
function randomCase(random: Random, side = 2 + Math.floor(random.uniform(0, 9))): Case {
  const rows = 2 + Math.floor(random.uniform(0, 9));
  const spacing = 10 ** random.uniform(-4, 1);
  const grid = createGridCloth(side, rows, spacing);
  const far = 10 ** random.uniform(-1, 2);
  const crumple = spacing * 10 ** random.uniform(-3, 0);
  const positions = grid.positions.map(x => x + far + random.uniform(-crumple, crumple));
  const mass = 10 ** random.uniform(-4, 3);
  const inverseMasses = Float64Array.from({ length: side * rows }, () =>
    random.uniform(0, 1) < 0.1 ? 0 : random.uniform(0.5, 2) / mass,
  );
  for (let n = 0; n < 2; n++) {
    const [a, b] = [0, 1].map(() => 3 * Math.floor(random.uniform(0, side * rows)));
    if (random.uniform(0, 1) < 0.3) positions.copyWithin(a, b, b + 3);
  }
  for (let i = 0; i < grid.restAngles.length; i += 2)
    if (random.uniform(0, 1) < 0.2) {
      const angle = random.uniform(-3, 3);
      grid.restAngles[i] = Math.cos(angle);
      grid.restAngles[i + 1] = Math.sin(angle);
    }
  const cloth = {
    ...grid,
    count: grid.restLengths.length,
    revision: 0,
    stiffness: random.uniform(0.1, 1),
    bending: random.uniform(0, 1) < 0.2 ? 0 : random.uniform(0.01, 1),
  };
  return { cloth, positions, inverseMasses };
}

/** A sweep in f64, in the same order. */
function sweepInDouble({ cloth, positions, inverseMasses }: Case): Float64Array {
  const out = positions.slice();
  const count = inverseMasses.length;
  const bends = colorConstraints(cloth.bendingIds, 4, count).order;
  const { ids, restLengths, bendingIds, restAngles } = cloth;
  if (cloth.bending > 0)
    projectBendings(
      out,
      inverseMasses,
      permuteConstraints(new Uint32Array(bendingIds.length), bendingIds, 4, bends),
      permuteConstraints(new Float64Array(restAngles.length), restAngles, 2, bends),
      cloth.bending,
    );
  const threads = colorConstraints(ids, 2, count).order;
  const ordered = {
    ids: permuteConstraints(new Uint32Array(ids.length), ids, 2, threads),
    restLengths: permuteConstraints(new Float64Array(restLengths.length), restLengths, 1, threads),
  };
  projectDistances(out, inverseMasses, ordered, cloth.stiffness);
  return out;
}

describe('the kernel of cloth', () => {
  it('gives the bits of its twin, for many cloths that take turns and tear', async () => {
    const sweeps = (await loadClothSimd())!.createSweeps();
    const random = new Random(3);
    const cases: Case[] = [];
    let moved = 0;
    for (let n = 0; n < 120; n++) {
      if (n % 5 === 4) sweeps.forget(cases.splice(Math.floor(random.uniform(0, cases.length)), 1)[0].cloth);
      cases.push(randomCase(random));
      const torn = cases[Math.floor(random.uniform(0, cases.length))].cloth;
      torn.count = Math.ceil(0.8 * torn.count);
      torn.revision++;
      for (const { cloth, positions, inverseMasses } of cases.slice(-4)) {
        const before = positions.slice();
        const expected = positions.slice();
        sweepTwin(cloth, expected, inverseMasses);
        sweeps.project(cloth, { positions, inverseMasses });
        expect(positions).toEqual(expected);
        moved += positions.some((x, k) => x !== before[k]) ? 1 : 0;
      }
    }
    expect(moved).toBeGreaterThan(400);
  });

  it('is as exact as single precision allows', async () => {
    const sweeps = (await loadClothSimd())!.createSweeps();
    for (let seed = 0; seed < 100; seed++) {
      const made = randomCase(new Random(seed), 12);
      const { cloth, positions, inverseMasses } = made;
      // Folded or without area, bends jump at a hair's breadth.
      cloth.restAngles.forEach((_, i) => {
        cloth.restAngles[i] = 1 - (i % 2);
      });
      const spacing = cloth.restLengths[0];
      positions.set(createGridCloth(12, inverseMasses.length / 12, spacing).positions);
      const random = new Random(seed);
      for (let k = 0; k < positions.length; k++) positions[k] += 0.1 * spacing * random.uniform(-1, 1);
      const expected = sweepInDouble(made);
      sweeps.project(cloth, { positions, inverseMasses });
      const errors = positions.map((x, k) => Math.abs(x - expected[k]) / spacing);
      expect(Math.max(...errors)).toBeLessThan(3e-5);
    }
  });
});
