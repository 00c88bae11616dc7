/**
 * Seeded meshes like those in files that nobody has cleaned up: triangles without area, vertices that
 * coincide, edges with three triangles, holes, slivers, walls that overlap. Positions are rounded to single
 * precision.
 */
import type { Random } from '@colide/math';
import type { TriangleMesh } from './data-meshes.ts';
import { generateTriangles, makeBoxMesh, makeIcosphere, makeSoup, makeTorus } from './generate-meshes.ts';

type MeshMaker = (random: Random) => TriangleMesh;

const makers = {
  /** Triangles all over the unit cube that cross each other and share nothing. */
  soup: random => makeSoup(generateTriangles('uniform', 100, random)),
  /** Points, segments and triangles with collinear corners: no area anywhere. */
  degenerate: random => {
    // On a grid of sixteenths, sums are exact.
    const sixteenths = () => [0, 1, 2].map(() => (random.integer(33) - 16) / 16);
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i < 30; i += 3) {
      const [start, step] = [sixteenths(), sixteenths()];
      for (let k = 0; k < 3; k++) positions.push(...start.map((x, axis) => x + k * step[axis]));
      indices.push(i, i + 1, i + 2, i, i + 2, i, i + 1, i + 1, i + 1);
    }
    return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  },
  /** A torus on a coarse grid: vertices have come together, triangles have collapsed or lie on each other. */
  fused: () => {
    const { positions, indices } = makeTorus(20, 9);
    return { positions: positions.map(x => Math.round(5 * x) / 5), indices };
  },
  /**
   * A sphere with fins on its edges, duplicate triangles, flipped triangles, and a spike that holds on by one
   * vertex.
   */
  nonManifold: random => {
    const sphere = makeIcosphere(2);
    const positions = Array.from(sphere.positions);
    const indices = Array.from(sphere.indices);
    for (let fin = 0; fin < 12; fin++) {
      const at = 3 * random.integer(sphere.indices.length / 3);
      const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]];
      if (fin % 4 === 0) indices.push(a, b, c);
      else if (fin % 4 === 1) indices.push(a, c, b);
      else {
        const tip = positions.push(...[0, 1, 2].map(k => 1.3 * positions[3 * a + k])) / 3 - 1;
        indices.push(a, b, tip);
      }
    }
    const spike = positions.push(2, 0, 0, 2, 1, 0) / 3 - 2;
    indices.push(0, spike, spike + 1);
    return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  },
  /** A closed sphere whose triangles have vertices of their own: nothing is shared, everything coincides. */
  unwelded: () => {
    const { positions, indices } = makeIcosphere(2);
    const soup = new Float64Array(3 * indices.length);
    indices.forEach((vertex, i) => {
      soup.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
    });
    return makeSoup(soup);
  },
  /** A sphere that lacks one triangle in ten. */
  holed: random => {
    const { positions, indices } = makeBumpySphere(3, random);
    const kept: number[] = [];
    for (let i = 0; i < indices.length; i += 3)
      if (random.integer(10) > 0) kept.push(...indices.subarray(i, i + 3));
    return { positions, indices: Uint32Array.from(kept) };
  },
  /** A closed torus of rings that come in pairs a ten-thousandth apart: half of its triangles are slivers. */
  slivers: () => makeSliverTorus(24, 12),
  /** Boxes on an integer grid: walls that share a plane, overlap or coincide, as in a level. */
  rooms: random => {
    const boxes = Array.from({ length: 40 }, () => {
      const { positions, indices } = makeBoxMesh(1 + random.integer(3), 1, 1 + random.integer(3));
      const offset = [2 * random.integer(6), random.integer(3), 2 * random.integer(6)];
      return { positions: positions.map((x, i) => x + offset[i % 3]), indices };
    });
    return joinMeshes(boxes);
  },
  /** Triangles whose sizes span five orders of magnitude. */
  scales: random => {
    const triangles = generateTriangles('uniform', 400, random);
    for (let i = 0; i < triangles.length; i += 9) {
      const size = 10 ** random.uniform(-5, 0);
      for (let k = 3; k < 9; k++)
        triangles[i + k] = triangles[i + (k % 3)] + size * (triangles[i + k] - triangles[i + (k % 3)]);
    }
    return makeSoup(triangles);
  },
} satisfies Record<string, MeshMaker>;

/** The name of a family of dirty meshes. */
export type DirtyMeshFamily = keyof typeof makers;

/** All families of dirty meshes. */
export const dirtyMeshFamilies = Object.keys(makers) as DirtyMeshFamily[];

/** A mesh of a family. */
export function generateDirtyMesh(family: DirtyMeshFamily, random: Random): TriangleMesh<Float32Array> {
  const maker: MeshMaker = makers[family];
  return inSinglePrecision(maker(random));
}

/** A mesh with its positions rounded to single precision. */
export function inSinglePrecision({ positions, indices }: TriangleMesh): TriangleMesh<Float32Array> {
  return { positions: Float32Array.from(positions), indices };
}

/** Several meshes as one. */
export function joinMeshes(meshes: readonly TriangleMesh[]): TriangleMesh<Float64Array> {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    for (const vertex of mesh.indices) indices.push(first + vertex);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/**
 * A closed sphere with random bumps and dents up to `height` of its radius: nowhere convex, nowhere
 * symmetric.
 */
export function makeBumpySphere(
  subdivisions: number,
  random: Random,
  height = 0.25,
): TriangleMesh<Float64Array> {
  const { positions, indices } = makeIcosphere(subdivisions);
  for (let i = 0; i < positions.length; i += 3) {
    const radius = 1 + random.uniform(-height, height);
    for (let k = 0; k < 3; k++) positions[i + k] *= radius;
  }
  return { positions, indices };
}

/** A closed torus whose rings come in pairs a ten-thousandth of the radius apart. */
export function makeSliverTorus(rings: number, sides: number): TriangleMesh<Float64Array> {
  const { positions, indices } = makeTorus(rings, sides);
  for (let ring = 1; ring < rings; ring += 2)
    for (let side = 0; side < sides; side++) {
      const at = 3 * (ring * sides + side);
      for (let k = 0; k < 3; k++) {
        const before = positions[at + k - 3 * sides];
        positions[at + k] = before + 1e-4 * (positions[at + k] - before);
      }
    }
  return { positions, indices };
}
