/**
 * What the impulse solver keeps of a contact point during a step, one row of numbers each: levers, tangents, effective
 * masses, anchors in the bodies' frames, accumulated impulses.
 */
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';
import { rotationOfQuat } from './rotation-conversions.ts';

/** Numbers in a row. */
export const rowSize = 40;

/** Where the numbers of a row are. */
export const leverA = 0;
export const leverB = 3;
export const normalAt = 6;
export const tangentAt = 9;
export const bitangentAt = 12;
export const localA = 15;
export const localB = 18;
/** 1 / (nᵀ K n). */
export const normalMass = 21;
/** Inverse of the 2×2 matrix of the tangents (11, 12, 22), and one over its larger eigenvalue. */
export const tangentMass = 22;
/** Normal impulse, and along the two tangents. */
export const impulseAt = 26;
/** Largest normal impulse of the step. */
export const largestImpulse = 29;
/** Normal velocity before the step. */
export const approachAt = 30;
/** Separation at the beginning. */
export const separationAt = 31;
export const frictionAt = 32;
export const restitutionAt = 33;
/** Inverse masses as the solver sees them: 0 for sleeping bodies. */
export const inverseMassA = 34;
export const inverseMassB = 35;
/** 1 where the body can turn, 0 for sleeping ones. */
export const turnsA = 36;
export const turnsB = 37;
/** 1 where one side cannot move: such contacts are stiffer. */
export const againstStatic = 38;
/** Separation where the bodies are now. */
export const presentAt = 39;

const frame = /* @__PURE__ */ new Float64Array(9);

