/**
 * How much memory a world takes: the bytes of all arrays that can be reached from it, each buffer once, and of a snapshot. Shapes are the
 * caller's and are left out, as are the private arrays of solvers and broad phases; objects of the language around the arrays
 * are not counted.
 */
import type { World } from './world.ts';

/** Bytes of a world. */
export interface WorldMemory {
  /** Arrays of numbers in use, room to grow included. */
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
  const size = Math.max(1, world.size);
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
