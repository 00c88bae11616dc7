/**
 * The contact solver: sequential impulses over all manifolds, one pass in Gauss–Seidel order. Also the layout
 * of the memory that it reads: body states (filled by `body-states`), contact blocks (filled by
 * `prepare-contacts`) and the step record (filled by `step-record`).
 *
 * A block is a head and its contact points. A block of a single point has a shorter head, without anything
 * that concerns rotation: a pile of balls is solved from less memory.
 *
 * Layouts and loop share a file so that constants are known to every compiler: looked up across modules, by
 * tools that do not bundle, they cost a tenth of the solver's time.
 *
 * Catto, "Fast and simple physics using sequential impulses", GDC 2006; soft contacts after Catto,
 * "Solver2D", 2024.
 */
import type { Doubles } from '@colide/core';

/**
 * State of a body, `stateSize` numbers:
 *
 * | at | numbers | what                                                       |
 * | -- | ------- | ---------------------------------------------------------- |
 * |  0 | 3       | velocity                                                   |
 * |  3 | 3       | angular velocity                                           |
 * |  6 | 3       | displacement in the last substep                           |
 * |  9 | 3       | rotation in the last substep, as a vector                  |
 * | 12 | 1       | inverse mass; 0 while the body is static or asleep         |
 * | 13 | 6       | inverse inertia in world axes: xx, yy, zz, xy, xz, yz      |
 * | 19 | 1       | 1 if an impact has reached the body in this step           |
 * | 20 | 1       | share of gravity that acts on the body                     |
 * | 21 | 1       | 1 if the body lies on its side and may roll about its y axis |
 */
export const stateSize = 22;
export const angularVelocityAt = 3;
export const displacementAt = 6;
export const rotationAt = 9;
export const inverseMassAt = 12;
export const inverseInertiaAt = 13;
export const reachedAt = 19;
export const gravityScaleAt = 20;
export const rollsAt = 21;

/**
 * Head of a block, in the axes of the contact: the normal n and the tangents t and b. Blocks of a single
 * point lack the second part. Both levers always end at the same point, which conserves angular momentum:
 * `update-separations` moves them along with the bodies.
 *
 * | at | numbers | what                                                                                       |
 * | -- | ------- | ------------------------------------------------------------------------------------------ |
 * |  0 | 3 · 3   | n, t, b                                                                                     |
 * |  9 | 3       | lever from body A to the centre of the points                                              |
 * | 12 | 3       | lever from body B                                                                          |
 * | 15 | 1       | how much the point stays with the surface of B, from 0 to 1; the rest belongs to A         |
 * | 16 | 2       | radii of A and B, along which their levers do not rotate, see `update-separations`         |
 * | 18 | 3       | axis about which the rounder of the two is round, 0 if it is not                           |
 * | 21 | 4       | inverse of the 2×2 response of (V_t, V_b) to friction: 11, 12, 22; one over its larger eigenvalue |
 * | 25 | 2       | response of (V_t, V_b) to a force along n                                                  |
 * | 27 | 2       | friction impulses along t and b                                                            |
 * | 29 | 1       | friction coefficient                                                                       |
 * | 30 | 1       | offset of the softness of this contact in the step record                                  |
 * | 31 | 1       | restitution                                                                                |
 * | 32 | 1       | relative displacement along n since the step began                                         |
 * | 33 | 6       | response of (Vₙ, Ω_t, Ω_b) to a force along n and torques about t and b: 11, 12, 13, 22, 23, 33 |
 * | 39 | 7       | response of V_t, of V_b and of Ωₙ to the same: two, two and three numbers                  |
 * | 46 | 2       | response of Ωₙ to friction along t and b                                                   |
 * | 48 | 1       | one over the response of Ωₙ to twist                                                       |
 * | 49 | 1       | twist impulse about n                                                                      |
 * | 50 | 1       | mean distance of the points from the centre: the lever of twist                            |
 * | 51 | 2       | relative rotation about t and b since the step began                                       |
 * | 53 | 6       | inverse of the response at 33; 0 where the points cannot be solved together                |
 * | 59 | 3       | inverse of the second moments of the arms (v, −u): 11, 12, 22                              |
 * | 62 | 1       | apparent twist from the spin of a round body, see `roll-contacts`                          |
 */
