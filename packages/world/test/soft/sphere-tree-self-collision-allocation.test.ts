/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { ParticleContacts } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { SoftBodies, SphereTreeSelfCollision } from '@colide/world';
import { it } from 'vitest';

it.each(['layered', 'wrapped'] as const)(
  '%s sphere trees allocate nothing but the distances of pairs',
  kind => {
    const soft = new SoftBodies();
    const cloth = soft.addCloth({ columns: 10, rows: 10, spacing: 0.1, thickness: 0.02 });
    // Folded in the middle: one half lies over the other.
    const { positions } = cloth.view;
    for (let i = 0; i < 100; i++)
      if (positions[3 * i] > 0) {
        positions[3 * i] *= -1;
        positions[3 * i + 1] = 0.03;
      }
    soft.addRope({ positions: [-0.5, 0.06, 0, 0, 0.06, 0], thickness: 0.02 });
    const trees = new SphereTreeSelfCollision({ kind });
    const contacts = new ParticleContacts();
    const motions = new Float64Array(3 * soft.particleCount);
    let own = 0;
    const run = () => {
      contacts.clear();
      trees.collide(contacts, cloth, motions);
      own = contacts.count;
      trees.collideOthers(contacts, soft.bodies, motions);
    };
    run();
    if (own < 50) throw new Error(`expected contacts, got ${own}`);
    if (contacts.count === own) throw new Error('expected contacts with the rope');
    // The distance of each pair whose boxes are near, and one number per contact at the most.
    const counters = trees.counters(cloth)!;
    const before = counters.trianglesTested;
    run();
    const pairs = counters.trianglesTested - before;
    expectNoAllocation(run, { warmUp: 100, boxedNumbers: pairs + contacts.count });
  },
);
