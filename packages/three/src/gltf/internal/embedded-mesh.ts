/** Meshes in the buffers of a document that are data URIs: written for hulls and meshes, and read back. */
import type { TriangleGeometry } from '@colide/geometry';
import { Matrix4, Vector3 } from 'three';
import type { DrawableMesh } from '../../shapes/geometry-from-shape.ts';
import type { GltfJson } from '../gltf-json.ts';
import { matrixOf } from './node-tree.ts';

const byteType = 5121;
const shortType = 5123;
const uintType = 5125;
const floatType = 5126;
const vertexTarget = 34962;
const indexTarget = 34963;
const prefix = 'data:application/octet-stream;base64,';

/** Appends a mesh to a document and returns its number. */
export function embedMesh(json: GltfJson, { positions, indices }: DrawableMesh['mesh']): number {
  json.buffers ??= [];
  json.bufferViews ??= [];
  json.accessors ??= [];
  json.meshes ??= [];
  const points = Float32Array.from(positions);
  const corners = Uint32Array.from(indices);
  const bytes = new Uint8Array(points.byteLength + corners.byteLength);
  bytes.set(new Uint8Array(points.buffer));
  bytes.set(new Uint8Array(corners.buffer), points.byteLength);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  const buffer = json.buffers.push({ byteLength: bytes.length, uri: prefix + btoa(text) }) - 1;
  const at = json.bufferViews.length;
  json.bufferViews.push(
    { buffer, byteOffset: 0, byteLength: points.byteLength, target: vertexTarget },
    { buffer, byteOffset: points.byteLength, byteLength: corners.byteLength, target: indexTarget },
  );
  const side = (pick: (...numbers: number[]) => number) =>
    [0, 1, 2].map(k => pick(...points.filter((_, i) => i % 3 === k)));
  const first = json.accessors.length;
  json.accessors.push(
    {
      bufferView: at,
      componentType: floatType,
      count: points.length / 3,
      type: 'VEC3',
      min: side(Math.min),
      max: side(Math.max),
    },
    { bufferView: at + 1, componentType: uintType, count: corners.length, type: 'SCALAR' },
  );
  return json.meshes.push({ primitives: [{ attributes: { POSITION: first }, indices: first + 1 }] }) - 1;
}

/**
 * The triangles of the mesh of a node and of the nodes below it, in its space, from buffers that are data
 * URIs: positions are floats, indices have 8, 16 or 32 bits or are left out.
 */
export function embeddedMesh(json: GltfJson, node: number): TriangleGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  const point = new Vector3();
  const visit = (index: number, matrix: Matrix4): void => {
    const { mesh = -1, children = [] } = json.nodes?.[index] ?? {};
    // A mirrored part is turned inside out, which exchanging two corners corrects.
    const order = matrix.determinant() < 0 ? [0, 2, 1] : [0, 1, 2];
    for (const { attributes, indices: corners, mode = 4 } of json.meshes?.[mesh]?.primitives ?? []) {
      if (mode !== 4) continue;
      const first = positions.length / 3;
      const points = readNumbers(json, attributes['POSITION'], index);
      for (let k = 0; k < points.length; k += 3)
        positions.push(...point.fromArray(points, k).applyMatrix4(matrix).toArray());
      const ids = corners === undefined ? points.map((_, k) => k) : readNumbers(json, corners, index);
      const count = corners === undefined ? points.length / 3 : ids.length;
      for (let k = 0; k + 2 < count; k += 3)
        for (const corner of order) indices.push(first + ids[k + corner]);
    }
    for (const child of children) {
      const below = json.nodes?.[child];
      if (below) visit(child, matrix.clone().multiply(matrixOf(below)));
    }
  };
  visit(node, new Matrix4());
  if (indices.length === 0) throw new RangeError(`node ${node} must have a mesh of triangles`);
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** How numbers are read from a buffer, and their size in bytes, by type of component. */
const readers: Record<number, readonly [size: number, read: (data: DataView, at: number) => number]> = {
  [byteType]: [1, (data, at) => data.getUint8(at)],
  [shortType]: [2, (data, at) => data.getUint16(at, true)],
  [uintType]: [4, (data, at) => data.getUint32(at, true)],
  [floatType]: [4, (data, at) => data.getFloat32(at, true)],
};

/** The numbers of an accessor whose buffer is a data URI. */
function readNumbers(json: GltfJson, index: number | undefined, node: number): number[] {
  const accessor = json.accessors?.[index ?? -1];
  const view = json.bufferViews?.[accessor?.bufferView ?? -1];
  const uri = json.buffers?.[view?.buffer ?? -1]?.uri;
  const reader = readers[accessor?.componentType ?? -1];
  const width = { SCALAR: 1, VEC3: 3 }[accessor?.type ?? ''];
  const isQuantized = width === 3 && accessor?.componentType !== floatType;
  if (!accessor || !view || !reader || !width || isQuantized || !uri?.startsWith('data:'))
    throw new TypeError(
      `node ${node} has a mesh that is not embedded: give a function that returns its triangles`,
    );
  const [size, read] = reader;
  const { byteStride = size * width, byteOffset = 0 } = view;
  const start = byteOffset + (accessor.byteOffset ?? 0);
  // One buffer may hold many meshes: only the bytes of this one become numbers.
  const text = atob(uri.slice(uri.indexOf(',') + 1)).slice(start, start + byteStride * accessor.count);
  const data = new DataView(Uint8Array.from(text, letter => letter.charCodeAt(0)).buffer);
  return Array.from({ length: width * accessor.count }, (_, k) =>
    read(data, byteStride * Math.floor(k / width) + size * (k % width)),
  );
}
