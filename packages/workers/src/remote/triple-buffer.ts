/**
 * A triple buffer: one thread writes whole frames, another reads the newest, and neither ever waits for the
 * other.
 *
 * Of three equal slots the writer owns one, the reader owns one, and the third is shared. To publish, the
 * writer exchanges its slot with the shared one, by one atomic instruction that also marks it as new; to take
 * a frame, the reader exchanges its own slot with the shared one if that is new. A frame that was not taken
 * is overwritten by the next one: the reader may skip frames but never sees half of one.
 *
 * Memory: three slots and 64 bytes in one `SharedArrayBuffer`, or in an `ArrayBuffer` within one thread. Both
 * calls are O(1) and copy nothing. Limits: one writer and one reader.
 */
import { requireInteger } from '@colide/core';

const slotCount = 3;
/** Set in the shared word while its slot has not been read. */
const fresh = 4;
const slotMask = 3;
/**
 * Offset of the slots: the shared word has a cache line of its own, which filling a slot does not disturb.
 */
const headBytes = 64;

/** Bytes that a triple buffer with slots of `slotBytes` takes. */
export function tripleBufferBytes(slotBytes: number): number {
  return headBytes + slotCount * slotBytes;
}

/**
 * One end of a triple buffer. Create one on each side over the same memory, and use only its writing or its
 * reading half.
 */
export class TripleBuffer {
  /** The memory; give it to the other thread. */
  readonly buffer: ArrayBufferLike;
  readonly slotBytes: number;
  /** The slot that the writer may fill now. */
  writeSlot = 0;
  /** The slot with the frame that the reader took last. */
  readSlot = 2;
  private readonly between: Int32Array;

  /**
   * @param slotBytes size of a frame, a multiple of 8
   * @param buffer memory that the other side has created; without it, new memory is created, shared if the
   *   platform allows it
   */
  constructor(slotBytes: number, buffer?: ArrayBufferLike) {
    requireInteger('slotBytes', slotBytes, 8);
    if (slotBytes % 8 !== 0) throw new RangeError(`slotBytes must be a multiple of 8, got ${slotBytes}`);
    const bytes = tripleBufferBytes(slotBytes);
    if (buffer && buffer.byteLength < bytes)
      throw new RangeError(`buffer must have ${bytes} bytes, got ${buffer.byteLength}`);
    this.slotBytes = slotBytes;
    this.buffer =
      buffer ?? new (typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer)(bytes);
    this.between = new Int32Array(this.buffer, 0, 1);
    if (!buffer) this.between[0] = 1;
  }

  /** Offset of slot 0, 1 or 2 in {@link buffer}, in bytes. */
  offset(slot: number): number {
    return headBytes + slot * this.slotBytes;
  }

  /**
   * Makes the contents of {@link writeSlot} the newest frame; another slot becomes {@link writeSlot}, with
   * old contents.
   */
  publish(): void {
    this.writeSlot = Atomics.exchange(this.between, 0, this.writeSlot | fresh) & slotMask;
  }

  /**
   * Makes the newest frame {@link readSlot}; returns false, with nothing changed, when there was none since
   * the last call.
   */
  take(): boolean {
    if ((Atomics.load(this.between, 0) & fresh) === 0) return false;
    this.readSlot = Atomics.exchange(this.between, 0, this.readSlot) & slotMask;
    return true;
  }
}
