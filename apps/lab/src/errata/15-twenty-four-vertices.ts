/** Erratum 15: which solid has 24 vertices and 26 faces. */
import { quickHull, solidRhombicuboctahedron, solidTruncatedOctahedron } from '@colide/geometry';
import { defineErratum } from '../harness/erratum.ts';

/**
 * By Euler's formula, from counts that need no faces: F = 2 − V + E, edges being the shortest
 * distances.
 */
function facesByEuler(points: ArrayLike<number>): number {
  const count = points.length / 3;
  const lengths: number[] = [];
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++)
      lengths.push(
        Math.hypot(
          points[3 * i] - points[3 * j],
          points[3 * i + 1] - points[3 * j + 1],
          points[3 * i + 2] - points[3 * j + 2],
        ),
      );
  const shortest = Math.min(...lengths);
  const edges = lengths.filter(length => length < 1.001 * shortest).length;
  return 2 - count + edges;
}

export const erratum = defineErratum({
  number: 15,
  source: 'S0 §5.1',
  title: 'Which solid has 24 vertices and 26 faces',
  printed: 'a truncated octahedron with 24 vertices and 26 faces',
  corrected: 'the truncated octahedron has 14 faces; 24 vertices and 26 faces make a rhombicuboctahedron',
  explanation:
    'Both are Archimedean solids with 24 vertices. Which one S0 dropped is not known, so its experiments are run with both.',
  run: () => {
    const [octahedron, rhombic] = [solidTruncatedOctahedron(), solidRhombicuboctahedron()];
    return [
      {
        label: 'faces of the truncated octahedron',
        printed: 26,
        corrected: quickHull(octahedron.positions).faceOffsets.length - 1,
        truth: facesByEuler(octahedron.positions),
      },
      {
        label: 'faces of the rhombicuboctahedron',
        printed: 26,
        corrected: quickHull(rhombic.positions).faceOffsets.length - 1,
        truth: facesByEuler(rhombic.positions),
      },
    ];
  },
});
