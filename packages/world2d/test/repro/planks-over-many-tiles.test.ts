/**
 * A plank over n tiles looked at all n of them for each of its n contacts. What counts here is how often the
 * world reads the vertices of tiles in a step.
 */
import { BoxShape2d, Compound2d } from '@colide/geometry';
import { World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

type Ground = 'static boxes' | 'a compound' | 'a compound that slides over one box';

/** Adds tiles of 20 cm from the origin to the right, and what lies on them from end to end. */
function lay(world: World2d, ground: Ground, count: number): void {
  const tile = new BoxShape2d([0.1, 0.2]);
  const length = 0.2 * count;
  const tiles = Array.from({ length: count }, (_, i) => ({
    shape: tile,
    position: [0.2 * i + 0.1, -0.2] as [number, number],
  }));
  const isBelow = ground !== 'a compound that slides over one box';
  if (ground === 'static boxes') for (const each of tiles) world.add({ ...each, type: 'static' });
  else
    world.add({
      shape: new Compound2d(tiles),
      type: isBelow ? 'static' : 'dynamic',
      velocity: [isBelow ? 0 : 0.1, 0],
    });
  const plank = new BoxShape2d([length / 2 - 0.05, 0.1]);
  if (isBelow) world.add({ shape: plank, position: [length / 2, 0.1], velocity: [0.1, 0] });
  else world.add({ shape: plank, position: [length / 2, -0.5], type: 'static' });
}

/** How often a step reads the vertices of colliders, with `count` tiles, after ten others. */
function countReads(ground: Ground, count: number): number {
  const world = new World2d({ sleeping: false });
  lay(world, ground, count);
  for (let n = 0; n < 10; n++) world.step(1 / 60);
  let reads = 0;
  const { parts } = world.table;
  for (const part of parts) {
    const { points } = part;
    Object.defineProperty(part, 'points', {
      get() {
        reads++;
        return points;
      },
    });
  }
  world.step(1 / 60);
  return reads;
}

describe.each(['static boxes', 'a compound', 'a compound that slides over one box'] as const)(
  'a plank on %s',
  ground => {
    it('takes twice the work over twice as many tiles', () => {
      const reads = [16, 32, 64, 128].map(count => countReads(ground, count));
      expect(reads[0]).toBeGreaterThan(16);
      for (let k = 1; k < reads.length; k++) expect(reads[k] / reads[k - 1], `${reads}`).toBeLessThan(2.1);
    });
  },
);