/** Writes a vector from world axes to the frame of a body. */
function toLocal(rows: Float64Array, out: number, from: number, bodies: RigidBodies, body: number): void {
  rotationOfQuat(frame, bodies.quaternions, 4 * body);
  const x = rows[from];
  const y = rows[from + 1];
  const z = rows[from + 2];
  rows[out] = frame[0] * x + frame[1] * y + frame[2] * z;
  rows[out + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
  rows[out + 2] = frame[6] * x + frame[7] * y + frame[8] * z;
}

/** Two unit vectors that are perpendicular to the normal of the row (Duff et al. 2017). */
function setTangents(rows: Float64Array, at: number): void {
  const x = rows[at + normalAt];
  const y = rows[at + normalAt + 1];
  const z = rows[at + normalAt + 2];
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  rows[at + tangentAt] = 1 + sign * x * x * a;
  rows[at + tangentAt + 1] = sign * b;
  rows[at + tangentAt + 2] = -sign * x;
  rows[at + bitangentAt] = b;
  rows[at + bitangentAt + 1] = sign + y * y * a;
  rows[at + bitangentAt + 2] = -y;
}

const mass = /* @__PURE__ */ new Float64Array(6);

/** Adds the inverse mass matrix K of one body at its lever to {@link mass}: xx, yy, zz, xy, xz, yz. */
function addInverseMass(
  rows: Float64Array,
  lever: number,
  inverseMass: number,
  turnsAt: number,
  inertias: Float64Array,
  at: number,
): void {
  const w = rows[inverseMass];
  const turns = rows[turnsAt];
  const x = rows[lever];
  const y = rows[lever + 1];
  const z = rows[lever + 2];
  const xx = turns * inertias[at];
  const yy = turns * inertias[at + 1];
  const zz = turns * inertias[at + 2];
  const xy = turns * inertias[at + 3];
  const xz = turns * inertias[at + 4];
  const yz = turns * inertias[at + 5];
  mass[0] += w + z * z * yy - 2 * y * z * yz + y * y * zz;
  mass[1] += w + z * z * xx - 2 * x * z * xz + x * x * zz;
  mass[2] += w + y * y * xx - 2 * x * y * xy + x * x * yy;
  mass[3] += z * y * xz - z * z * xy + z * x * yz - x * y * zz;
  mass[4] += y * z * xy - y * y * xz + y * x * yz - x * z * yy;
  mass[5] += x * z * xy + x * y * xz - x * x * yz - y * z * xx;
}

/** Results on their way between functions, which would be boxed otherwise. */
export const results = /* @__PURE__ */ new Float64Array(4);

/** Writes aᵀ K b for two vectors of the row to `results[slot]`. */
function product(rows: Float64Array, a: number, b: number, slot: number): void {
  const x = rows[b];
  const y = rows[b + 1];
  const z = rows[b + 2];
  results[slot] =
    rows[a] * (mass[0] * x + mass[3] * y + mass[4] * z) +
    rows[a + 1] * (mass[3] * x + mass[1] * y + mass[5] * z) +
    rows[a + 2] * (mass[4] * x + mass[5] * y + mass[2] * z);
}

/** Writes the row at `at` for contact `c`; false when neither body can move. */
export function prepareRow(
  rows: Float64Array,
  at: number,
  bodies: RigidBodies,
  contacts: RigidContacts,
  c: number,
): boolean {
  const { positions, inverseMasses, worldInverseInertias, asleep } = bodies;
  const a = contacts.bodies[2 * c];
  const b = contacts.bodies[2 * c + 1];
  const awakeA = 1 - asleep[a];
  const awakeB = 1 - asleep[b];
  const wa = awakeA * inverseMasses[a];
  const wb = awakeB * inverseMasses[b];
  for (let k = 0; k < 3; k++) {
    rows[at + leverA + k] = contacts.points[3 * c + k] - positions[3 * a + k];
    rows[at + leverB + k] = contacts.points[3 * c + k] - positions[3 * b + k];
    rows[at + normalAt + k] = contacts.normals[3 * c + k];
  }
  rows[at + inverseMassA] = wa;
  rows[at + inverseMassB] = wb;
  rows[at + turnsA] = awakeA;
  rows[at + turnsB] = awakeB;
  setTangents(rows, at);
  toLocal(rows, at + localA, at + leverA, bodies, a);
  toLocal(rows, at + localB, at + leverB, bodies, b);
  mass.fill(0);
  addInverseMass(rows, at + leverA, at + inverseMassA, at + turnsA, worldInverseInertias, 6 * a);
  addInverseMass(rows, at + leverB, at + inverseMassB, at + turnsB, worldInverseInertias, 6 * b);
  product(rows, at + normalAt, at + normalAt, 0);
  product(rows, at + tangentAt, at + tangentAt, 1);
  product(rows, at + tangentAt, at + bitangentAt, 2);
  product(rows, at + bitangentAt, at + bitangentAt, 3);
  const kn = results[0];
  const k11 = results[1];
  const k12 = results[2];
  const k22 = results[3];
  if (!(kn > 0)) return false;
  const determinant = k11 * k22 - k12 * k12;
  const inverse = determinant > 1e-12 * k11 * k22 ? 1 / determinant : 0;
  rows[at + normalMass] = 1 / kn;
  rows[at + tangentMass] = k22 * inverse;
  rows[at + tangentMass + 1] = -k12 * inverse;
  rows[at + tangentMass + 2] = k11 * inverse;
  const difference = 0.5 * (k11 - k22);
  rows[at + tangentMass + 3] = 1 / (0.5 * (k11 + k22) + Math.sqrt(difference * difference + k12 * k12));
  rows[at + largestImpulse] = 0;
  rows[at + separationAt] = rows[at + presentAt] = contacts.separations[c];
  rows[at + frictionAt] = contacts.frictions[c];
  rows[at + restitutionAt] = contacts.restitutions[c];
  rows[at + againstStatic] = wa === 0 || wb === 0 ? 1 : 0;
  measureApproach(rows, at, bodies, a, b);
  rows[at + approachAt] = results[0];
  return true;
}

/** Writes the velocity of B's point against A's along the normal of a row to `results[0]`. */
export function measureApproach(
  rows: Float64Array,
  at: number,
  bodies: RigidBodies,
  bodyA: number,
  bodyB: number,
): void {
  const { velocities: v, angularVelocities: w } = bodies;
  const a = 3 * bodyA;
  const b = 3 * bodyB;
  const r = at + leverA;
  const s = at + leverB;
  const n = at + normalAt;
  results[0] =
    rows[n] *
      (v[b] +
        w[b + 1] * rows[s + 2] -
        w[b + 2] * rows[s + 1] -
        (v[a] + w[a + 1] * rows[r + 2] - w[a + 2] * rows[r + 1])) +
    rows[n + 1] *
      (v[b + 1] +
        w[b + 2] * rows[s] -
        w[b] * rows[s + 2] -
        (v[a + 1] + w[a + 2] * rows[r] - w[a] * rows[r + 2])) +
    rows[n + 2] *
      (v[b + 2] +
        w[b] * rows[s + 1] -
        w[b + 1] * rows[s] -
        (v[a + 2] + w[a] * rows[r + 1] - w[a + 1] * rows[r]));
}
