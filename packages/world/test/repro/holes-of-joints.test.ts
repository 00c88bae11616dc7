import { BoxShape } from '@colide/geometry';
import { World, WorldJoints, worldLoad, worldSave } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.1, 0.1, 0.1]);

describe('joints that were removed', () => {
  /** A world in which one joint is left of `count`. */
  function churned(count: number, last = count - 1) {
    const world = new World();
    const joints = new WorldJoints(world);
    for (let i = 0; i < 2; i++) world.add({ shape, position: [0.3 * i, 0, 0] });
    const ids = Array.from({ length: count }, () => joints.ball(0, 1, { anchor: [0.15, 0, 0] }));
    for (const [i, id] of ids.entries()) if (i !== last) joints.remove(id);
    return { world, joints, ids };
  }

  it('take next to no room in saved worlds, and none behind the last one in use', () => {
    const small = worldSave(churned(1).world).length;
    expect(worldSave(churned(500, 0).world).length).toBe(small);
    // A snapshot has twelve numbers for each slot up to the last one in use.
    expect(worldSave(churned(500).world).length).toBeLessThan(small + 499 * 100);
  });

  it('keep their ids to themselves, before and after loading', () => {
    const { world, joints, ids } = churned(9);
    const loaded = worldLoad(worldSave(world));
    for (const [w, j] of [[world, joints] as const, [loaded, new WorldJoints(loaded)] as const]) {
      expect(ids.map(id => j.has(id))).toEqual(ids.map((_, i) => i === 8));
      const more = Array.from({ length: 12 }, () => j.ball(0, 1, { anchor: [0.15, 0, 0] }));
      expect(new Set([...ids, ...more]).size).toBe(21);
      expect(ids.map(id => j.has(id))).toEqual(ids.map((_, i) => i === 8));
      for (let n = 0; n < 5; n++) w.step(1 / 60);
    }
    expect([...loaded.bodies.positions]).toEqual([...world.bodies.positions]);
  });
});
