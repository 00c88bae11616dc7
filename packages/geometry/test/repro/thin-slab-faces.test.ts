/**
 * On slabs about as thin as the tolerance, triangles were joined to faces that are not convex, with dents up
 * to the size of the slab: in 75 of 4 800 hulls of slabs between 1e-13 and 1e-6.
 */
import { type Hull, quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import { generatePose, posePoints } from '@colide/testing';
import { expect, it } from 'vitest';

/** How far a corner of a face is beyond the line of one of its edges, or off its plane. */
function worstFault({ vertices: v, faceOffsets, faceVertices, planes }: Hull): number {
  let worst = 0;
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const corners = Array.from(faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]), i => 3 * i);
    const [nx, ny, nz, d] = planes.subarray(4 * f, 4 * f + 4);
    for (const c of corners) worst = Math.max(worst, Math.abs(nx * v[c] + ny * v[c + 1] + nz * v[c + 2] - d));
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % corners.length];
      const [x, y, z] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
      const length = Math.hypot(x, y, z);
      for (const c of corners) {
        const [s, t, u] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
        const left = (ny * z - nz * y) * s + (nz * x - nx * z) * t + (nx * y - ny * x) * u;
        worst = Math.max(worst, -left / length);
      }
    });
  }
  return worst;
}

function farthestOutside({ planes }: Hull, points: ArrayLike<number>): number {
  let worst = 0;
  for (let f = 0; f < planes.length; f += 4)
    for (let i = 0; i < points.length; i += 3) {
      const height = planes[f] * points[i] + planes[f + 1] * points[i + 1] + planes[f + 2] * points[i + 2];
      worst = Math.max(worst, height - planes[f + 3]);
    }
  return worst;
}

const slabs: Record<string, (random: Random) => [number, number, number]> = {
  random: random => [random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)],
  grid: random => [random.integer(6) / 5, random.integer(6) / 5, random.integer(3) / 2],
  'two-sided': random => [random.uniform(0, 1), random.uniform(0, 1), random.integer(2)],
  round: random => {
    const angle = random.uniform(0, 7);
    return [Math.cos(angle), Math.sin(angle), random.uniform(0, 1)];
  },
};

it.each(Object.keys(slabs))('faces of thin slabs are flat and convex: %s points', kind => {
  const random = new Random(5);
  for (let exponent = -13; exponent <= -6; exponent++)
    for (let i = 0; i < 30; i++) {
      const points: number[] = [];
      for (let n = 6 + random.integer(60); n > 0; n--) {
        const [x, y, z] = slabs[kind](random);
        points.push(x, y, z * 10 ** exponent);
        // Every third slab has duplicates.
        const at = 3 * random.integer(points.length / 3);
        if (i % 3 === 0) points.push(points[at], points[at + 1], points[at + 2]);
      }
      const slab = i % 2 === 0 ? points : posePoints(points, generatePose(random, 0));
      const hull = quickHull(slab);
      expect(worstFault(hull)).toBeLessThan(1e-11);
      expect(farthestOutside(hull, slab)).toBeLessThan(1e-12);
    }
});
