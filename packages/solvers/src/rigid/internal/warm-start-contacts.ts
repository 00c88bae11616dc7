/**
 * Warm start of the contact solver: the impulses of the last substep are applied before the first pass, and
 * at the end of a step they are stored in the contacts for the next one.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { applyWrench } from '../../internal/pair-motion.ts';
import {
  bitangentAt,
  blockSize,
  type ContactBlocks,
  entryAAt,
  entryBAt,
  entryContactAt,
  entryCountAt,
  entrySize,
  frictionImpulseAt,
  frictionShareAt,
  headSize,
  impulseSize,
  pointArmAt,
  pointImpulseAt,
  pointSize,
  shortHeadSize,
  substepAt,
  tangentAt,
  twistImpulseAt,
  twistShareAt,
} from '../../internal/solve-contacts.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

const wrench = /* @__PURE__ */ plainDoubles(6);

/**
 * A point whose load falls below this share of its first load has been unloaded. Loads that only sway must
 * not count as that: towers would lean to the side that was relieved first.
 */
const unloadedShare = 0.1;

/** Applies the impulses that all blocks have accumulated. */
export function warmStartContacts(
  { blocks, entries, count: blockCount }: ContactBlocks,
  states: Doubles,
): void {
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const count = entries[entrySize * e + entryCountAt];
    const end = at + blockSize(count);
    wrench[0] = blocks[at + shortHeadSize + pointImpulseAt];
    wrench[1] = blocks[at + frictionImpulseAt];
    wrench[2] = blocks[at + frictionImpulseAt + 1];
    wrench[3] = wrench[4] = wrench[5] = 0;
    if (count > 1) {
      let force = 0;
      let torqueT = 0;
      let torqueB = 0;
      for (let p = at + headSize; p < end; p += pointSize) {
        const impulse = blocks[p + pointImpulseAt];
        force += impulse;
        torqueT += impulse * blocks[p + pointArmAt];
        torqueB += impulse * blocks[p + pointArmAt + 1];
      }
      wrench[0] = force;
      wrench[3] = blocks[at + twistImpulseAt];
      wrench[4] = torqueT;
      wrench[5] = torqueB;
    }
    applyWrench(
      wrench,
      blocks,
      at,
      states,
      entries[entrySize * e + entryAAt],
      entries[entrySize * e + entryBAt],
    );
    at = end;
  }
}

/** Writes the impulses of all blocks back to the contacts; friction and twist in equal shares per point. */
export function storeImpulses(
  contacts: RigidContacts,
  { blocks, entries, count: blockCount }: ContactBlocks,
  step: Doubles,
): void {
  const { impulses, firstLoads } = contacts;
  const h = step[substepAt];
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const count = entries[entrySize * e + entryCountAt];
    const first = at + (count > 1 ? headSize : shortHeadSize);
    const f1 = blocks[at + frictionImpulseAt] / count;
    const f2 = blocks[at + frictionImpulseAt + 1] / count;
    const fx = f1 * blocks[at + tangentAt] + f2 * blocks[at + bitangentAt];
    const fy = f1 * blocks[at + tangentAt + 1] + f2 * blocks[at + bitangentAt + 1];
    const fz = f1 * blocks[at + tangentAt + 2] + f2 * blocks[at + bitangentAt + 2];
    const twist = count > 1 ? blocks[at + twistImpulseAt] / count : 0;
    for (let i = 0; i < count; i++) {
      const c = entries[entrySize * e + entryContactAt] + i;
      const to = impulseSize * c;
      const impulse = blocks[first + pointSize * i + pointImpulseAt];
      impulses[to] = impulse;
      if (impulse < unloadedShare * h * firstLoads[c]) firstLoads[c] = impulse / h;
      impulses[to + frictionShareAt] = fx;
      impulses[to + frictionShareAt + 1] = fy;
      impulses[to + frictionShareAt + 2] = fz;
      impulses[to + twistShareAt] = twist;
    }
    at += blockSize(count);
  }
}
