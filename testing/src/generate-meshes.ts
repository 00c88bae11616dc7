/** Seeded triangles and triangle meshes; the closed ones face outward and have shared vertices. */
import type { Random } from '@colide/math';
import type { TriangleMesh } from './data-meshes.ts';

type TriangleWriter = (out: Float64Array, random: Random) => void;

function corners(out: Float64Array, random: Random, scale: number, offset: number): void {
  for (let i = 0; i < 9; i++) out[i] = offset + scale * random.uniform(-1, 1);
}

const triangleWriters = {
  /** Corners in the cube from −1 to 1. */
  uniform: (out, random) => corners(out, random, 1, 0),
  /** Small ones all over the cube, as in a fine mesh. */
  small: (out, random) => {
    const center = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    for (let i = 0; i < 9; i++) out[i] = center[i % 3] + 0.05 * random.uniform(-1, 1);
  },
  /** On the integer grid: coplanar, touching and degenerate pairs are common. */
  grid: (out, random) => {
    for (let i = 0; i < 9; i++) out[i] = random.integer(4);
  },
  /** In the plane z = 0. */
  coplanar: (out, random) => {
    corners(out, random, 1, 0);
    out[2] = out[5] = out[8] = 0;
  },
  /** Corners on a line, up to rounding. */
  collinear: (out, random) => {
    corners(out, random, 1, 0);
    const t = random.uniform(-0.5, 1.5);
    for (let k = 0; k < 3; k++) out[6 + k] = out[k] + t * (out[3 + k] - out[k]);
  },
  /** One corner three times. */
  point: (out, random) => {
    corners(out, random, 1, 0);
    out.copyWithin(3, 0, 3);
    out.copyWithin(6, 0, 3);
  },
  /** Ten thousand times longer than wide. */
  sliver: (out, random) => {
    corners(out, random, 1, 0);
    for (let k = 0; k < 3; k++) out[6 + k] = out[k] + 1e-4 * out[6 + k];
  },
  tiny: (out, random) => corners(out, random, 1e-6, 0),
  huge: (out, random) => corners(out, random, 1e6, 0),
  offset: (out, random) => corners(out, random, 1, 1e6),
} satisfies Record<string, TriangleWriter>;

/** The name of a family of triangles. */
export type TriangleFamily = keyof typeof triangleWriters;

/** All families of triangles. */
export const triangleFamilies = Object.keys(triangleWriters) as TriangleFamily[];

/** `n` triangles of a family, nine numbers each. */
export function generateTriangles(family: TriangleFamily, n: number, random: Random): Float64Array {
  const out = new Float64Array(9 * n);
  const triangle = new Float64Array(9);
  const writer: TriangleWriter = triangleWriters[family];
  for (let i = 0; i < n; i++) {
    writer(triangle, random);
    out.set(triangle, 9 * i);
  }
  return out;
}

/** Triangles without shared vertices as an indexed mesh. */
export function makeSoup(triangles: Float64Array): TriangleMesh<Float64Array> {
  return { positions: triangles, indices: Uint32Array.from({ length: triangles.length / 3 }, (_, i) => i) };
}

