/** The inner loop of the impulse solver: friction and non-penetration of one contact point. */
import type { RigidBodies } from '../rigid-bodies.ts';
import {
  againstStatic,
  bitangentAt,
  frictionAt,
  impulseAt,
  inverseMassA,
  inverseMassB,
  largestImpulse,
  leverA,
  leverB,
  localA,
  localB,
  normalAt,
  normalMass,
  presentAt,
  separationAt,
  tangentAt,
  tangentMass,
  turnsA,
  turnsB,
} from './contact-rows.ts';

/** Bias rate, mass scale and impulse scale of contacts between bodies, the same against static ones, substep, push speed. */
export const softness = /* @__PURE__ */ new Float64Array(8);

/** Writes the separation of a row for bodies at `positions` with the rotation matrices `frames`. */
export function updateSeparation(
  rows: Float64Array,
  at: number,
  positions: Float64Array,
  frames: Float64Array,
  a: number,
  b: number,
): void {
  const u = rows[at + localA];
  const v = rows[at + localA + 1];
  const w = rows[at + localA + 2];
  const x = rows[at + localB];
  const y = rows[at + localB + 1];
  const z = rows[at + localB + 2];
  let s = rows[at + separationAt];
  for (let k = 0; k < 3; k++) {
    const i = 9 * a + k;
    const j = 9 * b + k;
    const pointA = frames[i] * u + frames[i + 3] * v + frames[i + 6] * w;
    const pointB = frames[j] * x + frames[j + 3] * y + frames[j + 6] * z;
    s += rows[at + normalAt + k] * (positions[3 * b + k] - positions[3 * a + k] + pointB - pointA);
  }
  rows[at + presentAt] = s;
}

