import { ImpulseSolver, RigidBodies } from '@colide/solvers';
import { describe, expect, it } from 'vitest';

/** Moments of a solid box of mass 1. */
function boxMoments(x: number, y: number, z: number): number[] {
  return [(y * y + z * z) / 3, (x * x + z * z) / 3, (x * x + y * y) / 3];
}

describe('a thin rod in free rotation', () => {
  it('keeps its spin, whatever its axes and however fast it is', () => {
    for (const moments of [boxMoments(0.02, 1, 0.02), boxMoments(1, 0.03, 0.02), boxMoments(0.3, 0.02, 1)])
      for (const speed of [10, 40, 200]) {
        const bodies = new RigidBodies({ count: 1 });
        bodies.setMass(0, 1, moments);
        bodies.setPose(0, [0, 0, 0], [0.3, 0.2, -0.1, 0.9]);
        // Nearly across the long axis: about that of the largest moment.
        const largest = moments.indexOf(Math.max(...moments));
        const axis = [0, 0, 0];
        axis[largest] = 1;
        axis[(largest + 1) % 3] = 1e-3;
        const [w, x, y, z] = [0.9, 0.3, 0.2, -0.1].map(v => v / Math.hypot(0.3, 0.2, 0.1, 0.9));
        const [p, q, r] = axis;
        const [cx, cy, cz] = [y * r - z * q, z * p - x * r, x * q - y * p].map(v => 2 * v);
        const spin = [
          p + w * cx + y * cz - z * cy,
          q + w * cy + z * cx - x * cz,
          r + w * cz + x * cy - y * cx,
        ].map(v => v * speed);
        bodies.setVelocity(0, [0, 0, 0], spin);
        const solver = new ImpulseSolver();
        for (let n = 0; n < 600; n++) {
          solver.step(bodies, undefined, 1 / 60);
          const ratio = Math.hypot(...bodies.angularVelocities) / speed;
          expect(ratio, `${moments} at ${speed} rad/s, step ${n}`).toBeGreaterThan(0.9);
          expect(ratio, `${moments} at ${speed} rad/s, step ${n}`).toBeLessThan(1.1);
        }
      }
  });
});