export const headSize = 63;
export const shortHeadSize = 33;
export const normalAt = 0;
export const tangentAt = 3;
export const bitangentAt = 6;
export const leverAAt = 9;
export const leverBAt = 12;
export const leverShareAt = 15;
export const radiiAt = 16;
export const axisAt = 18;
export const tangentMassAt = 21;
export const slipResponseAt = 25;
export const frictionImpulseAt = 27;
export const frictionAt = 29;
export const softnessAt = 30;
export const restitutionAt = 31;
export const normalShiftAt = 32;
export const normalResponseAt = 33;
export const torqueResponseAt = 39;
export const twistResponseAt = 46;
export const twistMassAt = 48;
export const twistImpulseAt = 49;
export const twistRadiusAt = 50;
export const tiltAt = 51;
export const togetherAt = 53;
export const spreadAt = 59;
export const twistBiasAt = 62;

/**
 * Contact point, behind the head. A single point has no arm, but may lie between two balls.
 *
 * | at | numbers | what                                              |
 * | -- | ------- | ------------------------------------------------- |
 * |  0 | 1       | effective mass along n                            |
 * |  1 | 1       | accumulated impulse                               |
 * |  2 | 1       | separation when the step began                    |
 * |  3 | 1       | impulse of the present impact                     |
 * |  4 | 1       | speed along n that the impact gives it            |
 * |  5 | 2       | arm from the centre, c + u t + v b: v, −u         |
 * |  5 | 1       | of a single point: sum of the radii of two balls, on whose line of centres it stays; 0 for others |
 */
export const pointSize = 7;
export const shortPointSize = 6;
export const pointMassAt = 0;
export const pointImpulseAt = 1;
export const pointSeparationAt = 2;
export const pointBounceAt = 3;
export const pointSpeedAt = 4;
export const pointArmAt = 5;
export const ballsAt = 5;

/** Entry of a block, four integers: states of bodies A and B, number of points, first contact. */
export const entrySize = 4;
export const entryAAt = 0;
export const entryBAt = 1;
export const entryCountAt = 2;
export const entryContactAt = 3;

/**
 * Impulses of a contact point that survive the step: normal, its share of friction in world axes, its share
 * of twist.
 */
export const impulseSize = 5;
export const frictionShareAt = 1;
export const twistShareAt = 4;

/**
 * Numbers of a step that every pass reads:
 *
 * | at | numbers | what                                                                 |
 * | -- | ------- | -------------------------------------------------------------------- |
 * |  0 | 3       | softness of contacts between bodies: bias rate, mass scale, impulse scale |
 * |  3 | 3       | softness of contacts with static bodies                              |
 * |  6 | 3       | softness of joints                                                   |
 * |  9 | 1       | length of a substep                                                  |
 * | 10 | 1       | highest speed at which overlap is undone                             |
 * | 11 | 1       | approach speed below which nothing bounces                           |
 * | 12 | 3       | velocity that gravity gives in a substep                             |
 * | 15 | 1       | factor on the impulses of the last step for the warm start of contacts |
 */
export const stepSize = 16;
export const contactSoftnessAt = 0;
export const staticSoftnessAt = 3;
export const jointSoftnessAt = 6;
export const massScaleAt = 1;
export const impulseScaleAt = 2;
export const substepAt = 9;
export const pushSpeedAt = 10;
export const restitutionSpeedAt = 11;
export const gravityAt = 12;
export const warmStartScaleAt = 15;

/** The manifolds of a step, as blocks one after the other. */
export interface ContactBlocks {
  blocks: number[];
  entries: number[];
  /** Number of blocks. */
  count: number;
  /** For each contact that begins a manifold solved elsewhere, the number of its points; otherwise 0. */
  taken: Uint8Array | undefined;
}

