/**
 * Gauss–Seidel sweeps over distance constraints whose data is laid out for it: offsets into the positions instead of ids, and the
 * share of particle A in the correction, `w_A/(w_A + w_B)`, instead of two masses that lie elsewhere. A share of −1 marks a
 * constraint that nothing can move. `strength[0]` is stiffness times over-relaxation.
 */

/** Writes offsets and shares of all constraints, and the inverse masses they were made from to `known`. */
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
    offsets[2 * i + 1] = 3 * ids[2 * i + 1];
    const a = inverseMasses[ids[2 * i]];
    const sum = a + inverseMasses[ids[2 * i + 1]];
    shares[i] = sum > 0 ? a / sum : -1;
  }
}

/** Whether the inverse masses are still what they were. */
export function sameMasses(known: Float64Array, inverseMasses: Float64Array): boolean {
  for (let i = 0; i < known.length; i++) if (known[i] !== inverseMasses[i]) return false;
  return true;
}

/** One sweep with exact roots. */
export function sweepDistances(
  positions: Float64Array,
  offsets: Uint32Array,
  restLengths: Float64Array,
  shares: Float64Array,
  strength: Float64Array,
  count: number,
): void {
  const factor = strength[0];
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
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (share < 0 || length === 0) continue;
    const c = (factor * (length - restLengths[i])) / length;
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

/** One sweep with approximate roots. */
export function sweepDistancesFast(
  positions: Float64Array,
  offsets: Uint32Array,
  restLengths: Float64Array,
  shares: Float64Array,
  strength: Float64Array,
  count: number,
): void {
  const factor = strength[0];
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
    const rest = restLengths[i] * restLengths[i];
    const squared = dx * dx + dy * dy + dz * dz;
    if (share < 0) continue;
    const c = (factor * (squared - rest)) / (squared + rest);
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
