/** The restitution pass of the contact solver, once at the end of a step. */
import { type Doubles, plainDoubles } from '@colide/core';
import { applyWrench, measureMotion } from '../../internal/pair-motion.ts';
import {
  blockSize,
  type ContactBlocks,
  entryAAt,
  entryBAt,
  entryCountAt,
  entrySize,
  headSize,
  pointApproachAt,
  pointArmAt,
  pointImpulseAt,
  pointMassAt,
  pointMaxImpulseAt,
  pointSize,
  restitutionAt,
  restitutionSpeedAt,
  shortHeadSize,
} from '../../internal/solve-contacts.ts';

const motion = /* @__PURE__ */ plainDoubles(6);
const wrench = /* @__PURE__ */ plainDoubles(6);

/** Points that approached faster than the restitution speed leave with e times that speed. */
export function applyRestitution(
  { blocks, entries, count: blockCount }: ContactBlocks,
  states: Doubles,
  step: Doubles,
): void {
  const slow = -step[restitutionSpeedAt];
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const count = entries[entrySize * e + entryCountAt];
    const end = at + blockSize(count);
    const restitution = blocks[at + restitutionAt];
    const first = at + (count > 1 ? headSize : shortHeadSize);
    for (let p = first; p < end && restitution > 0; p += pointSize) {
      const before = blocks[p + pointApproachAt];
      if (before > slow || blocks[p + pointMaxImpulseAt] === 0) continue;
      const a = entries[entrySize * e + entryAAt];
      const b = entries[entrySize * e + entryBAt];
      const v = count > 1 ? blocks[p + pointArmAt] : 0;
      const u = count > 1 ? blocks[p + pointArmAt + 1] : 0;
      measureMotion(motion, blocks, at, states, a, b);
      const speed = motion[0] + v * motion[4] + u * motion[5];
      const old = blocks[p + pointImpulseAt];
      const total = Math.max(0, old - blocks[p + pointMassAt] * (speed + restitution * before));
      const change = total - old;
      blocks[p + pointImpulseAt] = total;
      wrench[0] = change;
      wrench[1] = wrench[2] = wrench[3] = 0;
      wrench[4] = change * v;
      wrench[5] = change * u;
      applyWrench(wrench, blocks, at, states, a, b);
    }
    at = end;
  }
}
