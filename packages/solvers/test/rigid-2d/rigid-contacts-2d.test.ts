import { Random } from '@colide/math';
import { type ManifoldPoints2d, RigidContacts2d } from '@colide/solvers';
import { describe, expect, it } from 'vitest';

/** A manifold of one or two points with these ids. */
function manifoldOf(ids: readonly number[]): ManifoldPoints2d {
  return {
    count: ids.length,
    normal: [0, 1],
    pointsA: [0, 0, 1, 0],
    pointsB: [0, 0, 1, 0],
    depths: [0, 0],
    ids,
    radii: [0, 0],
  };
}

/** Impulses by body, body and id, each with a number of its own. */
function brandImpulses({ arrays, count }: RigidContacts2d, from: number): Map<string, number> {
  const brands = new Map<string, number>();
  for (let c = 0; c < count; c++) {
    arrays.impulses[3 * c] = from + c;
    brands.set(`${arrays.bodies[2 * c]} ${arrays.bodies[2 * c + 1]} ${arrays.ids[c]}`, from + c);
  }
  return brands;
}

describe('RigidContacts2d finds the impulses of the last step again', () => {
  it('in whatever order pairs come, go and come back, with several manifolds per pair', () => {
    const random = new Random(5);
    const contacts = new RigidContacts2d();
    let brands = new Map<string, number>();
    let found = 0;
    let missing = 0;
    for (let step = 0; step < 200; step++) {
      contacts.begin();
      const pairs: { a: number; b: number; part: number; key: number }[] = [];
      for (let a = 0; a < 6; a++)
        for (let b = a + 1; b < 6; b++)
          for (let part = 0; part < 2; part++)
            if (random.uniform(0, 1) < 0.7) pairs.push({ a, b, part, key: random.uniform(0, 1) });
      // By part, so that the manifolds of a pair do not stand together; every third step in any order.
      if (step % 2 === 0) pairs.sort((p, q) => p.part - q.part);
      if (step % 3 === 0) pairs.sort((p, q) => p.key - q.key);
      for (const { a, b, part } of pairs) {
        const first = Math.floor(random.uniform(0, 3));
        const ids = random.uniform(0, 1) < 0.5 ? [first] : [first, first + 1];
        contacts.addManifold(a, b, manifoldOf(ids), part);
      }
      const { arrays, count } = contacts;
      for (let c = 0; c < count; c++) {
        const was = brands.get(`${arrays.bodies[2 * c]} ${arrays.bodies[2 * c + 1]} ${arrays.ids[c]}`);
        expect(arrays.impulses[3 * c]).toBe(was ?? 0);
        if (was === undefined) missing++;
        else found++;
      }
      brands = brandImpulses(contacts, 1 + 1000 * step);
    }
    expect(found).toBeGreaterThan(1000);
    expect(missing).toBeGreaterThan(1000);
  });
});
