/**
 * The inner loop of the impulse solver, one sweep over all manifolds, and the memory it reads: states of bodies (see `body-states`) and
 * blocks of contacts (see `contact-blocks`), a head and its points each. A block of one point has a shorter head, without what concerns turning: a
 * pile of balls is solved from less memory.
 *
 * Layout and loop are in one file because constants are then known to every compiler: looked up across modules, by tools that do
 * not bundle, they cost a tenth of the solver's time.
 */
import { type Doubles, plainDoubles } from '@colide/core';

/** Numbers a body in the states: velocity, angular velocity, displacement and turn since the step began, inverse mass, inverse inertia. */
export const stateSize = 20;
export const spinAt = 3;
export const movedAt = 6;
export const turnedAt = 9;
export const massAt = 12;
export const inertiaAt = 13;

/** Numbers in the head of a block of one point, in that of several, and for each point, alone or not. */
export const shortHeadSize = 28;
export const headSize = 48;
export const pointSize = 7;
export const shortPointSize = 5;

/** Where the numbers of a head are: normal, two tangents, levers from both bodies to the centre. */
export const normalAt = 0;
export const tangentAt = 3;
export const bitangentAt = 6;
export const leverA = 9;
export const leverB = 12;
/** Square of how far the bodies may move against each other, halved, for levers to follow: a quarter of the shorter lever. */
export const reachAt = 15;
/** Inverse of the 2×2 response of (V_t, V_b) to friction (11, 12, 22), and one over its larger eigenvalue. */
export const tangentMass = 16;
/** Response of (V_t, V_b) to force along n. */
export const slipResponse = 20;
/** Friction impulses along t and b. */
export const frictionImpulse = 22;
export const frictionAt = 24;
/** 3 where one side cannot move, else 0: where the softness of the contact is found. */
export const softnessKind = 25;
export const restitutionAt = 26;
/** Relative displacement along n since the step began. */
export const shiftAt = 27;

/** Response of (Vₙ, Ω_t, Ω_b) to force along n and torque about t and b: 11, 12, 13, 22, 23, 33. */
export const normalResponse = 28;
/** Response of V_t and V_b to torque about t and b, and of Ωₙ to force along n and those: three columns of 2, 2 and 3. */
export const torqueResponse = 34;
/** Response of Ωₙ to friction along t and b, and one over that to twist. */
export const twistResponse = 41;
export const twistMass = 43;
/** Twist impulse about n. */
export const twistImpulse = 44;
/** Mean distance of the points from the centre: the lever of twist. */
export const radiusAt = 45;
/** Relative turn about t and b since the step began. */
export const turnAt = 46;

/** Where the numbers of a point are: effective mass, impulse. */
export const massOfPoint = 0;
export const impulseOfPoint = 1;
/** Separation at the beginning of the step, largest impulse and approach before the step. */
export const separationOfPoint = 2;
export const largestOfPoint = 3;
export const approachOfPoint = 4;
/** Place of a point among several: v, −u. */
export const placeOfPoint = 5;

/** Integers a block: bodies A and B, number of points, first contact. */
export const entrySize = 4;
/** Numbers that are kept of a point between steps: normal impulse, its share of friction in world axes and of twist. */
export const impulseSize = 5;

/** Numbers of a block of `count` points. */
export function blockSize(count: number): number {
  return count > 1 ? headSize + pointSize * count : shortHeadSize + shortPointSize;
}

/**
 * Impulses grow with the step at most this much: those of a much shorter step undid errors rather than weight, and would throw bodies
 * about.
 */
export const growthLimit = 4;

/**
 * Bias rate, mass scale and impulse scale of contacts between bodies, the same against static ones, substep, push
 * speed, and the three of joints.
 */
export const softness = /* @__PURE__ */ plainDoubles(11);

/** Speed of a manifold against which its points push evenly first, in m/s. */
const impactSpeed = 0.1;

/** Where the bias rate, mass scale and impulse scale of joints are in the softness. */
export const jointSoftness = 8;

/**
 * One sweep: the normal impulses of the points, then friction, of all blocks in turn; soft contacts also push out of overlap.
 * Everything within a block is done on the relative motion at its centre, which goes back to the bodies at the end.
 */