/** Size of a block of `count` points. */
export function blockSize(count: number): number {
  return count > 1 ? headSize + pointSize * count : shortHeadSize + shortPointSize;
}

/**
 * Warm-start impulses grow with the step by at most this factor: those of a much shorter step undid errors
 * rather than carried weight, and would throw bodies about.
 */
export const growthLimit = 4;

/** Approach speed of a manifold above which its points push evenly first, in m/s. */
const impactSpeed = 0.1;

/**
 * One pass over all blocks in order: normal impulses of the points, then friction, then twist. With `soft`
 * contacts also push out of overlap; without, they relax. Everything within a block is computed on the
 * relative motion at its centre, which goes back to the bodies at the end.
 *
 * In one piece: with the points of a manifold solved by a function of its own, which takes six numbers and
 * returns seven in an array, a step of 400 stacked boxes took 1.05 times as long (Node 20).
 */
export function solveContacts(set: ContactBlocks, states: Doubles, step: Doubles, soft: boolean): void {
  const { blocks, entries, count: blockCount } = set;
  const perTime = 1 / step[substepAt];
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const a = entries[entrySize * e + entryAAt];
    const b = entries[entrySize * e + entryBAt];
    const count = entries[entrySize * e + entryCountAt];
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
    const rx = blocks[at + leverAAt];
    const ry = blocks[at + leverAAt + 1];
    const rz = blocks[at + leverAAt + 2];
    const sx = blocks[at + leverBAt];
    const sy = blocks[at + leverBAt + 1];
    const sz = blocks[at + leverBAt + 2];
    const cx = states[a + angularVelocityAt];
    const cy = states[a + angularVelocityAt + 1];
    const cz = states[a + angularVelocityAt + 2];
    const ox = states[b + angularVelocityAt];
    const oy = states[b + angularVelocityAt + 1];
    const oz = states[b + angularVelocityAt + 2];
    const vx = states[b] + oy * sz - oz * sy - states[a] - cy * rz + cz * ry;
    const vy = states[b + 1] + oz * sx - ox * sz - states[a + 1] - cz * rx + cx * rz;
    const vz = states[b + 2] + ox * sy - oy * sx - states[a + 2] - cx * ry + cy * rx;
    let approach = vx * nx + vy * ny + vz * nz;
    let slipT = vx * tx + vy * ty + vz * tz;
    let slipB = vx * bx + vy * by + vz * bz;

    // Normal impulses that stop the approach; across a gap, only the part that would close it within this
    // substep.
    const softness = blocks[at + softnessAt];
    const rate = step[softness];
    const massScale = step[softness + massScaleAt];
    const impulseScale = step[softness + impulseScaleAt];
    const shift = blocks[at + normalShiftAt];
    let p = at + shortHeadSize;
    let load = 0;
    let force = 0;
    let torqueT = 0;
    let torqueB = 0;
    let spinN = 0;
    if (several) {
      const wx = ox - cx;
      const wy = oy - cy;
      const wz = oz - cz;
      let spinT = wx * tx + wy * ty + wz * tz;
      let spinB = wx * bx + wy * by + wz * bz;
      const n = at + normalResponseAt;
      const k00 = blocks[n];
      const k01 = blocks[n + 1];
      const k02 = blocks[n + 2];
      const k11 = blocks[n + 3];
      const k12 = blocks[n + 4];
      const k22 = blocks[n + 5];
      const tiltT = blocks[at + tiltAt];
      const tiltB = blocks[at + tiltAt + 1];
      const end = at + headSize + pointSize * count;
      // All points together; valid if none of them would have to pull.
      let isSolved = false;
      const i = at + togetherAt;
      if (blocks[i] > 0) {
        const g11 = blocks[i + 6];
        const g12 = blocks[i + 7];
        const g22 = blocks[i + 8];
        let apart = false;
        let bias = 0;
        let biasT = 0;
        let biasB = 0;
        for (p = at + headSize; p < end; p += pointSize) {
          const v = blocks[p + pointArmAt];
          const u = blocks[p + pointArmAt + 1];
          const separation = blocks[p + pointSeparationAt] + shift + v * tiltT + u * tiltB;
          if (separation > 0) apart = true;
          const target = soft ? rate * separation : 0;
          bias += target;
          biasT += v * target;
          biasB += u * target;
        }
        const error = approach + bias / count;
        const errorT = spinT + g11 * biasT + g12 * biasB;
        const errorB = spinB + g12 * biasT + g22 * biasB;
        const scale = soft ? -massScale : -1;
        const keep = soft ? 1 - impulseScale : 1;
        const even = (scale * (blocks[i] * error + blocks[i + 1] * errorT + blocks[i + 2] * errorB)) / count;
        const aboutT = scale * (blocks[i + 1] * error + blocks[i + 3] * errorT + blocks[i + 4] * errorB);
        const aboutB = scale * (blocks[i + 2] * error + blocks[i + 4] * errorT + blocks[i + 5] * errorB);
        const slopeV = g11 * aboutT + g12 * aboutB;
        const slopeU = g12 * aboutT + g22 * aboutB;
        let least = 0;
        for (p = at + headSize; p < end; p += pointSize) {
          const total =
            keep * blocks[p + pointImpulseAt] +
            even +
            slopeV * blocks[p + pointArmAt] +
            slopeU * blocks[p + pointArmAt + 1];
          if (total < least) least = total;
        }
        isSolved = !apart && least >= 0;
        for (p = at + headSize; isSolved && p < end; p += pointSize) {
          const v = blocks[p + pointArmAt];
          const u = blocks[p + pointArmAt + 1];
          const old = blocks[p + pointImpulseAt];
          const total = keep * old + even + slopeV * v + slopeU * u;
          const change = total - old;
          blocks[p + pointImpulseAt] = total;
          load += total;
          force += change;
          torqueT += change * v;
          torqueB += change * u;
        }
      }
      if (!isSolved && Math.abs(approach) > impactSpeed) {
        // All points by the same amount first: solved one after the other they would tilt a body that lands
        // flat.
        let bias = 0;
        let sum = 0;
        let least = Infinity;
        for (p = at + headSize; p < end; p += pointSize) {
          const old = blocks[p + pointImpulseAt];
          const separation =
            blocks[p + pointSeparationAt] +
            shift +
            blocks[p + pointArmAt] * tiltT +
            blocks[p + pointArmAt + 1] * tiltB;
          if (separation > 0) bias += separation * perTime;
          else if (soft) bias += rate * separation;
          sum += old;
          least = Math.min(least, old);
        }
        const give = soft ? impulseScale / (massScale * blocks[end - pointSize + pointMassAt]) : 0;
        const all = k00 * count;
        const change = Math.max(-least, -(approach + (bias + give * sum) / count) / (all + give));
        for (p = at + headSize; p < end; p += pointSize) blocks[p + pointImpulseAt] += change;
        force = change * count;
        approach += k00 * force;
        spinT += k01 * force;
        spinB += k02 * force;
      }
      for (p = isSolved ? end : at + headSize; p < end; p += pointSize) {
        const v = blocks[p + pointArmAt];
        const u = blocks[p + pointArmAt + 1];
        const old = blocks[p + pointImpulseAt];
        const separation = blocks[p + pointSeparationAt] + shift + v * tiltT + u * tiltB;
        const speed = approach + v * spinT + u * spinB;
        let total = 0;
        if (separation > 0) total = old - blocks[p + pointMassAt] * (speed + separation * perTime);
        else if (soft)
          total =
            old - blocks[p + pointMassAt] * massScale * (speed + rate * separation) - impulseScale * old;
        else total = old - blocks[p + pointMassAt] * speed;
        if (total < 0) total = 0;
        blocks[p + pointImpulseAt] = total;
        const change = total - old;
        const changeU = change * u;
        const changeV = change * v;
        load += total;
        force += change;
        torqueT += changeV;
        torqueB += changeU;
        approach += k00 * change + k01 * changeV + k02 * changeU;
        spinT += k01 * change + k11 * changeV + k12 * changeU;
        spinB += k02 * change + k12 * changeV + k22 * changeU;
      }
      const c = at + torqueResponseAt;
      slipT += blocks[c] * torqueT + blocks[c + 1] * torqueB;
      slipB += blocks[c + 2] * torqueT + blocks[c + 3] * torqueB;
      spinN =
        wx * nx +
        wy * ny +
        wz * nz +
        blocks[at + twistBiasAt] +
        blocks[c + 4] * force +
        blocks[c + 5] * torqueT +
        blocks[c + 6] * torqueB;
    } else {
      // The same for a single point, which causes no rotation.
      const old = blocks[p + pointImpulseAt];
      const separation = blocks[p + pointSeparationAt] + shift;
      if (separation > 0) load = old - blocks[p + pointMassAt] * (approach + separation * perTime);
      else if (soft)
        load =
          old - blocks[p + pointMassAt] * massScale * (approach + rate * separation) - impulseScale * old;
      else load = old - blocks[p + pointMassAt] * approach;
      if (load < 0) load = 0;
      blocks[p + pointImpulseAt] = load;
      force = load - old;
      p += shortPointSize;
    }

    // Friction that stops the sliding. If it leaves the cone of the normal impulse, take a gradient step
    // towards the edge of the cone instead, which ends opposite to the sliding; the exact solution,
    // shortened, would not.
    const f = at + frictionImpulseAt;
    const limit = blocks[at + frictionAt] * load;
    const oldT = blocks[f];
    const oldB = blocks[f + 1];
    let changeT = 0;
    let changeB = 0;
    if (limit > 0 || oldT !== 0 || oldB !== 0) {
      const m = at + tangentMassAt;
      slipT += blocks[at + slipResponseAt] * force;
      slipB += blocks[at + slipResponseAt + 1] * force;
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
      const oldTwist = blocks[at + twistImpulseAt];
      const t = at + twistResponseAt;
      spinN += blocks[t] * changeT + blocks[t + 1] * changeB;
      const twistLimit = limit * blocks[at + twistRadiusAt];
      const newTwist = Math.max(
        -twistLimit,
        Math.min(twistLimit, oldTwist - blocks[at + twistMassAt] * spinN),
      );
      const twist = newTwist - oldTwist;
      blocks[at + twistImpulseAt] = newTwist;
      mx = twist * nx + torqueT * tx + torqueB * bx;
      my = twist * ny + torqueT * ty + torqueB * by;
      mz = twist * nz + torqueT * tz + torqueB * bz;
    }
    const wa = states[a + inverseMassAt];
    if (wa > 0) {
      const gx = mx + ry * pz - rz * py;
      const gy = my + rz * px - rx * pz;
      const gz = mz + rx * py - ry * px;
      const k = a + inverseInertiaAt;
      states[a] -= wa * px;
      states[a + 1] -= wa * py;
      states[a + 2] -= wa * pz;
      states[a + angularVelocityAt] = cx - (states[k] * gx + states[k + 3] * gy + states[k + 4] * gz);
      states[a + angularVelocityAt + 1] = cy - (states[k + 3] * gx + states[k + 1] * gy + states[k + 5] * gz);
      states[a + angularVelocityAt + 2] = cz - (states[k + 4] * gx + states[k + 5] * gy + states[k + 2] * gz);
    }
    const wb = states[b + inverseMassAt];
    if (wb > 0) {
      const gx = mx + sy * pz - sz * py;
      const gy = my + sz * px - sx * pz;
      const gz = mz + sx * py - sy * px;
      const k = b + inverseInertiaAt;
      states[b] += wb * px;
      states[b + 1] += wb * py;
      states[b + 2] += wb * pz;
      states[b + angularVelocityAt] = ox + states[k] * gx + states[k + 3] * gy + states[k + 4] * gz;
      states[b + angularVelocityAt + 1] = oy + states[k + 3] * gx + states[k + 1] * gy + states[k + 5] * gz;
      states[b + angularVelocityAt + 2] = oz + states[k + 4] * gx + states[k + 5] * gy + states[k + 2] * gz;
    }
    at = p;
  }
}
