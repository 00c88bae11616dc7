/** Times of the stages of a step, by the platform's clock if it has one. */

const stageAt = { broad: 0, narrow: 1, islands: 2, solve: 3, volumes: 4, parts: 5 } as const;
const stageCount = 6;

/** A stage of a step. */
export type WorldStage = keyof typeof stageAt;

const now = (): number => globalThis.performance?.now() ?? 0;

/** Milliseconds of each stage of the last step. */
export class StageTimings {
  /** Finding overlapping boxes. */
  get broad(): number {
    return this.milliseconds[stageAt.broad];
  }
  /** Finding contact points. */
  get narrow(): number {
    return this.milliseconds[stageAt.narrow];
  }
  /** Islands and sleep. */
  get islands(): number {
    return this.milliseconds[stageAt.islands];
  }
  /** Impulses and motion. */
  get solve(): number {
    return this.milliseconds[stageAt.solve];
  }
  /** Continuous detection; colliders and their boxes. */
  get volumes(): number {
    return this.milliseconds[stageAt.volumes];
  }
  /** Parts of the world: particles, cloth. */
  get parts(): number {
    return this.milliseconds[stageAt.parts];
  }
  /** The whole step. */
  get total(): number {
    let sum = 0;
    for (let i = 0; i < stageCount; i++) sum += this.milliseconds[i];
    return sum;
  }

  private readonly milliseconds = new Float64Array(stageCount);
  private readonly last = new Float64Array(1);

  /** Begins a step. */
  begin(): void {
    this.last[0] = now();
  }

  /** Ends a stage; the next one begins. */
  end(stage: WorldStage): void {
    const time = now();
    this.milliseconds[stageAt[stage]] = time - this.last[0];
    this.last[0] = time;
  }
}
