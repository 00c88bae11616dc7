/**
 * The recommendations of `chooseBroadPhase`, compared with the stored map of the structures that it chooses
 * from (G4.2).
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leastCpuTimes } from '../src/harness/cpu-clock.ts';
import {
  chooseForScene,
  type MapScene,
  mapScenes,
  type StructureName,
  structureNames,
} from '../src/scenes/broad-phase-map.ts';

interface StoredEntry {
  readonly scene: MapScene;
  readonly count: number;
  /** `null` where a structure was left out as too slow. */
  readonly times: Record<StructureName, number | null>;
}

const file = new URL('../results/experiments/g4-2.json', import.meta.url);
const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: { map: StoredEntry[] } };

describe('leastCpuTimes', () => {
  it('lets each contender be the first one as often as the others', () => {
    const order: number[] = [];
    const times = leastCpuTimes(
      [0, 1, 2].map(i => () => void order.push(i)),
      3,
    );
    expect(order).toEqual([0, 1, 2, 1, 2, 0, 2, 0, 1]);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(0);
  });
});

describe('the map of broad phases', () => {
  it('spans three decades of boxes in every kind of scene', () => {
    expect(existsSync(file)).toBe(true);
    for (const scene of mapScenes) {
      const counts = data.map.filter(entry => entry.scene === scene).map(({ count }) => count);
      expect(Math.max(...counts) / Math.min(...counts)).toBeGreaterThanOrEqual(1000);
    }
    for (const { times } of data.map) expect(Object.keys(times)).toEqual(structureNames);
  });

  /**
   * Times of the fastest. Dust among a few giants looks to the statistics like sizes of all orders, for which
   * a dense grid would be a bad choice, though here it is the fastest.
   */
  const tolerance = (scene: MapScene) => (scene === 'dust and giants' ? 5 : 2.5);
  it.each(data.map)('agrees with chooseBroadPhase: $scene, $count boxes', ({ scene, count, times }) => {
    const chosen = times[chooseForScene(scene, count)];
    const fastest = Math.min(...Object.values(times).map(time => time ?? Infinity));
    expect(chosen).not.toBeNull();
    expect(chosen! / fastest).toBeLessThanOrEqual(tolerance(scene));
  });
});
