/**
 * The threads and bends of a cloth by colours: two of one colour share no particle, so that several workers
 * project a colour at once, with the same bits. Colours of few constraints are left to one worker, together,
 * in their order. Colouring again, after a thread has torn, costs O(constraints).
 */
import { colorConstraints, permuteConstraints, projectBendings, projectDistances } from '@colide/solvers';
import type { ClothHold, SoftParticlesView } from './soft-holds.ts';

/** Constraints below which a colour is not divided. */
const fewConstraints = 32;

/** Constraints in order of colour. */
interface ColoredConstraints {
  readonly ids: Uint32Array;
  readonly values: Float64Array;
  /** Offsets of the colours, and the end of the last one; the last may share particles if `isSerial`. */
  readonly starts: readonly number[];
  readonly isSerial: boolean;
}

/** The part of a colour that one worker projects. */
interface Part {
  readonly ids: Uint32Array;
  readonly restLengths: Float64Array;
}

/** A cloth that is divided. */
export class ClothColors {
  private readonly hold: ClothHold;
  private bends: ColoredConstraints;
  private threads: ColoredConstraints;
  private revision: number;
  /** The parts that worker `index` of `count` projects in each phase. */
  private parts: Part[] = [];
  private index = -1;
  private count = -1;

  constructor(hold: ClothHold, particles: number) {
    this.hold = hold;
    const { bendingIds, restAngles } = hold;
    this.bends = colorAll(bendingIds, 4, restAngles, 2, particles);
    this.threads = this.colorThreads(particles);
    this.revision = hold.revision;
  }

  /** Phases of a sweep: the colours of the bends, then those of the threads. */
  get phaseCount(): number {
    return this.bends.starts.length - 1 + (this.threads.starts.length - 1);
  }

  /** Colours the threads again if some have torn. */
  refresh(particles: number): void {
    if (this.revision === this.hold.revision) return;
    this.revision = this.hold.revision;
    this.threads = this.colorThreads(particles);
    this.count = -1;
  }

  /** The part of worker `index` of `count` in a phase. */
  project(
    { positions, inverseMasses }: SoftParticlesView,
    phase: number,
    index: number,
    count: number,
  ): void {
    if (index !== this.index || count !== this.count) this.divide(index, count);
    const part = this.parts[phase];
    const { stiffness, bending } = this.hold;
    if (phase >= this.bends.starts.length - 1) projectDistances(positions, inverseMasses, part, stiffness);
    else if (bending !== 0) projectBendings(positions, inverseMasses, part.ids, part.restLengths, bending);
  }

  private colorThreads(particles: number): ColoredConstraints {
    const { ids, restLengths, count } = this.hold;
    return colorAll(ids.subarray(0, 2 * count), 2, restLengths.subarray(0, count), 1, particles);
  }

  private divide(index: number, count: number): void {
    this.index = index;
    this.count = count;
    this.parts = [
      ...divideColors(this.bends, 4, 2, index, count),
      ...divideColors(this.threads, 2, 1, index, count),
    ];
  }
}

/** Puts constraints in order of colour. */
function colorAll(
  ids: Uint32Array,
  arity: number,
  values: Float64Array,
  stride: number,
  particles: number,
): ColoredConstraints {
  const { offsets, order, colorCount } = colorConstraints(ids, arity, particles);
  const starts = [0];
  for (let c = 0; c < colorCount && offsets[c + 1] - offsets[c] >= fewConstraints; c++)
    starts.push(offsets[c + 1]);
  const isSerial = starts[starts.length - 1] < order.length;
  if (isSerial) starts.push(order.length);
  return {
    ids: permuteConstraints(new Uint32Array(ids.length), ids, arity, order),
    values: permuteConstraints(new Float64Array(values.length), values, stride, order),
    starts,
    isSerial,
  };
}

/** The parts of all colours that worker `index` of `count` projects. */
function divideColors(
  { ids, values, starts, isSerial }: ColoredConstraints,
  arity: number,
  stride: number,
  index: number,
  count: number,
): Part[] {
  return starts.slice(1).map((end, color) => {
    const first = starts[color];
    const serial = isSerial && color === starts.length - 2;
    const share = (n: number) => first + Math.floor((n * (end - first)) / count);
    const from = serial ? first : share(index);
    const to = serial ? (index === 0 ? end : first) : share(index + 1);
    return {
      ids: ids.subarray(arity * from, arity * to),
      restLengths: values.subarray(stride * from, stride * to),
    };
  });
}
