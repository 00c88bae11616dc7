/**
 * The meshes that structures over triangles are tested on: those that we make, and the real ones of the data
 * folder.
 */
import { Random } from '@colide/math';
import {
  type DirtyMeshFamily,
  dirtyMeshFamilies,
  generateDirtyMesh,
  inSinglePrecision,
  listMeshes,
  makeBumpySphere,
  makeIcosphere,
  makeSliverTorus,
  makeTorus,
  readMesh,
  soak,
  type TriangleMesh,
} from '@colide/testing';

/** Meshes by name, and the parts they play in the tests. */
export interface MeshCatalogue {
  readonly names: readonly string[];
  /** A mesh, read or made once. */
  mesh(name: string): TriangleMesh<Float32Array>;
  /** A mesh with dents, some hundred triangles. */
  readonly dented: string;
  /** A mesh of more triangles, up to two units from the origin. */
  readonly body: string;
  /** Meshes without holes. */
  readonly closed: readonly string[];
  /** Meshes for nearest points and overlaps. */
  readonly near: readonly string[];
  /** Two dirty meshes. */
  readonly crossing: readonly [string, string];
}

function remember(
  load: (name: string) => TriangleMesh<Float32Array>,
): (name: string) => TriangleMesh<Float32Array> {
  const loaded = new Map<string, TriangleMesh<Float32Array>>();
  return name => {
    if (!loaded.has(name)) loaded.set(name, load(name));
    return loaded.get(name)!;
  };
}

const clean: Record<string, () => TriangleMesh> = {
  icosphere: () => makeIcosphere(3),
  torus: () => makeTorus(30, 14),
  'bumpy sphere': () => makeBumpySphere(3, new Random(1)),
  'sliver torus': () => makeSliverTorus(40, 16),
};

/** Meshes that we make: clean and closed ones, and every dirty family. */
export const generatedMeshes: MeshCatalogue = {
  names: [...Object.keys(clean), ...dirtyMeshFamilies],
  mesh: remember(name =>
    name in clean
      ? inSinglePrecision(clean[name]())
      : generateDirtyMesh(name as DirtyMeshFamily, new Random(2)),
  ),
  dented: 'bumpy sphere',
  body: 'torus',
  closed: ['icosphere', 'bumpy sphere', 'sliver torus'],
  near: ['rooms', 'soup', 'fused', 'slivers'],
  crossing: ['soup', 'fused'],
};

/**
 * Triangles of a real mesh that tests take. Structures over the 102 822 of the city take long to build: only
 * soaks have all of them. The bunny, with more triangles than 16 bits can number, is always whole.
 */
const triangleLimits: Record<string, number> = { city_macross: soak(25_000, Infinity) };

/** The first triangles of a mesh with the vertices that they have. */
function firstTriangles({ positions, indices }: TriangleMesh<Float32Array>, count: number) {
  if (3 * count >= indices.length) return { positions, indices };
  const used = [...new Set(indices.subarray(0, 3 * count))];
  const renumbered = new Map(used.map((vertex, i) => [vertex, i]));
  return {
    positions: Float32Array.from(used.flatMap(i => [...positions.subarray(3 * i, 3 * i + 3)])),
    indices: indices.slice(0, 3 * count).map(vertex => renumbered.get(vertex)!),
  };
}

/** The meshes of the data folder. */
export const realMeshes: MeshCatalogue = {
  names: listMeshes().map(({ name }) => name),
  mesh: remember(name => firstTriangles(readMesh(name), triangleLimits[name] ?? Infinity)),
  dented: 'suzanne',
  body: 'cow',
  closed: ['cow', 'fandisk', 'nasty_dragon_res4'],
  near: ['building_recast_nav_test', 'nasty_soup', 'nasty_fused_vertices'],
  crossing: ['nasty_soup', 'nasty_fused_vertices'],
};
