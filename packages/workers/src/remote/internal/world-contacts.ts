/** The contact points of a world in a worker, as a query returns them. */

/** The contact points of a step. */
export interface WorldContacts {
  readonly count: number;
  /** Two bodies per point. */
  readonly bodies: Int32Array;
  /** World points, halfway between the surfaces; x, y, z or, in the plane, x, y each. */
  readonly points: Float64Array;
  /** Unit normals from the first body to the second. */
  readonly normals: Float64Array;
  /** Distances between the surfaces, negative where they overlap. */
  readonly separations: Float64Array;
}
