/**
 * Cloth and ropes whose triangles and segments collide: exactly no two of them cross, where particles as
 * balls let them.
 */

import { HalfSpace, SphereShape } from '@colide/geometry';
import { triangleTriangle } from '@colide/narrowphase';
import { isSoak, soak } from '@colide/testing';
import { SoftBodies, type SoftBody, SphereTreeSelfCollision, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

/** Pairs of triangles of a cloth that cross and share no particle, by brute force. */
function countCrossings(cloth: SoftBody): number {
  const { positions } = cloth.view;
  const corners = Array.from({ length: cloth.triangleCount }, (_, t) =>
    Float64Array.from(
      { length: 9 },
      (_, i) => positions[3 * cloth.triangles[3 * t + Math.floor(i / 3)] + (i % 3)],
    ),
  );
  const ids = corners.map((_, t) => [...cloth.triangles.subarray(3 * t, 3 * t + 3)]);
  let count = 0;
  for (let s = 0; s < corners.length; s++)
    for (let t = s + 1; t < corners.length; t++)
      if (!ids[s].some(id => ids[t].includes(id)) && triangleTriangle(corners[s], corners[t])) count++;
  return count;
}

/** A cloth that falls on its edge and crumples; its radius and thickness are far below half the spacing. */
function crumple(withTrees: boolean, seconds: number) {
  const selfCollision = new SphereTreeSelfCollision();
  const soft = new SoftBodies(withTrees ? { selfCollision } : {});
  const world = new World({ parts: [soft] });
  world.add({ shape: new HalfSpace() });
  const cloth = soft.addCloth({
    columns: 16,
    rows: 16,
    spacing: 0.1,
    thickness: 0.012,
    radius: 0.012,
    position: [0, 1, 0],
    rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    velocity: [2, -3, 0.7],
  });
  let contacts = 0;
  let worst = 0;
  for (let n = 0; n < 60 * seconds; n++) {
    world.step(1 / 60);
    contacts = Math.max(contacts, soft.particleContacts.count);
    if (n % 30 === 29) worst = Math.max(worst, countCrossings(cloth));
  }
  return { cloth, soft, world, contacts, worst, selfCollision };
}

describe('SphereTreeSelfCollision', () => {
  it('keeps the triangles of a crumpled cloth from crossing, exactly', () => {
    const { cloth, contacts, worst, selfCollision } = crumple(true, soak(4, 10));
    expect(contacts).toBeGreaterThan(20);
    expect(selfCollision.counters(cloth)!.trianglesTested).toBeGreaterThan(1000);
    expect(worst).toBe(0);
    expect(countCrossings(cloth)).toBe(0);
    for (const x of cloth.view.positions) expect(Number.isFinite(x)).toBe(true);
    expect(crumple(false, 2).worst, 'balls of that radius let triangles cross').toBeGreaterThan(0);
  });

  it.each(isSoak ? [1, 2, 3] : [2])(
    'does so in other falls (%i), with the same bits again, from a snapshot and beside others',
    seed => {
      const build = () => {
        const soft = new SoftBodies({ selfCollision: new SphereTreeSelfCollision() });
        const world = new World({ parts: [soft] });
        world.add({ shape: new HalfSpace() });
        world.add({ shape: new SphereShape(0.25), position: [0, 0.25, 0], type: 'static' });
        const cloth = soft.addCloth({
          columns: 14,
          rows: 14,
          spacing: 0.1,
          thickness: 0.015,
          radius: 0.015,
          position: [0.1 * seed, 1 + 0.2 * seed, 0],
          rotation: [0.3 * seed, 0.2, 0.5, 1],
          velocity: [seed - 2, -2 * seed, 0.5],
        });
        // The particles of a further body make the arrays of all grow.
        soft.addCloth({ columns: 3, rows: 3, spacing: 0.1, position: [5, 0.1, 0] });
        return { world, soft, cloth };
      };
      const one = build();
      let saved = new ArrayBuffer(0);
      for (let n = 0; n < 240; n++) {
        if (n === 90) saved = one.world.snapshot();
        one.world.step(1 / 60);
        if (n % 40 === 39) expect(countCrossings(one.cloth), `step ${n}`).toBe(0);
      }
      const two = build();
      two.world.restore(saved);
      for (let n = 90; n < 240; n++) two.world.step(1 / 60);
      expect([...two.cloth.view.positions]).toEqual([...one.cloth.view.positions]);
    },
  );

  it('keeps a rope from passing through itself between its particles', () => {
    const [withTrees, withBalls] = [true, false].map(hasTrees => {
      const soft = new SoftBodies(hasTrees ? { selfCollision: new SphereTreeSelfCollision() } : {});
      const world = new World({ parts: [soft] });
      // One strand along z, a bend, and one along x above it: they cross in the middle of segments.
      const positions = [-0.5, -0.3, -0.1, 0.1, 0.3, 0.5].flatMap(z => [0, 0, z]);
      positions.push(0.2, 0.04, 0.5, 0.38, 0.07, 0.42, 0.49, 0.09, 0.25, 0.5, 0.1, 0.1);
      positions.push(...[0.5, 0.3, 0.1, -0.1, -0.3, -0.5].flatMap(x => [x, 0.1, 0]));
      const last = positions.length / 3 - 1;
      const rope = soft.addRope({ positions, thickness: 0.02, radius: 0.02, pins: [0, 5, last - 5, last] });
      const height = (i: number) => 0.5 * (rope.view.positions[3 * i + 1] + rope.view.positions[3 * i + 4]);
      let gap = Infinity;
      for (let n = 0; n < 180; n++) {
        const y = Math.max(-0.03, 0.1 - 0.002 * n);
        soft.move(rope, last - 5, [0.47, y, 0]);
        soft.move(rope, last, [-0.47, y, 0]);
        world.step(1 / 60);
        gap = Math.min(gap, height(last - 3) - height(2));
      }
      return gap;
    });
    expect(withTrees).toBeGreaterThan(0.03);
    expect(withBalls).toBeLessThan(-0.02);
  });

  it('follows cloth that tears', () => {
    const soft = new SoftBodies({ selfCollision: new SphereTreeSelfCollision() });
    const world = new World({ parts: [soft] });
    world.add({ shape: new HalfSpace() });
    const cloth = soft.addCloth({
      columns: 8,
      rows: 8,
      spacing: 0.1,
      thickness: 0.01,
      position: [0, 1, 0],
      tearFactor: 1.3,
      pins: [0, 7, 56, 63],
    });
    for (let n = 0; n < 120; n++) {
      for (const [pin, x] of [
        [0, -1],
        [7, 1],
        [56, -1],
        [63, 1],
      ] as const)
        soft.move(cloth, pin, [x * Math.min(1.2, 0.35 + 0.02 * n), 1, pin < 8 ? -0.35 : 0.35]);
      world.step(1 / 60);
    }
    expect(cloth.triangleCount).toBeLessThan(98);
    for (const x of cloth.view.positions) expect(Math.abs(x)).toBeLessThan(5);
    expect(countCrossings(cloth)).toBe(0);
    soft.remove(cloth);
    world.step(1 / 60);
  });
});

it('cloth whose particles are balls of the default radius does not cross itself either, after 10 s', () => {
  const soft = new SoftBodies();
  const world = new World({ parts: [soft] });
  world.add({ shape: new HalfSpace() });
  const cloth = soft.addCloth({
    columns: 16,
    rows: 16,
    spacing: 0.1,
    position: [0, 1, 0],
    rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    velocity: [2, -3, 0.7],
  });
  let contacts = 0;
  for (let n = 0; n < 600; n++) {
    world.step(1 / 60);
    contacts = Math.max(contacts, soft.particleContacts.count);
  }
  expect(contacts).toBeGreaterThan(20);
  expect(countCrossings(cloth)).toBe(0);
});
