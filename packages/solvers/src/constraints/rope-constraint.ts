/**
 * The rope: a one-sided distance constraint, `|x₂ − x₁| ≤ d`. It pulls when taut and does nothing when slack; the usual
 * root is only paid for taut ropes.
 *
 * Jakobsen, "Advanced character physics", GDC 2001.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/**
 * Projects one rope between particles `a` and `b`; returns whether it was violated. Ids are not
 * checked.
 */
export function projectRope(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  maxLength: number,
  stiffness = 1,
): boolean {
  requireFraction('stiffness', stiffness);
  const i = 3 * a;
  const j = 3 * b;
  const dx = positions[j] - positions[i];
  const dy = positions[j + 1] - positions[i + 1];
  const dz = positions[j + 2] - positions[i + 2];
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared <= maxLength * maxLength) return false;
  const wa = inverseMasses[a];
  const wb = inverseMasses[b];
  const length = Math.sqrt(squared);
  const weight = length * (wa + wb);
  if (weight === 0) return true;
  const c = (stiffness * (length - maxLength)) / weight;
  positions[i] += dx * c * wa;
  positions[i + 1] += dy * c * wa;
  positions[i + 2] += dz * c * wa;
  positions[j] -= dx * c * wb;
  positions[j + 1] -= dy * c * wb;
  positions[j + 2] -= dz * c * wb;
  return true;
}

/**
 * One sweep over `count` constraints; constraint `i` joins `ids[2i]` and `ids[2i + 1]`. Returns how many were violated.
 * Ids are not checked.
 */
export function projectRopes(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  maxLengths: Float64Array,
  stiffness = 1,
  count = maxLengths.length,
): number {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 2);
  let violated = 0;
  for (let i = 0; i < count; i++) {
    const ia = ids[2 * i];
    const ib = ids[2 * i + 1];
    const a = 3 * ia;
    const b = 3 * ib;
    const dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    const limit = maxLengths[i];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared <= limit * limit) continue;
    violated++;
    const wa = inverseMasses[ia];
    const wb = inverseMasses[ib];
    const length = Math.sqrt(squared);
    const weight = length * (wa + wb);
    if (weight === 0) continue;
    const c = (stiffness * (length - limit)) / weight;
    positions[a] += dx * c * wa;
    positions[a + 1] += dy * c * wa;
    positions[a + 2] += dz * c * wa;
    positions[b] -= dx * c * wb;
    positions[b + 1] -= dy * c * wb;
    positions[b + 2] -= dz * c * wb;
  }
  return violated;
}
