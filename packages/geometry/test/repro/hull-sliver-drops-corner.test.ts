/**
 * A corner of a rotated grid was forgotten: it lay on the line of a triangle thinner than rounding, well
 * beyond its tip, and so within the error bound of all three edges. Likewise, beyond a sharp edge a point can
 * be close to all planes.
 */
import { quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import { expect, it } from 'vitest';

it('keeps the corners of rotated grids and of thin wedges', () => {
  const random = new Random(7);
  for (let i = 0; i < 2000; i++) {
    const m = random.rotationMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const thickness = i % 2 === 0 ? 1 : 1e-12;
    const points: number[] = [];
    for (let k = 0; k < 120; k++) {
      const [x, y, z] = [random.integer(4), random.integer(4), thickness * random.integer(4)];
      for (let row = 0; row < 3; row++) points.push(m[row] * x + m[row + 3] * y + m[row + 6] * z);
    }
    const { planes, vertices, faceOffsets, faceVertices } = quickHull(points);
    let worst = 0;
    for (let f = 0; f + 1 < faceOffsets.length; f++) {
      const v = 3 * faceVertices[faceOffsets[f]];
      for (let p = 0; p < points.length; p += 3)
        worst = Math.max(
          worst,
          planes[4 * f] * (points[p] - vertices[v]) +
            planes[4 * f + 1] * (points[p + 1] - vertices[v + 1]) +
            planes[4 * f + 2] * (points[p + 2] - vertices[v + 2]),
        );
    }
    expect(worst).toBeLessThan(3e-12);
  }
});
