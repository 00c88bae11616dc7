/**
 * The features that decided about pairs of hulls, in a table without keys: a place per hash of a pair. Pairs that share
 * a place spoil each other's guess, no more. 64 to 128 bytes per hull, by its number.
 */

/** Places per hull: with so many, one pair in seven of a dense heap shares its place. */
const placesPerHull = 16;
/** Bits per feature. */
const bits = 12;
const mask = (1 << bits) - 1;

/** Features by pair. */
export class HullMemory {
  private places = new Int32Array(0);
  /** The place of the pair that was read last. */
  private at = 0;

  /** Writes the features of the hulls with the numbers `i` and `j`. */
  read(features: Int32Array, i: number, j: number): void {
    let room = Math.max(64, this.places.length / placesPerHull);
    while (room <= Math.max(i, j)) room *= 2;
    if (placesPerHull * room > this.places.length)
      this.places = new Int32Array(placesPerHull * room).fill(-1);
    const { places } = this;
    this.at = Math.imul(Math.imul(i, 0x9e3779b1) ^ j, 0x85ebca6b) >>> Math.clz32(places.length - 1);
    const guess = places[this.at];
    features[0] = guess >> (2 * bits);
    features[1] = (guess >> bits) & mask;
    features[2] = guess & mask;
  }

  /** Stores the features of that pair. */
  store(features: Int32Array): void {
    this.places[this.at] = (features[0] << (2 * bits)) | (features[1] << bits) | features[2];
  }
}
