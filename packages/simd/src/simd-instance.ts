/** The exports of the module, for JavaScript. */

/** Memory and the kernels that work in it. All arguments are byte offsets and counts; nothing is checked. */
export interface SimdInstance {
  /** The memory, at least as large as asked for. */
  readonly buffer: ArrayBuffer;
  /** Indices of the boxes that touch one box, see `assembly/boxes`. */
  queryBoxes(out: number, boxes: number, count: number, box: number): number;
  /** Which pairs of boxes touch, see `assembly/boxes`. */
  overlapBoxes(out: number, a: number, b: number, count: number): number;
  /** Contact points of two oriented boxes, see `assembly/obb-manifold`. */
  collideObbs(): number;
  /** Prepares slots of contact manifolds, see `assembly/prepare`. */
  prepareContacts(slots: number, end: number, records: number, step: number, softness: number): void;
  /** Applies the impulses of slots, see `assembly/warm-start`. */
  warmStartContacts(slots: number, end: number): void;
  /** One pass over slots, see `assembly/contacts`. */
  solveContacts(slots: number, end: number, step: number, softness: number, soft: number): void;
  /** Moves slots along with their bodies, see `assembly/update`. */
  updateContacts(slots: number, end: number): void;
  /** Moves bodies by a substep, see `assembly/motion`. */
  moveBodies(records: number, uneven: number, end: number, step: number): void;
  /** Slows down twists and rocking, see `assembly/brake`. */
  brakeContacts(slots: number, end: number, substeps: number): void;
}
