import { BoxShape } from '@colide/geometry';
import { WorkerPool } from '@colide/workers';
import { encodeShape, type VertexNews, VertexShare } from '@colide/world';
import { expect, it } from 'vitest';

it('helpers that join late hear of shapes before the bodies that have them', async () => {
  const { port1: near, port2: far } = new MessageChannel();
  const share = new VertexShare();
  let heard = 0;
  const done = new Promise<void>((resolve, reject) => {
    far.onmessage = ({ data }: MessageEvent<VertexNews | { kind: 'join' }>) => {
      try {
        if (data.kind === 'join') far.postMessage({ kind: 'joined' });
        else {
          heard++;
          share.receive(data);
          if (heard === 3) resolve();
        }
      } catch (reason) {
        reject(reason);
      }
    };
  });
  const pool = new WorkerPool([near]);
  const offset = [0, 0, 0, 0, 0, 0, 1];
  for (let id = 0; id < 2; id++) {
    const description = encodeShape(new BoxShape([1, 1, 1 + id]));
    pool.tellVertices({ kind: 'vertex shape', id, description });
    pool.tellVertices({ kind: 'vertex body', id: 0, parts: [{ shape: id, offset }] });
  }
  await pool.ready;
  await done;
  expect(heard).toBe(3);
  near.close();
  far.close();
});
