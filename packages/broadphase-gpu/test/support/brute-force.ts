/** A broad phase that compares all boxes; the fallback in tests. */
import type { BroadPhase, IdList, PairList, ReadonlyAabb } from '@colide/core';

/** Compares every box with every other. */
export class BruteForceForTests implements BroadPhase {
  private readonly boxes = new Map<number, number[]>();
  private readonly free: number[] = [];
  private next = 0;

  get count(): number {
    return this.boxes.size;
  }

  insert(box: ReadonlyAabb): number {
    const id = this.free.pop() ?? this.next++;
    this.boxes.set(id, Array.from(box));
    return id;
  }

  insertAll(): number {
    throw new Error('not used');
  }

  update(id: number, box: ReadonlyAabb): void {
    this.boxes.set(id, Array.from(box));
  }

  remove(id: number): void {
    this.boxes.delete(id);
    this.free.push(id);
  }

  clear(): void {
    this.boxes.clear();
    this.free.length = 0;
    this.next = 0;
  }

  queryBox(_out: IdList): number {
    throw new Error('not used');
  }

  querySphere(_out: IdList): number {
    throw new Error('not used');
  }

  queryRay(_out: IdList): number {
    throw new Error('not used');
  }

  findPairs(out: PairList): number {
    const before = out.count;
    const boxes = [...this.boxes];
    boxes.forEach(([i, a], at) => {
      for (const [j, b] of boxes.slice(at + 1))
        if ([0, 1, 2].every(k => a[k] <= b[k + 3] && b[k] <= a[k + 3])) out.pushOrdered(i, j);
    });
    return out.count - before;
  }
}
