/**
 * The memory of the contact kernels of one solver: what the solver writes, and what the kernels add. The
 * layout of the plan stands in `assembly/layout`.
 */
import type { Doubles } from '@colide/core';
import type { ContactKernels } from '@colide/solvers';
import type { SimdInstance } from '../simd-instance.ts';

const planSize = 9;
const stepAt = 7;
const bodyCountAt = 8;
/** Integers of a slot, and of the lists of open slots. */
const slotSize = 8;
const openSize = 9 * 17;
/** The layouts of the solver: numbers of a step, of a state and of a block of eight points, integers of an entry. */
const stepLength = 16;
const stateSize = 22;
const mostBlockSize = 63 + 7 * 8;
const entrySize = 4;

/** Contact kernels with their memory. */
export class SimdContacts implements ContactKernels {
  readonly states: Float64Array;
  readonly blocks: Float64Array;
  readonly entries: Int32Array;
  private readonly instance: SimdInstance;
  private readonly plan: Int32Array;
  private readonly step: Float64Array;
  private slotCount = 0;

  constructor(
    allocate: (bytes: number) => SimdInstance,
    stateLength: number,
    blockLength: number,
    entryLength: number,
  ) {
    const doubles = stepLength + stateSize + mostBlockSize + stateLength + blockLength;
    const blockCount = entryLength / entrySize;
    const integers = planSize + entryLength + slotSize * blockCount + openSize + stateLength / stateSize;
    this.instance = allocate(8 * doubles + 4 * integers);
    const { buffer } = this.instance;
    let at = 0;
    const take = (bytes: number) => {
      at += bytes;
      return at - bytes;
    };
    this.step = new Float64Array(buffer, take(8 * stepLength), stepLength);
    const empty = take(8 * (stateSize + mostBlockSize));
    this.states = new Float64Array(buffer, take(8 * stateLength), stateLength);
    this.blocks = new Float64Array(buffer, take(8 * blockLength), blockLength);
    const slots = take(4 * slotSize * blockCount);
    this.entries = new Int32Array(buffer, take(4 * entryLength), entryLength);
    this.plan = new Int32Array(buffer, take(4 * planSize), planSize);
    const open = take(4 * openSize);
    const marks = at;
    const { entries, blocks, states, step } = this;
    this.plan.set([entries.byteOffset, blocks.byteOffset, states.byteOffset, slots, marks, open, empty]);
    this.plan[stepAt] = step.byteOffset;
  }

  begin(blockCount: number, stateLength: number, step: Doubles): void {
    for (let k = 0; k < stepLength; k++) this.step[k] = step[k];
    this.plan[bodyCountAt] = stateLength / stateSize;
    this.slotCount = this.instance.scheduleContacts(this.plan.byteOffset, blockCount);
  }

  solve(soft: boolean): void {
    this.instance.solveContacts(this.plan.byteOffset, this.slotCount, soft ? 1 : 0);
  }
}
