import { Random } from '@colide/math';
import { Islands, RigidBodies, Sleeping } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

/** Islands by flood fill, as lists of bodies. */
function floodFill(inverseMasses: Float64Array, pairs: Int32Array): number[][] {
  const seen = new Set<number>();
  const found: number[][] = [];
  for (let i = 0; i < inverseMasses.length; i++) {
    if (inverseMasses[i] === 0 || seen.has(i)) continue;
    const group = [i];
    seen.add(i);
    for (let next = 0; next < group.length; next++)
      for (let k = 0; k < pairs.length; k++) {
        const other = pairs[k ^ 1];
        if (pairs[k] !== group[next] || inverseMasses[other] === 0 || seen.has(other)) continue;
        seen.add(other);
        group.push(other);
      }
    found.push(group.sort((a, b) => a - b));
  }
  return found;
}

function listed(islands: Islands): number[][] {
  return Array.from({ length: islands.count }, (_, i) =>
    Array.from(islands.members.slice(islands.starts[i], islands.starts[i + 1])),
  );
}

describe('islands', () => {
  it('are what a flood fill finds, in the same order, whatever the order of the links', () => {
    const random = new Random(3);
    const islands = new Islands(60);
    for (let trial = 0; trial < 300; trial++) {
      const count = 1 + random.integer(60);
      const inverseMasses = Float64Array.from({ length: count }, () => (random.next() < 0.2 ? 0 : 1));
      const pairs = Int32Array.from({ length: 2 * random.integer(60) }, () => random.integer(count));
      islands.begin(inverseMasses);
      islands.linkAll(pairs);
      islands.finish();
      const expected = floodFill(inverseMasses, pairs);
      expect(listed(islands)).toEqual(expected);
      expected.forEach((group, i) => {
        for (const body of group) expect(islands.islandOf[body]).toBe(i);
      });
      islands.begin(inverseMasses);
      for (let k = pairs.length / 2 - 1; k >= 0; k--) islands.link(pairs[2 * k + 1], pairs[2 * k]);
      islands.finish();
      expect(listed(islands)).toEqual(expected);
    }
  });

  it('check their arguments and allocate nothing', () => {
    const islands = new Islands(3);
    expect(() => islands.begin(new Float64Array(4))).toThrow(/at most 3/);
    islands.begin(new Float64Array(3).fill(1));
    expect(() => islands.link(0, 3)).toThrow(/from 0 to 2/);
    const masses = new Float64Array(3).fill(1);
    expectNoAllocation(() => {
      islands.begin(masses);
      islands.link(0, 2);
      islands.finish();
    });
  });
});

describe('sleeping', () => {
  const step = (bodies: RigidBodies, links: number[][]) => {
    const islands = new Islands(bodies.count);
    islands.begin(bodies.inverseMasses);
    for (const [a, b] of links) islands.link(a, b);
    islands.finish();
    return islands;
  };

  it('puts islands to rest as a whole and wakes them as a whole', () => {
    const bodies = new RigidBodies({ count: 5 });
    bodies.setStatic(0);
    const sleeping = new Sleeping();
    bodies.setVelocity(3, [0, 1, 0]);
    bodies.setVelocity(1, [0.01, 0, 0]);
    const links = [
      [0, 1],
      [1, 2],
      [0, 3],
      [3, 4],
    ];
    const islands = step(bodies, links);
    for (let n = 0; n < 29; n++) expect(sleeping.update(bodies, islands, 1 / 60)).toBe(0);
    for (let n = 0; n < 3; n++) sleeping.update(bodies, islands, 1 / 60);
    expect(Array.from(bodies.asleep)).toEqual([0, 1, 1, 0, 0]);
    expect(bodies.velocities[3]).toBe(0);
    bodies.velocities[10] = 0;
    for (let n = 0; n < 32; n++) sleeping.update(bodies, islands, 1 / 60);
    expect(Array.from(bodies.asleep)).toEqual([0, 1, 1, 1, 1]);

    bodies.setVelocity(4, [0, 2, 0]);
    sleeping.update(bodies, step(bodies, [...links, [2, 4]]), 1 / 60);
    expect(Array.from(bodies.asleep)).toEqual([0, 0, 0, 0, 0]);
    expect(() => sleeping.update(bodies, islands, -1)).toThrow(/dt/);
    expect(() => new Sleeping({ speed: -1 })).toThrow(/speed/);
    expect(() => new Sleeping({ time: 0 })).toThrow(/time/);
  });

  it('counts turning as motion', () => {
    const bodies = new RigidBodies({ count: 1 });
    bodies.setVelocity(0, [0, 0, 0], [1, 0, 0]);
    const islands = step(bodies, []);
    for (let n = 0; n < 100; n++) new Sleeping().update(bodies, islands, 1 / 60);
    expect(bodies.asleep[0]).toBe(0);
  });
});