export function sweepBlocks(
  blocks: Doubles,
  entries: Int32Array,
  blockCount: number,
  states: Doubles,
  soft: boolean,
): void {
  const perTime = 1 / softness[6];
  const fastest = -softness[7];
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const a = entries[entrySize * e];
    const b = entries[entrySize * e + 1];
    const count = entries[entrySize * e + 2];
    const several = count > 1;
    const nx = blocks[at];
    const ny = blocks[at + 1];
    const nz = blocks[at + 2];
    const tx = blocks[at + tangentAt];
    const ty = blocks[at + tangentAt + 1];
    const tz = blocks[at + tangentAt + 2];
    const bx = blocks[at + bitangentAt];
    const by = blocks[at + bitangentAt + 1];
    const bz = blocks[at + bitangentAt + 2];
    // Both levers lead to the same point when the bodies have moved: angular momentum is kept. Beyond reach they stay.
    let ex = 0.5 * (states[b + movedAt] - states[a + movedAt]);
    let ey = 0.5 * (states[b + movedAt + 1] - states[a + movedAt + 1]);
    let ez = 0.5 * (states[b + movedAt + 2] - states[a + movedAt + 2]);
    if (ex * ex + ey * ey + ez * ez > blocks[at + reachAt]) ex = ey = ez = 0;
    const rx = blocks[at + leverA] + ex;
    const ry = blocks[at + leverA + 1] + ey;
    const rz = blocks[at + leverA + 2] + ez;
    const sx = blocks[at + leverB] - ex;
    const sy = blocks[at + leverB + 1] - ey;
    const sz = blocks[at + leverB + 2] - ez;
    const cx = states[a + spinAt];
    const cy = states[a + spinAt + 1];
    const cz = states[a + spinAt + 2];
    const ox = states[b + spinAt];
    const oy = states[b + spinAt + 1];
    const oz = states[b + spinAt + 2];
    const vx = states[b] + oy * sz - oz * sy - states[a] - cy * rz + cz * ry;
    const vy = states[b + 1] + oz * sx - ox * sz - states[a + 1] - cz * rx + cx * rz;
    const vz = states[b + 2] + ox * sy - oy * sx - states[a + 2] - cx * ry + cy * rx;
    let approach = vx * nx + vy * ny + vz * nz;
    let slipT = vx * tx + vy * ty + vz * tz;
    let slipB = vx * bx + vy * by + vz * bz;

    // The normal impulses that stop the approach; apart, the approach that would close the gap in this substep.
    const kind = blocks[at + softnessKind];
    const rate = softness[kind];
    const massScale = softness[kind + 1];
    const impulseScale = softness[kind + 2];
    const shift = blocks[at + shiftAt];
    let p = at + shortHeadSize;
    let load = 0;
    let force = 0;
    let torqueT = 0;
    let torqueB = 0;
    let spin = 0;
    if (several) {
      const wx = ox - cx;
      const wy = oy - cy;
      const wz = oz - cz;
      let turnT = wx * tx + wy * ty + wz * tz;
      let turnB = wx * bx + wy * by + wz * bz;
      const n = at + normalResponse;
      const k00 = blocks[n];
      const k01 = blocks[n + 1];
      const k02 = blocks[n + 2];
      const k11 = blocks[n + 3];
      const k12 = blocks[n + 4];
      const k22 = blocks[n + 5];
      const shiftT = blocks[at + turnAt];
      const shiftB = blocks[at + turnAt + 1];
      const end = at + headSize + pointSize * count;
      if (Math.abs(approach) > impactSpeed) {
        // All points by the same first: one after the other, they would tilt what lands flat.
        let bias = 0;
        let sum = 0;
        let least = Infinity;
        for (p = at + headSize; p < end; p += pointSize) {
          const old = blocks[p + impulseOfPoint];
          const separation =
            blocks[p + separationOfPoint] +
            shift +
            blocks[p + placeOfPoint] * shiftT +
            blocks[p + placeOfPoint + 1] * shiftB;
          if (separation > 0) bias += separation * perTime;
          else if (soft) bias += Math.max(rate * separation, fastest);
          sum += old;
          least = Math.min(least, old);
        }
        const give = soft ? impulseScale / (massScale * blocks[end - pointSize + massOfPoint]) : 0;
        const all = k00 * count;
        const change = Math.max(-least, -(approach + (bias + give * sum) / count) / (all + give));
        for (p = at + headSize; p < end; p += pointSize) blocks[p + impulseOfPoint] += change;
        force = change * count;
        approach += k00 * force;
        turnT += k01 * force;
        turnB += k02 * force;
      }
      for (p = at + headSize; p < end; p += pointSize) {
        const v = blocks[p + placeOfPoint];
        const u = blocks[p + placeOfPoint + 1];
        const old = blocks[p + impulseOfPoint];
        const separation = blocks[p + separationOfPoint] + shift + v * shiftT + u * shiftB;
        const speed = approach + v * turnT + u * turnB;
        let total = 0;
        if (separation > 0) total = old - blocks[p + massOfPoint] * (speed + separation * perTime);
        else if (soft)
          total =
            old -
            blocks[p + massOfPoint] * massScale * (speed + Math.max(rate * separation, fastest)) -
            impulseScale * old;
        else total = old - blocks[p + massOfPoint] * speed;
        if (total < 0) total = 0;
        blocks[p + impulseOfPoint] = total;
        if (total > blocks[p + largestOfPoint]) blocks[p + largestOfPoint] = total;
        const change = total - old;
        const changeU = change * u;
        const changeV = change * v;
        load += total;
        force += change;
        torqueT += changeV;
        torqueB += changeU;
        approach += k00 * change + k01 * changeV + k02 * changeU;
        turnT += k01 * change + k11 * changeV + k12 * changeU;
        turnB += k02 * change + k12 * changeV + k22 * changeU;
      }
      const c = at + torqueResponse;
      slipT += blocks[c] * torqueT + blocks[c + 1] * torqueB;
      slipB += blocks[c + 2] * torqueT + blocks[c + 3] * torqueB;
      spin =
        wx * nx +
        wy * ny +
        wz * nz +
        blocks[c + 4] * force +
        blocks[c + 5] * torqueT +
        blocks[c + 6] * torqueB;
    } else {
      // The same for one point, which turns nothing. Written out, since numbers that cross a call may be boxed.
      const old = blocks[p + impulseOfPoint];
      const separation = blocks[p + separationOfPoint] + shift;
      if (separation > 0) load = old - blocks[p + massOfPoint] * (approach + separation * perTime);
      else if (soft)
        load =
          old -
          blocks[p + massOfPoint] * massScale * (approach + Math.max(rate * separation, fastest)) -
          impulseScale * old;
      else load = old - blocks[p + massOfPoint] * approach;
      if (load < 0) load = 0;
      blocks[p + impulseOfPoint] = load;
      if (load > blocks[p + largestOfPoint]) blocks[p + largestOfPoint] = load;
      force = load - old;
      p += shortPointSize;
    }

    // The friction that stops the sliding; where that leaves the cone of the normal impulse, a gradient step towards its
    // edge, which ends opposite to the sliding. The exact solution, shortened, would not.
    const f = at + frictionImpulse;
    const limit = blocks[at + frictionAt] * load;
    const oldT = blocks[f];
    const oldB = blocks[f + 1];
    let changeT = 0;
    let changeB = 0;
    if (limit > 0 || oldT !== 0 || oldB !== 0) {
      const m = at + tangentMass;
      slipT += blocks[at + slipResponse] * force;
      slipB += blocks[at + slipResponse + 1] * force;
      let newT = oldT - blocks[m] * slipT - blocks[m + 1] * slipB;
      let newB = oldB - blocks[m + 1] * slipT - blocks[m + 2] * slipB;
      if (newT * newT + newB * newB > limit * limit) {
        newT = oldT - blocks[m + 3] * slipT;
        newB = oldB - blocks[m + 3] * slipB;
        const squared = newT * newT + newB * newB;
        if (squared > limit * limit) {
          const s = limit / Math.sqrt(squared);
          newT *= s;
          newB *= s;
        }
      }
      changeT = newT - oldT;
      changeB = newB - oldB;
      blocks[f] = newT;
      blocks[f + 1] = newB;
    }
    const px = force * nx + changeT * tx + changeB * bx;
    const py = force * ny + changeT * ty + changeB * by;
    const pz = force * nz + changeT * tz + changeB * bz;
    let mx = 0;
    let my = 0;
    let mz = 0;
    if (several) {
      const oldTwist = blocks[at + twistImpulse];
      const t = at + twistResponse;
      spin += blocks[t] * changeT + blocks[t + 1] * changeB;
      const twistLimit = limit * blocks[at + radiusAt];
      const newTwist = Math.max(-twistLimit, Math.min(twistLimit, oldTwist - blocks[at + twistMass] * spin));
      const twist = newTwist - oldTwist;
      blocks[at + twistImpulse] = newTwist;
      mx = twist * nx + torqueT * tx + torqueB * bx;
      my = twist * ny + torqueT * ty + torqueB * by;
      mz = twist * nz + torqueT * tz + torqueB * bz;
    }
    const wa = states[a + massAt];
    if (wa > 0) {
      const gx = mx + ry * pz - rz * py;
      const gy = my + rz * px - rx * pz;
      const gz = mz + rx * py - ry * px;
      const k = a + inertiaAt;
      states[a] -= wa * px;
      states[a + 1] -= wa * py;
      states[a + 2] -= wa * pz;
      states[a + spinAt] = cx - (states[k] * gx + states[k + 3] * gy + states[k + 4] * gz);
      states[a + spinAt + 1] = cy - (states[k + 3] * gx + states[k + 1] * gy + states[k + 5] * gz);
      states[a + spinAt + 2] = cz - (states[k + 4] * gx + states[k + 5] * gy + states[k + 2] * gz);
    }
    const wb = states[b + massAt];
    if (wb > 0) {
      const gx = mx + sy * pz - sz * py;
      const gy = my + sz * px - sx * pz;
      const gz = mz + sx * py - sy * px;
      const k = b + inertiaAt;
      states[b] += wb * px;
      states[b + 1] += wb * py;
      states[b + 2] += wb * pz;
      states[b + spinAt] = ox + states[k] * gx + states[k + 3] * gy + states[k + 4] * gz;
      states[b + spinAt + 1] = oy + states[k + 3] * gx + states[k + 1] * gy + states[k + 5] * gz;
      states[b + spinAt + 2] = oz + states[k + 4] * gx + states[k + 5] * gy + states[k + 2] * gz;
    }
    at = p;
  }
}
