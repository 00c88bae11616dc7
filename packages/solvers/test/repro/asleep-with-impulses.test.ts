/**
 * The contact of a sleeping body with the floor keeps its impulse. Particle solvers divided by its effective
 * mass, 0, so that the impulse was no number, and the body neither after it woke: heaps of truncated
 * octahedra failed after seven seconds.
 */
import {
  ColoredParticleSolver,
  ParticleSolver,
  RigidBodies,
  RigidContacts,
  rigidContactsAdd,
} from '@colide/solvers';
import { expect, it } from 'vitest';

it.each([ParticleSolver, ColoredParticleSolver])('%o leaves the impulses of sleepers alone', Solver => {
  const bodies = new RigidBodies({ count: 2 });
  bodies.setStatic(0);
  bodies.setBox(1, 1, 0.5, 0.5, 0.5);
  bodies.setPose(1, [0, 0.5, 0]);
  const contacts = new RigidContacts();
  const solver = new Solver({ gravity: [0, -9.81, 0] });
  const step = () => {
    contacts.begin();
    for (let corner = 0; corner < 4; corner++) {
      const point = [corner & 1 ? 0.5 : -0.5, 0, corner & 2 ? 0.5 : -0.5] as const;
      rigidContactsAdd(contacts, [0, 1], point, [0, 1, 0], bodies.positions[4] - 0.5, corner);
    }
    solver.step(bodies, contacts, 1 / 60);
  };
  for (let n = 0; n < 20; n++) step();
  expect(contacts.impulses[0]).toBeGreaterThan(0);
  const before = contacts.impulses[0];
  bodies.asleep[1] = 1;
  for (let n = 0; n < 3; n++) step();
  expect(contacts.impulses[0]).toBeCloseTo(before, 12);
  bodies.asleep[1] = 0;
  for (let n = 0; n < 20; n++) step();
  expect(bodies.positions[4]).toBeCloseTo(0.5, 2);
});
