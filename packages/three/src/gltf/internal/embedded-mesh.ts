/** Meshes in the buffers of a document that are data URIs: written for hulls and meshes, and read back. */
import type { TriangleGeometry } from '@colide/geometry';
import type { GltfJson } from '../gltf-json.ts';

const floatType = 5126;
const uintType = 5125;
const vertexTarget = 34962;
const indexTarget = 34963;
const prefix = 'data:application/octet-stream;base64,';

/** Appends a mesh to a document and returns its number. */
export function embedMesh(json: GltfJson, { positions, indices }: TriangleGeometry): number {
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

/** The triangles of the mesh of a node whose buffers are data URIs with floats and 32-bit indices. */
export function embeddedMesh(json: GltfJson, node: number): TriangleGeometry {
  const mesh = json.meshes?.[json.nodes?.[node]?.mesh ?? -1];
  const read = (index: number | undefined, type: number): ArrayBuffer => {
    const accessor = json.accessors?.[index ?? -1];
    const view = json.bufferViews?.[accessor?.bufferView ?? -1];
    const uri = json.buffers?.[view?.buffer ?? -1]?.uri;
    if (accessor?.componentType !== type || !view || view.byteStride || !uri?.startsWith('data:'))
      throw new TypeError(
        `node ${node} has a mesh that is not embedded: give a function that returns its triangles`,
      );
    const text = atob(uri.slice(uri.indexOf(',') + 1));
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const length = 4 * accessor.count * (accessor.type === 'VEC3' ? 3 : 1);
    return Uint8Array.from(text.slice(start, start + length), letter => letter.charCodeAt(0)).buffer;
  };
  const positions: number[] = [];
  const indices: number[] = [];
  for (const { attributes, indices: corners, mode = 4 } of mesh?.primitives ?? []) {
    if (mode !== 4) continue;
    const first = positions.length / 3;
    for (const x of new Float32Array(read(attributes['POSITION'], floatType))) positions.push(x);
    for (const v of new Uint32Array(read(corners, uintType))) indices.push(first + v);
  }
  if (indices.length === 0) throw new RangeError(`node ${node} must have a mesh of triangles`);
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
