/** What restricts queries: groups and masks as those of bodies, one body to leave out, sensors. */

/** Which bodies a query sees. Reusable; fields that are left out do not restrict. */
export interface QueryFilter {
  /** Bits of the groups that are seen. Default all. */
  mask?: number;
  /** Bits of the groups that the query is in, for the masks of bodies. Default all. */
  group?: number;
  /** A body that is not seen, such as the one that casts the ray. Default none. */
  except?: number;
  /** Whether sensors are seen. Default false. */
  sensors?: boolean;
}
