/**
 * Plans how many frames a neighbour list should last, and how far boxes are widened for it
 * (`coherent-pairs.ts`). The cost of a choice is counted, not timed, so that the same input always gives the
 * same output.
 */

/** Cost of a search per box and per candidate, in comparisons of two boxes. */
const searchPerBox = 40;
const searchPerCandidate = 4;
/** The lifetime of the first list, the longest lifetime, and the factor between those that are considered. */
const firstLifetime = 8;
const longestLifetime = 64;
const lifetimeStep = 1.2;
/** Slack of a margin, as a fraction of the motion in a lifetime. */
const firstSlack = 0.25;
const leastSlack = 0.125;
const mostSlack = 4;
/**
 * After this many lists in a row that lasted only one frame, margins are given up; they are tried again now
 * and then.
 */
const patience = 3;
const retryEvery = 16;

/** Offsets into the numbers of a plan. */
const lifetimeAt = 0;
const slackAt = 1;
const meanSideAt = 2;
const meanSpeedAt = 3;

/**
 * The lifetime of neighbour lists. Its numbers live in an array of doubles, so that setting them never
 * allocates.
 */
export class CandidatePlan {
  private readonly numbers = Float64Array.of(firstLifetime, firstSlack, 0, 0);
  /** Lists in a row that have served one frame only. */
  private shortLists = 0;

  /** Planned lifetime of a list in frames; 1 means that margins do not pay off. */
  get lifetime(): number {
    return this.numbers[lifetimeAt];
  }

  /** Margin against uneven motion, as a fraction of the motion in a lifetime. */
  get slack(): number {
    return this.numbers[slackAt];
  }

  /** Mean side of the boxes. */
  get meanSide(): number {
    return this.numbers[meanSideAt];
  }

  set meanSide(side: number) {
    this.numbers[meanSideAt] = side;
  }

  /** Mean motion of the boxes along an axis per frame. */
  get meanSpeed(): number {
    return this.numbers[meanSpeedAt];
  }

  set meanSpeed(speed: number) {
    this.numbers[meanSpeedAt] = speed;
  }

  /**
   * Chooses the lifetime of the next list for the least work per frame: comparing the candidates, plus a
   * share of the search. Candidates grow with the volume of the wide boxes. Lists are expected to last for
   * the same fraction of their planned lifetime as the last one, which lasted `age` frames; if that was
   * short, motion was less even than expected, and the slack grows.
   */
  choose(candidateCount: number, boxCount: number, age: number): void {
    const { numbers } = this;
    this.shortLists = age > 1 ? 0 : this.shortLists + 1;
    if (this.shortLists >= patience) {
      numbers[lifetimeAt] = this.shortLists % retryEvery === 0 ? firstLifetime : 1;
      return;
    }
    const kept = Math.min(1, age / this.lifetime);
    const pairs = candidateCount / (1 + this.growth() * this.lifetime) ** 3;
    if (kept < 0.5) numbers[slackAt] = Math.min(2 * this.slack, mostSlack);
    else if (kept > 0.8) numbers[slackAt] = Math.max(0.8 * this.slack, leastSlack);
    const growth = this.growth();
    // Boxes that reverse look as if they were at rest, so lifetimes much longer than the last one are not
    // trusted.
    const longest = Math.min(Math.max(firstLifetime, 1.5 * this.lifetime), longestLifetime);
    let least = Infinity;
    for (let frames = 2; frames <= longest; frames *= lifetimeStep) {
      const count = pairs * (1 + growth * frames) ** 3;
      const search = searchPerBox * boxCount + searchPerCandidate * count;
      const work = count + search / Math.max(1, kept * frames);
      if (work >= least) continue;
      least = work;
      numbers[lifetimeAt] = frames;
    }
  }

  /** Growth of a wide box per frame of the lifetime, as a fraction of its side. */
  private growth(): number {
    return ((1 + 2 * this.slack) * this.meanSpeed) / this.meanSide || 0;
  }
}
