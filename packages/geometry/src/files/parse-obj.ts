/**
 * Reads the geometry of a Wavefront OBJ file: `v` and `f` lines. Polygons become triangles; texture
 * coordinates, normals, materials, groups and curves are ignored. Indices count from 1; negative ones count
 * back from the last vertex. A malformed file throws an error that names the line.
 */

import type { TriangleGeometry } from '../solids/solid-geometry.ts';
import { triangulatePolygon } from './internal/triangulate.ts';

/** The triangles of the OBJ file in `text`. */
export function parseObj(text: string): TriangleGeometry {
  if (typeof text !== 'string') throw new TypeError('text must be a string');
  const positions: number[] = [];
  const indices: number[] = [];
  // Faces may name vertices that come later in the file, so they are cut into triangles at the end.
  const faces: number[][] = [];
  const faceLines: number[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  // The parts of a statement that continues over several lines; joined once.
  let parts: string[] = [];
  for (let number = 1; number <= lines.length; number++) {
    const line = lines[number - 1];
    if (line.endsWith('\\')) {
      parts.push(line.slice(0, -1));
      continue;
    }
    parts.push(line);
    const words = parts.join(' ').split('#', 1)[0].trim().split(/\s+/);
    parts = [];
    if (words[0] === 'v') {
      if (words.length < 4) throw new Error(`OBJ line ${number}: a vertex needs three coordinates`);
      for (let i = 1; i <= 3; i++) {
        const value = Number(words[i]);
        if (!Number.isFinite(value))
          throw new Error(`OBJ line ${number}: "${words[i]}" is not a finite coordinate`);
        positions.push(value);
      }
    } else if (words[0] === 'f') {
      if (words.length < 4) throw new Error(`OBJ line ${number}: a face needs at least three vertices`);
      const known = positions.length / 3;
      const face = words.slice(1).map(word => {
        const index = Number(word.split('/', 1)[0]);
        if (!Number.isInteger(index) || index === 0)
          throw new Error(`OBJ line ${number}: "${word}" is not a vertex reference`);
        return index > 0 ? index - 1 : known + index;
      });
      faces.push(face);
      faceLines.push(number);
    }
  }
  const count = positions.length / 3;
  faces.forEach((face, f) => {
    for (const index of face)
      if (index < 0 || index >= count)
        throw new Error(
          `OBJ line ${faceLines[f]}: the face names vertex ${index + 1}, but the file has ${count}`,
        );
    triangulatePolygon(indices, positions, face);
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
