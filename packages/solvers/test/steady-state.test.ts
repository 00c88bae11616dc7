/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import {
  ChainConstraint,
  createGridCloth,
  DistanceConstraints,
  ParticleContacts,
  ParticleSystem,
} from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing';
import { it } from 'vitest';

it('allocates nothing in steady state', () => {
  const cloth = createGridCloth(10, 10, 0.1);
  const system = new ParticleSystem({ count: 100, gravity: [0, -9.81, 0] });
  system.placeAll(cloth.positions);
  system.pin(0);
  const contacts = new ParticleContacts({ friction: 0.5, restitution: 0.2 });
  const constraints = [
    new DistanceConstraints(100, cloth.ids, cloth.restLengths),
    new ChainConstraint(100, [0, 1, 2, 3], [0.1, 0.1, 0.1]),
    contacts,
  ];
  const point: [number, number, number] = [0, -1, 0];
  const down: [number, number, number] = [0, -1, 0];
  expectNoAllocation(
    () => {
      contacts.clear();
      for (let i = 0; i < 20; i++) contacts.addParticleStatic(i, point, down, 0.5);
      system.step(0.015625, constraints, 2);
    },
    { warmUp: 1500 },
  );
});
