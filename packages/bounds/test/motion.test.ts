/**
 * Volumes under poses and along sweeps contain the moving points; boxes do not grow with repeated rotation.
 */
import {
  aabbContainsPoint,
  aabbFromPoints,
  aabbSweep,
  aabbSweepRotating,
  aabbTransform,
  aabbTransformMat4,
  aabbVolume,
  capsuleContainsPoint,
  capsuleFromPoints,
  capsuleSweepRotating,
  capsuleTransform,
  createKdop,
  kdopContainsPoint,
  kdopCorners,
  kdopDirections,
  kdopFromPoints,
  kdopFromPosedPoints,
  kdopSweepRotating,
  obbContainsPoint,
  obbFromPoints,
  obbSweepRotating,
  obbTransform,
  sphereContainsPoint,
  sphereFromPoints,
  sphereSweep,
  sphereSweepSphere,
  sphereTransform,
} from '@colide/bounds';
import { Random } from '@colide/math';
import { describe, expect, it } from 'vitest';
import { posePoint, randomPoint, randomQuat, type V } from './support/helpers.ts';

const directions = kdopDirections(18);

describe('transform', () => {
  it('contains the posed points, in f64 and f32, near and far', () => {
    const random = new Random(71);
    for (let i = 0; i < 300; i++) {
      const scale = 10 ** random.uniform(-4, 4);
      const points = Array.from({ length: 12 }, () => randomPoint(random, scale));
      const flat = points.flat();
      const [p, q] = [randomPoint(random, 10 ** random.uniform(-4, 6)), randomQuat(random)];
      const A = i % 2 ? Float64Array : Float32Array;
      const aabb = aabbTransform(new A(6), aabbFromPoints(new Float64Array(6), flat), p, q);
      const sphere = sphereTransform(new A(4), sphereFromPoints(new Float64Array(4), flat), p, q);
      const obb = obbTransform(new A(15), obbFromPoints(new Float64Array(15), flat), p, q);
      const capsule = capsuleTransform(new A(7), capsuleFromPoints(new Float64Array(7), flat), p, q);
      const local = kdopFromPoints(createKdop(directions), directions, flat);
      const fromVertices = kdopFromPosedPoints(new A(18), directions, flat, p, q);
      const fromCorners = kdopFromPosedPoints(new A(18), directions, kdopCorners(directions, local), p, q);
      for (const point of points) {
        const x = posePoint(point, p, q);
        expect(aabbContainsPoint(aabb, x), `aabb ${i}`).toBe(true);
        expect(sphereContainsPoint(sphere, x), `sphere ${i}`).toBe(true);
        expect(obbContainsPoint(obb, x), `obb ${i}`).toBe(true);
        expect(capsuleContainsPoint(capsule, x), `capsule ${i}`).toBe(true);
        expect(kdopContainsPoint(directions, fromVertices, x), `k-DOP ${i}`).toBe(true);
      }
      // Corners are looser than vertices, apart from their own rounding.
      for (let k = 0; k < 9; k++)
        expect(fromCorners[k]).toBeLessThanOrEqual(fromVertices[k] + 1e-6 * (scale + 1));
    }
  });

  it('by a matrix with scale and shear contains the points', () => {
    const random = new Random(72);
    for (let i = 0; i < 500; i++) {
      const m = Array.from({ length: 16 }, () => random.uniform(-2, 2));
      const local = [-1, -2, -3, 1, 0.5, 2];
      const out = aabbTransformMat4(new Float64Array(6), local, m);
      for (let c = 0; c < 8; c++) {
        const v = [c & 1 ? 1 : -1, c & 2 ? 0.5 : -2, c & 4 ? 2 : -3];
        const p = [0, 1, 2].map(k => m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2] + m[12 + k]) as V;
        expect(aabbContainsPoint(out, p)).toBe(true);
      }
    }
  });

  it('of the original box does not grow with time', () => {
    const local = [-1, -1, -1, 1, 1, 1];
    const out = new Float64Array(6);
    const random = new Random(73);
    for (let i = 0; i < 1000; i++) {
      aabbTransform(out, local, [0, 0, 0], randomQuat(random));
      expect(aabbVolume(out)).toBeLessThan((2 * Math.sqrt(3)) ** 3 + 1e-9);
    }
    aabbTransform(out, local, [0, 0, 0], [0, 0, 0, 1]);
    expect(aabbVolume(out)).toBeCloseTo(8, 12);
  });
});

describe('sweep', () => {
  it('contains the points at every instant of a translation with a turn', () => {
    const random = new Random(74);
    for (let i = 0; i < 120; i++) {
      const pivot = randomPoint(random, 5);
      const points = Array.from({ length: 8 }, () => randomPoint(random, 1));
      const radius = Math.max(...points.map(x => Math.hypot(...x)));
      const start = points.flatMap(x => x.map((y, k) => y + pivot[k]));
      const move = randomPoint(random, 3);
      const angle = i % 4 === 0 ? 0 : random.uniform(-4, 4);
      const axis = random.unitVector([0, 0, 0]);
      const A = i % 2 ? Float64Array : Float32Array;
      const aabb = aabbSweepRotating(
        new A(6),
        aabbFromPoints(new Float64Array(6), start),
        move,
        radius,
        angle,
      );
      const straight = aabbSweep(new A(6), aabbFromPoints(new Float64Array(6), start), move);
      const obb = obbSweepRotating(
        new A(15),
        obbFromPoints(new Float64Array(15), start),
        move,
        radius,
        angle,
      );
      const capsule = capsuleSweepRotating(
        new A(7),
        capsuleFromPoints(new Float64Array(7), start),
        move,
        radius,
        angle,
      );
      const kdop = kdopSweepRotating(
        new A(18),
        directions,
        kdopFromPoints(createKdop(directions), directions, start),
        move,
        radius,
        angle,
      );
      const ball = [...pivot, radius * (1 + 1e-12)];
      const swept = sphereSweep(new A(7), ball, move);
      const large = sphereSweepSphere(new A(4), ball, move);
      for (let s = 0; s <= 1; s += 0.125) {
        const turn = 0.5 * s * angle;
        const q = [...axis].map(x => x * Math.sin(turn));
        for (const x of points) {
          const position = pivot.map((y, k) => y + s * move[k]);
          const at = posePoint(x, position, [...q, Math.cos(turn)]);
          expect(aabbContainsPoint(aabb, at)).toBe(true);
          expect(obbContainsPoint(obb, at)).toBe(true);
          expect(capsuleContainsPoint(capsule, at)).toBe(true);
          expect(kdopContainsPoint(directions, kdop, at)).toBe(true);
          expect(capsuleContainsPoint(swept, at)).toBe(true);
          expect(sphereContainsPoint(large, at)).toBe(true);
          if (angle === 0)
            expect(aabbContainsPoint(straight, posePoint(x, position, [0, 0, 0, 1]))).toBe(true);
        }
      }
    }
  });
});