/** Gives bodies `a` and `b` the impulses that row `at` asks for; soft contacts also push out of overlap. */
export function solveRow(
  rows: Float64Array,
  at: number,
  bodies: RigidBodies,
  a: number,
  b: number,
  soft: number,
): void {
  const { velocities, angularVelocities, worldInverseInertias: inertias } = bodies;
  const i = 3 * a;
  const j = 3 * b;
  const rx = rows[at + leverA];
  const ry = rows[at + leverA + 1];
  const rz = rows[at + leverA + 2];
  const sx = rows[at + leverB];
  const sy = rows[at + leverB + 1];
  const sz = rows[at + leverB + 2];
  const nx = rows[at + normalAt];
  const ny = rows[at + normalAt + 1];
  const nz = rows[at + normalAt + 2];
  const tx = rows[at + tangentAt];
  const ty = rows[at + tangentAt + 1];
  const tz = rows[at + tangentAt + 2];
  const bx = rows[at + bitangentAt];
  const by = rows[at + bitangentAt + 1];
  const bz = rows[at + bitangentAt + 2];
  const wa = rows[at + inverseMassA];
  const wb = rows[at + inverseMassB];
  const turnA = rows[at + turnsA];
  const turnB = rows[at + turnsB];
  let ax = velocities[i];
  let ay = velocities[i + 1];
  let az = velocities[i + 2];
  let cx = angularVelocities[i];
  let cy = angularVelocities[i + 1];
  let cz = angularVelocities[i + 2];
  let ux = velocities[j];
  let uy = velocities[j + 1];
  let uz = velocities[j + 2];
  let ox = angularVelocities[j];
  let oy = angularVelocities[j + 1];
  let oz = angularVelocities[j + 2];

  // The friction impulse that stops the sliding; where that leaves the cone of the present normal impulse, a gradient step
  // towards its edge, which ends opposite to the sliding. The exact solution, shortened, would not.
  let dx = ux + oy * sz - oz * sy - ax - cy * rz + cz * ry;
  let dy = uy + oz * sx - ox * sz - ay - cz * rx + cx * rz;
  let dz = uz + ox * sy - oy * sx - az - cx * ry + cy * rx;
  const slipT = dx * tx + dy * ty + dz * tz;
  const slipB = dx * bx + dy * by + dz * bz;
  const m = at + tangentMass;
  const old = rows[at + impulseAt];
  const oldT = rows[at + impulseAt + 1];
  const oldB = rows[at + impulseAt + 2];
  const limit = rows[at + frictionAt] * old;
  let newT = oldT - rows[m] * slipT - rows[m + 1] * slipB;
  let newB = oldB - rows[m + 1] * slipT - rows[m + 2] * slipB;
  if (newT * newT + newB * newB > limit * limit) {
    newT = oldT - rows[m + 3] * slipT;
    newB = oldB - rows[m + 3] * slipB;
    const squared = newT * newT + newB * newB;
    if (squared > limit * limit) {
      const s = limit / Math.sqrt(squared);
      newT *= s;
      newB *= s;
    }
  }
  rows[at + impulseAt + 1] = newT;
  rows[at + impulseAt + 2] = newB;
  const changeT = newT - oldT;
  const changeB = newB - oldB;
  let px = changeT * tx + changeB * bx;
  let py = changeT * ty + changeB * by;
  let pz = changeT * tz + changeB * bz;
  let ex = turnA * (ry * pz - rz * py);
  let ey = turnA * (rz * px - rx * pz);
  let ez = turnA * (rx * py - ry * px);
  let fx = turnB * (sy * pz - sz * py);
  let fy = turnB * (sz * px - sx * pz);
  let fz = turnB * (sx * py - sy * px);
  const k = 6 * a;
  const l = 6 * b;
  const a0 = inertias[k];
  const a1 = inertias[k + 1];
  const a2 = inertias[k + 2];
  const a3 = inertias[k + 3];
  const a4 = inertias[k + 4];
  const a5 = inertias[k + 5];
  const b0 = inertias[l];
  const b1 = inertias[l + 1];
  const b2 = inertias[l + 2];
  const b3 = inertias[l + 3];
  const b4 = inertias[l + 4];
  const b5 = inertias[l + 5];
  ax -= wa * px;
  ay -= wa * py;
  az -= wa * pz;
  cx -= a0 * ex + a3 * ey + a4 * ez;
  cy -= a3 * ex + a1 * ey + a5 * ez;
  cz -= a4 * ex + a5 * ey + a2 * ez;
  ux += wb * px;
  uy += wb * py;
  uz += wb * pz;
  ox += b0 * fx + b3 * fy + b4 * fz;
  oy += b3 * fx + b1 * fy + b5 * fz;
  oz += b4 * fx + b5 * fy + b2 * fz;

  // The normal impulse that stops the approach; apart, the approach that would close the gap in this substep.
  dx = ux + oy * sz - oz * sy - ax - cy * rz + cz * ry;
  dy = uy + oz * sx - ox * sz - ay - cz * rx + cx * rz;
  dz = uz + ox * sy - oy * sx - az - cx * ry + cy * rx;
  const separation = rows[at + presentAt];
  let bias = 0;
  let massScale = 1;
  let impulseScale = 0;
  if (separation > 0) bias = separation / softness[6];
  else if (soft !== 0) {
    const kind = rows[at + againstStatic] === 1 ? 3 : 0;
    bias = Math.max(softness[kind] * separation, -softness[7]);
    massScale = softness[kind + 1];
    impulseScale = softness[kind + 2];
  }
  const approach = dx * nx + dy * ny + dz * nz;
  const total = Math.max(0, old - rows[at + normalMass] * massScale * (approach + bias) - impulseScale * old);
  rows[at + impulseAt] = total;
  if (total > rows[at + largestImpulse]) rows[at + largestImpulse] = total;
  const change = total - old;
  px = change * nx;
  py = change * ny;
  pz = change * nz;
  ex = turnA * (ry * pz - rz * py);
  ey = turnA * (rz * px - rx * pz);
  ez = turnA * (rx * py - ry * px);
  fx = turnB * (sy * pz - sz * py);
  fy = turnB * (sz * px - sx * pz);
  fz = turnB * (sx * py - sy * px);
  velocities[i] = ax - wa * px;
  velocities[i + 1] = ay - wa * py;
  velocities[i + 2] = az - wa * pz;
  angularVelocities[i] = cx - (a0 * ex + a3 * ey + a4 * ez);
  angularVelocities[i + 1] = cy - (a3 * ex + a1 * ey + a5 * ez);
  angularVelocities[i + 2] = cz - (a4 * ex + a5 * ey + a2 * ez);
  velocities[j] = ux + wb * px;
  velocities[j + 1] = uy + wb * py;
  velocities[j + 2] = uz + wb * pz;
  angularVelocities[j] = ox + b0 * fx + b3 * fy + b4 * fz;
  angularVelocities[j + 1] = oy + b3 * fx + b1 * fy + b5 * fz;
  angularVelocities[j + 2] = oz + b4 * fx + b5 * fy + b2 * fz;
}
