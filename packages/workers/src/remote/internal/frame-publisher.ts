/**
 * The writing side of frames: through a triple buffer if memory can be shared, otherwise as messages that
 * transfer their memory and get it back. At most three messages are in flight, beside frames that somebody
 * awaits; a slow reader gets the newest frame, not all of them.
 */

import type { ServedWorld } from '../../internal/served-world.ts';
import type { WorkerPort } from '../../internal/worker-port.ts';
import {
  type FrameLayout,
  frameBytes,
  frameFits,
  frameLayoutOf,
  WorldFrame,
} from '../../internal/world-frame.ts';
import type { WorkerMessage } from '../../internal/world-protocol.ts';
import { TripleBuffer } from '../triple-buffer.ts';

const mostMessages = 3;

/** Sends frames of a world. */
export class FramePublisher {
  private readonly world: ServedWorld;
  private readonly port: WorkerPort;
  private readonly shared: boolean;
  private layout: FrameLayout | undefined;
  private triple: TripleBuffer | undefined;
  private frames: WorldFrame[] = [];
  /** Memory of messages that came back, and the number still in flight. */
  private returned: ArrayBuffer[] = [];
  private out = 0;
  /** A frame that waits for memory. */
  private late: ((frame: WorldFrame) => void) | undefined;

  constructor(world: ServedWorld, port: WorkerPort, shared: boolean) {
    this.world = world;
    this.port = port;
    this.shared = shared;
  }

  /**
   * Publishes the current state of the world. `complete` writes the numbers that the world does not know. A
   * frame that is awaited is sent at once, because the answer to the caller follows immediately.
   */
  publish(complete: (frame: WorldFrame) => void, isAwaited = false): void {
    if (!this.layout || !frameFits(this.layout, this.world)) this.rearrange();
    if (this.triple) {
      const frame = this.frames[this.triple.writeSlot];
      frame.write(this.world);
      complete(frame);
      this.triple.publish();
      return;
    }
    if (this.out >= mostMessages && !isAwaited) {
      this.late = complete;
      return;
    }
    this.late = undefined;
    const layout = this.layout!;
    const buffer = this.returned.pop() ?? new ArrayBuffer(frameBytes(layout));
    const frame = new WorldFrame(layout, buffer, 0);
    frame.write(this.world);
    complete(frame);
    this.out++;
    this.port.postMessage({ kind: 'frame', buffer, layout } satisfies WorkerMessage, [buffer]);
  }

  /** Takes back the memory of a message that was read. */
  recycle(buffer: ArrayBuffer): void {
    this.out--;
    if (buffer.byteLength === frameBytes(this.layout!) && this.returned.length < mostMessages)
      this.returned.push(buffer);
    const { late } = this;
    this.late = undefined;
    if (late) this.publish(late);
  }

  private rearrange(): void {
    const layout = frameLayoutOf(this.world);
    this.layout = layout;
    this.returned = [];
    if (!this.shared) return;
    const triple = new TripleBuffer(frameBytes(layout));
    this.triple = triple;
    this.frames = [0, 1, 2].map(slot => new WorldFrame(layout, triple.buffer, triple.offset(slot)));
    this.port.postMessage({ kind: 'memory', buffer: triple.buffer, layout } satisfies WorkerMessage);
  }
}
