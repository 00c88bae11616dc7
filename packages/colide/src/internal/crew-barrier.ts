/**
 * How a few threads do a job together: one calls, all do their share, and barriers in between keep them in step. On a few words of shared
 * memory.
 *
 * A barrier counts who has arrived; the last one raises the generation, and all go on. Whoever waits looks at the generation
 * again and again for some microseconds, since the others are about to arrive, and then sleeps (`Atomics.wait`). A page's main thread may not
 * sleep, so a crew lives in workers. One who fails raises a flag that ends all waiting.
 */

const arrived = 0;
const generation = 1;
const sleepers = 2;
const failed = 3;
const jobNumber = 4;
const jobKind = 5;
/** Messages that all members have been sent: no job is begun before they are read. */
const told = 6;
/** From here on, 1 for each member that waits for jobs, 0 for one that waits for messages. */
const states = 7;

/** Looks before sleep: some tens of microseconds. */
const looks = 4000;
/** Milliseconds after which a member who does not arrive is given up. */
const patience = 5000;
/** Milliseconds that a member waits for a job before it goes back to its messages. */
const idleTime = 20;

/** Bytes for a crew of so many. */
export function crewBytes(size: number): number {
  return 4 * (states + size);
}

/** What a crew can be called for. */
export const crewJob = { none: 0, collide: 1, solve: 2 } as const;

/** A member of a crew. Member 0 calls the others. */
export class CrewBarrier {
  readonly buffer: ArrayBufferLike;
  readonly size: number;
  readonly index: number;
  private readonly words: Int32Array;
  private lastJob = 0;
  private heard = 0;

  constructor(buffer: ArrayBufferLike, size: number, index: number) {
    this.buffer = buffer;
    this.size = size;
    this.index = index;
    this.words = new Int32Array(buffer);
  }

  /** Returns when all members have called it. Throws when one has failed or does not come for so many milliseconds. */
  barrier(milliseconds = patience): void {
    const { words } = this;
    const now = Atomics.load(words, generation);
    if (Atomics.add(words, arrived, 1) + 1 === this.size) {
      Atomics.store(words, arrived, 0);
      Atomics.add(words, generation, 1);
      if (Atomics.load(words, sleepers) > 0) Atomics.notify(words, generation);
    } else this.await(generation, now, milliseconds);
    if (Atomics.load(words, failed) === 1) throw new Error('another worker of the pool has failed');
  }

  /** Tells all others that this member cannot go on. */
  fail(): void {
    Atomics.store(this.words, failed, 1);
    Atomics.add(this.words, generation, 1);
    Atomics.notify(this.words, generation);
  }

  /** Member 0 calls the others to a job; `wake` is called for each who is with its messages. */
  call(kind: number, wake: (member: number) => void): void {
    const { words } = this;
    Atomics.store(words, jobKind, kind);
    Atomics.add(words, jobNumber, 1);
    Atomics.notify(words, jobNumber);
    for (let member = 1; member < this.size; member++)
      if (Atomics.load(words, states + member) === 0) wake(member);
  }

  /** Member 0 has sent a message to every other. */
  tell(): void {
    Atomics.add(this.words, told, 1);
  }

  /** This member has read such a message. */
  hear(): void {
    this.heard++;
  }

  /** Waits for the next job of this member; none when there are messages to be read or no job comes for a while. */
  nextJob(): number {
    const { words, index } = this;
    Atomics.store(words, states + index, 1);
    this.await(jobNumber, this.lastJob, idleTime);
    if (!this.hasJob) {
      Atomics.store(words, states + index, 0);
      // Member 0 may have called just now, and seen that this member was still waiting.
      if (!this.hasJob) return crewJob.none;
      Atomics.store(words, states + index, 1);
    }
    this.lastJob = Atomics.load(words, jobNumber);
    return Atomics.load(words, jobKind);
  }

  /** Whether there is a job to be done and no message to be read before. */
  get hasJob(): boolean {
    const { words } = this;
    return Atomics.load(words, jobNumber) !== this.lastJob && Atomics.load(words, told) === this.heard;
  }

  /** Waits while a word has a value, for at most `milliseconds`. */
  private await(word: number, value: number, milliseconds: number): void {
    const { words } = this;
    for (let n = 0; n < looks; n++) if (Atomics.load(words, word) !== value) return;
    if (word === generation) {
      Atomics.add(words, sleepers, 1);
      // A notice may be late and meant for the barrier before.
      let outcome = 'ok';
      while (outcome !== 'timed-out' && Atomics.load(words, word) === value)
        outcome = Atomics.wait(words, word, value, milliseconds);
      Atomics.sub(words, sleepers, 1);
      if (outcome === 'timed-out' && Atomics.load(words, word) === value) {
        this.fail();
        throw new Error(`a worker of the pool has not come for ${milliseconds} ms`);
      }
    } else Atomics.wait(words, word, value, milliseconds);
  }
}