/** A closed unit sphere: an icosahedron whose triangles are split in four `subdivisions` times. */
export function makeIcosphere(subdivisions: number, radius = 1): TriangleMesh<Float64Array> {
  const golden = (1 + Math.sqrt(5)) / 2;
  const positions: number[] = [];
  const add = (x: number, y: number, z: number): number => {
    const scale = radius / Math.hypot(x, y, z);
    return positions.push(x * scale, y * scale, z * scale) / 3 - 1;
  };
  for (const [a, b] of [
    [1, golden],
    [-1, golden],
    [1, -golden],
    [-1, -golden],
  ] as const) {
    add(0, a, b);
    add(a, b, 0);
    add(b, 0, a);
  }
  // An icosahedron's faces are the triples of vertices at the shortest distance from each other.
  const near = (i: number, j: number) =>
    squaredDistance(positions, i, j) < 1.3 * radius * radius * (4 / (1 + golden * golden));
  let faces: [number, number, number][] = [];
  for (let i = 0; i < 12; i++)
    for (let j = i + 1; j < 12; j++)
      for (let k = j + 1; k < 12; k++)
        if (near(i, j) && near(j, k) && near(i, k))
          faces.push(orientation(positions, i, j, k) > 0 ? [i, j, k] : [i, k, j]);

  for (let level = 0; level < subdivisions; level++) {
    const middles = new Map<number, number>();
    const middle = (i: number, j: number): number => {
      const key = Math.min(i, j) * 2 ** 26 + Math.max(i, j);
      let found = middles.get(key);
      if (found === undefined) {
        const [p, q] = [3 * i, 3 * j];
        found = add(
          positions[p] + positions[q],
          positions[p + 1] + positions[q + 1],
          positions[p + 2] + positions[q + 2],
        );
        middles.set(key, found);
      }
      return found;
    };
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [b, bc, ab],
        [c, ca, bc],
        [ab, bc, ca],
      ];
    });
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(faces.flat()) };
}

function squaredDistance(positions: ArrayLike<number>, i: number, j: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (positions[3 * i + k] - positions[3 * j + k]) ** 2;
  return sum;
}

/** Six times the signed volume of the tetrahedron from the origin to three vertices. */
function orientation(positions: ArrayLike<number>, i: number, j: number, k: number): number {
  const [ax, ay, az] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  const [bx, by, bz] = [positions[3 * j], positions[3 * j + 1], positions[3 * j + 2]];
  const [cx, cy, cz] = [positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]];
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/** A closed torus around the y axis, `rings` × `sides` quads of two triangles. */
export function makeTorus(rings: number, sides: number, radius = 1, tube = 0.3): TriangleMesh<Float64Array> {
  const positions = new Float64Array(3 * rings * sides);
  const indices = new Uint32Array(6 * rings * sides);
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < sides; j++) {
      const at = i * sides + j;
      const u = (2 * Math.PI * i) / rings;
      const v = (2 * Math.PI * j) / sides;
      const distance = radius + tube * Math.cos(v);
      positions.set([distance * Math.cos(u), tube * Math.sin(v), distance * Math.sin(u)], 3 * at);
      const nextRing = ((i + 1) % rings) * sides;
      const nextSide = (j + 1) % sides;
      const [a, b, c, d] = [at, i * sides + nextSide, nextRing + nextSide, nextRing + j];
      indices.set([a, b, c, a, c, d], 6 * at);
    }
  return { positions, indices };
}

/** A closed box of twelve triangles. */
export function makeBoxMesh(halfX = 1, halfY = 1, halfZ = 1): TriangleMesh<Float64Array> {
  const positions = Float64Array.from({ length: 24 }, (_, i) => {
    const half = [halfX, halfY, halfZ][i % 3];
    return (Math.floor(i / 3) >> (i % 3)) & 1 ? half : -half;
  });
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return {
    positions,
    indices: Uint32Array.from(quads.flatMap(q => [q[0], q[1], q[2], q[0], q[2], q[3]])),
  };
}

/** Two triangles for each of `columns` × `rows` quads over a grid of vertices, row by row. */
export function gridIndices(columns: number, rows: number): Uint32Array {
  const row = columns + 1;
  const indices: number[] = [];
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const a = j * row + i;
      indices.push(a, a + row, a + 1, a + 1, a + row, a + row + 1);
    }
  return Uint32Array.from(indices);
}

/** An open terrain of `side` × `side` quads over the unit square, with random heights up to `height`. */
export function makeTerrain(side: number, height: number, random: Random): TriangleMesh<Float64Array> {
  const row = side + 1;
  const positions = new Float64Array(3 * row * row);
  for (let i = 0; i < row * row; i++)
    positions.set([(i % row) / side, random.uniform(0, height), Math.floor(i / row) / side], 3 * i);
  return { positions, indices: gridIndices(side, side) };
}
