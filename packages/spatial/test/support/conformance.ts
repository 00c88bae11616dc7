/**
 * The tests that every broad phase must pass, written once: the pair set and the queries of brute force on
 * every family of scenes, at rest and moving with insertions and removals, bad arguments, serialization.
 */
import { type BroadPhase, IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import {
  type BoxFamily,
  boxesOverlap,
  boxFamilies,
  boxPairsOracle,
  boxQueryOracle,
  generateBoxes,
  moveBoxes,
  rayQueryOracle,
  soak,
  sphereQueryOracle,
} from '@colide/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** The members of a structure in addition to {@link BroadPhase}. */
export interface TestedStructure extends BroadPhase {
  updateAll(boxes: Float32Array | Float64Array, first?: number): void;
  serialize(): ArrayBuffer;
  readonly byteLength: number;
}

/** The class under test. */
export interface TestedClass<T extends TestedStructure> {
  new (options?: { capacity?: number; maxCapacity?: number }): T;
  deserialize(buffer: ArrayBufferLike): T;
}

/** Boxes by id with holes, as the oracle sees them: removed ones are pushed out of reach of everything. */
class Model {
  boxes = new Float64Array(0);
  readonly alive = new Set<number>();

  set(id: number, box: ArrayLike<number>): void {
    if (6 * id >= this.boxes.length) {
      const grown = new Float64Array(6 * id + 6).fill(Number.NaN);
      grown.set(this.boxes);
      this.boxes = grown;
    }
    this.boxes.set(
      Array.from({ length: 6 }, (_, i) => box[i]),
      6 * id,
    );
    this.alive.add(id);
  }

  remove(id: number): void {
    this.alive.delete(id);
    this.boxes.fill(Number.NaN, 6 * id, 6 * id + 6);
  }

  pairs(): PairList {
    const ids = [...this.alive].sort((a, b) => a - b);
    const pairs = new PairList();
    for (let i = 0; i < ids.length; i++)
      for (let j = i + 1; j < ids.length; j++)
        if (boxesOverlap(this.boxes, ids[i], this.boxes, ids[j])) pairs.push(ids[i], ids[j]);
    return pairs;
  }
}

/** Asserts that `structure` reports exactly the pairs of `expected`, each once, smaller id first. */
export function expectPairs(structure: BroadPhase, expected: PairList, context: string): void {
  const pairs = new PairList();
  const count = structure.findPairs(pairs);
  expect(count, context).toBe(pairs.count);
  pairs.sort();
  if (!pairs.equals(expected)) expect(pairs.toArray(), context).toEqual(expected.toArray());
}

function boxAround(random: Random, boxes: Float64Array, scale: number): Float64Array {
  const i = random.integer(boxes.length / 6);
  const box = boxes.slice(6 * i, 6 * i + 6);
  for (let axis = 0; axis < 3; axis++) {
    const grow = scale * (box[axis + 3] - box[axis] + 0.1) * random.uniform(-0.4, 1);
    const shift = random.uniform(-1, 1) * scale * (box[axis + 3] - box[axis] + 0.1);
    const low = Math.min(box[axis] + shift - grow, box[axis + 3] + shift + grow);
    const high = Math.max(box[axis] + shift - grow, box[axis + 3] + shift + grow);
    box[axis] = low;
    box[axis + 3] = high;
  }
  return box;
}

/** Asserts that box, ball and ray queries agree with brute force on boxes with ids in order. */
export function expectQueries(
  structure: BroadPhase,
  boxes: Float64Array,
  random: Random,
  context: string,
): void {
  const ids = new IdList();
  for (let k = 0; k < 4; k++) {
    const box = boxAround(random, boxes, k);
    ids.clear();
    expect(structure.queryBox(ids, box)).toBe(ids.count);
    expect(ids.sort().toArray(), `${context} box`).toEqual(boxQueryOracle(boxes, box).toArray());

    const center = [0, 1, 2].map(axis => (box[axis] + box[axis + 3]) / 2);
    const radius = k === 0 ? 0 : k * (box[3] - box[0]);
    ids.clear();
    structure.querySphere(ids, center, radius);
    expect(ids.sort().toArray(), `${context} ball`).toEqual(
      sphereQueryOracle(boxes, center, radius).toArray(),
    );

    const target = boxAround(random, boxes, 0);
    const origin = k % 2 === 0 ? center : [target[0], target[1] - 3, target[5]];
    const direction = [0, 1, 2].map(axis => target[axis] - origin[axis]);
    if (k === 3) direction.fill(0, 1);
    if (Math.hypot(...direction) === 0) direction[0] = 1;
    const maxT = k === 2 ? 0.5 : Infinity;
    ids.clear();
    structure.queryRay(ids, origin, direction, maxT);
    const found = new Set(ids.toArray());
    expect(found.size, `${context} ray reports an id twice`).toBe(ids.count);
    // Rounding may add a box that the ray misses by some units in the last place, and lose none.
    for (const id of rayQueryOracle(boxes, origin, direction, maxT).toArray())
      expect(found.has(id), `${context} ray loses ${id}`).toBe(true);
    const slack = 1e-12 * (Math.max(...boxes.map(Math.abs)) + Math.hypot(...origin));
    const wider = boxes.map((x, i) => (i % 6 < 3 ? x - slack : x + slack));
    const allowed = new Set(rayQueryOracle(wider, origin, direction, maxT * (1 + 1e-12)).toArray());
    for (const id of found) expect(allowed.has(id), `${context} ray reports ${id}`).toBe(true);
  }
}

/** Number of boxes of a scene: mostly few, where the corner cases are. */
const counts = [0, 1, 2, 3, 5, 8, 13, 30, 60, 120];

/**
 * The common tests of a broad phase. `scenes` seeded scenes are compared with brute force, each family in
 * turn.
 */
export function describeBroadPhase<T extends TestedStructure>(
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
            const boxes = generateBoxes(boxFamilies[family], count, new Random(seed));
            const structure = new Structure();
            if (bulk) expect(structure.insertAll(boxes)).toBe(0);
            else
              for (let i = 0; i < count; i++) expect(structure.insert(boxes.slice(6 * i, 6 * i + 6))).toBe(i);
            expect(structure.count).toBe(count);
            expectPairs(structure, boxPairsOracle(boxes), `${boxFamilies[family]} ${count} seed ${seed}`);
          },
        ),
        { numRuns: scenes, seed: 4 },
      );
    });

    it('finds the pairs of larger scenes, from doubles and from floats', () => {
      for (const family of boxFamilies) {
        if (family === 'nested' || family === 'identical') continue;
        const boxes = generateBoxes(family, 600, new Random(11));
        for (const given of [boxes, new Float32Array(boxes)]) {
          const structure = new Structure();
          structure.insertAll(given);
          expectPairs(structure, boxPairsOracle(new Float64Array(given)), family);
        }
      }
    });

    it('answers box, ball and ray queries as brute force does', () => {
      for (const family of boxFamilies)
        for (const count of [1, 7, 90]) {
          const random = new Random(count);
          const boxes = generateBoxes(family, count, random);
          const structure = new Structure();
          structure.insertAll(boxes);
          for (let round = 0; round < 5; round++)
            expectQueries(structure, boxes, random, `${family} ${count} round ${round}`);
        }
    });

    const frames = soak(60, 200);
    it(`stays right for ${frames} frames of motion, insertion and removal`, () => {
      const families: BoxFamily[] = ['uniform', 'clustered', 'layered', 'mixed', 'touching', 'offset'];
      for (const family of families) {
        const random = new Random(77);
        const structure = new Structure();
        const model = new Model();
        const seedBoxes = generateBoxes(family, 80, random);
        structure.insertAll(seedBoxes);
        for (let id = 0; id < 80; id++) model.set(id, seedBoxes.subarray(6 * id, 6 * id + 6));
        for (let frame = 0; frame < frames; frame++) {
          const ids = [...model.alive].sort((a, b) => a - b);
          for (const id of ids) {
            if (random.next() < 0.3) continue;
            const box = moveBoxes(model.boxes.slice(6 * id, 6 * id + 6), frame % 50 === 49 ? 5 : 0.1, random);
            structure.update(id, box);
            model.set(id, box);
          }
          for (let k = random.integer(4); k > 0 && ids.length > 4; k--) {
            const id = ids.splice(random.integer(ids.length), 1)[0];
            structure.remove(id);
            model.remove(id);
          }
          const fresh = generateBoxes(family, 3, random);
          for (let k = random.integer(4); k > 0; k--) {
            const box = fresh.slice(6 * k - 6, 6 * k);
            const id = structure.insert(box);
            expect(model.alive.has(id)).toBe(false);
            model.set(id, box);
          }
          expect(structure.count).toBe(model.alive.size);
          if (frame % 4 === 0 || frame > frames - 10)
            expectPairs(structure, model.pairs(), `${family} frame ${frame}`);
        }
      }
    });

    it('moves all boxes in one call', () => {
      const random = new Random(5);
      const boxes = generateBoxes('uniform', 200, random);
      const structure = new Structure();
      structure.insertAll(boxes);
      for (let frame = 0; frame < 20; frame++) {
        structure.updateAll(moveBoxes(boxes, 0.5, random));
        expectPairs(structure, boxPairsOracle(boxes), `frame ${frame}`);
        expectQueries(structure, boxes, random, `frame ${frame}`);
      }
    });

    it('is empty after clear and counts ids from 0 again', () => {
      const structure = new Structure();
      structure.insertAll(generateBoxes('uniform', 50, new Random(1)));
      structure.findPairs(new PairList());
      structure.remove(7);
      structure.clear();
      expect(structure.count).toBe(0);
      expectPairs(structure, new PairList(), 'after clear');
      expect(structure.queryBox(new IdList(), [-1e9, -1e9, -1e9, 1e9, 1e9, 1e9])).toBe(0);
      const boxes = generateBoxes('clustered', 60, new Random(2));
      expect(structure.insertAll(boxes)).toBe(0);
      expectPairs(structure, boxPairsOracle(boxes), 'filled again');
    });

    it('comes back from its serialized form and goes on', () => {
      const random = new Random(21);
      const boxes = generateBoxes('uniform', 150, random);
      const structure = new Structure();
      structure.insertAll(boxes);
      structure.findPairs(new PairList());
      const buffer = structure.serialize();
      const moved = structuredClone(buffer, { transfer: [buffer] });
      const copy = Structure.deserialize(moved);
      expect(copy.count).toBe(150);
      expectPairs(copy, boxPairsOracle(boxes), 'copy');
      expectQueries(copy, boxes, random, 'copy');
      copy.updateAll(moveBoxes(boxes, 1, random));
      expectPairs(copy, boxPairsOracle(boxes), 'copy, moved');
      copy.remove(3);
      expect(copy.insert([0, 0, 0, 1, 1, 1])).toBe(3);
      boxes.set([0, 0, 0, 1, 1, 1], 18);
      expectPairs(copy, boxPairsOracle(boxes), 'copy, removed and inserted');
      expect(() => Structure.deserialize(new ArrayBuffer(16))).toThrow(/buffer/);
    });

    it('names bad arguments and stays as it was', () => {
      const boxes = generateBoxes('uniform', 40, new Random(3));
      const structure = new Structure({ maxCapacity: 41 });
      structure.insertAll(boxes);
      const nan = [0, 0, Number.NaN, 1, 1, 1];
      expect(() => structure.insert(nan)).toThrow(/box/);
      expect(() => structure.insert([0, 0, 0, 1, 1])).toThrow(/box/);
      expect(() => structure.insert([2, 0, 0, 1, 1, 1])).toThrow(/box/);
      expect(() => structure.insert([0, 0, 0, Infinity, 1, 1])).toThrow(/box/);
      expect(() => structure.insertAll(new Float64Array(7))).toThrow(/boxes/);
      expect(() => structure.insertAll(Float64Array.of(0, 0, 0, 1, 1, 1, ...nan))).toThrow(/boxes/);
      expect(() => structure.insertAll(new Float64Array(12))).toThrow(/capacity/i);
      expect(() => structure.update(40, [0, 0, 0, 1, 1, 1])).toThrow(/id/);
      expect(() => structure.update(-1, [0, 0, 0, 1, 1, 1])).toThrow(/id/);
      expect(() => structure.update(0.5, [0, 0, 0, 1, 1, 1])).toThrow(/id/);
      expect(() => structure.update(0, nan)).toThrow(/box/);
      expect(() => structure.updateAll(new Float64Array(6), 40)).toThrow(/first/);
      expect(() => structure.remove(99)).toThrow(/id/);
      expect(() => structure.queryBox(new IdList(), nan)).toThrow(/box/);
      expect(() => structure.querySphere(new IdList(), [0, 0, 0], -1)).toThrow(/radius/);
      expect(() => structure.querySphere(new IdList(), [0, Number.NaN, 0], 1)).toThrow(/center/);
      expect(() => structure.queryRay(new IdList(), [0, 0, 0], [0, 0, 0])).toThrow(/direction/);
      expect(() => structure.queryRay(new IdList(), [0, Number.NaN, 0], [0, 0, 1])).toThrow(/origin/);
      expect(() => structure.queryRay(new IdList(), [0, 0, 0], [0, 0, 1], Number.NaN)).toThrow(/maxT/);
      expect(structure.count).toBe(40);
      expectPairs(structure, boxPairsOracle(boxes), 'after errors');
      structure.remove(5);
      expect(() => structure.remove(5)).toThrow(/id/);
      expect(() => new Structure({ capacity: -1 })).toThrow(/capacity/);
    });

    it('tells how much memory it takes', () => {
      const structure = new Structure({ capacity: 0 });
      const empty = structure.byteLength;
      structure.insertAll(generateBoxes('uniform', 1000, new Random(1)));
      structure.findPairs(new PairList());
      expect(structure.byteLength).toBeGreaterThan(empty + 1000 * 48);
    });
  });
}
