import { Random } from '@colide/math';
import {
  angularMomentum,
  createShapeMatch,
  findNonFinite,
  linearMomentum,
  ParticleSystem,
  ShapeMatching,
  type ShapeMatchingOptions,
  shapeMatch,
} from '@colide/solvers';
import { soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { cubes } from '../support/cubes.ts';
import { polynomialGoals, rigidGoals, squaredDistance } from '../support/least-squares.ts';

const linearBasis = (x: number, y: number, z: number) => [1, x, y, z];
const quadraticBasis = (x: number, y: number, z: number) => [
  1,
  x,
  y,
  z,
  x * x,
  y * y,
  z * z,
  x * y,
  y * z,
  z * x,
];

/** Random rest shape and positions: free, turned and disturbed, reflected, flat or straight. */
function configuration(random: Random, n: number, kind: number) {
  const rest = Float64Array.from({ length: 3 * n }, () => random.uniform(-1, 1));
  const masses = Float64Array.from({ length: n }, () => random.uniform(0.2, 3));
  if (kind === 3) for (let i = 0; i < n; i++) rest[3 * i + 1] = 0.3;
  if (kind === 4) for (let i = 0; i < n; i++) rest[3 * i + 1] = rest[3 * i + 2] = 0.3 + 0.5 * rest[3 * i];
  const m = random.rotationMatrix(new Float64Array(9));
  const sign = kind === 2 ? -1 : 1;
  const positions = new Float64Array(3 * n);
  const shift = [random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)];
  for (let i = 0; i < n; i++)
    for (let k = 0; k < 3; k++)
      positions[3 * i + k] =
        kind === 0
          ? random.uniform(-1, 1)
          : shift[k] +
            sign * (m[k] * rest[3 * i] + m[3 + k] * rest[3 * i + 1] + m[6 + k] * rest[3 * i + 2]) +
            0.2 * random.uniform(-1, 1);
  return { rest, masses, positions };
}

function goalsOf(
  { rest, masses, positions }: ReturnType<typeof configuration>,
  options: ShapeMatchingOptions,
): Float64Array {
  const n = masses.length;
  const ids = Uint32Array.from({ length: n }, (_, i) => i);
  const matching = new ShapeMatching(rest, masses, [0, n], ids, options);
  matching.match(positions);
  return matching.getGoals(new Float64Array(3 * n));
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let k = 0; k < a.length; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}

