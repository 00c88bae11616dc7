/**
 * What the impulse solver keeps of a manifold during a step: a block of numbers, the points behind a common head.
 *
 * All that a manifold knows of the two bodies is their relative motion at its centre c, six numbers in the axes of the
 * contact: the normal n and the tangents t, b. A point at c + u t + v b approaches with `Vₙ + v Ω_t − u Ω_b`. So normal
 * impulses need (Vₙ, Ω_t, Ω_b), friction needs (V_t, V_b, Ωₙ), and the response of these to forces and torques at c is a
 * symmetric 6×6 matrix that is made once a step: a point costs a few multiplications, whatever the shape of the bodies.
 */
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';
import { inertiaAt, massAt, spinAt, stateSize } from './body-states.ts';

/** Numbers in the head of a block, and for each point. */
export const headSize = 48;
export const pointSize = 7;

/** Where the numbers of a head are: normal, two tangents, levers from both bodies to the centre. */
export const normalAt = 0;
export const tangentAt = 3;
export const bitangentAt = 6;
export const leverA = 9;
export const leverB = 12;
/** Response of (Vₙ, Ω_t, Ω_b) to force along n and torque about t and b: 11, 12, 13, 22, 23, 33. */
export const normalResponse = 15;
/** Response of (Vₙ, Ω_t, Ω_b) to friction along t and b and twist about n, three columns. */
export const crossResponse = 21;
/** Inverse of the 2×2 response of (V_t, V_b) to friction (11, 12, 22), and one over its larger eigenvalue. */
export const tangentMass = 30;
/** Response of Ωₙ to friction along t and b, and one over that to twist. */
export const twistResponse = 34;
export const twistMass = 36;
/** Friction impulses along t and b and twist impulse about n. */
export const frictionImpulse = 37;
export const frictionAt = 40;
/** Mean distance of the points from the centre: the lever of twist. */
export const radiusAt = 41;
/** Relative displacement and turn along (n; t, b) since the step began. */
export const shiftAt = 42;
/** 3 where one side cannot move, else 0: where the softness of the contact is found. */
export const softnessKind = 45;
export const restitutionAt = 46;
/** Square of how far the bodies may move against each other, halved, for levers to follow: a quarter of the shorter lever. */
export const reachAt = 47;

/** Where the numbers of a point are: v, −u, effective mass, impulse. */
export const massOfPoint = 2;
export const impulseOfPoint = 3;
/** Separation at the beginning of the step, largest impulse and approach before the step. */
export const separationOfPoint = 4;
export const largestOfPoint = 5;
export const approachOfPoint = 6;

/** Integers a block: bodies A and B, number of points, first contact. */
export const entrySize = 4;
/** Most points in a block. */
const mostPoints = 8;

/** Two unit vectors that make a right-handed frame with the normal of the block (Duff et al. 2017). */
export function setTangents(blocks: Float64Array, at: number): void {
  const x = blocks[at];
  const y = blocks[at + 1];
  const z = blocks[at + 2];
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  blocks[at + tangentAt] = 1 + sign * x * x * a;
  blocks[at + tangentAt + 1] = sign * b;
  blocks[at + tangentAt + 2] = -sign * x;
  blocks[at + bitangentAt] = b;
  blocks[at + bitangentAt + 1] = sign + y * y * a;
  blocks[at + bitangentAt + 2] = -y;
}

/** Response of (Vₙ, V_t, V_b, Ωₙ, Ω_t, Ω_b) to forces and torques at the centre: the upper triangle of a 6×6 matrix by rows. */
export const response = /* @__PURE__ */ new Float64Array(36);

/**
 * Adds the response of one body to {@link response}. With its inverse inertia J and its lever r in the axes of the contact,
 * a torque T turns it by J T, and a force F by J (r × F) and moves the centre by w F + J (r × F) × r.
 */
