/**
 * Lets a few threads do a job together: one calls, all do their share, and barriers in between keep them in
 * step. It works on a few words of shared memory.
 *
 * A barrier counts the members that have arrived; the last one increments the generation, and all continue. A
 * waiting member polls the generation for some microseconds, since the others are about to arrive, and then
 * sleeps (`Atomics.wait`). Polling less after unsuccessful polls costs more than it saves: steps took up to
 * 1.8 times as long on an idle machine. A page's main thread may not sleep, so a crew runs in workers. A
 * member that fails raises a flag that ends all waiting, and leaves the reason.
 */

/** Offsets of the words, 32-bit integers. The text of a failure follows the last one. */
const wordAt = {
  /** Members that have arrived at the barrier. */
  arrived: 0,
  /** Incremented when all have arrived. */
  generation: 1,
  /** Members that sleep until the generation changes. */
  sleepers: 2,
  /** 1 once a member has failed. */
  failed: 3,
  /** Incremented for every job. */
  jobNumber: 4,
  /** One of {@link crewJob}. */
  jobKind: 5,
  /** Messages sent to all members: no job begins before they are read. */
  told: 6,
  /** 1 once a member has begun to write the reason why it fails. */
  claimed: 7,
  /** Length of that text in bytes. */
  textLength: 8,
  /** One word per member: 1 while it waits for jobs, 0 while it waits for messages. */
  states: 9,
} as const;
/** Longest text of a failure, in bytes. */
const maxTextLength = 512;

/** Polls before sleep: some tens of microseconds. */
const maxPolls = 4000;
/** Milliseconds that a member waits for a job before it returns to its messages. */
const idleTime = 20;

/** Bytes of shared memory for a crew of `count` members. */
export function crewBytes(count: number): number {
  return 4 * (wordAt.states + count) + maxTextLength;
}

/** The jobs of a crew. */
export const crewJob = { none: 0, collide: 1, solve: 2, measure: 3, soft: 4, vertices: 5 } as const;

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

  /** @param patience milliseconds after which a missing member is given up */
  constructor(buffer: ArrayBufferLike, count: number, index: number, patience = 5000) {
    this.buffer = buffer;
    this.count = count;
    this.index = index;
    this.words = new Int32Array(buffer, 0, wordAt.states + count);
    this.text = new Uint8Array(buffer, this.words.byteLength, maxTextLength);
    this.patience = patience;
  }

  /**
   * Returns when all members have called it. Throws when one has failed or does not arrive within
   * `milliseconds`.
   */
  barrier(milliseconds = this.patience): void {
    const { words } = this;
    const now = Atomics.load(words, wordAt.generation);
    // A member that fails from here on increments the generation; one that failed earlier has already done
    // so.
    if (!this.isLost && !this.arrive()) this.await(wordAt.generation, now, milliseconds);
    if (this.isLost) throw new Error(this.reason());
  }

  /** Arrives at the barrier without waiting for the others; returns whether this member was the last. */
  arrive(): boolean {
    const { words } = this;
    if (Atomics.add(words, wordAt.arrived, 1) + 1 < this.count) return false;
    Atomics.store(words, wordAt.arrived, 0);
    Atomics.add(words, wordAt.generation, 1);
    if (Atomics.load(words, wordAt.sleepers) > 0) Atomics.notify(words, wordAt.generation);
    return true;
  }

  /** Tells all others that this member cannot continue, and why. */
  fail(reason: string): void {
    const { words, text } = this;
    if (Atomics.exchange(words, wordAt.claimed, 1) === 0) {
      const bytes = new TextEncoder().encode(reason).subarray(0, maxTextLength);
      text.set(bytes);
      Atomics.store(words, wordAt.textLength, bytes.length);
    }
    Atomics.store(words, wordAt.failed, 1);
    Atomics.add(words, wordAt.generation, 1);
    Atomics.notify(words, wordAt.generation);
  }

  private get isLost(): boolean {
    return Atomics.load(this.words, wordAt.failed) === 1;
  }

  private reason(): string {
    // Text decoders do not read shared memory.
    const bytes = this.text.slice(0, Atomics.load(this.words, wordAt.textLength));
    return `a worker of the pool has failed: ${new TextDecoder().decode(bytes)}`;
  }

  /** Member 0 calls the others to a job; `wake` is called for each that waits for messages. */
  call(kind: number, wake: (member: number) => void): void {
    const { words } = this;
    Atomics.store(words, wordAt.jobKind, kind);
    Atomics.add(words, wordAt.jobNumber, 1);
    Atomics.notify(words, wordAt.jobNumber);
    for (let member = 1; member < this.count; member++)
      if (Atomics.load(words, wordAt.states + member) === 0) wake(member);
  }

  /** Member 0 has sent a message to all others. */
  tell(): void {
    Atomics.add(this.words, wordAt.told, 1);
  }

  /** This member has read a message to all. */
  hear(): void {
    this.heard++;
  }

  /**
   * Waits for the next job of this member; none when there are messages to read or no job comes for a while.
   */
  nextJob(): number {
    const { words, index } = this;
    Atomics.store(words, wordAt.states + index, 1);
    this.await(wordAt.jobNumber, this.lastJob, idleTime);
    if (!this.hasJob) {
      Atomics.store(words, wordAt.states + index, 0);
      // Member 0 may have called just now, and seen this member still waiting for messages.
      if (!this.hasJob) return crewJob.none;
      Atomics.store(words, wordAt.states + index, 1);
    }
    this.lastJob = Atomics.load(words, wordAt.jobNumber);
    return this.job;
  }

  /** The job that the crew was last called for. */
  get job(): number {
    return Atomics.load(this.words, wordAt.jobKind);
  }

  /** Whether there is a job to do and no message to read first. */
  get hasJob(): boolean {
    const { words } = this;
    return (
      Atomics.load(words, wordAt.jobNumber) !== this.lastJob &&
      Atomics.load(words, wordAt.told) === this.heard
    );
  }

  /** Waits while a word has the given value, for at most `milliseconds`. */
  private await(word: number, value: number, milliseconds: number): void {
    const { words } = this;
    for (let n = 0; n < maxPolls; n++) if (Atomics.load(words, word) !== value) return;
    if (word === wordAt.generation) {
      Atomics.add(words, wordAt.sleepers, 1);
      // A notification may be late and belong to the previous barrier.
      let outcome = 'ok';
      while (outcome !== 'timed-out' && Atomics.load(words, word) === value)
        outcome = Atomics.wait(words, word, value, milliseconds);
      Atomics.sub(words, wordAt.sleepers, 1);
      if (outcome === 'timed-out' && Atomics.load(words, word) === value) {
        const reason = `a worker of the pool has not come for ${milliseconds} ms`;
        this.fail(reason);
        throw new Error(reason);
      }
    } else Atomics.wait(words, word, value, milliseconds);
  }
}
