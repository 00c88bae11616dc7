/**
 * The tests that every broad phase in the plane must pass: those of conformance.ts with boxes of four
 * numbers. Scenes are the ones in space without their z, oracles see boxes without thickness.
 */
import { type BroadPhase, IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import {
  type BoxFamily,
  boxFamilies,
  boxPairsOracle,
  boxQueryOracle,
  expectNoAllocation,
  generateBoxes,
  moveBoxes,
  rayQueryOracle,
  soak,
  sphereQueryOracle,
} from '@colide/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectPairs, type TestedClass, type TestedStructure } from './conformance.ts';

type Vec3 = [number, number, number];

/** `n` boxes of a family in the plane, min x, y, max x, y each. */
export function generateBoxes2d(family: BoxFamily, n: number, random: Random): Float64Array {
  return flatten(generateBoxes(family, n, random));
}

function flatten(boxes: Float64Array): Float64Array {
  const out = new Float64Array((boxes.length / 6) * 4);
  for (let i = 0; i < boxes.length / 6; i++)
    for (let k = 0; k < 4; k++) out[4 * i + k] = boxes[6 * i + k + (k >> 1)];
  return out;
}

/** The boxes in space, between z = 0 and z = 0. */
function raise(boxes: ArrayLike<number>): Float64Array {
  const out = new Float64Array((boxes.length / 4) * 6);
  for (let i = 0; i < boxes.length / 4; i++)
    for (let k = 0; k < 4; k++) out[6 * i + k + (k >> 1)] = boxes[4 * i + k];
  return out;
}

function moveBoxes2d(boxes: Float64Array, step: number, random: Random): Float64Array {
  boxes.set(flatten(moveBoxes(raise(boxes), step, random)));
  return boxes;
}

function expectQueries2d(structure: BroadPhase, boxes: Float64Array, random: Random, context: string): void {
  const space = raise(boxes);
  const ids = new IdList();
  for (let k = 0; k < 4; k++) {
    const i = random.integer(boxes.length / 4);
    const box = boxes.slice(4 * i, 4 * i + 4);
    for (let axis = 0; axis < 2; axis++) {
      const size = k * (box[axis + 2] - box[axis] + 0.1);
      const shift = random.uniform(-1, 1) * size;
      box[axis] += shift - size * random.next();
      box[axis + 2] += shift + size * random.next();
    }
    ids.clear();
    expect(structure.queryBox(ids, box)).toBe(ids.count);
    expect(ids.sort().toArray(), `${context} box`).toEqual(boxQueryOracle(space, raise(box)).toArray());

    const center: Vec3 = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 0];
    const radius = k * (box[2] - box[0]);
    ids.clear();
    structure.querySphere(ids, center, radius);
    expect(ids.sort().toArray(), `${context} disc`).toEqual(
      sphereQueryOracle(space, center, radius).toArray(),
    );

    const target = 4 * random.integer(boxes.length / 4);
    const origin: Vec3 = k % 2 === 0 ? center : [boxes[target], boxes[target + 1] - 3, 0];
    const direction: Vec3 = [boxes[target] - origin[0], boxes[target + 3] - origin[1], 0];
    if (k === 3) direction[1] = 0;
    if (Math.hypot(...direction) === 0) direction[0] = 1;
    const maxT = k === 2 ? 0.5 : Infinity;
    ids.clear();
    structure.queryRay(ids, origin, direction, maxT);
    const found = new Set(ids.toArray());
    expect(found.size, `${context} ray reports an id twice`).toBe(ids.count);
    for (const id of rayQueryOracle(space, origin, direction, maxT).toArray())
      expect(found.has(id), `${context} ray loses ${id}`).toBe(true);
    const slack = 1e-12 * (Math.max(...boxes.map(Math.abs)) + Math.hypot(...origin));
    const wider = space.map((x, j) => (j % 6 < 3 ? x - slack : x + slack));
    const allowed = new Set(rayQueryOracle(wider, origin, direction, maxT * (1 + 1e-12)).toArray());
    for (const id of found) expect(allowed.has(id), `${context} ray reports ${id}`).toBe(true);
  }
}

const counts = [0, 1, 2, 3, 5, 8, 13, 30, 60, 120];