export function addResponse(
  blocks: Float64Array,
  at: number,
  lever: number,
  states: Float64Array,
  state: number,
): void {
  const w = states[state + massAt];
  const xx = states[state + inertiaAt];
  if (w === 0 && xx === 0) return;
  const yy = states[state + inertiaAt + 1];
  const zz = states[state + inertiaAt + 2];
  const xy = states[state + inertiaAt + 3];
  const xz = states[state + inertiaAt + 4];
  const yz = states[state + inertiaAt + 5];
  const nx = blocks[at];
  const ny = blocks[at + 1];
  const nz = blocks[at + 2];
  const tx = blocks[at + 3];
  const ty = blocks[at + 4];
  const tz = blocks[at + 5];
  const bx = blocks[at + 6];
  const by = blocks[at + 7];
  const bz = blocks[at + 8];
  const x = blocks[lever];
  const y = blocks[lever + 1];
  const z = blocks[lever + 2];
  const rn = x * nx + y * ny + z * nz;
  const rt = x * tx + y * ty + z * tz;
  const rb = x * bx + y * by + z * bz;
  let nn = xx;
  let tt = xx;
  let bb = xx;
  let nt = 0;
  let nb = 0;
  let tb = 0;
  if (xx !== yy || xx !== zz || xy !== 0 || xz !== 0 || yz !== 0) {
    let jx = xx * nx + xy * ny + xz * nz;
    let jy = xy * nx + yy * ny + yz * nz;
    let jz = xz * nx + yz * ny + zz * nz;
    nn = jx * nx + jy * ny + jz * nz;
    nt = jx * tx + jy * ty + jz * tz;
    nb = jx * bx + jy * by + jz * bz;
    jx = xx * tx + xy * ty + xz * tz;
    jy = xy * tx + yy * ty + yz * tz;
    jz = xz * tx + yz * ty + zz * tz;
    tt = jx * tx + jy * ty + jz * tz;
    tb = jx * bx + jy * by + jz * bz;
    bb = xx + yy + zz - nn - tt;
  }
  // Rows of (r × e)ᵀ J for e = n, t, b.
  const gnn = rb * nt - rt * nb;
  const gnt = rb * tt - rt * tb;
  const gnb = rb * tb - rt * bb;
  const gtn = rn * nb - rb * nn;
  const gtt = rn * tb - rb * nt;
  const gtb = rn * bb - rb * nb;
  const gbn = rt * nn - rn * nt;
  const gbt = rt * nt - rn * tt;
  const gbb = rt * nb - rn * tb;
  response[0] += w + rb * gnt - rt * gnb;
  response[1] += rn * gnb - rb * gnn;
  response[2] += rt * gnn - rn * gnt;
  response[3] += gnn;
  response[4] += gnt;
  response[5] += gnb;
  response[7] += w + rn * gtb - rb * gtn;
  response[8] += rt * gtn - rn * gtt;
  response[9] += gtn;
  response[10] += gtt;
  response[11] += gtb;
  response[14] += w + rt * gbn - rn * gbt;
  response[15] += gbn;
  response[16] += gbt;
  response[17] += gbb;
  response[21] += nn;
  response[22] += nt;
  response[23] += nb;
  response[28] += tt;
  response[29] += tb;
  response[35] += bb;
}

/** Turns {@link response} into what the sweeps read; false when neither body can move. */
function setMasses(blocks: Float64Array, at: number): boolean {
  if (!(response[0] > 0)) return false;
  const n = at + normalResponse;
  blocks[n] = response[0];
  blocks[n + 1] = response[4];
  blocks[n + 2] = response[5];
  blocks[n + 3] = response[28];
  blocks[n + 4] = response[29];
  blocks[n + 5] = response[35];
  const c = at + crossResponse;
  blocks[c] = response[1];
  blocks[c + 1] = response[10];
  blocks[c + 2] = response[11];
  blocks[c + 3] = response[2];
  blocks[c + 4] = response[16];
  blocks[c + 5] = response[17];
  blocks[c + 6] = response[3];
  blocks[c + 7] = response[22];
  blocks[c + 8] = response[23];
  const k11 = response[7];
  const k12 = response[8];
  const k22 = response[14];
  const determinant = k11 * k22 - k12 * k12;
  const inverse = determinant > 1e-12 * k11 * k22 ? 1 / determinant : 0;
  const m = at + tangentMass;
  blocks[m] = k22 * inverse;
  blocks[m + 1] = -k12 * inverse;
  blocks[m + 2] = k11 * inverse;
  const difference = 0.5 * (k11 - k22);
  blocks[m + 3] = 1 / (0.5 * (k11 + k22) + Math.sqrt(difference * difference + k12 * k12));
  blocks[at + twistResponse] = response[9];
  blocks[at + twistResponse + 1] = response[15];
  blocks[at + twistMass] = response[21] > 0 ? 1 / response[21] : 0;
  return true;
}

