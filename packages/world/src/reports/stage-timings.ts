/** Times of the stages of a step, by the platform's clock if it has one. */

const stages = ['broad', 'narrow', 'islands', 'solve', 'volumes', 'parts'] as const;

/** A stage of a step. */
export type WorldStage = (typeof stages)[number];

const now = (): number => globalThis.performance?.now() ?? 0;

/** Milliseconds of each stage of the last step. */
export class StageTimings {
  /** Finding overlapping boxes. */
  get broad(): number {
    return this.milliseconds[0];
  }
  /** Finding contact points. */
  get narrow(): number {
    return this.milliseconds[1];
  }
  /** Islands and sleep. */
  get islands(): number {
    return this.milliseconds[2];
  }
  /** Impulses and motion. */
  get solve(): number {
    return this.milliseconds[3];
  }
  /** Continuous detection; colliders and their boxes. */
  get volumes(): number {
    return this.milliseconds[4];
  }
  /** Parts of the world: particles, cloth. */
  get parts(): number {
    return this.milliseconds[5];
  }
  /** The whole step. */
  get total(): number {
    let sum = 0;
    for (let i = 0; i < stages.length; i++) sum += this.milliseconds[i];
    return sum;
  }

  private readonly milliseconds = new Float64Array(stages.length);
  private readonly last = new Float64Array(1);

  /** Begins a step. */
  begin(): void {
    this.last[0] = now();
  }

  /** Ends a stage; the next one begins. */
  end(stage: WorldStage): void {
    const time = now();
    this.milliseconds[stages.indexOf(stage)] = time - this.last[0];
    this.last[0] = time;
  }
}
