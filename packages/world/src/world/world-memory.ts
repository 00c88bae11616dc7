/**
 * How much memory a world takes, as far as it can be seen from outside: the bytes of all arrays in public fields, each buffer once, and of a snapshot. That
 * is bodies, colliders, contact points and events. Shapes are the caller's and are left out. What solver, stages and broad phase keep for
 * themselves and the objects of the language are not counted, and are the larger part: experiment W8.2 of apps/lab measures the whole.
 */
import type { World } from './world.ts';

/** Bytes of a world. */
export interface WorldMemory {
  /** Arrays of numbers that can be seen, room to grow included: a lower bound. */
  readonly bytes: number;
  /** The same for each body. */
  readonly bytesPerBody: number;
  /** A snapshot of the present state. */
  readonly snapshotBytes: number;
  /** The same for each body. */
  readonly snapshotBytesPerBody: number;
}

/** What belongs to the caller. */
const foreign = /* @__PURE__ */ new Set(['shape', 'core', 'meshes', 'parts', 'joints', 'pool']);

/** Measures a world. It walks through all of it: for reports, not for every frame. */
export function worldMemory(world: World): WorldMemory {
  const seen = new Set<unknown>();
  const bytes = reachableBytes(world, seen);
  const snapshotBytes = world.snapshot().byteLength;
  const size = Math.max(1, world.count);
  return { bytes, bytesPerBody: bytes / size, snapshotBytes, snapshotBytesPerBody: snapshotBytes / size };
}

function reachableBytes(value: unknown, seen: Set<unknown>): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
  seen.add(value);
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0;
    seen.add(value.buffer);
    return value.buffer.byteLength;
  }
  let sum = 0;
  for (const [key, part] of Object.entries(value)) if (!foreign.has(key)) sum += reachableBytes(part, seen);
  return sum;
}
