/**
 * Capsules and segments in one line have no gap along the normals of their edges. Exactly in line, they
 * counted as overlapping by both radii, however far apart they were along the line: links of a hanging chain
 * pushed each other sideways.
 */
import { CapsuleShape2d, Posed2d, SegmentShape2d } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createContactManifold2d,
  createPenetrationResult2d,
  createPosedShapes2d,
  manifoldConvex2d,
  manifoldGjk2d,
  signedDistance2d,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

const manifold = createContactManifold2d();
const oracle = createPenetrationResult2d();

function randomShape(random: Random) {
  const half = random.uniform(0.1, 1);
  return random.next() < 0.5
    ? new CapsuleShape2d(random.uniform(0.01, 0.3), half)
    : new SegmentShape2d([0, -half], [0, half]);
}

describe.each([
  ['separating axes', manifoldConvex2d],
  ['GJK', manifoldGjk2d],
])('by %s', (_, kernel) => {
  it.each([0, 1e-17, 1e-12, 1e-6])('shapes in line, tilted by %d, are as far apart as their ends', tilt => {
    const random = new Random(18);
    for (let n = 0; n < 500; n++) {
      const [a, b] = [randomShape(random), randomShape(random)];
      const angle = n % 2 ? random.uniform(-3, 3) : (n % 8) * (Math.PI / 4);
      const posedA = new Posed2d(a, [0, 0], angle);
      const length = random.uniform(2.1, 3);
      const [c, s] = posedA.rotation;
      const turned = angle + (n % 3 ? tilt : Math.PI - tilt);
      const posedB = new Posed2d(b, [-s * length, c * length], turned);
      const [placedA] = createPosedShapes2d(a);
      const [placedB] = createPosedShapes2d(b);
      placedA.follow(posedA.position, posedA.rotation, 0);
      placedB.follow(posedB.position, posedB.rotation, 0);
      const distance = signedDistance2d(oracle, posedA, posedB);
      expect(kernel(manifold, placedA, placedB, 3)).toBe(1);
      expect(-manifold.depths[0]).toBeCloseTo(distance, 6);
      expect(-s * manifold.normal[0] + c * manifold.normal[1]).toBeCloseTo(1, 6);
      if (distance > 0.1) expect(kernel(manifold, placedA, placedB, 0.1)).toBe(0);
    }
  });
});
