/**
 * When a body on a pulley was removed, the distance on that side was counted as freed twice: once with the
 * pulley, once by itself. A saved world then lacked its last joint and could not be loaded, and the next
 * joints were put beyond the end of the set.
 */
import { SphereShape } from '@colide/geometry';
import { World, WorldJoints, worldLoad, worldSave } from '@colide/world';
import { describe, expect, it } from 'vitest';

describe('A pulley', () => {
  it.each([0, 1])('goes with its body %s, and nothing else does', side => {
    const world = new World({ sleeping: false });
    const joints = new WorldJoints(world);
    const ids = Array.from({ length: 6 }, (_, i) =>
      world.add({ shape: new SphereShape(0.2), position: [2 * i, 0, 0] }),
    );
    const before = joints.distance(ids[2], ids[3]);
    const pulley = joints.pulley(ids[0], ids[1], {
      groundA: [0, 6, 0],
      groundB: [2, 6, 0],
      anchorA: [0, 0.2, 0],
      anchorB: [2, 0.2, 0],
    });
    const after = joints.distance(ids[4], ids[5]);
    world.remove(ids[side]);
    expect([before, pulley, after].map(joint => joints.has(joint))).toEqual([true, false, true]);
    const copy = worldLoad(worldSave(world));
    expect(new WorldJoints(copy).has(after)).toBe(true);
    const added = [0, 1, 2, 3].map(() => joints.rope(ids[2], ids[4], { length: 9 }));
    expect(new Set([...added, before, after]).size).toBe(6);
    for (let frame = 0; frame < 30; frame++) {
      world.step(1 / 60);
      copy.step(1 / 60);
    }
    expect(world.joints!.saveStructure().slots).toHaveLength(6);
    expect(worldLoad(worldSave(world)).snapshot()).toEqual(world.snapshot());
  });
});
