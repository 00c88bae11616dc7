/**
 * Finds contact points of the last step again, by their pair of bodies in a hash table and then by id: the
 * memory of warm starting, in space and in the plane. The points of a pair must be consecutive. O(1) per
 * point.
 */
export class PointTable {
  private count = 0;
  private bodies = new Int32Array(0);
  private ids = new Int32Array(0);
  private table = new Int32Array(16);
  /** The pair that was looked up last, and its first slot. */
  private lastA = -1;
  private lastB = -1;
  private lastSlot = 0;

  /**
   * Enters the first `count` points with these bodies, two each, and ids; the arrays are kept, not copied.
   */
  fill(bodies: Int32Array<ArrayBuffer>, ids: Int32Array<ArrayBuffer>, count: number): void {
    this.bodies = bodies;
    this.ids = ids;
    this.count = count;
    this.lastA = this.lastB = -1;
    if (this.table.length < 2 * count) this.table = new Int32Array(tableSize(count));
    const table = this.table.fill(-1);
    const mask = table.length - 1;
    let lastA = -1;
    let lastB = -1;
    // The first of consecutive points of one pair represents all of them.
    for (let c = 0; c < count; c++) {
      const a = bodies[2 * c];
      const b = bodies[2 * c + 1];
      if (a === lastA && b === lastB) continue;
      lastA = a;
      lastB = b;
      let slot = hash(a, b) & mask;
      while (table[slot] >= 0) slot = (slot + 1) & mask;
      table[slot] = c;
    }
  }

  /** Index of a point, or −1. Consecutive points of one pair are looked up once. */
  find(bodyA: number, bodyB: number, id: number): number {
    const { table, bodies, ids, count } = this;
    if (count === 0) return -1;
    const mask = table.length - 1;
    if (bodyA !== this.lastA || bodyB !== this.lastB) {
      let slot = hash(bodyA, bodyB) & mask;
      while (table[slot] >= 0) {
        const c = table[slot];
        if (bodies[2 * c] === bodyA && bodies[2 * c + 1] === bodyB) break;
        slot = (slot + 1) & mask;
      }
      this.lastA = bodyA;
      this.lastB = bodyB;
      this.lastSlot = slot;
    }
    for (let slot = this.lastSlot; table[slot] >= 0; slot = (slot + 1) & mask)
      for (let c = table[slot]; c < count; c++) {
        if (bodies[2 * c] !== bodyA || bodies[2 * c + 1] !== bodyB) break;
        if (ids[c] === id) return c;
      }
    return -1;
  }

  /** Whether the pair that was looked up last had no points. */
  get isNewPair(): boolean {
    return this.count === 0 || this.table[this.lastSlot] < 0;
  }
}

/** The smallest power of two that leaves half of the table empty. */
function tableSize(count: number): number {
  let size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}

function hash(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
