/** A worker that builds a tree over the mesh it is sent and hands the buffer back. */
import { TriangleBvh } from '@colide/spatial';

self.onmessage = event => {
  const { positions, indices } = event.data as { positions: Float32Array; indices: Uint32Array };
  const buffer = new TriangleBvh(positions, indices).serialize();
  self.postMessage(buffer, { transfer: [buffer] });
};
