import { poseCompose, poseInvert, Random } from '@colide/math';
import { expectNoAllocation, expectVectorClose } from '@colide/testing';
import { mat4, quat, vec3 } from 'gl-matrix';
import { describe, expect, it } from 'vitest';

const random = new Random(8);

function randomPose(): { p: vec3; q: quat } {
  const q = quat.fromValues(random.normal(), random.normal(), random.normal(), random.normal());
  return { p: vec3.fromValues(random.normal(), random.normal(), random.normal()), q: quat.normalize(q, q) };
}

describe('poses', () => {
  it('compose as matrices do', () => {
    for (let n = 0; n < 1000; n++) {
      const a = randomPose();
      const b = randomPose();
      const p = new Float64Array(3);
      const q = new Float64Array(4);
      poseCompose(p, q, a.p, a.q, b.p, b.q);
      const expected = mat4.create();
      mat4.multiply(
        expected,
        mat4.fromRotationTranslation(mat4.create(), a.q, a.p),
        mat4.fromRotationTranslation(mat4.create(), b.q, b.p),
      );
      const found = mat4.fromRotationTranslation(mat4.create(), q, p);
      expectVectorClose(found, expected, { absolute: 1e-5 });
    }
  });

  it('undo themselves, also in place', () => {
    for (let n = 0; n < 1000; n++) {
      const { p, q } = randomPose();
      const position = Float64Array.from(p);
      const rotation = Float64Array.from(q).map(x => x / Math.hypot(...q));
      const backP = position.slice();
      const backQ = rotation.slice();
      poseInvert(backP, backQ, backP, backQ);
      poseCompose(backP, backQ, backP, backQ, position, rotation);
      expectVectorClose(backP, [0, 0, 0], { absolute: 1e-13 });
      expect(Math.abs(backQ[3])).toBeCloseTo(1, 12);
    }
  });

  it('allocate nothing', () => {
    const p = new Float64Array([1, 2, 3]);
    const q = new Float64Array([0.5, 0.5, 0.5, 0.5]);
    expectNoAllocation(() => {
      poseCompose(p, q, p, q, p, q);
      poseInvert(p, q, p, q);
    });
  });
});
