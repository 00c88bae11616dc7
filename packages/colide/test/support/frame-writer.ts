/** A worker that publishes frames to a triple buffer as fast as it can: every double of frame n is n. */
import { parentPort } from 'node:worker_threads';
import { TripleBuffer } from '../../src/triple-buffer.ts';

parentPort!.once('message', ({ buffer, slotBytes, frames }) => {
  const triple = new TripleBuffer(slotBytes, buffer);
  for (let n = 1; n <= frames; n++) {
    new Float64Array(buffer, triple.offset(triple.writeSlot), slotBytes / 8).fill(n);
    triple.publish();
  }
  parentPort!.postMessage('done');
});
