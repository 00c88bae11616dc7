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

/** The meshes of the data folder. */
export const realMeshes: MeshCatalogue = {
  names: listMeshes().map(({ name }) => name),
  mesh: remember(readMesh),
  dented: 'suzanne',
  body: 'cow',
  closed: ['cow', 'fandisk', 'nasty_dragon_res4'],
  near: ['building_recast_nav_test', 'nasty_soup', 'nasty_fused_vertices'],
  crossing: ['nasty_soup', 'nasty_fused_vertices'],
};
