/**
 * Gauss–Seidel sweeps over prepared distance constraints: offsets into the positions instead of ids, and the
 * share of particle A in the correction, `w_A/(w_A + w_B)`, instead of two masses stored elsewhere. If
 * neither particle can move, the constraint joins the first to itself: at distance 0, it is skipped. For
 * batches that are swept many times. `projectDistances` does the same for arrays that are swept once; it
 * rounds differently in the last digit.
 */

/**
 * Writes the offsets and shares of all constraints, and to `known` the inverse masses they were computed
 * from.
 */
export function updateShares(
  offsets: Uint32Array,
  shares: Float64Array,
  ids: Uint32Array,
  count: number,
  known: Float64Array,
  inverseMasses: Float64Array,
): void {
  known.set(inverseMasses);
  for (let i = 0; i < count; i++) {
    offsets[2 * i] = 3 * ids[2 * i];
    const a = inverseMasses[ids[2 * i]];
    const sum = a + inverseMasses[ids[2 * i + 1]];
    const movable = sum > 0;
    offsets[2 * i + 1] = 3 * ids[movable ? 2 * i + 1 : 2 * i];
    shares[i] = movable ? a / sum : 0;
  }
}

/** Whether the inverse masses are unchanged. */
export function sameMasses(known: Float64Array, inverseMasses: Float64Array): boolean {
  for (let i = 0; i < known.length; i++) if (known[i] !== inverseMasses[i]) return false;
  return true;
}

/** The data that a sweep reads besides the positions. */
export interface PreparedDistances {
  /** Offsets of the two particles of each constraint in the positions. */
  readonly offsets: Uint32Array;
  /** Share of the first particle of each constraint in a correction. */
  readonly shares: Float64Array;
  readonly restLengths: Float64Array;
  /** Stiffness times over-relaxation. */
  readonly strength: number;
  /** Whether the square root is approximated, see `projectDistances`. */
  readonly approximate: boolean;
}

/**
 * One sweep over the first `count` constraints. Each call has a constant: V8 inlines both, and neither loop
 * contains the choice of the root (`docs/decisions/0231`).
 */
export function sweepDistances(positions: Float64Array, prepared: PreparedDistances, count: number): void {
  if (prepared.approximate) sweep(positions, prepared, count, true);
  else sweep(positions, prepared, count, false);
}

function sweep(
  positions: Float64Array,
  prepared: PreparedDistances,
  count: number,
  approximate: boolean,
): void {
  const { offsets, shares, restLengths, strength } = prepared;
  for (let i = 0; i < count; i++) {
    const a = offsets[2 * i];
    const b = offsets[2 * i + 1];
    const share = shares[i];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const bx = positions[b];
    const by = positions[b + 1];
    const bz = positions[b + 2];
    const dx = bx - ax;
    const dy = by - ay;
    const dz = bz - az;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared === 0) continue;
    const rest = approximate ? restLengths[i] * restLengths[i] : restLengths[i];
    const length = approximate ? squared : Math.sqrt(squared);
    const scale = approximate ? squared + rest : length;
    const c = (strength * (length - rest)) / scale;
    const ca = c * share;
    const cb = c - ca;
    positions[a] = ax + dx * ca;
    positions[a + 1] = ay + dy * ca;
    positions[a + 2] = az + dz * ca;
    positions[b] = bx - dx * cb;
    positions[b + 1] = by - dy * cb;
    positions[b + 2] = bz - dz * cb;
  }
}
