/** The arrays of joints that the solver's loops read and write; `RigidJoints` has them and says what is in them. */

/** Joints as flat arrays. */
export interface JointData {
  readonly count: number;
  readonly bodies: Int32Array;
  readonly locks: Uint8Array;
  readonly freeAxes: Int8Array;
  readonly frames: Float64Array;
  readonly limits: Float64Array;
  readonly motors: Float64Array;
  readonly values: Float64Array;
  readonly impulses: Float64Array;
}
