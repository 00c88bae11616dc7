/**
 * How a few threads do a job together: one calls, all do their share, and barriers in between keep them in step. On a few words of shared
 * memory.
 *
 * A barrier counts who has arrived; the last one raises the generation, and all go on. Whoever waits looks at the generation
 * again and again for some microseconds, since the others are about to arrive, and then sleeps (`Atomics.wait`). To look less often where it was
 * in vain takes more than it gives: steps were up to 1.8 times as long on a quiet machine. A page's main thread may not sleep, so a crew lives in
 * workers. One who fails raises a flag that ends all waiting, and leaves the reason.
 */

const arrived = 0;
const generation = 1;
const sleepers = 2;
const failed = 3;
const jobNumber = 4;
const jobKind = 5;
/** Messages that all members have been sent: no job is begun before they are read. */
const told = 6;
/** Whether somebody has begun to write why it fails; bytes of that text. */
const claimed = 7;
const textLength = 8;
/** From here on, 1 for each member that waits for jobs, 0 for one that waits for messages. */
const states = 9;
/** Bytes of the longest reason. */
const mostText = 512;

/** Looks before sleep: some tens of microseconds. */
const looks = 4000;
/** Milliseconds that a member waits for a job before it goes back to its messages. */
const idleTime = 20;

/** Bytes for a crew of so many. */
export function crewBytes(count: number): number {
  return 4 * (states + count) + mostText;
}

/** What a crew can be called for. */
export const crewJob = { none: 0, collide: 1, solve: 2, measure: 3 } as const;

/** A member of a crew. Member 0 calls the others. */
export class CrewBarrier {
  readonly buffer: ArrayBufferLike;
  readonly count: number;
  readonly index: number;
  private readonly words: Int32Array;
  private readonly text: Uint8Array;
  private readonly patience: number;
  private lastJob = 0;
  private heard = 0;

  /** @param patience milliseconds after which a member who does not arrive is given up */
  constructor(buffer: ArrayBufferLike, count: number, index: number, patience = 5000) {
    this.buffer = buffer;
    this.count = count;
    this.index = index;
    this.words = new Int32Array(buffer, 0, states + count);
    this.text = new Uint8Array(buffer, this.words.byteLength, mostText);
    this.patience = patience;
  }

  /** Returns when all members have called it. Throws when one has failed or does not come for so many milliseconds. */
  barrier(milliseconds = this.patience): void {
    const { words } = this;
    const now = Atomics.load(words, generation);
    // One who fails from here on raises the generation; one who has failed before has done so.
    if (!this.isLost && !this.arrive()) this.await(generation, now, milliseconds);
    if (this.isLost) throw new Error(this.reason());
  }

  /** Comes to the barrier without waiting for the others; returns whether this member was the last. */
  arrive(): boolean {
    const { words } = this;
    if (Atomics.add(words, arrived, 1) + 1 < this.count) return false;
    Atomics.store(words, arrived, 0);
    Atomics.add(words, generation, 1);
    if (Atomics.load(words, sleepers) > 0) Atomics.notify(words, generation);
    return true;
  }

  /** Tells all others that this member cannot go on, and why. */
  fail(reason: string): void {
    const { words, text } = this;
    if (Atomics.exchange(words, claimed, 1) === 0) {
      const bytes = new TextEncoder().encode(reason).subarray(0, mostText);
      text.set(bytes);
      Atomics.store(words, textLength, bytes.length);
    }
    Atomics.store(words, failed, 1);
    Atomics.add(words, generation, 1);
    Atomics.notify(words, generation);
  }

  private get isLost(): boolean {
    return Atomics.load(this.words, failed) === 1;
  }

  private reason(): string {
    // Decoders do not read shared memory.
    const bytes = this.text.slice(0, Atomics.load(this.words, textLength));
    return `a worker of the pool has failed: ${new TextDecoder().decode(bytes)}`;
  }

  /** Member 0 calls the others to a job; `wake` is called for each who is with its messages. */
  call(kind: number, wake: (member: number) => void): void {
    const { words } = this;
    Atomics.store(words, jobKind, kind);
    Atomics.add(words, jobNumber, 1);
    Atomics.notify(words, jobNumber);
    for (let member = 1; member < this.count; member++)
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
    return this.job;
  }

  /** What the crew was last called for. */
  get job(): number {
    return Atomics.load(this.words, jobKind);
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
        const reason = `a worker of the pool has not come for ${milliseconds} ms`;
        this.fail(reason);
        throw new Error(reason);
      }
    } else Atomics.wait(words, word, value, milliseconds);
  }
}
