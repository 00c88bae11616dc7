/** Contacts with bodies that stand still are solved by code of their own: the bits are those of others. */
import { Random } from '@colide/math';
import { ParticleSystem, RigidBodies, RigidParticleContacts, RigidSubsteps } from '@colide/solvers';
import { expect, it } from 'vitest';

/** Particles that fall onto the ground, a body that can move and one that rotates in place. */
function run(seed: number, isGeneral: boolean) {
  const random = new Random(seed);
  const bodies = new RigidBodies({ count: 3 });
  bodies.setStatic(0);
  bodies.setBox(1, 2, 1, 1, 1);
  bodies.setStatic(2);
  bodies.setVelocity(2, [0.2, 0, 0], [0, 1, 0]);
  const system = new ParticleSystem({ count: 12, gravity: [0, -9.81, 0] });
  for (let i = 0; i < system.count; i++) {
    system.place(i, random.uniform(-1, 1), random.uniform(-0.05, 0.1), random.uniform(-1, 1));
    system.setMass(i, 10 ** random.uniform(-2, 1));
    for (let k = 0; k < 3; k++) system.previousPositions[3 * i + k] += random.uniform(-0.01, 0.01);
  }
  system.pin(3);
  const substeps = new RigidSubsteps();
  const contacts = new RigidParticleContacts(substeps);
  let pushed = 0;
  let stillCount = 0;
  for (let step = 0; step < 20; step++) {
    substeps.start(bodies, 1 / 60);
    contacts.clear();
    for (let c = 0; c < 40; c++) {
      const size = 1 + Math.floor(random.uniform(0, 3));
      const first = Math.floor(random.uniform(0, 10));
      const weights = Array.from({ length: size }, () => random.uniform(0.1, 1));
      const total = weights.reduce((a, b) => a + b);
      const normal: [number, number, number] = [0, 1, 0];
      if (c % 3 === 0) random.unitVector(normal);
      contacts.add({
        element: [first, first + 1, first + 2].slice(0, size),
        weights: weights.map(w => w / total),
        body: c % 8 === 0 ? 1 + (c % 16) / 8 : 0,
        point: [0, random.uniform(-0.02, 0.02), 0],
        normal,
        separation: 0.01,
        friction: c % 5 === 0 ? 0 : random.uniform(0, 1),
        restitution: c % 7 === 0 ? 0.5 : 0,
      });
    }
    contacts.brace(system);
    const { still } = contacts as unknown as { still: Uint8Array };
    for (let c = 0; c < contacts.count; c++) stillCount += still[c];
    if (isGeneral) still.fill(0);
    system.step(1 / 60, [substeps, contacts], 2, 4);
    substeps.finish();
    for (let c = 0; c < contacts.count; c++) pushed += contacts.pushes[c] > 0 ? 1 : 0;
  }
  const numbers = [...system.positions, ...system.previousPositions, ...bodies.velocities];
  // Zeros may differ in sign.
  return { numbers: numbers.map(x => x + 0), pushed, stillCount };
}

it('contacts with bodies that stand still have the same bits as all others', () => {
  let pushed = 0;
  for (let seed = 0; seed < 30; seed++) {
    const still = run(seed, false);
    expect(still).toEqual(run(seed, true));
    expect(still.stillCount / (20 * 40)).toBeGreaterThan(0.6);
    expect(still.stillCount / (20 * 40)).toBeLessThan(0.9);
    pushed += still.pushed;
  }
  expect(pushed).toBeGreaterThan(3000);
});
