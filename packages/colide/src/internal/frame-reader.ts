/** The reading side of frames: the newest that is there, from shared memory or from the last message. */
import { TripleBuffer } from '../triple-buffer.ts';
import { type FrameLayout, frameBytes, WorldFrame } from './world-frame.ts';

/** An empty world. */
const nothing: FrameLayout = { capacity: 0, parts: [] };

/** Holds the frame that is being read. */
export class FrameReader {
  /** The frame that {@link take} made current. */
  frame = new WorldFrame(nothing, new ArrayBuffer(frameBytes(nothing)), 0);
  private triple: TripleBuffer | undefined;
  private frames: WorldFrame[] = [];
  private waiting: WorldFrame | undefined;

  /** Reads from shared memory from now on. */
  share(buffer: ArrayBufferLike, layout: FrameLayout): void {
    const triple = new TripleBuffer(frameBytes(layout), buffer);
    this.triple = triple;
    this.frames = [0, 1, 2].map(slot => new WorldFrame(layout, buffer, triple.offset(slot)));
  }

  /** Takes a frame that came as a message; returns memory that is not needed any more. */
  receive(buffer: ArrayBuffer, layout: FrameLayout): ArrayBuffer | undefined {
    const unread = this.waiting;
    this.waiting = new WorldFrame(layout, buffer, 0);
    return unread?.head.buffer as ArrayBuffer | undefined;
  }

  /** Makes the newest frame the current one; false when there is none newer. `release` gets memory that is not needed any more. */
  take(release: (buffer: ArrayBuffer) => void): boolean {
    if (this.triple?.take()) {
      this.frame = this.frames[this.triple.readSlot]!;
      return true;
    }
    if (!this.waiting) return false;
    const { buffer } = this.frame.head;
    // The empty frame from the beginning was nobody's message.
    if (this.frame.count > 0) release(buffer as ArrayBuffer);
    this.frame = this.waiting;
    this.waiting = undefined;
    return true;
  }
}
