/**
 * A dispatcher: for every pair of shape kinds the test to call. The table starts empty and nothing is registered when a
 * module is loaded, so a program carries only the tests it names. Kinds are small integers that the caller chooses;
 * `createPrimitivePairTable` has a ready table for the primitives.
 */
import { requireInteger } from '@colide/core';
import { type PairContact, pairContactFlip } from './pair-contact.ts';

/** A test of two shapes: whether they overlap or touch; fills `out` if they do, normal from A to B. */
export type PairTest<A = unknown, B = unknown> = (out: PairContact, a: A, b: B) => boolean;

/** Tests by kinds of shapes. Look-up is one array access. */
export class PairTable {
  /** How many kinds there are: 0 to `kinds` − 1. */
  readonly kinds: number;
  private readonly tests: (PairTest | undefined)[];

  constructor(kinds: number) {
    requireInteger('kinds', kinds, 1, 1024);
    this.kinds = kinds;
    this.tests = new Array<PairTest | undefined>(kinds * kinds).fill(undefined);
  }

  /**
   * Sets the test of a `kindA` against a `kindB`, replacing any before it. It serves the pair the other way round too, with
   * its answer turned, unless that has a test of its own.
   */
  register<A, B>(kindA: number, kindB: number, test: PairTest<A, B>): this {
    requireInteger('kindA', kindA, 0, this.kinds - 1);
    requireInteger('kindB', kindB, 0, this.kinds - 1);
    this.tests[kindA * this.kinds + kindB] = test as PairTest;
    return this;
  }

  /** Whether the pair has a test, this way round or the other. */
  has(kindA: number, kindB: number): boolean {
    const { kinds, tests } = this;
    return tests[kindA * kinds + kindB] !== undefined || tests[kindB * kinds + kindA] !== undefined;
  }

  /** Runs the test of the pair; throws when there is none. */
  test(out: PairContact, kindA: number, a: unknown, kindB: number, b: unknown): boolean {
    const { kinds, tests } = this;
    const direct = tests[kindA * kinds + kindB];
    if (direct !== undefined) return direct(out, a, b);
    const turned = tests[kindB * kinds + kindA];
    if (turned === undefined) throw new RangeError(`no test is registered for kinds ${kindA} and ${kindB}`);
    if (!turned(out, b, a)) return false;
    pairContactFlip(out);
    return true;
  }
}
