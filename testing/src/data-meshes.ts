/** Real cases of triangle meshes and broad phases. */
import { readDataBytes, readDataJson, readDataText } from './data-folder.ts';

/** Triangles over shared vertices. */
export interface TriangleMesh<Positions = Float32Array | Float64Array> {
  /** `xyz` interleaved. */
  readonly positions: Positions;
  /** Three vertices a triangle. */
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
 * All real meshes by name, whether their files are there or not; those called `nasty_…` are non-manifold, degenerate or
 * soups.
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

/** Positions and triangles of a binary little-endian PLY file with float or double vertices and no other properties. */
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

/** Two frames of a cloth that is pulled through a funnel. */
export interface ClothFunnel {
  readonly before: TriangleMesh<Float64Array>;
  readonly after: TriangleMesh<Float64Array>;
  /** Two vertices an edge, the larger first, sorted by (larger, smaller) vertex. */
  readonly edges: Uint32Array;
  /**
   * Boxes swept from the first frame to the second, min xyz, max xyz, widened by one unit in the last place. The id
   * of a box is the vertex, the number of vertices + edge, or the number of vertices + edges + face.
   */
  readonly boxes: Float64Array;
  /** Pairs of box ids that collide and must be reported. */
  readonly vertexFacePairs: readonly (readonly [number, number])[];
  readonly edgeEdgePairs: readonly (readonly [number, number])[];
}

/** Overlapping vertex–face box pairs of {@link readClothFunnel} that share no vertex. */
export const clothFunnelVertexFaceCount = 7_319;
/** Overlapping edge–edge box pairs of {@link readClothFunnel} that share no vertex. */
export const clothFunnelEdgeEdgeCount = 33_770;

/** Reads the two frames of the cloth with the boxes and pairs of the sample. */
export function readClothFunnel(): ClothFunnel {
  const folder = ['broadphase', 'cloth-funnel'] as const;
  const before = parsePly(readDataBytes(...folder, '227.ply'));
  const after = parsePly(readDataBytes(...folder, '228.ply'));
  const edges = meshEdges(before.indices);
  const vertexCount = before.positions.length / 3;
  const groups: ArrayLike<number>[] = [
    ...Array.from({ length: vertexCount }, (_, i) => [i]),
    ...Array.from({ length: edges.length / 2 }, (_, i) => edges.subarray(2 * i, 2 * i + 2)),
    ...Array.from({ length: before.indices.length / 3 }, (_, i) => before.indices.subarray(3 * i, 3 * i + 3)),
  ];
  const boxes = new Float64Array(6 * groups.length);
  groups.forEach((group, id) => {
    sweptBox(boxes, 6 * id, group, before.positions, after.positions);
  });
  return {
    before,
    after,
    edges,
    boxes,
    vertexFacePairs: readDataJson<[number, number][]>(...folder, '227vf.json'),
    edgeEdgePairs: readDataJson<[number, number][]>(...folder, '227ee.json'),
  };
}

function meshEdges(indices: Uint32Array): Uint32Array {
  const keys = new Set<number>();
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i];
    const b = indices[i % 3 === 2 ? i - 2 : i + 1];
    keys.add(Math.max(a, b) * 2 ** 26 + Math.min(a, b));
  }
  const sorted = Float64Array.from(keys).sort();
  const edges = new Uint32Array(2 * sorted.length);
  sorted.forEach((key, i) => {
    edges[2 * i] = Math.floor(key / 2 ** 26);
    edges[2 * i + 1] = key % 2 ** 26;
  });
  return edges;
}

function sweptBox(
  boxes: Float64Array,
  at: number,
  vertices: ArrayLike<number>,
  before: Float64Array,
  after: Float64Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let k = 0; k < vertices.length; k++) {
      const i = 3 * vertices[k] + axis;
      min = Math.min(min, before[i], after[i]);
      max = Math.max(max, before[i], after[i]);
    }
    boxes[at + axis] = nextDown(min);
    boxes[at + axis + 3] = -nextDown(-max);
  }
}

const scratchDouble = /* @__PURE__ */ new Float64Array(1);
const scratchBits = /* @__PURE__ */ new BigInt64Array(scratchDouble.buffer);

/** The largest double below the finite number `x`. */
function nextDown(x: number): number {
  if (x === 0) return -Number.MIN_VALUE;
  scratchDouble[0] = x;
  scratchBits[0] += x > 0 ? -1n : 1n;
  return scratchDouble[0];
}
