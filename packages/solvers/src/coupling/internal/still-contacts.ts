/**
 * Contacts with bodies that cannot be pushed and do not move in a step, such as the ground, without
 * restitution: the general formulas of `rigid-particle-contacts` with the motion of the body left out, to the
 * same bits. They are most contacts of cloth, and most of them are speculative and only measured.
 */
import type { ParticleSystem } from '../../particles/particle-system.ts';
import type { RigidSubsteps } from '../rigid-substeps.ts';

/** The contacts as flat arrays; `RigidParticleContacts` owns and documents them. */
interface ContactArrays {
  readonly ids: Int32Array;
  readonly weights: Float64Array;
  readonly points: Float64Array;
  readonly normals: Float64Array;
  readonly separations: Float64Array;
  readonly frictions: Float64Array;
  readonly pushes: Float64Array;
}

/** Whether a touched body stays where it is in the whole step. */
export function isStill({ states, motions }: RigidSubsteps, body: number): boolean {
  if (states[body] !== 1) return false;
  for (let k = 6 * body; k < 6 * body + 6; k++) if (motions[k] !== 0) return false;
  return true;
}

/** One sweep over contact `c`: pushes its particles out of the body, with friction. */
export function projectStill(contacts: ContactArrays, system: ParticleSystem, c: number): void {
  const { ids, weights, points, normals } = contacts;
  const { positions, previousPositions, inverseMasses } = system;
  const first = 3 * c;
  const end = ids[first + 1] < 0 ? first + 1 : ids[first + 2] < 0 ? first + 2 : first + 3;
  let x = -points[first];
  let y = -points[first + 1];
  let z = -points[first + 2];
  for (let k = first; k < end; k++) {
    const i = 3 * ids[k];
    x += weights[k] * positions[i];
    y += weights[k] * positions[i + 1];
    z += weights[k] * positions[i + 2];
  }
  const nx = normals[first];
  const ny = normals[first + 1];
  const nz = normals[first + 2];
  const depth = contacts.separations[c] - (x * nx + y * ny + z * nz);
  if (!(depth > 0)) return;
  let mobility = 0;
  for (let k = first; k < end; k++) mobility += inverseMasses[ids[k]] * weights[k] * weights[k];
  if (mobility === 0) return;
  const size = depth / mobility;
  x = y = z = 0;
  for (let k = first; k < end; k++) {
    const s = size * inverseMasses[ids[k]] * weights[k];
    const i = 3 * ids[k];
    positions[i] += s * nx;
    positions[i + 1] += s * ny;
    positions[i + 2] += s * nz;
    x += weights[k] * (positions[i] - previousPositions[i]);
    y += weights[k] * (positions[i + 1] - previousPositions[i + 1]);
    z += weights[k] * (positions[i + 2] - previousPositions[i + 2]);
  }
  contacts.pushes[c] += depth;
  const along = x * nx + y * ny + z * nz;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  const slip = Math.sqrt(x * x + y * y + z * z);
  if (slip === 0) return;
  const back = Math.min(slip, contacts.frictions[c] * depth) / mobility;
  const tx = -x / slip;
  const ty = -y / slip;
  const tz = -z / slip;
  for (let k = first; k < end; k++) {
    const s = back * inverseMasses[ids[k]] * weights[k];
    const i = 3 * ids[k];
    positions[i] += s * tx;
    positions[i + 1] += s * ty;
    positions[i + 2] += s * tz;
  }
}

/** Ends the normal motion of contact `c`, which has pushed. */
export function stopStill(contacts: ContactArrays, system: ParticleSystem, c: number): void {
  const { ids, weights, normals } = contacts;
  const { positions, previousPositions, inverseMasses } = system;
  const nx = normals[3 * c];
  const ny = normals[3 * c + 1];
  const nz = normals[3 * c + 2];
  let x = 0;
  let y = 0;
  let z = 0;
  let mobility = 0;
  for (let k = 3 * c; k < 3 * c + 3 && ids[k] >= 0; k++) {
    const i = 3 * ids[k];
    x += weights[k] * (positions[i] - previousPositions[i]);
    y += weights[k] * (positions[i + 1] - previousPositions[i + 1]);
    z += weights[k] * (positions[i + 2] - previousPositions[i + 2]);
    mobility += inverseMasses[ids[k]] * weights[k] * weights[k];
  }
  if (mobility === 0) return;
  const size = -(x * nx + y * ny + z * nz) / mobility;
  for (let k = 3 * c; k < 3 * c + 3 && ids[k] >= 0; k++) {
    const s = size * inverseMasses[ids[k]] * weights[k];
    const i = 3 * ids[k];
    previousPositions[i] -= s * nx;
    previousPositions[i + 1] -= s * ny;
    previousPositions[i + 2] -= s * nz;
  }
}
