/** Worlds with each narrow phase to choose from: they come to rest, and the counters show what ran. */
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  SphereShape,
} from '@colide/geometry';
import {
  ConvexNarrowPhase,
  chungWangSearch,
  gjkEpaSearch,
  mprSearch,
  type PairSearch,
  PersistentManifolds,
  satSearch,
} from '@colide/narrowphase';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const searches: Readonly<Record<string, PairSearch>> = {
  satSearch,
  gjkEpaSearch,
  mprSearch,
  chungWangSearch,
};
const octahedron = HullShape.fromPoints([
  0.5, 0, 0, -0.5, 0, 0, 0, 0.5, 0, 0, -0.5, 0, 0, 0, 0.5, 0, 0, -0.5,
]);
const ground = { shape: new BoxShape([10, 0.5, 10]), type: 'static', position: [0, -0.5, 0] } as const;

/** Sums of the counters of a narrow phase over steps. */
function run(world: World, phase: ConvexNarrowPhase, steps: number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (let n = 0; n < steps; n++) {
    world.step(dt);
    for (const [name, value] of Object.entries(phase.counters)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

describe('a world with a narrow phase of choice', () => {
  for (const [name, search] of Object.entries(searches))
    it(`${name}: a stack stands, a mixed heap falls asleep`, () => {
      const phase = new ConvexNarrowPhase(search);
      const world = new World({ narrowPhase: phase });
      world.add(ground);
      const boxes = Array.from({ length: 6 }, (_, i) =>
        world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5 + i, 0] }),
      );
      const shapes = [
        new SphereShape(0.4),
        new CapsuleShape(0.3, 0.4),
        new CylinderShape(0.4, 0.4),
        new ConeShape(0.4, 0.4),
        octahedron,
        new BoxShape([0.3, 0.4, 0.5]),
      ];
      for (let i = 0; i < 12; i++)
        world.add({
          shape: shapes[i % 6],
          position: [-4 + 1.3 * (i % 6), 1 + 2 * Math.floor(i / 6), 3],
          friction: 0.8,
          angularDamping: 0.5,
        });
      const sums = run(world, phase, 600);
      for (const [i, body] of boxes.entries())
        expect(Math.abs(world.bodies.positions[3 * body + 1] - 0.5 - i), `box ${i}`).toBeLessThan(2e-3);
      expect(world.sleeperCount).toBe(18);
      for (const body of world.ids())
        if (body > 0) expect(world.bodies.positions[3 * body + 1]).toBeGreaterThan(0.19);
      // The algorithms that ran, and those that did not.
      expect(sums.pairs).toBeGreaterThan(800);
      expect(sums.mpr > 0).toBe(search === mprSearch);
      expect(sums.sat > 0).toBe(search === satSearch);
      expect(sums.chungWangApart > 0).toBe(search === chungWangSearch);
      expect(sums.gjk > 0).toBe(search !== mprSearch);
      if (search === chungWangSearch) expect(sums.gjk + sums.chungWangApart).toBe(sums.pairs);
      if (search === gjkEpaSearch) expect(sums.gjk).toBe(sums.pairs);
    });

  it('manifolds over frames: a stack and a box on a slope rest, on boxes and on half-spaces', () => {
    for (const floor of [ground, { shape: new HalfSpace() }]) {
      const phase = new ConvexNarrowPhase(gjkEpaSearch, new PersistentManifolds());
      const world = new World({ narrowPhase: phase });
      world.add(floor);
      const boxes = Array.from({ length: 4 }, (_, i) =>
        world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0.02 * (i % 2), 0.5 + 1.01 * i, 0] }),
      );
      const prism = world.add({ shape: octahedron, position: [3, 1, 0], rotation: [0.1, 0.2, 0.3, 1] });
      // Three more stacks, so that there is enough to search: they rest soon.
      for (let i = 0; i < 12; i++)
        world.add({
          shape: new BoxShape([0.5, 0.5, 0.5]),
          position: [0.02 * (i % 2), 0.5 + 1.01 * (i % 4), 3 + 3 * Math.floor(i / 4)],
        });
      const sums = run(world, phase, 480);
      for (const [i, body] of boxes.entries()) {
        const [x, y, z] = world.bodies.positions.slice(3 * body, 3 * body + 3);
        expect(Math.abs(y - 0.5 - i), `box ${i}`).toBeLessThan(5e-3);
        expect(Math.hypot(x, z), `box ${i}`).toBeLessThan(0.06);
      }
      expect(world.bodies.positions[3 * prism + 1]).toBeCloseTo(0.5 / Math.sqrt(3), 2);
      expect(world.sleeperCount).toBe(17);
      expect(sums.gjk).toBeGreaterThan(500);
    }
    const slope = new World({
      narrowPhase: new ConvexNarrowPhase(gjkEpaSearch, new PersistentManifolds()),
      sleeping: false,
    });
    const tilt = Math.atan(0.4);
    const turn = [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)] as const;
    slope.add({ ...ground, rotation: turn });
    const box = slope.add({
      shape: new BoxShape([0.5, 0.25, 0.5]),
      position: [-0.3 * Math.sin(tilt), 0.3 * Math.cos(tilt) + 0.5 * Math.cos(tilt) - 0.5, 0],
      rotation: turn,
    });
    for (let n = 0; n < 120; n++) slope.step(dt);
    const [x, y] = slope.bodies.positions.slice(3 * box, 3 * box + 2);
    for (let n = 0; n < 300; n++) slope.step(dt);
    // The tangent 0.4 is below the friction of 0.6: it creeps by less than a centimetre in five seconds.
    expect(
      Math.hypot(slope.bodies.positions[3 * box] - x, slope.bodies.positions[3 * box + 1] - y),
    ).toBeLessThan(0.01);
  });

  it('manifolds over frames: points are added one at a time, up to four', () => {
    const phase = new ConvexNarrowPhase(gjkEpaSearch, new PersistentManifolds());
    const world = new World({ narrowPhase: phase, sleeping: false });
    world.add(ground);
    world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.6, 0], rotation: [0.02, 0, 0.03, 1] });
    let last = 0;
    for (let n = 0; n < 300; n++) {
      world.step(dt);
      expect(world.contacts.count).toBeLessThanOrEqual(last + 1);
      last = world.contacts.count;
    }
    expect(last).toBeGreaterThanOrEqual(3);
  });

  it('goes on from a snapshot to the same bits, and forgets bodies that are gone', () => {
    const build = () => {
      const world = new World({
        narrowPhase: new ConvexNarrowPhase(gjkEpaSearch, new PersistentManifolds()),
      });
      world.add(ground);
      for (let i = 0; i < 12; i++)
        world.add({
          shape: i % 2 ? octahedron : new BoxShape([0.4, 0.3, 0.5]),
          position: [0.3 * (i % 3), 0.6 + 0.8 * i, 0.2 * (i % 2)],
        });
      return world;
    };
    const world = build();
    for (let n = 0; n < 90; n++) world.step(dt);
    const saved = world.snapshot();
    const twin = build();
    twin.restore(saved);
    for (let n = 0; n < 60; n++) {
      world.step(dt);
      twin.step(dt);
    }
    expect([...twin.bodies.positions]).toEqual([...world.bodies.positions]);
    for (const body of [...world.ids()].slice(1)) world.remove(body);
    world.step(dt);
    expect(world.contacts.count).toBe(0);
    const heir = world.add({ shape: octahedron, position: [0, 4, 0] });
    world.step(dt);
    expect(world.events.touching.count).toBe(0);
    expect(world.has(heir)).toBe(true);
  });
});
