/**
 * The features that decided the last tests of pairs of hulls, in a table without keys: one slot per hash of a
 * pair. Pairs that share a slot only spoil each other's guess. Hulls are known by their numbers; 64 to 128
 * bytes for each.
 */

/** Slots per hull: with this many, one pair in seven of a dense heap shares its slot. */
const slotsPerHull = 16;
/** Bits per feature. */
const bits = 12;
const mask = (1 << bits) - 1;

/** Features by pair. */
export class HullMemory {
  private slots = new Int32Array(0);
  /** The slot of the pair that was read last. */
  private at = 0;

  /** Writes the features of the hulls with the numbers `i` and `j`. */
  read(features: Int32Array, i: number, j: number): void {
    let room = Math.max(64, this.slots.length / slotsPerHull);
    while (room <= Math.max(i, j)) room *= 2;
    if (slotsPerHull * room > this.slots.length) this.slots = new Int32Array(slotsPerHull * room).fill(-1);
    const { slots } = this;
    this.at = Math.imul(Math.imul(i, 0x9e3779b1) ^ j, 0x85ebca6b) >>> Math.clz32(slots.length - 1);
    const guess = slots[this.at];
    features[0] = guess >> (2 * bits);
    features[1] = (guess >> bits) & mask;
    features[2] = guess & mask;
  }

  /** Stores the features of that pair. */
  store(features: Int32Array): void {
    this.slots[this.at] = (features[0] << (2 * bits)) | (features[1] << bits) | features[2];
  }
}
