/**
 * Without shared memory, `sync` resolved before its frame was sent if three frames were still unread, as they
 * are on a busy machine: bodies that had been removed were still there.
 */
import { SphereShape } from '@colide/geometry';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import type { WorkerMessage } from '../../src/internal/world-protocol.ts';
import { FramePublisher } from '../../src/remote/internal/frame-publisher.ts';

function createPublisher() {
  const sent: ArrayBuffer[] = [];
  const world = new World();
  world.add({ shape: new SphereShape(1) });
  const port = {
    postMessage: (message: WorkerMessage) => {
      if (message.kind === 'frame') sent.push(message.buffer);
    },
    onmessage: null,
  };
  const publisher = new FramePublisher(world, port, false);
  return { sent, publisher };
}

const complete = () => {};

it('sends what is awaited, however many frames are unread', () => {
  const { sent, publisher } = createPublisher();
  for (let n = 0; n < 5; n++) publisher.publish(complete);
  expect(sent).toHaveLength(3);
  publisher.publish(complete, true);
  expect(sent).toHaveLength(4);
  // The late frame would show nothing new.
  publisher.recycle(sent[0]);
  expect(sent).toHaveLength(4);
});

it('keeps to three unread frames where nobody waits, and sends the late one when there is memory', () => {
  const { sent, publisher } = createPublisher();
  for (let n = 0; n < 4; n++) publisher.publish(complete, true);
  publisher.publish(complete);
  expect(sent).toHaveLength(4);
  publisher.recycle(sent[0]);
  expect(sent).toHaveLength(4);
  publisher.recycle(sent[1]);
  expect(sent).toHaveLength(5);
  expect(sent[4]).toBe(sent[1]);
});