/** Number of points from contact `c` on that make up one block: same bodies, normal and friction. */
function countPoints(contacts: RigidContacts, c: number): number {
  const { bodies, normals, frictions, count } = contacts;
  const a = bodies[2 * c];
  const b = bodies[2 * c + 1];
  const last = Math.min(count, c + mostPoints);
  let end = c + 1;
  for (; end < last; end++) {
    if (bodies[2 * end] !== a || bodies[2 * end + 1] !== b || frictions[end] !== frictions[c]) break;
    const x = normals[3 * end] - normals[3 * c];
    const y = normals[3 * end + 1] - normals[3 * c + 1];
    const z = normals[3 * end + 2] - normals[3 * c + 2];
    if (x * x + y * y + z * z > 1e-8) break;
  }
  return end - c;
}

/** Limits the reach of a block to a quarter of a lever. */
function limitReach(blocks: Float64Array, at: number, lever: number): void {
  const x = blocks[lever];
  const y = blocks[lever + 1];
  const z = blocks[lever + 2];
  blocks[at + reachAt] = Math.min(blocks[at + reachAt], (x * x + y * y + z * z) / 16);
}

/** Head of a block: axes, levers to the centre of the points, responses. False when neither body can move. */
function setHead(
  blocks: Float64Array,
  at: number,
  bodies: RigidBodies,
  states: Float64Array,
  contacts: RigidContacts,
  c: number,
  count: number,
): boolean {
  const { positions } = bodies;
  const { points, normals } = contacts;
  const a = contacts.bodies[2 * c];
  const b = contacts.bodies[2 * c + 1];
  for (let k = 0; k < 3; k++) {
    const origin = points[3 * c + k];
    let sum = 0;
    for (let i = c + 1; i < c + count; i++) sum += points[3 * i + k] - origin;
    const center = origin + sum / count;
    blocks[at + leverA + k] = center - positions[3 * a + k];
    blocks[at + leverB + k] = center - positions[3 * b + k];
    blocks[at + normalAt + k] = normals[3 * c + k];
  }
  setTangents(blocks, at);
  response.fill(0);
  addResponse(blocks, at, at + leverA, states, stateSize * a);
  addResponse(blocks, at, at + leverB, states, stateSize * b);
  const wa = states[stateSize * a + massAt];
  const wb = states[stateSize * b + massAt];
  blocks[at + frictionAt] = contacts.frictions[c];
  blocks[at + restitutionAt] = contacts.restitutions[c];
  blocks[at + softnessKind] = wa === 0 || wb === 0 ? 3 : 0;
  blocks[at + reachAt] = Infinity;
  if (wa > 0) limitReach(blocks, at, at + leverA);
  if (wb > 0) limitReach(blocks, at, at + leverB);
  for (let k = 0; k < 3; k++) blocks[at + shiftAt + k] = 0;
  return setMasses(blocks, at);
}

/** Velocity of B against A at the centre of a block, and relative angular velocity, in its axes. */
const motion = /* @__PURE__ */ new Float64Array(6);

/** Writes the velocity of B against A at the centre of a block and their relative angular velocity, in its axes. */
export function measureMotion(
  out: Float64Array,
  blocks: Float64Array,
  at: number,
  states: Float64Array,
  a: number,
  b: number,
): void {
  const rx = blocks[at + leverA];
  const ry = blocks[at + leverA + 1];
  const rz = blocks[at + leverA + 2];
  const sx = blocks[at + leverB];
  const sy = blocks[at + leverB + 1];
  const sz = blocks[at + leverB + 2];
  const cx = states[a + spinAt];
  const cy = states[a + spinAt + 1];
  const cz = states[a + spinAt + 2];
  const ox = states[b + spinAt];
  const oy = states[b + spinAt + 1];
  const oz = states[b + spinAt + 2];
  const vx = states[b] + oy * sz - oz * sy - states[a] - cy * rz + cz * ry;
  const vy = states[b + 1] + oz * sx - ox * sz - states[a + 1] - cz * rx + cx * rz;
  const vz = states[b + 2] + ox * sy - oy * sx - states[a + 2] - cx * ry + cy * rx;
  const wx = ox - cx;
  const wy = oy - cy;
  const wz = oz - cz;
  for (let k = 0; k < 3; k++) {
    const x = blocks[at + 3 * k];
    const y = blocks[at + 3 * k + 1];
    const z = blocks[at + 3 * k + 2];
    out[k] = vx * x + vy * y + vz * z;
    out[3 + k] = wx * x + wy * y + wz * z;
  }
}

