/**
 * Capsules and segments in one line have no gap along the normals of their edges. Exactly in line, they
 * counted as overlapping by both radii, however far apart they were along the line: links of a hanging chain
 * pushed each other sideways. Segments in an L whose ends almost meet have almost no gap along one normal.
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

  it.each([0, 0.01, 0.1])('segments whose ends almost meet have a contact, with radius %d', radius => {
    const random = new Random(19);
    const margin = 0.02;
    for (let n = 0; n < 3000; n++) {
      const [a, b] = [radius, radius].map(r =>
        r > 0 ? new CapsuleShape2d(r, 0.5) : new SegmentShape2d([0, -0.5], [0, 0.5]),
      );
      // The end of A is at the origin, that of B beside it.
      const angle = n % 2 ? random.uniform(-3.1, 3.1) : (Math.PI / 2) * (n % 4 === 0 ? 1 : -1);
      const posedA = new Posed2d(a, [0, 0.5], 0);
      const reach = 10 ** random.uniform(-5, -2.5);
      const [x, y] = [random.uniform(-reach, reach), random.uniform(-reach, 0)];
      const posedB = new Posed2d(b, [x - 0.5 * Math.sin(angle), y + 0.5 * Math.cos(angle)], angle);
      const [placedA] = createPosedShapes2d(a);
      const [placedB] = createPosedShapes2d(b);
      placedA.follow(posedA.position, posedA.rotation, 0);
      placedB.follow(posedB.position, posedB.rotation, 0);
      const distance = signedDistance2d(oracle, posedA, posedB);
      // Cores that overlap are another matter.
      if (distance <= -2 * radius + 1e-9 || distance > margin) continue;
      for (const [first, second] of [
        [placedA, placedB],
        [placedB, placedA],
      ] as const) {
        const count = kernel(manifold, first, second, margin);
        expect(count, `${n}`).toBeGreaterThan(0);
        const depth = Math.max(...manifold.depths.slice(0, count));
        // A's edge is preferred by 2 % of the margin, and B is clipped to it: along its slope, that is more.
        expect(Math.abs(depth + distance), `${n}`).toBeLessThan(0.2 * margin);
      }
    }
  });
});