/** The common tests of a broad phase in the plane. */
export function describeBroadPhase2d<T extends TestedStructure>(
  name: string,
  Structure: TestedClass<T>,
  scenes: number = soak(150, 1000),
): void {
  describe(name, () => {
    it(`finds the pairs of brute force in ${scenes} scenes`, () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 2 ** 31 }),
          fc.integer({ min: 0, max: boxFamilies.length - 1 }),
          fc.constantFrom(...counts),
          fc.boolean(),
          (seed, family, count, bulk) => {
            const boxes = generateBoxes2d(boxFamilies[family], count, new Random(seed));
            const structure = new Structure();
            if (bulk) expect(structure.insertAll(boxes)).toBe(0);
            else
              for (let i = 0; i < count; i++) expect(structure.insert(boxes.slice(4 * i, 4 * i + 4))).toBe(i);
            expect(structure.count).toBe(count);
            const context = `${boxFamilies[family]} ${count} seed ${seed}`;
            expectPairs(structure, boxPairsOracle(raise(boxes)), context);
          },
        ),
        { numRuns: scenes, seed: 4 },
      );
    });

    it('answers box, disc and ray queries as brute force does', () => {
      for (const family of boxFamilies)
        for (const count of [1, 7, 90]) {
          const random = new Random(count);
          const boxes = generateBoxes2d(family, count, random);
          const structure = new Structure();
          structure.insertAll(boxes);
          for (let round = 0; round < 5; round++)
            expectQueries2d(structure, boxes, random, `${family} ${count} round ${round}`);
        }
    });

    const frames = soak(60, 200);
    it(`stays right for ${frames} frames of motion, insertion and removal`, () => {
      for (const family of ['uniform', 'mixed', 'touching', 'offset'] as const) {
        const random = new Random(77);
        const structure = new Structure();
        const boxes = new Map<number, Float64Array>();
        const add = (count: number) => {
          const fresh = generateBoxes2d(family, count, random);
          for (let k = 0; k < count; k++) {
            const box = fresh.slice(4 * k, 4 * k + 4);
            const id = structure.insert(box);
            expect(boxes.has(id)).toBe(false);
            boxes.set(id, box);
          }
        };
        add(80);
        for (let frame = 0; frame < frames; frame++) {
          for (const [id, box] of boxes)
            if (random.next() > 0.3)
              structure.update(id, moveBoxes2d(box, frame % 50 === 49 ? 5 : 0.1, random));
          for (let k = random.integer(4); k > 0 && boxes.size > 4; k--) {
            const id = [...boxes.keys()][random.integer(boxes.size)];
            structure.remove(id);
            boxes.delete(id);
          }
          add(random.integer(4));
          expect(structure.count).toBe(boxes.size);
          if (frame % 4 !== 0 && frame <= frames - 10) continue;
          const ids = [...boxes.keys()].sort((a, b) => a - b);
          const packed = new Float64Array(4 * ids.length);
          for (let i = 0; i < ids.length; i++) packed.set(boxes.get(ids[i])!, 4 * i);
          const expected = new PairList();
          for (const [a, b] of boxPairsOracle(raise(packed)).toArray()) expected.push(ids[a], ids[b]);
          expectPairs(structure, expected, `${family} frame ${frame}`);
        }
      }
    });

    it('moves all boxes in one call, and comes back from its serialized form', () => {
      const random = new Random(21);
      const boxes = generateBoxes2d('uniform', 150, random);
      const structure = new Structure();
      structure.insertAll(boxes);
      for (let frame = 0; frame < 10; frame++) {
        structure.updateAll(moveBoxes2d(boxes, 0.5, random));
        expectPairs(structure, boxPairsOracle(raise(boxes)), `frame ${frame}`);
      }
      const buffer = structure.serialize();
      const copy = Structure.deserialize(structuredClone(buffer, { transfer: [buffer] }));
      expect(copy.count).toBe(150);
      expectPairs(copy, boxPairsOracle(raise(boxes)), 'copy');
      expectQueries2d(copy, boxes, random, 'copy');
      copy.updateAll(moveBoxes2d(boxes, 1, random));
      expectPairs(copy, boxPairsOracle(raise(boxes)), 'copy, moved');
      copy.clear();
      expectPairs(copy, new PairList(), 'after clear');
      expect(copy.insert([0, 0, 1, 1])).toBe(0);
      expect(() => Structure.deserialize(new ArrayBuffer(16))).toThrow(/buffer/);
    });

    it('names bad arguments and stays as it was', () => {
      const boxes = generateBoxes2d('uniform', 40, new Random(3));
      const structure = new Structure({ maxCapacity: 41 });
      structure.insertAll(boxes);
      const nan = [0, Number.NaN, 1, 1];
      expect(() => structure.insert(nan)).toThrow(/box/);
      expect(() => structure.insert([0, 0, 1])).toThrow(/box/);
      expect(() => structure.insert([2, 0, 1, 1])).toThrow(/box/);
      expect(() => structure.insertAll(new Float64Array(6))).toThrow(/boxes/);
      expect(() => structure.insertAll(new Float64Array(8))).toThrow(/capacity/i);
      expect(() => structure.update(40, [0, 0, 1, 1])).toThrow(/id/);
      expect(() => structure.update(0, nan)).toThrow(/box/);
      expect(() => structure.remove(99)).toThrow(/id/);
      expect(() => structure.queryBox(new IdList(), nan)).toThrow(/box/);
      expect(() => structure.querySphere(new IdList(), [0, 0, 0], -1)).toThrow(/radius/);
      expect(() => structure.querySphere(new IdList(), [0, Number.NaN, 0], 1)).toThrow(/center/);
      expect(() => structure.queryRay(new IdList(), [0, 0, 0], [0, 0, 0])).toThrow(/direction/);
      expect(() => structure.queryRay(new IdList(), [0, Number.NaN, 0], [0, 1, 0])).toThrow(/origin/);
      expect(() => structure.queryRay(new IdList(), [0, 0, 0], [0, 1, 0], Number.NaN)).toThrow(/maxT/);
      expectPairs(structure, boxPairsOracle(raise(boxes)), 'after errors');
    });
  });
}

/** Asserts that updates, pairs and queries of a warm structure in the plane allocate nothing. */
export function expectSteadyState2d(structure: BroadPhase, count = 50): void {
  const random = new Random(9);
  const frames = Array.from({ length: 4 }, () => generateBoxes2d('uniform', count, new Random(1)));
  for (let f = 1; f < frames.length; f++) moveBoxes2d(frames[f], 0.2, random);
  const boxes = frames.map(frame => Array.from({ length: count }, (_, i) => frame.slice(4 * i, 4 * i + 4)));
  structure.insertAll(frames[0]);
  const pairs = new PairList(8192);
  const ids = new IdList(4096);
  const origin = new Float64Array([-20, 0.1, 0]);
  const direction = new Float64Array([1, 0.01, 0]);
  const center = new Float64Array(3);
  const window = new Float64Array([-2, -2, 2, 2]);
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
