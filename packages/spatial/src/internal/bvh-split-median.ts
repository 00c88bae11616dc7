/**
 * Splits a node at the middle of its longest axis, by centres (van den Bergen, "Efficient collision detection
 * of complex deformable models using AABB trees", JGT 2(4), 1997); if one side would be empty, by number of
 * items.
 */
import { boxSize, maxAt } from './box-layout.ts';
import type { BvhBuilder } from './bvh-builder.ts';

/** Divides a node at the middle of its longest axis. */
export function splitMedian(builder: BvhBuilder, at: number, first: number, last: number): number {
  const { nodes, boxes, order } = builder;
  const x = nodes[at + 3] - nodes[at];
  const y = nodes[at + 4] - nodes[at + 1];
  const z = nodes[at + 5] - nodes[at + 2];
  const axis = x >= y ? (x >= z ? 0 : 2) : y >= z ? 1 : 2;
  const middle = nodes[at + axis] + nodes[at + axis + 3];
  let left = first;
  for (let i = first; i < last; i++) {
    const id = order[i];
    if (boxes[boxSize * id + axis] + boxes[boxSize * id + maxAt + axis] >= middle) continue;
    order[i] = order[left];
    order[left++] = id;
  }
  return left === first || left === last ? (first + last) >> 1 : left;
}
