/** What the module exports, as seen from JavaScript. */

/** Memory and the kernels that work in it. All arguments are byte offsets and counts; nothing is checked. */
export interface SimdInstance {
  /** The memory, at least as large as asked for. */
  readonly buffer: ArrayBuffer;
  /** Indices of the boxes that touch one box, see `assembly/boxes`. */
  queryBoxes(out: number, boxes: number, count: number, box: number): number;
  /** Which pairs of boxes touch, see `assembly/boxes`. */
  overlapBoxes(out: number, a: number, b: number, count: number): number;
  /** Divides contact blocks into slots of two, see `assembly/schedule`. */
  scheduleContacts(plan: number, count: number): number;
  /** One pass over these slots, see `assembly/contacts`. */
  solveContacts(plan: number, count: number, soft: number): void;
}
