/** One number for all bits of the state of a world. */
import type { World } from 'colide';

/** FNV-1a over the words of a snapshot. */
export function hashWorld(world: World): number {
  const bytes = new Uint8Array(world.snapshot());
  const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  for (let i = 4 * words.length; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}
