/**
 * The structure of a benchmark suite. A suite file exports one constant named `suite`:
 *
 *     export const suite = defineSuite({
 *       title: 'Linear algebra and sorting',
 *       cases: [
 *         { name: 'eigen 3×3', items: 1000, unit: 'matrix', target: 10, setUp: () => ({ contenders: […] }) },
 *       ],
 *     });
 *
 * All contenders of a case work on the same data and must come to the same result: a ratio between programs
 * that disagree says nothing. A peer that disagrees with ours is named and left out of the race.
 */

/** One of the compared programs. */
export interface Contender {
  name: string;
  /**
   * Does the whole work of the case once and returns a number that depends on all of it. The number is
   * accumulated, so that the engine cannot drop the work, and contenders are compared by it unless the case
   * has verdicts. A run should take a microsecond at least; put a loop over the items inside.
   */
  run(): number;
  /**
   * A fuller result than the number from `run`, asked for once and outside the timing, right after a `run`.
   */
  verdict?(): unknown;
  /** For a peer: how many times as fast as this peer ours has to be. */
  target?: number;
}

/** The contenders of a case, ours first, with the data they share. */
export interface CaseSetup {
  contenders: Contender[];
  /**
   * Compares our verdict with a peer's: `true`, or a sentence that says how they differ. Without it numbers
   * are compared with a relative tolerance of 1e-9 and everything else by its JSON text.
   */
  agree?(ours: unknown, peers: unknown): true | string;
  /** Releases what the case holds (WASM memory, workers). */
  tearDown?(): void;
}

/** One row group of the table: a task, its size and who solves it. */
export interface BenchCase {
  name: string;
  /** How many items one run works through; times are printed per item. */
  items: number;
  /** The name of an item, for the column head: `matrix`, `key`, `pair`. */
  unit: string;
  /** How many times as fast as the best peer ours has to be. */
  target?: number;
  /** Makes data and contenders; may load a peer's WASM first. */
  setUp(): CaseSetup | Promise<CaseSetup>;
}

/** A file of `src/suites`. */
export interface Suite {
  title: string;
  cases: BenchCase[];
  /**
   * Measures work other than synchronous functions, such as that of a GPU, after the cases. Returns Markdown.
   */
  extra?(quick: boolean): Promise<string>;
}

/** Names the type of a suite; returns it as it is. */
export function defineSuite(suite: Suite): Suite {
  return suite;
}

/** The default comparison of verdicts. */
export function agreeByDefault(ours: unknown, peers: unknown): true | string {
  if (typeof ours === 'number' && typeof peers === 'number') {
    const scale = Math.max(Math.abs(ours), Math.abs(peers));
    if (Object.is(ours, peers) || Math.abs(ours - peers) <= 1e-9 * scale) return true;
    return `${ours} against ${peers}`;
  }
  const [left, right] = [JSON.stringify(ours), JSON.stringify(peers)];
  return left === right || `${left.slice(0, 60)} against ${right?.slice(0, 60)}`;
}

/** A contender that came to another result than ours. */
export interface Disagreement {
  readonly name: string;
  /** How the results differ. */
  readonly text: string;
}

/** Runs every contender once and says who disagrees with ours; empty when all agree. */
export function findDisagreements(setup: CaseSetup): Disagreement[] {
  const agree = setup.agree ?? agreeByDefault;
  const verdicts = setup.contenders.map(contender => {
    const checksum = contender.run();
    return contender.verdict ? contender.verdict() : checksum;
  });
  const disagreements: Disagreement[] = [];
  for (let i = 1; i < verdicts.length; i++) {
    const answer = agree(verdicts[0], verdicts[i]);
    if (answer !== true) disagreements.push({ name: setup.contenders[i].name, text: answer });
  }
  return disagreements;
}
