/**
 * Reads STL files, ascii and binary, and merges equal vertices (STL repeats every corner), so that a closed
 * surface comes out closed. Stored normals are ignored: the order of the corners says the same. A file is
 * binary when its length fits the triangle count at byte 80, since binary files may begin with "solid" too. A
 * malformed file throws an error that names the byte or line.
 */
import { weld } from '../internal/weld.ts';
import type { TriangleGeometry } from '../solids/solid-geometry.ts';
import { cornersAt, countAt, floatSize, triangleSize, trianglesAt } from './internal/stl-layout.ts';

/** The triangles of the STL file in `bytes`. */
export function parseStl(bytes: Uint8Array | ArrayBuffer): TriangleGeometry {
  const data = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const triangles = data.length >= trianglesAt ? view.getUint32(countAt, true) : 0;
  const length = trianglesAt + triangleSize * triangles;
  if (data.length === length) return weld(binaryCorners(view, triangles));
  const start = new TextDecoder().decode(data.subarray(0, 512));
  if (/^\s*solid\b/.test(start) && !start.includes('\0'))
    return weld(asciiCorners(new TextDecoder().decode(data)));
  if (data.length < trianglesAt)
    throw new Error(
      `STL: ${data.length} bytes are neither ascii ("solid ...") nor a binary header of ${trianglesAt} bytes`,
    );
  throw new Error(
    `STL byte ${countAt}: ${triangles} triangles need ${length} bytes, but the file has ${data.length}`,
  );
}

function binaryCorners(view: DataView, triangles: number): Float64Array {
  const corners = new Float64Array(9 * triangles);
  for (let t = 0; t < triangles; t++)
    for (let i = 0; i < 9; i++) {
      const at = trianglesAt + triangleSize * t + cornersAt + floatSize * i;
      const value = view.getFloat32(at, true);
      if (!Number.isFinite(value)) throw new Error(`STL byte ${at}: coordinate ${value} of triangle ${t}`);
      corners[9 * t + i] = value;
    }
  return corners;
}

function asciiCorners(text: string): Float64Array {
  const corners: number[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  let open = -1;
  let ended = false;
  for (let number = 1; number <= lines.length; number++) {
    const words = lines[number - 1].trim().split(/\s+/);
    const keyword = words[0].toLowerCase();
    if (keyword === 'facet') {
      if (open >= 0) throw new Error(`STL line ${number}: a facet begins inside another`);
      open = corners.length;
    } else if (keyword === 'vertex') {
      if (open < 0) throw new Error(`STL line ${number}: a vertex outside any facet`);
      if (words.length < 4) throw new Error(`STL line ${number}: a vertex needs three coordinates`);
      for (let i = 1; i <= 3; i++) {
        const value = Number(words[i]);
        if (!Number.isFinite(value))
          throw new Error(`STL line ${number}: "${words[i]}" is not a finite coordinate`);
        corners.push(value);
      }
    } else if (keyword === 'endfacet') {
      if (open < 0 || corners.length - open !== 9)
        throw new Error(`STL line ${number}: a facet must have three vertices`);
      open = -1;
    } else if (keyword === 'endsolid') ended = true;
  }
  if (open >= 0 || !ended) throw new Error(`STL line ${lines.length}: the file ends before "endsolid"`);
  return Float64Array.from(corners);
}
