/**
 * How much memory a world takes: the bytes of all arrays reachable from it, counting each buffer once, and of
 * a snapshot. Shapes belong to the caller and are left out, as are joints, parts and a pool. JavaScript
 * objects and the contents of closures are not counted: experiment W8.2 of apps/lab measures the total.
 */

import { requireWorld } from '../internal/require-world.ts';
import type { World } from './world.ts';

/** Memory of a world in bytes. */
export interface WorldMemory {
  /** Bytes of all typed arrays, including spare capacity: a lower bound. */
  readonly bytes: number;
  /** The same per body. */
  readonly bytesPerBody: number;
  /** Bytes of a snapshot of the current state. */
  readonly snapshotBytes: number;
  /** The same per body. */
  readonly snapshotBytesPerBody: number;
}

/** Fields that hold objects of the caller. */
const foreign = /* @__PURE__ */ new Set([
  'shape',
  'core',
  'meshes',
  'parts',
  'joints',
  'pool',
  'options',
  'builds',
  'userData',
]);

/** Measures a world. It visits the whole object graph: use it for reports, not in every frame. */
export function worldMemory(world: World): WorldMemory {
  requireWorld(world);
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
