/** Scenes of posed hulls for the tests of volumes, contacts and bodies. */
import { HullShape, Posed, solidRhombicuboctahedron, solidTruncatedOctahedron } from '@colide/geometry';
import type { Random } from '@colide/math';

/** Hulls of 4 to 28 vertices: solids, a box, and random ones, some of them flat as a coin. */
export function hullShapes(random: Random): Float64Array[] {
  const box = Float64Array.from({ length: 24 }, (_, i) => (((i / 3) >> (i % 3)) & 1 ? 0.7 : -0.7));
  const shapes = [solidTruncatedOctahedron(1).positions, solidRhombicuboctahedron(1).positions, box];
  for (let s = 0; s < 5; s++) {
    const points = new Float64Array(3 * (4 + 6 * s));
    for (let i = 0; i < points.length; i++)
      points[i] = random.uniform(-1, 1) * (s % 2 && i % 3 === 1 ? 0.2 : 1);
    shapes.push(HullShape.fromPoints(points).vertices);
  }
  return shapes.map(shape => Float64Array.from(shape, Math.fround));
}

/**
 * Seven numbers per body: a random position in a cube of the given half side and a random quaternion, as
 * floats.
 */
export function randomPoses(count: number, half: number, random: Random): Float32Array {
  const poses = new Float32Array(7 * count);
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  for (let i = 0; i < count; i++) {
    random.rotation(rotation);
    const position = [0, 1, 2].map(() => random.uniform(-half, half));
    poses.set([...position, ...rotation], 7 * i);
  }
  return poses;
}

/** Body `i` as the CPU sees it. */
export function posedHull(shape: HullShape, poses: Float32Array, i: number): Posed {
  const [x, y, z, qx, qy, qz, qw] = poses.subarray(7 * i, 7 * i + 7);
  return new Posed(shape, [x, y, z], [qx, qy, qz, qw]);
}
