/** The reading side of frames: the newest one, from shared memory or from the last message. */

import { type FrameLayout, frameBytes, WorldFrame } from '../../internal/world-frame.ts';
import { TripleBuffer } from '../triple-buffer.ts';

/** An empty world. */
const nothing: FrameLayout = { dimension: 3, capacity: 0, parts: [] };

/** Holds the frame that is being read. */
export class FrameReader {
  /** The frame that {@link take} made current. */
  frame = new WorldFrame(nothing, new ArrayBuffer(frameBytes(nothing)), 0);
  private triple: TripleBuffer | undefined;
  private frames: WorldFrame[] = [];
  private waiting: WorldFrame | undefined;
  /**
   * Whether the memory of {@link frame} goes back to the writer: it does if the current writer sent it as a
   * message.
   */
  private returns = false;

  /** Reads from shared memory from now on. */
  share(buffer: ArrayBufferLike, layout: FrameLayout): void {
    const triple = new TripleBuffer(frameBytes(layout), buffer);
    this.triple = triple;
    this.frames = [0, 1, 2].map(slot => new WorldFrame(layout, buffer, triple.offset(slot)));
  }

  /** The writer has ended: its last frame stays, and no memory goes back to the next writer. */
  leave(): void {
    this.triple = this.waiting = undefined;
    this.returns = false;
  }

  /** Stores a frame that came as a message; returns memory that is no longer needed. */
  receive(buffer: ArrayBuffer, layout: FrameLayout): ArrayBuffer | undefined {
    const unread = this.waiting;
    this.waiting = new WorldFrame(layout, buffer, 0);
    return unread?.head.buffer as ArrayBuffer | undefined;
  }

  /**
   * Makes the newest frame current; false if there is no newer one. `release` gets memory that is no longer
   * needed.
   */
  take(release: (buffer: ArrayBuffer) => void): boolean {
    if (this.triple?.take()) {
      this.frame = this.frames[this.triple.readSlot];
      return true;
    }
    if (!this.waiting) return false;
    if (this.returns) release(this.frame.head.buffer as ArrayBuffer);
    this.returns = true;
    this.frame = this.waiting;
    this.waiting = undefined;
    return true;
  }
}
