/** Where refits of a `TriangleBvh` find vertices: made by the first one, used by all that follow. */

/** Where refits find vertices: offsets in `positions`. */
export interface RefitLists {
  /** The three vertices of each slot. */
  readonly slots: Uint32Array;
  /** Of each leaf, from the last node to the first: the number of its vertices, then these, each once. */
  readonly leaves: Uint32Array;
}
