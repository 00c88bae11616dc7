/**
 * Reads the geometry of PLY files: ascii, binary little endian and binary big endian. Element `vertex` must
 * have x, y, z; element `face` may have a list `vertex_indices` (or `vertex_index`), whose polygons become
 * triangles. Other elements and properties are ignored. A file without faces is a point cloud: `indices` is
 * empty. A malformed file throws an error that names the line or byte.
 *
 * Turk, "The PLY polygon file format", Stanford, 1994.
 */

import type { TriangleGeometry } from '../solids/solid-geometry.ts';
import {
  type PlyHeader,
  type PlyReader,
  type PlyType,
  plyAsciiReader,
  plyBinaryReader,
  plyHeader,
} from './internal/ply.ts';
import { triangulatePolygon } from './internal/triangulate.ts';

/** The triangles (or points) of the PLY file in `bytes`. */
export function parsePly(bytes: Uint8Array | ArrayBuffer): TriangleGeometry {
  const data = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const header = plyHeader(data);
  const reader = header.format === 'ascii' ? plyAsciiReader(data, header) : plyBinaryReader(data, header);
  return readElements(header, reader);
}

function readElements(header: PlyHeader, reader: PlyReader): TriangleGeometry {
  const vertexElement = header.elements.find(element => element.name === 'vertex');
  if (vertexElement === undefined) throw new Error('PLY header: there is no element "vertex"');
  for (const name of ['x', 'y', 'z'])
    if (
      !vertexElement.properties.some(property => property.name === name && property.countType === undefined)
    )
      throw new Error(`PLY header: element "vertex" has no property "${name}"`);
  const positions = new Float64Array(3 * vertexElement.count);
  const faces: number[][] = [];
  for (const element of header.elements) {
    for (let i = 0; i < element.count; i++) {
      for (const property of element.properties) {
        if (property.countType === undefined) {
          const value = reader.number(property.type, element.name, i);
          const axis = element === vertexElement ? 'xyz'.indexOf(property.name) : -1;
          if (axis < 0) continue;
          if (!Number.isFinite(value))
            throw new Error(`PLY ${reader.where()}: coordinate ${value} of vertex ${i}`);
          positions[3 * i + axis] = value;
        } else {
          const list = readList(reader, property.countType, property.type, element.name, i);
          const isFace = element.name === 'face' && /^vertex_ind(ex|ices)$/.test(property.name);
          if (isFace) faces.push(checkFace(list, vertexElement.count, i, reader));
        }
      }
      reader.endItem(element.name, i);
    }
  }
  reader.end();
  const indices: number[] = [];
  for (const face of faces) triangulatePolygon(indices, positions, face);
  return { positions, indices: Uint32Array.from(indices) };
}

function readList(
  reader: PlyReader,
  countType: PlyType,
  type: PlyType,
  element: string,
  i: number,
): number[] {
  const length = reader.number(countType, element, i);
  if (!Number.isInteger(length) || length < 0)
    throw new Error(`PLY ${reader.where()}: a list of ${length} items in ${element} ${i}`);
  const list: number[] = [];
  for (let k = 0; k < length; k++) list.push(reader.number(type, element, i));
  return list;
}

function checkFace(face: number[], vertexCount: number, i: number, reader: PlyReader): number[] {
  if (face.length < 3) throw new Error(`PLY ${reader.where()}: face ${i} has ${face.length} vertices`);
  for (const index of face)
    if (!Number.isInteger(index) || index < 0 || index >= vertexCount)
      throw new Error(
        `PLY ${reader.where()}: face ${i} names vertex ${index}, but the file has ${vertexCount}`,
      );
  return face;
}
