import {
  createGridCloth,
  createLatticeBox,
  createMeshCloth,
  meshVolume,
  ParticleSystem,
  predictMotions,
  SpeedLimit,
  smoothThreads,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

describe('createMeshCloth', () => {
  it('finds the edges and bends of a grid', () => {
    const grid = createGridCloth(7, 5, 0.3);
    const cloth = createMeshCloth(grid.positions, grid.triangles);
    // the threads and one diagonal a cell
    expect(cloth.restLengths.length).toBe(7 * 4 + 5 * 6 + 6 * 4);
    expect(cloth.restAngles.length).toBe(grid.restAngles.length);
    for (let e = 0; e < cloth.restLengths.length; e++)
      expect([0.3, 0.3 * Math.SQRT2].some(d => Math.abs(cloth.restLengths[e] - d) < 1e-12)).toBe(true);
    for (let h = 0; h < cloth.restAngles.length; h += 2) {
      expect(cloth.restAngles[h]).toBeCloseTo(1, 12);
      expect(cloth.restAngles[h + 1]).toBeCloseTo(0, 12);
    }
    const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
    const keys = Array.from(cloth.restLengths, (_, e) => key(cloth.ids[2 * e], cloth.ids[2 * e + 1]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps the angles of a folded mesh', () => {
    const { restAngles, bendingIds } = createMeshCloth(
      [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0],
      [0, 1, 2, 1, 0, 3],
    );
    expect(bendingIds.length).toBe(4);
    expect(Math.abs(restAngles[0])).toBeLessThan(1e-12);
    expect(Math.abs(restAngles[1])).toBeCloseTo(1, 12);
  });

  it('refuses bad meshes', () => {
    expect(() => createMeshCloth([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3])).toThrow('triangles[2]');
    expect(() => createMeshCloth([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 1])).toThrow('twice');
    expect(() => createMeshCloth([0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 1, 2])).toThrow('no length');
    expect(() => createMeshCloth([0, 0, Number.NaN], [])).toThrow('positions');
  });
});

describe('createLatticeBox', () => {
  it('has a particle in every cell and a closed surface outward', () => {
    const { positions, cells, triangles } = createLatticeBox([4, 3, 5], 0.5);
    expect(positions.length).toBe(3 * 60);
    expect([...cells].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(meshVolume(positions, triangles)).toBeCloseTo(1.5 * 1 * 2, 12);
    expect(triangles.length / 3).toBe(2 * 2 * (3 * 2 + 3 * 4 + 2 * 4));
    const { bendingIds, restLengths } = createMeshCloth(positions, triangles);
    // closed: every edge has two triangles
    expect(bendingIds.length / 4).toBe(restLengths.length);
    let sum = 0;
    for (const x of positions) sum += x;
    expect(sum).toBeCloseTo(0, 12);
  });

  it('leaves cells out', () => {
    const full = createLatticeBox([5, 5, 5], 1);
    const hollow = createLatticeBox([5, 5, 5], 1, (x, y, z) => !(x > 2 && y > 2 && z > 2));
    expect(full.positions.length - hollow.positions.length).toBe(3 * 8);
    expect(meshVolume(full.positions, full.triangles)).toBeCloseTo(64, 9);
    // eight particles are gone, and with them the cubes that had one of them as a corner
    expect(meshVolume(hollow.positions, hollow.triangles)).toBeCloseTo(64 - 8, 9);
    expect(createLatticeBox([1, 1, 1], 1).triangles.length).toBe(0);
    expect(() => createLatticeBox([0, 1, 1], 1)).toThrow('size[0]');
    expect(() => createLatticeBox([1, 1, 1], -1)).toThrow('spacing');
  });
});

describe('predictMotions', () => {
  it('looks ahead by velocity and gravity', () => {
    const out = new Float64Array(6);
    predictMotions(
      out,
      Float64Array.of(1, 2, 3, 5, 5, 5),
      Float64Array.of(0.9, 2, 3.2, 4, 4, 4),
      Float64Array.of(1, 0),
      Float64Array.of(0, -10, 0),
      Float64Array.of(0.1, 0.01),
    );
    for (const [k, x] of [1, -0.1, -2, 0, 0, 0].entries()) expect(out[k]).toBeCloseTo(x, 12);
    predictMotions(
      out,
      Float64Array.of(1, 0, 0),
      Float64Array.of(0.5, 0, 0),
      Float64Array.of(1),
      Float64Array.of(0, 0, 0),
      Float64Array.of(0.1, 0),
    );
    expect(out[0]).toBe(0.5);
  });
});

describe('smoothThreads', () => {
  it('takes away relative velocity and keeps momentum', () => {
    const positions = new Float64Array(9);
    const previous = Float64Array.of(-1, 0, 2, 3, 0, 0, 0, -5, 0);
    const inverseMasses = Float64Array.of(1, 0.5, 0.25);
    const momentum = (k: number) =>
      [0, 1, 2].reduce((sum, i) => sum + (positions[3 * i + k] - previous[3 * i + k]) / inverseMasses[i], 0);
    const before = [0, 1, 2].map(momentum);
    smoothThreads(positions, previous, inverseMasses, Uint32Array.of(0, 1), 1);
    for (let k = 0; k < 3; k++) expect(previous[k]).toBeCloseTo(previous[3 + k], 12);
    for (let n = 0; n < 200; n++)
      smoothThreads(positions, previous, inverseMasses, Uint32Array.of(0, 1, 1, 2), 0.3);
    for (let k = 0; k < 3; k++) {
      expect(momentum(k)).toBeCloseTo(before[k], 9);
      expect(previous[k]).toBeCloseTo(previous[6 + k], 9);
    }
    expect(positions).toEqual(new Float64Array(9));
  });

  it('knows pinned ends', () => {
    const previous = Float64Array.of(1, 0, 0, 0, 0, 0);
    smoothThreads(new Float64Array(6), previous, Float64Array.of(1, 0), Uint32Array.of(0, 1), 0.5);
    expect([...previous]).toEqual([0.5, 0, 0, 0, 0, 0]);
    smoothThreads(new Float64Array(6), previous, new Float64Array(2), Uint32Array.of(0, 1), 0.5);
    expect(previous[0]).toBe(0.5);
    expect(() =>
      smoothThreads(new Float64Array(6), previous, new Float64Array(2), Uint32Array.of(0, 1), 2),
    ).toThrow('fraction');
  });
});

describe('SpeedLimit', () => {
  it('slows down what is too fast and nothing else', () => {
    const system = new ParticleSystem({ count: 3 });
    system.previousPositions.set([-3, 0, -4, 1, 0, 0, -0.1, 0, 0]);
    const limit = new SpeedLimit(2);
    expect(limit.speed).toBe(2);
    limit.end(system, 0.5);
    expect([...system.previousPositions].map(x => +x.toFixed(12))).toEqual([
      -0.6, 0, -0.8, 1, 0, 0, -0.1, 0, 0,
    ]);
    expect(system.positions).toEqual(new Float64Array(9));
    expect(() => new SpeedLimit(0)).toThrow('speed');
  });
});
