/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { PairList } from '@colide/core';
import { BoxShape, CylinderShape, SphereShape } from '@colide/geometry';
import { ColliderSet } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { VolumeBroadPhase, type VolumeKind } from '@colide/world';
import { it } from 'vitest';

it.each<VolumeKind>(['aabb', 'sphere', 'obb', '18-dop'])('following %s allocates nothing', volume => {
  const shapes = [new BoxShape([0.5, 0.4, 0.3]), new SphereShape(0.5), new CylinderShape(0.4, 0.5)];
  const colliders = new ColliderSet(0.02);
  const positions = Float64Array.from({ length: 3 * 60 }, (_, i) => 0.31 * ((i * 7) % 23));
  const rotations = Float64Array.from({ length: 4 * 60 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  for (let body = 0; body < 60; body++) colliders.add(body, shapes[body % 3]);
  const finder = new VolumeBroadPhase({ volume });
  const pairs = new PairList();
  let step = 0;
  const run = () => {
    step++;
    for (let body = 0; body < 60; body++) {
      positions[3 * body + (step % 3)] += step % 6 < 3 ? 0.125 : -0.125;
      colliders.place(body, positions, rotations);
    }
    pairs.clear();
    finder.findPairs(pairs, colliders);
  };
  expectNoAllocation(run, { warmUp: 600 });
});
