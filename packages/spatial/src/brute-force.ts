/**
 * All n(n − 1)/2 pairs: the reference that the other structures are held to, and the fastest choice for a few dozen
 * boxes. Nothing is built, so inserting, moving and removing cost nothing; every query looks at every box.
 */
import type { IdList, PairList, ReadonlyAabb } from '@colide/core';
import type { ReadonlyVec3 } from 'gl-matrix';
import { BoxStructure, type BoxStructureOptions } from './internal/box-structure.ts';
import {
  boxesTouch,
  boxMeetsRay,
  boxTouchesBox,
  boxTouchesSphere,
  rayQueryLength,
  readBoxQuery,
  readRayQuery,
  readSphereQuery,
} from './internal/box-tests.ts';
import { packArrays, unpackArrays } from './internal/pack.ts';

const tag = 'brut';
const query = /* @__PURE__ */ new Float64Array(rayQueryLength);

/** Options of {@link BruteForce}. */
export interface BruteForceOptions extends BoxStructureOptions {}

/** A broad phase without a structure. */
export class BruteForce extends BoxStructure {
  /** A structure from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static deserialize(buffer: ArrayBufferLike): BruteForce {
    const structure = new BruteForce({ capacity: 0 });
    structure.restore(unpackArrays(tag, buffer));
    return structure;
  }

  /** @param options room to begin with; all may be left out */
  constructor(options: BruteForceOptions = {}) {
    super(options);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery(query, box);
    return this.query(out, boxTouchesBox);
  }

  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    readSphereQuery(query, center, radius);
    return this.query(out, boxTouchesSphere);
  }

  queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    readRayQuery(query, origin, direction, maxT);
    return this.query(out, boxMeetsRay);
  }

  findPairs(out: PairList): number {
    const { boxes, alive, idCount, size } = this;
    const before = out.length;
    for (let i = 0; i < idCount; i++) {
      if (alive[i] === 0) continue;
      for (let j = i + 1; j < idCount; j++) if (boxesTouch(boxes, i, j) && alive[j] === 1) out.push(i, j);
    }
    this.counters.add(0, (size * (size - 1)) / 2);
    return out.length - before;
  }

  protected inserted(): void {}
  protected updated(): void {}
  protected removed(): void {}
  protected cleared(): void {}

  private query(
    out: IdList,
    touches: (boxes: Float64Array, i: number, query: Float64Array) => boolean,
  ): number {
    const { boxes, alive, idCount } = this;
    const before = out.length;
    for (let i = 0; i < idCount; i++) if (alive[i] === 1 && touches(boxes, i, query)) out.push(i);
    this.counters.add(0, this.size);
    return out.length - before;
  }
}
