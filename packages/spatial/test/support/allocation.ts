/**
 * The steady state of a broad phase: boxes that move every frame, pairs and queries, and nothing left on the
 * heap.
 */
import { type BroadPhase, IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { generateBoxes, moveBoxes } from '@colide/testing/generate-boxes';

/** Asserts that updates, pairs and queries of a warm structure allocate nothing. */
export function expectSteadyState(structure: BroadPhase, count = 50): void {
  const random = new Random(9);
  const frames = Array.from({ length: 4 }, () => generateBoxes('uniform', count, new Random(1)));
  for (let f = 1; f < frames.length; f++) moveBoxes(frames[f], 0.2, random);
  const boxes = frames.map(frame => Array.from({ length: count }, (_, i) => frame.slice(6 * i, 6 * i + 6)));
  structure.insertAll(frames[0]);
  const pairs = new PairList(8192);
  const ids = new IdList(4096);
  const origin = new Float64Array([-20, 0.1, 0.2]);
  const direction = new Float64Array([1, 0.01, 0.02]);
  const center = new Float64Array(3);
  const window = new Float64Array([-2, -2, -2, 2, 2, 2]);
  let frame = 0;
  expectNoAllocation(() => {
    frame = (frame + 1) & 3;
    const now = boxes[frame];
    for (let id = 0; id < count; id++) structure.update(id, now[id]);
    pairs.clear();
    structure.findPairs(pairs);
    ids.clear();
    structure.queryBox(ids, window);
    structure.querySphere(ids, center, 3);
    structure.queryRay(ids, origin, direction);
  });
}