describe('goals', () => {
  it('are the rigid least-squares optimum of thousands of configurations, by Horn’s method', () => {
    const random = new Random(11);
    const match = createShapeMatch();
    const trials = soak(1500, 10_000);
    let unique = 0;
    let worst = 0;
    for (let trial = 0; trial < trials; trial++) {
      const c = configuration(random, 2 + (trial % 9), trial % 5);
      const expected = rigidGoals(c.rest, c.positions, c.masses);
      const best = squaredDistance(expected.goals, c.positions, c.masses);
      const isUnique = shapeMatch(match, c.rest, c.positions, c.masses);
      const total = c.masses.reduce((sum, m) => sum + m, 0);
      for (const rotation of ['warm', 'polar'] as const) {
        const goals = goalsOf(c, { rotation });
        const ours = squaredDistance(goals, c.positions, c.masses);
        expect(Math.abs(ours - best)).toBeLessThan(1e-11 * (1 + best));
        expect(match.error ** 2 * total).toBeCloseTo(best, 9);
        if (expected.gap < 1e-3) continue;
        expect(isUnique).toBe(true);
        worst = Math.max(worst, largestDifference(goals, expected.goals));
        unique++;
      }
    }
    expect(worst).toBeLessThan(1e-9);
    expect(unique).toBeGreaterThan(trials);
  });

  it.each([
    ['linear', linearBasis, 4],
    ['quadratic', quadraticBasis, 12],
  ] as const)('are the %s least-squares optimum, by elimination with a constant', (kind, basis, least) => {
    const random = new Random(12);
    for (let trial = 0; trial < 1000; trial++) {
      const c = configuration(random, least + 2 + (trial % 9), trial % 3);
      const goals = goalsOf(c, { kind, deformability: 1, preserveVolume: false });
      const expected = polynomialGoals(c.rest, c.positions, c.masses, basis);
      const best = squaredDistance(expected, c.positions, c.masses);
      const ours = squaredDistance(goals, c.positions, c.masses);
      expect(Math.abs(ours - best)).toBeLessThan(1e-8 * (1 + best));
      expect(largestDifference(goals, expected)).toBeLessThan(1e-5);
    }
  });

  it('lie on the particles for flat, straight and single bodies that moved rigidly', () => {
    const random = new Random(13);
    const m = random.rotationMatrix(new Float64Array(9));
    const shapes = [
      [0, 0, 0],
      [0, 0, 0, 1, 2, 3],
      [0, 0, 0, 1, 1, 1, 2, 2, 2],
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 3, 0, 0.5, 4, 0],
    ];
    for (const kind of ['rigid', 'linear', 'quadratic'] as const)
      for (const rest of shapes)
        for (const far of [0, 1e6]) {
          const n = rest.length / 3;
          const positions = Float64Array.from(
            rest,
            (_, k) =>
              far +
              m[k % 3] * rest[k - (k % 3)] +
              m[3 + (k % 3)] * rest[k - (k % 3) + 1] +
              m[6 + (k % 3)] * rest[k - (k % 3) + 2],
          );
          const c = { rest: Float64Array.from(rest), masses: new Float64Array(n).fill(2), positions };
          const goals = goalsOf(c, { kind, preserveVolume: false });
          expect(largestDifference(goals, positions)).toBeLessThan(far === 0 ? 1e-12 : 1e-8);
        }
  });

  it('remain finite for any finite state and lead back to the rest shape', () => {
    const rest = Float64Array.from(
      { length: 24 },
      (_, k) => ((k % 3 === 0 ? k / 3 : k % 3 === 1 ? k / 6 : k / 12) | 0) & 1,
    );
    for (const kind of ['rigid', 'linear', 'quadratic'] as const)
      for (const collapse of [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [-1, 1, 1],
        [1e-8, 1e8, 1],
      ]) {
        const system = new ParticleSystem({ count: 8 });
        system.placeAll(rest.map((value, k) => value * collapse[k % 3]));
        const matching = new ShapeMatching(
          rest,
          new Float64Array(8).fill(1),
          [0, 8],
          [0, 1, 2, 3, 4, 5, 6, 7],
          { kind },
        );
        for (let n = 0; n < 200; n++) {
          matching.project(system);
          expect(findNonFinite(system.positions)).toBe(-1);
        }
        const match = createShapeMatch();
        shapeMatch(match, rest, system.positions, new Float64Array(8).fill(1));
        if (kind !== 'quadratic') expect(match.error).toBeLessThan(1e-6);
      }
  });
});

