/** What the impulse solver does with all manifolds besides sweeps: warm start, displacements, restitution. */
import { type Doubles, plainDoubles } from '@colide/core';
import { applyWrench, measureMotion, wrench } from '../../internal/pair-motion.ts';
import {
  approachOfPoint,
  blockSize,
  entrySize,
  frictionImpulse,
  headSize,
  impulseOfPoint,
  largestOfPoint,
  leverA,
  leverB,
  massOfPoint,
  movedAt,
  placeOfPoint,
  pointSize,
  restitutionAt,
  shiftAt,
  shortHeadSize,
  turnAt,
  turnedAt,
  twistImpulse,
} from '../../internal/sweep-contacts.ts';

/** Applies the impulses that all blocks have accumulated. */
export function warmStartBlocks(
  blocks: Doubles,
  entries: Int32Array,
  blockCount: number,
  states: Doubles,
): void {
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const count = entries[entrySize * e + 2];
    const end = at + blockSize(count);
    wrench[0] = blocks[at + shortHeadSize + impulseOfPoint];
    wrench[1] = blocks[at + frictionImpulse];
    wrench[2] = blocks[at + frictionImpulse + 1];
    wrench[3] = wrench[4] = wrench[5] = 0;
    if (count > 1) {
      let force = 0;
      let torqueT = 0;
      let torqueB = 0;
      for (let p = at + headSize; p < end; p += pointSize) {
        const impulse = blocks[p + impulseOfPoint];
        force += impulse;
        torqueT += impulse * blocks[p + placeOfPoint];
        torqueB += impulse * blocks[p + placeOfPoint + 1];
      }
      wrench[0] = force;
      wrench[3] = blocks[at + twistImpulse];
      wrench[4] = torqueT;
      wrench[5] = torqueB;
    }
    applyWrench(blocks, at, states, entries[entrySize * e], entries[entrySize * e + 1]);
    at = end;
  }
}

/** Writes how far B has moved and turned against A since the step began, in the axes of every block. */
export function measureShifts(
  blocks: Doubles,
  entries: Int32Array,
  blockCount: number,
  states: Doubles,
): void {
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const a = entries[entrySize * e];
    const b = entries[entrySize * e + 1];
    const rx = blocks[at + leverA];
    const ry = blocks[at + leverA + 1];
    const rz = blocks[at + leverA + 2];
    const sx = blocks[at + leverB];
    const sy = blocks[at + leverB + 1];
    const sz = blocks[at + leverB + 2];
    const cx = states[a + turnedAt];
    const cy = states[a + turnedAt + 1];
    const cz = states[a + turnedAt + 2];
    const ox = states[b + turnedAt];
    const oy = states[b + turnedAt + 1];
    const oz = states[b + turnedAt + 2];
    const dx = states[b + movedAt] + oy * sz - oz * sy - states[a + movedAt] - cy * rz + cz * ry;
    const dy = states[b + movedAt + 1] + oz * sx - ox * sz - states[a + movedAt + 1] - cz * rx + cx * rz;
    const dz = states[b + movedAt + 2] + ox * sy - oy * sx - states[a + movedAt + 2] - cx * ry + cy * rx;
    blocks[at + shiftAt] = dx * blocks[at] + dy * blocks[at + 1] + dz * blocks[at + 2];
    const count = entries[entrySize * e + 2];
    if (count > 1) {
      const wx = ox - cx;
      const wy = oy - cy;
      const wz = oz - cz;
      blocks[at + turnAt] = wx * blocks[at + 3] + wy * blocks[at + 4] + wz * blocks[at + 5];
      blocks[at + turnAt + 1] = wx * blocks[at + 6] + wy * blocks[at + 7] + wz * blocks[at + 8];
    }
    at += blockSize(count);
  }
}

const motion = /* @__PURE__ */ plainDoubles(6);

/** Restitution: points that were hit faster than `slow[0]` leave with e times that speed. */
export function restoreBlocks(
  blocks: Doubles,
  entries: Int32Array,
  blockCount: number,
  states: Doubles,
  slow: Float64Array,
): void {
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const count = entries[entrySize * e + 2];
    const end = at + blockSize(count);
    const restitution = blocks[at + restitutionAt];
    const first = at + (count > 1 ? headSize : shortHeadSize);
    for (let p = first; p < end && restitution > 0; p += pointSize) {
      const before = blocks[p + approachOfPoint];
      if (before > -slow[0] || blocks[p + largestOfPoint] === 0) continue;
      const a = entries[entrySize * e];
      const b = entries[entrySize * e + 1];
      const v = count > 1 ? blocks[p + placeOfPoint] : 0;
      const u = count > 1 ? blocks[p + placeOfPoint + 1] : 0;
      measureMotion(motion, blocks, at, states, a, b);
      const speed = motion[0] + v * motion[4] + u * motion[5];
      const old = blocks[p + impulseOfPoint];
      const total = Math.max(0, old - blocks[p + massOfPoint] * (speed + restitution * before));
      const change = total - old;
      blocks[p + impulseOfPoint] = total;
      wrench[0] = change;
      wrench[1] = wrench[2] = wrench[3] = 0;
      wrench[4] = change * v;
      wrench[5] = change * u;
      applyWrench(blocks, at, states, a, b);
    }
    at = end;
  }
}
