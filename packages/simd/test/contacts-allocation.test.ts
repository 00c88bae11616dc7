/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { loadSimd } from '@colide/simd';
import { ImpulseSolver, RigidBodies, RigidContacts, rigidContactsAdd } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { expect, it } from 'vitest';

it('contacts are solved by kernels without allocation', async () => {
  const kernels = await loadSimd();
  expect(kernels).toBeDefined();
  const count = 21;
  const bodies = new RigidBodies({ count });
  bodies.setStatic(0);
  const contacts = new RigidContacts();
  for (let i = 1; i < count; i++) {
    bodies.setBox(i, 1.5, 0.5, 0.5, 0.5);
    bodies.setPose(i, [2 * i, 0.5, 0]);
    for (let corner = 0; corner < 4; corner++) {
      const [x, z] = [corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5];
      rigidContactsAdd(contacts, [0, i], [2 * i + x, 0, z], [0, 1, 0], 0.001, corner);
    }
  }
  const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] }, kernels);
  expectNoAllocation(() => solver.step(bodies, contacts, 0.0171), { warmUp: 1500 });
});