/** Points of a block, with the impulses of the step before times `scale[0]`. */
function setPoints(
  blocks: Float64Array,
  at: number,
  bodies: RigidBodies,
  states: Float64Array,
  contacts: RigidContacts,
  c: number,
  count: number,
  scale: Float64Array,
): void {
  const { points, separations, impulses } = contacts;
  const a = contacts.bodies[2 * c];
  measureMotion(motion, blocks, at, states, stateSize * a, stateSize * contacts.bodies[2 * c + 1]);
  const n = at + normalResponse;
  const k00 = blocks[n];
  const k01 = blocks[n + 1];
  const k02 = blocks[n + 2];
  const k11 = blocks[n + 3];
  const k12 = blocks[n + 4];
  const k22 = blocks[n + 5];
  const cx = bodies.positions[3 * a] + blocks[at + leverA];
  const cy = bodies.positions[3 * a + 1] + blocks[at + leverA + 1];
  const cz = bodies.positions[3 * a + 2] + blocks[at + leverA + 2];
  const s = scale[0];
  let radius = 0;
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let twist = 0;
  for (let i = 0; i < count; i++) {
    const x = points[3 * (c + i)] - cx;
    const y = points[3 * (c + i) + 1] - cy;
    const z = points[3 * (c + i) + 2] - cz;
    const u = x * blocks[at + 3] + y * blocks[at + 4] + z * blocks[at + 5];
    const v = x * blocks[at + 6] + y * blocks[at + 7] + z * blocks[at + 8];
    const p = at + headSize + pointSize * i;
    const from = impulseSize * (c + i);
    radius += Math.sqrt(u * u + v * v);
    fx += impulses[from + 1];
    fy += impulses[from + 2];
    fz += impulses[from + 3];
    twist += impulses[from + 4];
    blocks[p] = v;
    blocks[p + 1] = -u;
    blocks[p + massOfPoint] = 1 / (k00 + v * (2 * k01 + v * k11) - u * (2 * k02 + 2 * v * k12 - u * k22));
    blocks[p + impulseOfPoint] = s * impulses[from];
    blocks[p + separationOfPoint] = separations[c + i];
    blocks[p + largestOfPoint] = 0;
    blocks[p + approachOfPoint] = motion[0] + v * motion[4] - u * motion[5];
  }
  const f = at + frictionImpulse;
  blocks[f] = s * (fx * blocks[at + 3] + fy * blocks[at + 4] + fz * blocks[at + 5]);
  blocks[f + 1] = s * (fx * blocks[at + 6] + fy * blocks[at + 7] + fz * blocks[at + 8]);
  blocks[f + 2] = s * twist;
  blocks[at + radiusAt] = radius / count;
}

/** Numbers that are kept of a point between steps: normal impulse, its share of friction in world axes and of twist. */
export const impulseSize = 5;

/**
 * Writes the blocks of all contacts and their entries (bodies, number of points, first contact); returns how many there are.
 * Memory must suffice for blocks of one point each.
 */
export function prepareBlocks(
  blocks: Float64Array,
  entries: Int32Array,
  bodies: RigidBodies,
  states: Float64Array,
  contacts: RigidContacts,
  scale: Float64Array,
): number {
  let at = 0;
  let made = 0;
  for (let c = 0; c < contacts.count; ) {
    const a = contacts.bodies[2 * c];
    const b = contacts.bodies[2 * c + 1];
    if (!(a < bodies.count && b < bodies.count))
      throw new RangeError(`contact ${c} names a body beyond ${bodies.count - 1}`);
    const count = countPoints(contacts, c);
    if (setHead(blocks, at, bodies, states, contacts, c, count)) {
      setPoints(blocks, at, bodies, states, contacts, c, count, scale);
      entries[entrySize * made] = stateSize * a;
      entries[entrySize * made + 1] = stateSize * b;
      entries[entrySize * made + 2] = count;
      entries[entrySize * made + 3] = c;
      at += headSize + pointSize * count;
      made++;
    }
    c += count;
  }
  return made;
}

/** Writes the impulses of all blocks back to the contacts, friction in equal shares. */
export function storeImpulses(
  contacts: RigidContacts,
  blocks: Float64Array,
  entries: Int32Array,
  blockCount: number,
): void {
  const { impulses } = contacts;
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const count = entries[entrySize * e + 2];
    const f1 = blocks[at + frictionImpulse] / count;
    const f2 = blocks[at + frictionImpulse + 1] / count;
    for (let i = 0; i < count; i++) {
      const to = impulseSize * (entries[entrySize * e + 3] + i);
      impulses[to] = blocks[at + headSize + pointSize * i + impulseOfPoint];
      for (let k = 0; k < 3; k++)
        impulses[to + 1 + k] = f1 * blocks[at + tangentAt + k] + f2 * blocks[at + bitangentAt + k];
      impulses[to + 4] = blocks[at + frictionImpulse + 2] / count;
    }
    at += headSize + pointSize * count;
  }
}
