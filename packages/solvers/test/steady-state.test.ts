/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import {
  ChainConstraint,
  createGridCloth,
  DistanceConstraints,
  ParticleContacts,
  ParticleSystem,
} from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('allocates nothing in steady state', () => {
  const cloth = createGridCloth(6, 6, 0.1);
  const system = new ParticleSystem({ count: 36, gravity: [0, -9.81, 0] });
  system.placeAll(cloth.positions);
  system.pin(0);
  const contacts = new ParticleContacts({ friction: 0.5, restitution: 0.2 });
  const constraints = [
    new DistanceConstraints(36, cloth.ids, cloth.restLengths, { stiffness: 0.7, tearFactor: 9.5 }),
    new DistanceConstraints(36, cloth.ids, cloth.restLengths, { root: 'approximate', overRelaxation: 1.2 }),
    new DistanceConstraints(36, cloth.ids, cloth.restLengths, { compliance: 1.5e-6 }),
    new DistanceConstraints(36, cloth.ids, cloth.restLengths, { kind: 'rope', stiffness: 0.7 }),
    new DistanceConstraints(36, cloth.ids, cloth.restLengths, { kind: 'minimum', stiffness: 0.7 }),
    new ChainConstraint(36, [0, 1, 2, 3], [0.1, 0.1, 0.1]),
    contacts,
  ];
  const point: [number, number, number] = [0, -1, 0];
  const down: [number, number, number] = [0, -1, 0];
  expectNoAllocation(
    () => {
      contacts.clear();
      for (let i = 0; i < 20; i++) contacts.addParticleStatic(i, point, down, 0.5);
      system.step(0.0171, constraints, 2, 2);
    },
    { warmUp: 1500 },
  );
});
