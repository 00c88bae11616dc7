/**
 * Contacts between particles: a grid of each body finds what all boxes compared with all others do, and it
 * makes no difference whether bodies are near each other.
 */
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { SoftBodies, type SoftBody, World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import { OwnPairs } from '../../src/soft/internal/own-pairs.ts';

/** Boxes of `count` particles: in a plane, a line, a heap, a point, spread out, or of many sizes. */
function randomBoxes(random: Random, first: number, count: number): Float64Array {
  const boxes = new Float64Array(6 * (first + count));
  const kind = Math.floor(random.uniform(0, 6));
  const extents = [
    [1, 0, 1],
    [3, 0, 0],
    [0.5, 0.5, 0.5],
    [0, 0, 0],
    [1e3, 1e3, 1e3],
    [1, 1, 1],
  ][kind];
  const far = random.uniform(0, 1) < 0.5 ? 0 : 1e4;
  const size = 10 ** random.uniform(-3, -0.5);
  for (let i = first; i < first + count; i++) {
    const half = kind === 5 ? size * 10 ** random.uniform(-1, 0) : size;
    for (let k = 0; k < 3; k++) {
      // Many boxes touch exactly.
      const x = far + size * Math.round((extents[k] * random.uniform(-1, 1)) / size);
      boxes[6 * i + k] = x - half;
      boxes[6 * i + 3 + k] = x + half;
    }
  }
  return boxes;
}

describe('own pairs', () => {
  it('are those of all boxes that overlap', () => {
    const random = new Random(5);
    const finder = new OwnPairs();
    let found = 0;
    let tested = 0;
    for (let n = 0; n < 200; n++) {
      const [first, count] = [Math.floor(random.uniform(0, 9)), Math.floor(random.uniform(1, 150))];
      const boxes = randomBoxes(random, first, count);
      const outer = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
      const expected: string[] = [];
      const isLeftOut = (i: number, j: number) => (i + j) % 7 === 0;
      for (let i = first; i < first + count; i++) {
        for (let k = 0; k < 3; k++) {
          outer[k] = Math.min(outer[k], boxes[6 * i + k]);
          outer[3 + k] = Math.max(outer[3 + k], boxes[6 * i + 3 + k]);
        }
        for (let j = i + 1; j < first + count; j++) {
          let apart = isLeftOut(i, j);
          for (let k = 0; k < 3; k++)
            apart ||= boxes[6 * i + k] > boxes[6 * j + 3 + k] || boxes[6 * j + k] > boxes[6 * i + 3 + k];
          if (!apart) expected.push(`${i} ${j}`);
          tested++;
        }
      }
      const pairs = new PairList();
      const body = { first, count } as SoftBody;
      finder.find(pairs, body, boxes, outer, (_, i, j) => isLeftOut(i, j));
      expect([...pairs].map(([i, j]) => `${i} ${j}`).sort()).toEqual(expected.sort());
      found += expected.length;
    }
    expect(found / tested).toBeGreaterThan(0.1);
    expect(found / tested).toBeLessThan(0.8);
  });

  it('of a crumpled cloth are the same beside another body that it does not touch', () => {
    const run = (beside: boolean) => {
      const soft = new SoftBodies();
      const world = new World({ parts: [soft] });
      const cloth = soft.addCloth({ columns: 9, rows: 9, spacing: 0.1, radius: 0.06, position: [0, 1, 0] });
      const random = new Random(8);
      for (let i = 0; i < cloth.count; i++)
        soft.move(cloth, i, [random.uniform(0, 0.5), random.uniform(1, 1.5), random.uniform(0, 0.5)]);
      // A rope around it, whose particles stay out of reach.
      const corners = [
        [-9, 1, -9],
        [-9, 1, 9],
        [9, 1, 9],
        [9, 1, -9],
      ];
      if (beside) soft.addRope({ positions: corners.flat(), pins: [0, 1, 2, 3] });
      let contacts = 0;
      for (let step = 0; step < 30; step++) {
        if (beside && step === 20) soft.remove(soft.bodies[1]);
        world.step(1 / 60);
        contacts += soft.particleContacts.count;
      }
      return { positions: [...soft.positions.subarray(0, 3 * cloth.count)], contacts };
    };
    const alone = run(false);
    expect(run(true)).toEqual(alone);
    expect(alone.contacts).toBeGreaterThan(1000);
  });
});
