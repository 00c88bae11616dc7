/** The state of one search by `hullSeparation`: two hulls, and the best axis so far. */
import { plainDoubles } from '@colide/core';
import { poseSize } from '../../internal/pose-layout.ts';

/** Hulls with more faces are left undecided. */
export const mostFaces = 512;
/** A convex polyhedron has fewer edges than three times its faces. */
const mostEdges = 3 * mostFaces;

/**
 * Offsets into `best`: the largest gap so far, its axis if it is perpendicular to two edges, and the margin.
 */
export const gapAt = 0;
export const axisAt = 1;
export const apartAt = 4;
/** Values of `found[0]`: a face of A, a face of B, or two edges. */
export const faceOfA = 0;
export const faceOfB = 1;
export const twoEdges = 2;
/**
 * Further values of `HullSeparation.features[0]`: the centre of one hull is far above a face of the other.
 */
export const overFaceOfA = 3;
export const overFaceOfB = 4;

/** Two hulls under test. */
export class HullPair {
  /** From B's frame to A's, and from A's to B's: rotation matrix, column-major, and translation. */
  readonly toA = plainDoubles(poseSize);
  readonly toB = plainDoubles(poseSize);
  /** The centre of B in A's frame, then that of A in B's. */
  readonly center = plainDoubles(6);
  /** Heights of the other's centre above the faces of A, and of B; the faces where they are greatest. */
  readonly heightsA = plainDoubles(mostFaces);
  readonly heightsB = plainDoubles(mostFaces);
  readonly top = new Int32Array(2);
  /** Faces of A and of B that may give a better axis, themselves or by an edge; the number of each. */
  readonly facesA = new Int32Array(mostFaces);
  readonly facesB = new Int32Array(mostFaces);
  readonly counts = new Int32Array(2);
  /** Offsets of the edges that remain, of A and of B. */
  readonly edgesA = new Int32Array(mostEdges);
  readonly edgesB = new Int32Array(mostEdges);
  /** An edge of A in B's frame: its vector, the normals to its left and right, its first vertex. */
  readonly edge = plainDoubles(12);
  /**
   * The greatest gap so far, its axis from A to B in B's frame if it is perpendicular to two edges, and the
   * margin.
   */
  readonly best = plainDoubles(5);
  /** The kind of the best axis; its features of A and of B: a face, or the offset of a vertex or an edge. */
  readonly found = new Int32Array(3);
  /** Scratch. */
  readonly direction = new Float64Array(3);
  readonly point = new Float64Array(3);
}

/** Writes a vector in the coordinates of another frame. */
export function rotateVector(out: Float64Array, m: ArrayLike<number>, x: number, y: number, z: number): void {
  out[0] = m[0] * x + m[3] * y + m[6] * z;
  out[1] = m[1] * x + m[4] * y + m[7] * z;
  out[2] = m[2] * x + m[5] * y + m[8] * z;
}

/** The same for the vector at `from[at…]`: V8 boxes numbers that are arguments of what it does not inline. */
export function rotateRow(
  out: Float64Array,
  m: ArrayLike<number>,
  from: ArrayLike<number>,
  at: number,
): void {
  const x = from[at];
  const y = from[at + 1];
  const z = from[at + 2];
  for (let k = 0; k < 3; k++) out[k] = m[k] * x + m[3 + k] * y + m[6 + k] * z;
}
