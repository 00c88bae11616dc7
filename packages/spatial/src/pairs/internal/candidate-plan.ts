/**
 * For how long a list of candidates is to serve, and by how much boxes are widened for it (`coherent-pairs.ts`). What a choice
 * costs is counted, not timed, so that the same input always gives the same output.
 */

/** What a search costs for each box, and for each candidate, in comparisons of two boxes. */
const searchPerBox = 40;
const searchPerCandidate = 4;
/** The lifetime of the first list, the longest, and the factor between those that are considered. */
const firstLifetime = 8;
const longestLifetime = 64;
const lifetimeStep = 1.2;
/** Slack of a margin, in parts of the motion in a lifetime. */
const leastSlack = 0.125;
const mostSlack = 4;
/** After so many lists in a row that lived for a frame only, margins are given up; they are tried again now and then. */
const patience = 3;
const retryEvery = 16;
/** Places in the array of numbers that the margins depend on. */
export const lifetime = 0;
export const meanSide = 1;
export const meanSpeed = 2;
export const slack = 3;

/** How long lists are to live. */
export class CandidatePlan {
  /** Lifetime of a list in frames, mean side of the boxes, mean motion in a frame, slack. */
  readonly numbers = Float64Array.of(firstLifetime, 0, 0, 0.25);
  /** Lists in a row that have served one frame only. */
  private shortLists = 0;

  /**
   * Chooses the lifetime of the next list for the least work in a frame: comparing the candidates, and the share of a
   * search. Candidates grow with the volume of the wide boxes; lists are expected to keep as much of their lifetime as the
   * last one did, `age` frames. Where that was little, motion was less even than expected, and the slack grows.
   */
  choose(candidateCount: number, boxCount: number, age: number): void {
    const { numbers } = this;
    this.shortLists = age > 1 ? 0 : this.shortLists + 1;
    if (this.shortLists >= patience) {
      numbers[lifetime] = this.shortLists % retryEvery === 0 ? firstLifetime : 1;
      return;
    }
    const kept = Math.min(1, age / numbers[lifetime]);
    const pairs = candidateCount / (1 + this.growth() * numbers[lifetime]) ** 3;
    if (kept < 0.5) numbers[slack] = Math.min(2 * numbers[slack], mostSlack);
    else if (kept > 0.8) numbers[slack] = Math.max(0.8 * numbers[slack], leastSlack);
    const growth = this.growth();
    // A turn in the motion looks like rest: no trust in lifetimes much longer than the last one.
    const longest = Math.min(Math.max(firstLifetime, 1.5 * numbers[lifetime]), longestLifetime);
    let least = Infinity;
    for (let frames = 2; frames <= longest; frames *= lifetimeStep) {
      const count = pairs * (1 + growth * frames) ** 3;
      const search = searchPerBox * boxCount + searchPerCandidate * count;
      const work = count + search / Math.max(1, kept * frames);
      if (work >= least) continue;
      least = work;
      numbers[lifetime] = frames;
    }
  }

  /** By how much of its side a wide box grows with each frame of the lifetime. */
  private growth(): number {
    const { numbers } = this;
    return ((1 + 2 * numbers[slack]) * numbers[meanSpeed]) / numbers[meanSide] || 0;
  }
}
