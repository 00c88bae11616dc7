import {
  clothGrid,
  HalfSpace,
  HeightField,
  HullShape,
  type PolygonGeometry,
  quickHull,
  ropeLine,
  SphereShape,
  solidBox,
  solidCapsule,
  solidCone,
  solidCylinder,
  solidDodecahedron,
  solidIcosahedron,
  solidIcosphere,
  solidOctahedron,
  solidRhombicuboctahedron,
  solidTetrahedron,
  solidTorus,
  solidTorusKnot,
  solidTruncatedOctahedron,
  type TriangleGeometry,
  TriangleMesh,
  terrainField,
  terrainGrid,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { expectClose, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const edgesOf = (g: TriangleGeometry) => (3 * g.indices.length) / 6;
const euler = (g: TriangleGeometry) => g.positions.length / 3 - edgesOf(g) + g.indices.length / 3;

function volume({ positions: p, indices }: TriangleGeometry): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map(k => 3 * indices[t + k]);
    sum +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

const prism = (r: number, n: number) => 0.5 * n * r * r * Math.sin((2 * Math.PI) / n);
const phi = (1 + Math.sqrt(5)) / 2;

/** name, solid, vertices, faces, triangles, volume by the textbook formula */
const convex: [string, PolygonGeometry, number, number, number, number][] = [
  ['box', solidBox([1, 2, 3]), 8, 6, 12, 48],
  ['tetrahedron', solidTetrahedron(2), 4, 4, 4, (8 / (9 * Math.sqrt(3))) * 8],
  ['octahedron', solidOctahedron(2), 6, 8, 8, (4 / 3) * 8],
  [
    'icosahedron',
    solidIcosahedron(2),
    12,
    20,
    20,
    (5 / 12) * (3 + Math.sqrt(5)) * (2 / Math.sin((2 * Math.PI) / 5)) ** 3,
  ],
  [
    'dodecahedron',
    solidDodecahedron(2),
    20,
    12,
    36,
    ((15 + 7 * Math.sqrt(5)) / 4) * (4 / (Math.sqrt(3) * phi)) ** 3,
  ],
  [
    'truncated octahedron',
    solidTruncatedOctahedron(2),
    24,
    14,
    44,
    8 * Math.SQRT2 * (2 / Math.sqrt(2.5)) ** 3,
  ],
  [
    'rhombicuboctahedron',
    solidRhombicuboctahedron(2),
    24,
    26,
    44,
    ((12 + 10 * Math.SQRT2) / 3) * (4 / Math.sqrt(5 + 2 * Math.SQRT2)) ** 3,
  ],
  ['cylinder of 13 sides', solidCylinder(2, 3, 13), 26, 15, 48, prism(2, 13) * 6],
  ['cone', solidCone(2, 3, 9), 10, 10, 16, (prism(2, 9) * 6) / 3],
];

describe.each(convex)('solid %s', (_, solid, vertices, faces, triangles, expected) => {
  it('has the right counts, is closed, faces outward and is convex', () => {
    expect(solid.positions.length / 3).toBe(vertices);
    expect(solid.faceOffsets.length - 1).toBe(faces);
    expect(solid.indices.length / 3).toBe(triangles);
    expect(TriangleMesh.fromGeometry(solid).closed).toBe(true);
    expect(euler(solid)).toBe(2);
    expectClose(volume(solid), expected, { relative: 1e-12 });
    const hull = quickHull(solid.positions);
    expect(hull.vertices.length / 3).toBe(vertices);
    expect(hull.faceOffsets.length - 1).toBe(faces);
    expectClose(new HullShape(hull).volume, expected, { relative: 1e-12 });
  });
});

describe('round and knotted solids', () => {
  it.each([
    ['capsule', solidCapsule(0.5, 1, 64, 32), 2, Math.PI * 0.25 * (2 + 2 / 3), 5e-3],
    ['icosphere', solidIcosphere(2, 4), 2, (4 / 3) * Math.PI * 8, 5e-3],
    ['torus', solidTorus(2, 0.5, 128, 64), 0, 2 * Math.PI ** 2 * 2 * 0.25, 5e-3],
  ] as const)('%s', (_, solid, characteristic, expected, tolerance) => {
    expect(TriangleMesh.fromGeometry(solid).closed).toBe(true);
    expect(euler(solid)).toBe(characteristic);
    expectClose(volume(solid), expected, { relative: tolerance });
    expect(volume(solid)).toBeLessThan(expected);
  });

  it('torus knot: closed, outward, as much volume as its tube', () => {
    const knot = solidTorusKnot(1, 0.1, 600, 24);
    expect(TriangleMesh.fromGeometry(knot).closed).toBe(true);
    expect(euler(knot)).toBe(0);
    let length = 0;
    const at = (i: number) => {
      const t = (2 * Math.PI * i) / 5000;
      const around = 0.5 * (2 + Math.cos(3 * t));
      return [around * Math.cos(2 * t), 0.5 * Math.sin(3 * t), around * Math.sin(2 * t)] as const;
    };
    for (let i = 0; i < 5000; i++) length += Math.hypot(...[0, 1, 2].map(k => at(i)[k] - at(i + 1)[k]));
    expectClose(volume(knot), length * prism(0.1, 24), { relative: 5e-3 });
  });

  it('bad arguments are named', () => {
    expect(() => solidBox([1, 0, 1])).toThrow('halfExtents[1]');
    expect(() => solidCylinder(1, 1, 2)).toThrow('sides');
    expect(() => solidTorus(1, 1)).toThrow('tube');
    expect(() => solidIcosphere(1, -1)).toThrow('level');
    expect(() => solidTetrahedron(Number.NaN)).toThrow('radius');
    expect(() => clothGrid(1, 1, 1, 5)).toThrow('columns');
    expect(() => ropeLine(0)).toThrow('length');
    expect(() => terrainGrid({ octaves: 0 })).toThrow('octaves');
  });
});

describe('cloth, rope and terrain', () => {
  it('cloth: counts, upward triangles, threads of equal length', () => {
    const cloth = clothGrid(2, 3, 5, 4);
    expect(cloth.positions.length / 3).toBe(20);
    expect(cloth.indices.length / 3).toBe(24);
    expect(cloth.edges.length / 2).toBe(4 * 4 + 5 * 3);
    const mesh = TriangleMesh.fromGeometry(cloth);
    const t = new Float64Array(9);
    for (let i = 0; i < mesh.triangleCount; i++) {
      mesh.triangle(t, i);
      const up = (t[5] - t[2]) * (t[6] - t[0]) - (t[3] - t[0]) * (t[8] - t[2]);
      expect(up).toBeGreaterThan(0);
    }
    for (let e = 0; e < cloth.edges.length; e += 2) {
      const [a, b] = [3 * cloth.edges[e], 3 * cloth.edges[e + 1]];
      const dx = Math.abs(cloth.positions[a] - cloth.positions[b]);
      const dz = Math.abs(cloth.positions[a + 2] - cloth.positions[b + 2]);
      expect(dx === 0 ? dz : dx).toBeCloseTo(dx === 0 ? 1 : 0.5, 12);
    }
  });

  it('rope: a chain', () => {
    const rope = ropeLine(2, 4);
    expect([...rope.positions]).toEqual([-1, 0, 0, -0.5, 0, 0, 0, 0, 0, 0.5, 0, 0, 1, 0, 0]);
    expect([...rope.edges]).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
  });

  it('terrain: the same for the same seed, other for another, within its amplitude, hilly', () => {
    const field = terrainField({ seed: 5 });
    expect(terrainField({ seed: 5 }).heights).toEqual(field.heights);
    expect(terrainField({ seed: 6 }).heights).not.toEqual(field.heights);
    expect(field.maxHeight).toBeLessThan(8);
    expect(field.minHeight).toBeGreaterThan(-8);
    expect(field.maxHeight - field.minHeight).toBeGreaterThan(4);
    expect(terrainGrid({ seed: 5 }).indices.length / 3).toBe(field.triangleCount);
  });
});

describe('height field', () => {
  const field = terrainField({ columns: 9, rows: 7, cellSize: 0.5, seed: 3 });
  const random = new Random(1);

  it('sample and normal agree with the triangles', () => {
    const t = new Float64Array(9);
    const n: [number, number, number] = [0, 0, 0];
    const { positions, indices } = field.geometry();
    for (let i = 0; i < field.triangleCount; i++) {
      field.triangle(t, i);
      for (let k = 0; k < 9; k++)
        expect(t[k]).toBe(positions[3 * indices[3 * i + Math.floor(k / 3)] + (k % 3)]);
      let [u, v] = [random.next(), random.next()];
      if (u + v > 1) [u, v] = [1 - u, 1 - v];
      const p = [0, 1, 2].map(k => t[k] + u * (t[k + 3] - t[k]) + v * (t[k + 6] - t[k]));
      expectClose(field.sample(p[0], p[2]), p[1], { absolute: 1e-12 });
      expect(field.normal(n, p[0], p[2])).toBe(true);
      const e = [t[3] - t[0], t[4] - t[1], t[5] - t[2]] as const;
      const f = [t[6] - t[0], t[7] - t[1], t[8] - t[2]] as const;
      const c = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      const length = Math.hypot(...c);
      expect(c[1]).toBeGreaterThan(0);
      expectVectorClose(
        n,
        c.map(value => value / length),
        { absolute: 1e-12 },
      );
    }
  });

  it('covers its rectangle, edges included, and nothing else', () => {
    expect(field.sample(4, 3)).toBe(field.heights[62]);
    expect(field.sample(0, 0)).toBe(field.heights[0]);
    expect(field.sample(4.01, 1)).toBeNaN();
    expect(field.sample(-0.01, 1)).toBeNaN();
    expect(field.normal([0, 0, 0], 1, 3.01)).toBe(false);
    expect([...(field.aabb(new Array(6).fill(0)) as number[])]).toEqual([
      0,
      field.minHeight,
      0,
      4,
      field.maxHeight,
      3,
    ]);
  });

  it('cellRange holds every cell whose box touches the query', () => {
    const out = [0, 0, 0, 0];
    let hits = 0;
    for (let i = 0; i < 500; i++) {
      // Whole multiples of the cell size now and then, so that boxes touch grid lines.
      const at = () => (i % 3 ? random.uniform(-2, 6) : Math.round(random.uniform(-4, 12)) / 2);
      const [x, z] = [at(), at()];
      const box = [x, -100, z, x + random.next(), 100, z + random.next()];
      const found = field.cellRange(out, box);
      if (found) hits++;
      for (let row = 0; row < 6; row++)
        for (let column = 0; column < 8; column++) {
          const touches =
            column * 0.5 <= box[3] &&
            (column + 1) * 0.5 >= box[0] &&
            row * 0.5 <= box[5] &&
            (row + 1) * 0.5 >= box[2];
          const listed = found && column >= out[0] && column <= out[2] && row >= out[1] && row <= out[3];
          expect(listed).toBe(touches);
        }
    }
    expect(hits / 500).toBeGreaterThan(0.2);
    expect(hits / 500).toBeLessThan(0.8);
    expect(field.cellRange(out, [0, 100, 0, 1, 101, 1])).toBe(false);
  });

  it('is checked', () => {
    expect(() => new HeightField({ heights: [1, 2, 3], columns: 2, rows: 2 })).toThrow('heights');
    expect(() => new HeightField({ heights: [1, 2, 3, Number.NaN], columns: 2, rows: 2 })).toThrow(
      'heights[3]',
    );
    expect(() => new HeightField({ heights: [1], columns: 1, rows: 1 })).toThrow('columns');
  });
});

describe('half-space', () => {
  it('measures points and shapes', () => {
    const ground = HalfSpace.throughPoint([0, 2, 0], [5, 1, 5]);
    expect([...ground.normal, ground.offset]).toEqual([0, 1, 0, 1]);
    expect(ground.distance([3, 4, 3])).toBe(3);
    expect([...ground.project([0, 0, 0], [3, -4, 2])]).toEqual([3, 1, 2]);
    const out: [number, number, number] = [0, 0, 0];
    expect(ground.deepest(out, new SphereShape(3))).toBe(-4);
    expect(out[1]).toBe(-3);
    expect(() => new HalfSpace([0, 0, 0])).toThrow('normal');
    expect(() => new HalfSpace([0, 1, 0], Number.NaN)).toThrow('offset');
  });
});
