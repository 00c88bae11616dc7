/** Structures whose queries scan every box: they are made for pairs. */
import type { IdList } from '@colide/core';
import { BoxStructure } from './box-structure.ts';
import type { BoxTest } from './box-tests.ts';

/** Boxes that queries scan. */
export abstract class ScannedBoxes extends BoxStructure {
  protected override answer(out: IdList, test: BoxTest): number {
    const { boxes, alive, idCount, query } = this;
    const before = out.count;
    for (let id = 0; id < idCount; id++) if (alive[id] === 1 && test(boxes, id, query)) out.push(id);
    this.counters.add(0, this.count);
    return out.count - before;
  }
}
