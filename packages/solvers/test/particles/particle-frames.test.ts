import { Random } from '@colide/math';
import { RigidBodies } from '@colide/solvers';
import { expect, it } from 'vitest';
import { frameSize, isDistorted, loadFrames } from '../../src/particles/internal/particle-frames.ts';
import { makeRigid } from '../../src/particles/internal/particle-push.ts';
import { createParticleStep, particleSolverSettings } from '../../src/particles/internal/particle-steps.ts';

/** The particles of a box that has turned by `angle` about z; a frame's quaternion is left as it was. */
function turned(frame: Float64Array, angle: number): Float64Array {
  const out = frame.slice();
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  for (let p = 0; p < 12; p += 3) {
    out[p] = c * frame[p] - s * frame[p + 1];
    out[p + 1] = s * frame[p] + c * frame[p + 1];
  }
  return out;
}

it('puts a distorted frame back where its particles are, though its quaternion lags behind', () => {
  const step = createParticleStep(particleSolverSettings({ rigidity: 'distances' }));
  const bodies = new RigidBodies({ count: 1 });
  bodies.setBox(0, 1, 0.3, 0.6, 0.3);
  const frame = new Float64Array(frameSize);
  loadFrames(frame, bodies);
  const random = new Random(3);
  for (let n = 0; n < 100; n++) {
    const rigid = turned(frame, random.uniform(-1.5, 1.5));
    // Flattened along an axis through the centre: nothing turns.
    const flat = rigid.slice();
    for (let p = 2; p < 12; p += 3) flat[p] *= 0.4;
    expect(isDistorted(flat, 0)).toBe(true);
    makeRigid(step, flat, 0);
    for (let k = 0; k < 12; k++) expect(Math.abs(flat[k] - rigid[k]), `${n}: ${k}`).toBeLessThan(1e-3);
  }
});
