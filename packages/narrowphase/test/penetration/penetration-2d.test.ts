import { BoxShape2d, CapsuleShape2d, CircleShape2d, Posed2d } from '@colide/geometry';
import {
  createPenetrationResult2d,
  gjkIntersects2d,
  penetration2d,
  signedDistance2d,
} from '@colide/narrowphase';
import { expectClose, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const result = createPenetrationResult2d();

describe('closed forms', () => {
  it('discs, capsules, touching and concentric shapes', () => {
    const disc = (r: number, x: number, y: number) => new Posed2d(new CircleShape2d(r), [x, y]);
    expectClose(signedDistance2d(result, disc(1, 0, 0), disc(0.5, 3, 4)), 3.5);
    expectVectorClose(result.normal, [0.6, 0.8], { absolute: 1e-15 });
    expectClose(signedDistance2d(result, disc(1, 0, 0), disc(0.5, 0.6, 0)), -0.9, { absolute: 1e-14 });
    expect(gjkIntersects2d(disc(1, 0, 0), disc(0.5, 1.4, 0))).toBe(true);
    expect(gjkIntersects2d(disc(1, 0, 0), disc(0.5, 1.6, 0))).toBe(false);
    expectClose(signedDistance2d(result, disc(1, 0, 0), disc(2, 0, 0)), -3);
    const box = new BoxShape2d([1, 2]);
    expectClose(signedDistance2d(result, box, box), -2);
    expectClose(signedDistance2d(result, box, new Posed2d(box, [2, 1])), 0, { absolute: 1e-15 });
    expectClose(signedDistance2d(result, box, new CapsuleShape2d(0.5, 1)), -1.5, { absolute: 1e-12 });
    expect(penetration2d(result, box, disc(0.25, 1.5, 0))).toBe(false);
  });
});