describe('free flight', () => {
  it.each(
    (['rigid', 'linear', 'quadratic'] as const).flatMap(kind =>
      [false, true].map(overlap => ({ kind, overlap })),
    ),
  )('conserves momentum: $kind, clusters: $overlap', ({ kind, overlap }) => {
    const random = new Random(14);
    const scene = cubes(4, overlap);
    const masses = Float64Array.from({ length: scene.count }, () => random.uniform(0.5, 2));
    const system = new ParticleSystem({ count: scene.count });
    const dt = 1 / 60;
    for (let i = 0; i < scene.count; i++) system.setMass(i, masses[i]);
    system.placeAll(scene.positions);
    for (let k = 0; k < 3 * scene.count; k++) system.previousPositions[k] -= dt * random.uniform(-2, 2);
    const matching = new ShapeMatching(scene.positions, masses, scene.starts, scene.ids, {
      kind,
      stiffness: 0.6,
    });
    const velocities = new Float64Array(3 * scene.count);
    const measure = () => {
      for (let k = 0; k < velocities.length; k++)
        velocities[k] = (system.positions[k] - system.previousPositions[k]) / dt;
      const p = linearMomentum([0, 0, 0], velocities, system.inverseMasses);
      const l = angularMomentum([0, 0, 0], system.positions, velocities, system.inverseMasses);
      return [...p, ...l];
    };
    const before = measure();
    let scale = 0;
    for (let k = 0; k < velocities.length; k++)
      scale += masses[Math.floor(k / 3)] * Math.abs(velocities[k]) * (1 + Math.abs(system.positions[k]));
    for (let n = 0; n < 300; n++) {
      matching.match(system.positions);
      matching.kick(system.positions, system.previousPositions, system.inverseMasses);
      system.step(dt, [], 0);
    }
    const after = measure();
    for (let k = 0; k < 6; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-12 * scale);
    for (let n = 0; n < 60; n++) system.step(dt, [matching], 3);
    const projected = measure();
    for (let k = 0; k < 3; k++) expect(Math.abs(projected[k] - before[k])).toBeLessThan(1e-12 * scale);
    expect(findNonFinite(system.positions)).toBe(-1);
  });
});

describe('plasticity', () => {
  const rest = cubes(1, false);
  const masses = new Float64Array(8).fill(1);
  const stretched = rest.positions.map((value, k) => (k % 3 === 0 ? 2 * value : value));
  const run = (yieldStrain: number, kind: 'linear' | 'quadratic' = 'linear') => {
    const matching = new ShapeMatching(rest.positions, masses, rest.starts, rest.ids, {
      kind,
      plasticity: { yieldStrain, creep: 10, maxStrain: 0.8 },
    });
    for (let n = 0; n < 600; n++) matching.flow(stretched, 1 / 60);
    return matching.plasticStrains;
  };

  it('takes on part of the deformation beyond the yield strain, keeps volume and limit', () => {
    for (const kind of ['linear', 'quadratic'] as const) {
      const s = run(0.1, kind);
      expect(s[0]).toBeGreaterThan(1.3);
      expect(s[4]).toBeLessThan(0.9);
      expect(Math.hypot(s[0] - 1, s[4] - 1, s[8] - 1)).toBeLessThan(0.8 + 1e-12);
    }
    expect(Array.from(run(5))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });
});

describe('arguments and allocation', () => {
  it('are checked', () => {
    const make = (starts: number[], ids: number[], options = {}, mass = 1) =>
      new ShapeMatching(new Float64Array(9), [1, mass, 1], starts, ids, options);
    expect(() => make([0, 2], [0, 1, 2])).toThrow(/starts/);
    expect(() => make([0, 0, 3], [0, 1, 2])).toThrow(/body 0 has no particles/);
    expect(() => make([0, 3], [0, 1, 3])).toThrow(/ids\[2\]/);
    expect(() => make([0, 3], [0, 1, 1])).toThrow(/twice/);
    expect(() => make([0, 3], [0, 1, 2], {}, -1)).toThrow(/masses\[1\]/);
    expect(() => make([0, 3], [0, 1, 2], { stiffness: 1.5 })).toThrow(/stiffness/);
    expect(() => make([0, 3], [0, 1, 2], { deformability: -1 })).toThrow(/deformability/);
    expect(() =>
      make([0, 3], [0, 1, 2], { plasticity: { yieldStrain: -1, creep: 1, maxStrain: 1 } }),
    ).toThrow(/yieldStrain/);
    expect(() => shapeMatch(createShapeMatch(), [0, 0, 0], [0, Number.NaN, 0], [1])).toThrow(
      /positions\[1\]/,
    );
    expect(() => shapeMatch(createShapeMatch(), [0, 0, 0], [0, 0, 0], [0])).toThrow(/zero/);
  });
});
