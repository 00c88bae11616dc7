/**
 * A worker that publishes frames to a triple buffer as fast as it can, until it has been enough: every double
 * of frame n is n.
 */
import { parentPort } from 'node:worker_threads';
import { TripleBuffer } from '../../src/remote/triple-buffer.ts';

interface WriterTask {
  readonly buffer: SharedArrayBuffer;
  readonly slotBytes: number;
  readonly least: number;
  /** Not 0 when it has been enough. */
  readonly enough: Int32Array;
}

parentPort!.once('message', ({ buffer, slotBytes, least, enough }: WriterTask) => {
  const triple = new TripleBuffer(slotBytes, buffer);
  let n = 0;
  while (n < least || Atomics.load(enough, 0) === 0) {
    new Float64Array(buffer, triple.offset(triple.writeSlot), slotBytes / 8).fill(++n);
    triple.publish();
  }
  parentPort!.postMessage(n);
});
