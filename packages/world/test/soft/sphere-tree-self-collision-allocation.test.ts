/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { ParticleContacts } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { SoftBodies, SphereTreeSelfCollision } from '@colide/world';
import { it } from 'vitest';

it('self-collision by sphere trees allocates nothing but the distances of pairs', () => {
  const soft = new SoftBodies();
  const cloth = soft.addCloth({ columns: 10, rows: 10, spacing: 0.1, thickness: 0.02 });
  // Folded in the middle: one half lies over the other.
  const { positions } = cloth.view;
  for (let i = 0; i < 100; i++)
    if (positions[3 * i] > 0) {
      positions[3 * i] *= -1;
      positions[3 * i + 1] = 0.03;
    }
  const trees = new SphereTreeSelfCollision();
  const contacts = new ParticleContacts();
  const motions = new Float64Array(3 * soft.particleCount);
  const run = () => {
    contacts.clear();
    trees.collide(contacts, cloth, motions);
  };
  run();
  if (contacts.count < 50) throw new Error(`expected contacts, got ${contacts.count}`);
  // The distance of each pair whose boxes are near, and the separation of each contact.
  const counters = trees.counters(cloth)!;
  const before = counters.trianglesTested;
  run();
  const pairs = counters.trianglesTested - before;
  expectNoAllocation(run, { warmUp: 100, boxedNumbers: pairs + contacts.count });
});
