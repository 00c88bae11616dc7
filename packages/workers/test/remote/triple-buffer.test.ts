import { TripleBuffer, tripleBufferBytes } from '@colide/workers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleWorker } from '../support/node-worker.ts';

/** Both ends of a buffer whose frames are one double. */
function ends() {
  const writer = new TripleBuffer(8);
  const reader = new TripleBuffer(8, writer.buffer);
  const cell = (end: TripleBuffer, slot: number) => new Float64Array(end.buffer, end.offset(slot), 1);
  return {
    write: (value: number) => {
      cell(writer, writer.writeSlot)[0] = value;
      writer.publish();
    },
    begin: (value: number) => {
      cell(writer, writer.writeSlot)[0] = value;
    },
    take: () => reader.take(),
    read: () => cell(reader, reader.readSlot)[0],
  };
}

describe('TripleBuffer', () => {
  it('gives the newest frame, once, and keeps it whatever the writer does', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('write', 'begin', 'take'), { maxLength: 60 }), actions => {
        const { write, begin, take, read } = ends();
        let newest = 0;
        let current = 0;
        let unread = false;
        for (const [i, action] of actions.entries()) {
          if (action === 'write') {
            write(i + 1);
            newest = i + 1;
            unread = true;
          } else if (action === 'begin') begin(-1);
          else {
            expect(take()).toBe(unread);
            if (unread) current = newest;
            unread = false;
          }
          expect(read()).toBe(current);
        }
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  it('never gives half a frame across threads, and never an older one', async () => {
    const start = await bundleWorker(new URL('../support/frame-writer.ts', import.meta.url));
    const worker = start();
    const slotBytes = 8 * 512;
    const triple = new TripleBuffer(slotBytes);
    const views = [0, 1, 2].map(slot => new Float64Array(triple.buffer, triple.offset(slot), slotBytes / 8));
    // The writer continues until enough frames have been taken, however the threads are scheduled.
    const enough = new Int32Array(new SharedArrayBuffer(4));
    let frames = 0;
    worker.once('message', (count: number) => {
      frames = count;
    });
    worker.postMessage({ buffer: triple.buffer, slotBytes, least: 100_000, enough });
    let last = 0;
    let taken = 0;
    const end = performance.now() + 120_000;
    try {
      while (frames === 0 || triple.take()) {
        if (performance.now() > end) throw new Error(`not done after ${taken} frames`);
        for (let k = 0; k < 1000; k++)
          if (triple.take()) {
            const view = views[triple.readSlot];
            const first = view[0];
            for (let i = 1; i < view.length; i++)
              if (view[i] !== first) throw new Error(`frame ${first} is torn`);
            if (first <= last) throw new Error(`frame ${first} after ${last}`);
            last = first;
            taken++;
          }
        if (taken > 100) Atomics.store(enough, 0, 1);
        await new Promise(setImmediate);
      }
    } finally {
      await worker.terminate();
    }
    expect(frames).toBeGreaterThanOrEqual(100_000);
    expect(views[triple.readSlot][0]).toBe(frames);
    expect(taken).toBeGreaterThan(100);
  });

  it('checks its arguments', () => {
    expect(() => new TripleBuffer(12)).toThrow('slotBytes');
    expect(() => new TripleBuffer(16, new ArrayBuffer(64))).toThrow('buffer');
    expect(tripleBufferBytes(16)).toBe(112);
  });
});
