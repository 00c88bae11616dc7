/**
 * Cloth and ropes that meet each other by sphere trees over triangles and segments, of both kinds: exactly
 * nothing crosses, where particles as balls let it.
 */
import { HalfSpace } from '@colide/geometry';
import { triangleTriangle } from '@colide/narrowphase';
import type { SphereTreeOptions } from '@colide/spatial';
import { SoftBodies, type SoftBody, SphereTreeSelfCollision, World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import { bits } from '../support/soft-scenes.ts';

/** The corners of the triangles of a cloth or of the segments of a rope, whose second end is given twice. */
function elementsOf({ segments, triangles, triangleCount, view }: SoftBody): Float64Array[] {
  const ids = segments.length > 0 ? segments : triangles.subarray(0, 3 * triangleCount);
  const size = segments.length > 0 ? 2 : 3;
  return Array.from({ length: ids.length / size }, (_, e) =>
    Float64Array.from({ length: 9 }, (_, i) => {
      const corner = Math.min(Math.floor(i / 3), size - 1);
      return view.positions[3 * ids[size * e + corner] + (i % 3)];
    }),
  );
}

/** Pairs of elements of two bodies that cross, by brute force. */
function countCrossings(a: SoftBody, b: SoftBody): number {
  const others = elementsOf(b);
  return elementsOf(a).reduce(
    (sum, one) => sum + others.filter(other => triangleTriangle(one, other)).length,
    0,
  );
}

function lowest(body: SoftBody): number {
  return body.view.positions.reduce((least, y, k) => (k % 3 === 1 ? Math.min(least, y) : least), Infinity);
}

/**
 * A cloth with wide meshes falls over a rope of six particles, with trees that find contacts or with balls.
 */
function clothOverRope(options?: SphereTreeOptions, height = 0.2) {
  const selfCollision = new SphereTreeSelfCollision(options);
  const soft = new SoftBodies(options ? { selfCollision } : {});
  const world = new World({ parts: [soft] });
  world.add({ shape: new HalfSpace() });
  const thin = { thickness: 0.015, radius: 0.015 };
  // Between two rows of the cloth's particles, and longer than the cloth is wide.
  const positions = [-1.5, -0.9, -0.3, 0.3, 0.9, 1.5].flatMap(x => [x, 0, 0.04]);
  const rope = soft.addRope({ positions, ...thin, position: [0, 1.5, 0], density: 1, pins: [0, 5] });
  const cloth = soft.addCloth({
    columns: 11,
    rows: 11,
    spacing: 0.15,
    ...thin,
    friction: 1,
    position: [0, 1.5 + height, 0],
  });
  return { world, soft, rope, cloth, selfCollision };
}

const kinds = ['layered', 'wrapped'] as const;

describe('bodies that meet by sphere trees', () => {
  it.each(kinds)('a cloth lies over a rope of few particles, %s trees', kind => {
    const { world, rope, cloth, selfCollision } = clothOverRope({ kind });
    for (let n = 0; n < 240; n++) {
      world.step(1 / 60);
      if (n % 20 === 19) expect(countCrossings(cloth, rope), `step ${n}`).toBe(0);
    }
    // It hangs from the rope and does not lie on the ground.
    expect(lowest(cloth)).toBeGreaterThan(0.2);
    expect(selfCollision.counters(cloth)!.trianglesTested).toBeGreaterThan(1000);
  });

  it('balls of that size let it fall through', () => {
    const { world, cloth } = clothOverRope();
    for (let n = 0; n < 240; n++) world.step(1 / 60);
    expect(lowest(cloth)).toBeLessThan(0.1);
  });

  it('a cloth that falls faster than its thickness per step is held, too', () => {
    const { world, soft, rope, cloth } = clothOverRope({}, 0.3);
    soft.setVelocity(cloth, [0, -6, 0]);
    for (let n = 0; n < 90; n++) {
      world.step(1 / 60);
      if (n % 10 === 9) expect(countCrossings(cloth, rope), `step ${n}`).toBe(0);
    }
  });

  it('both kinds of trees give the same bits; spheres of wrapped ones are smaller', () => {
    const scenes = kinds.map(kind => clothOverRope({ kind }));
    for (let n = 0; n < 150; n++) for (const { world } of scenes) world.step(1 / 60);
    const [layered, wrapped] = scenes;
    expect(bits(wrapped.world, wrapped.soft)).toBe(bits(layered.world, layered.soft));
    const [many, few] = scenes.map(s => s.selfCollision.counters(s.cloth)!.nodesVisited);
    expect(few).toBeLessThan(many);
    expect(few).toBeGreaterThan(0);
    expect(() => new SphereTreeSelfCollision({ kind: 'round' as 'wrapped' })).toThrow(/kind/);
  });

  it('a cloth falls on a cloth; both rest, and a snapshot continues with the same bits', () => {
    const build = () => {
      const soft = new SoftBodies({ selfCollision: new SphereTreeSelfCollision() });
      const world = new World({ parts: [soft] });
      const thin = { thickness: 0.01, radius: 0.01, spacing: 0.15 };
      const corners = [0, 7, 56, 63];
      const lower = soft.addCloth({ columns: 8, rows: 8, ...thin, position: [0, 1, 0], pins: corners });
      const upper = soft.addCloth({ columns: 5, rows: 5, ...thin, position: [0.07, 1.3, 0.05] });
      return { soft, world, lower, upper };
    };
    const one = build();
    let saved = new ArrayBuffer(0);
    for (let n = 0; n < 180; n++) {
      if (n === 60) saved = one.world.snapshot();
      one.world.step(1 / 60);
      if (n % 20 === 19) expect(countCrossings(one.lower, one.upper), `step ${n}`).toBe(0);
    }
    expect(lowest(one.upper)).toBeGreaterThan(lowest(one.lower));
    const two = build();
    two.world.restore(saved);
    for (let n = 60; n < 180; n++) two.world.step(1 / 60);
    expect(bits(two.world, two.soft)).toBe(bits(one.world, one.soft));
  });

  it('wrapped trees follow a rope that is stretched far out of its spheres, with the bits of layered ones', () => {
    const scenes = kinds.map(kind => {
      const soft = new SoftBodies({ selfCollision: new SphereTreeSelfCollision({ kind }) });
      const world = new World({ parts: [soft], gravity: [0, 0, 0] });
      const thin = { thickness: 0.02, radius: 0.02 };
      const line = Array.from({ length: 11 }, (_, i) => [0.1 * i - 0.5, 0, 0]).flat();
      const rope = soft.addRope({ positions: line, ...thin, pins: [0, 5, 10] });
      // It lies across the first one, which meets it between its particles.
      const across = [-0.9, -0.3, 0.3, 0.9].flatMap(z => [0, 1.1, z]);
      const lifted = soft.addRope({ positions: across, ...thin });
      return { world, soft, rope, lifted };
    });
    for (let n = 0; n < 90; n++)
      for (const { world, soft, rope } of scenes) {
        soft.move(rope, 5, [0, Math.min(1.4, 0.02 * n), 0]);
        world.step(1 / 60);
      }
    const [layered, wrapped] = scenes;
    expect(bits(wrapped.world, wrapped.soft)).toBe(bits(layered.world, layered.soft));
    for (const { lifted } of scenes) expect(lifted.view.positions[4]).toBeGreaterThan(1.4);
  });

  it('heeds groups, and bodies with a volume still meet as balls', () => {
    const selfCollision = new SphereTreeSelfCollision();
    const soft = new SoftBodies({ selfCollision });
    const world = new World({ parts: [soft] });
    const cloth = { columns: 6, rows: 6, spacing: 0.1, thickness: 0.01 };
    const low = soft.addCloth({ ...cloth, position: [0, 0, 0], pins: [0, 5, 30, 35], group: 1, mask: 1 });
    const through = soft.addCloth({ ...cloth, position: [0, 0.1, 0], group: 2, mask: 2 });
    const cube = soft.addSoft({ size: [2, 2, 2], spacing: 0.1, position: [0, 0.25, 0], density: 20 });
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    expect(lowest(through)).toBeLessThan(lowest(low) - 1);
    expect(lowest(cube)).toBeGreaterThan(lowest(low) - 0.01);
    // A closed surface has no tree either.
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(i => [i & 1, (i >> 1) & 1, i >> 2].map(x => 0.1 * x));
    const triangles = [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
      5,
    ];
    const ball = soft.addSoft({ positions: corners, triangles, position: [0, 0.06, 0], density: 20 });
    expect(ball.triangleCount).toBe(12);
    for (let n = 0; n < 3; n++) world.step(1 / 60);
    expect(selfCollision.separates(low, through)).toBe(true);
    expect(selfCollision.separates(low, ball)).toBe(false);
    expect(selfCollision.counters(ball)).toBeUndefined();
    expect(selfCollision.counters(low)).toBeDefined();
  });
});
