/** Real cases of triangle meshes and broad phases. */
import { type ClothStep, sweepCloth } from './cloth-step.ts';
import { readDataBytes, readDataJson, readDataText } from './data-folder.ts';

/** Triangles over shared vertices. */
export interface TriangleMesh<Positions = Float32Array | Float64Array> {
  /** `xyz` interleaved. */
  readonly positions: Positions;
  /** Three vertices per triangle. */
  readonly indices: Uint32Array;
}

/** A mesh file of the data folder. */
export interface MeshFile {
  /** The name without the triangle count and extension, such as `bunny`. */
  readonly name: string;
  readonly file: string;
  readonly triangleCount: number;
}

const meshFiles = [
  'building_recast_nav_test_1612.obj',
  'bunny_69451.ply',
  'city_macross_102822.ply',
  'cow_5804.ply',
  'fandisk_12946.ply',
  'level_openarena_oa_bases3cl_1552.ply',
  'nasty_all_degenerate_7.ply',
  'nasty_beetle_nonmanifold_2053.ply',
  'nasty_dragon_res4_11102.ply',
  'nasty_fused_vertices_45.ply',
  'nasty_soup_100.ply',
  'nasty_truck_nonmanifold_4770.ply',
  'suzanne_968.ply',
];

/**
 * All real meshes by name, whether their files are there or not; those called `nasty_…` are non-manifold,
 * degenerate or soups.
 */
export function listMeshes(): MeshFile[] {
  return meshFiles.map(file => {
    const [, name, count] = /^(.*)_(\d+)\.\w+$/.exec(file)!;
    return { name: name, file, triangleCount: Number(count) };
  });
}

/** Reads a real mesh by its name in {@link listMeshes}. */
export function readMesh(name: string): TriangleMesh<Float32Array> {
  const mesh = listMeshes().find(candidate => candidate.name === name);
  if (mesh === undefined) throw new RangeError(`name must be one of listMeshes(), got ${name}`);
  if (mesh.file.endsWith('.obj')) return parseObj(readDataText('meshes', mesh.file));
  const { positions, indices } = parsePly(readDataBytes('meshes', mesh.file));
  return { positions: Float32Array.from(positions), indices };
}

/** Positions and faces of a Wavefront file; polygons become fans. */
export function parseObj(text: string): TriangleMesh<Float32Array> {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const line of text.split('\n')) {
    const [keyword, ...rest] = line.trim().split(/\s+/);
    if (keyword === 'v') positions.push(...rest.slice(0, 3).map(Number));
    if (keyword !== 'f') continue;
    const corners = rest.map(corner => {
      const index = Number.parseInt(corner, 10);
      return index < 0 ? positions.length / 3 + index : index - 1;
    });
    for (let i = 2; i < corners.length; i++) indices.push(corners[0], corners[i - 1], corners[i]);
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/**
 * Positions and triangles of a binary little-endian PLY file with float or double vertices and no other
 * properties.
 */
export function parsePly(buffer: ArrayBuffer): TriangleMesh<Float64Array> {
  const marker = 'end_header\n';
  const head = new TextDecoder('latin1').decode(buffer.slice(0, 4096));
  const header = head.slice(0, head.indexOf(marker));
  const vertexCount = Number(/element vertex (\d+)/.exec(header)![1]);
  const faceCount = Number(/element face (\d+)/.exec(header)![1]);
  const isDouble = /property double x/.test(header);
  const view = new DataView(buffer);
  let at = header.length + marker.length;

  const positions = new Float64Array(3 * vertexCount);
  for (let i = 0; i < positions.length; i++) {
    positions[i] = isDouble ? view.getFloat64(at, true) : view.getFloat32(at, true);
    at += isDouble ? 8 : 4;
  }
  const indices = new Uint32Array(3 * faceCount);
  for (let face = 0; face < faceCount; face++) {
    const corners = view.getUint8(at);
    if (corners !== 3) throw new RangeError(`face ${face} must have 3 corners, got ${corners}`);
    for (let k = 0; k < 3; k++) indices[3 * face + k] = view.getInt32(at + 1 + 4 * k, true);
    at += 13;
  }
  return { positions, indices };
}

/** Overlapping pairs among {@link readDanceBoxes}. */
export const danceBoxPairCount = 950_663;

/** 149 845 boxes around the triangles of a dancer: min xyz, max xyz. */
export function readDanceBoxes(): Float32Array {
  return new Float32Array(readDataBytes('broadphase', 'dance-mesh-000000.bin'));
}

/** Overlapping vertex–face box pairs of {@link readClothFunnel} that share no vertex. */
export const clothFunnelVertexFaceCount = 7_319;
/** Overlapping edge–edge box pairs of {@link readClothFunnel} that share no vertex. */
export const clothFunnelEdgeEdgeCount = 33_770;

/** Reads two frames of a cloth that is pulled through a funnel, with the boxes and pairs of the sample. */
export function readClothFunnel(): ClothStep {
  const folder = ['broadphase', 'cloth-funnel'] as const;
  return {
    ...sweepCloth(
      parsePly(readDataBytes(...folder, '227.ply')),
      parsePly(readDataBytes(...folder, '228.ply')),
    ),
    vertexFacePairs: readDataJson<[number, number][]>(...folder, '227vf.json'),
    edgeEdgePairs: readDataJson<[number, number][]>(...folder, '227ee.json'),
  };
}
