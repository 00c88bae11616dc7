/** The contract between deformable bodies and the threads that share their sweeps. */
/** The capacity of the memory that the members share. */
export interface SoftRoom {
  readonly particles: number;
  /** Numbers of the states of all holds. */
  readonly states: number;
  readonly bodies: number;
}

/** Messages to the other members: new memory, and bodies that were added or removed. */
export type SoftNews =
  | { readonly kind: 'soft memory'; readonly buffer: ArrayBufferLike; readonly room: SoftRoom }
  | {
      readonly kind: 'soft body';
      readonly id: number;
      /** The recipe of its hold, for `createSoftHold`; `undefined` for a body that was removed. */
      readonly recipe: object | undefined;
      readonly particles: number;
    };

/** The threads that sweep over deformable bodies together. */
export interface SoftCrew {
  /** Number of members, the caller included. */
  readonly count: number;
  /** Up to this many particles the caller sweeps alone. Default 256. */
  readonly fewItems?: number;
  /** The reason why the others are lost. */
  readonly failure?: Error | undefined;
  /** Memory that all members can see. */
  allocate(bytes: number): ArrayBufferLike;
  /** Tells all others, before the next step. */
  tellSoft(news: SoftNews): void;
  /** Lets every other member run its {@link ColoredSoftShare}. */
  beginSoft(): void;
  /** Returns when all members have called it. Throws {@link failure} when others are lost. */
  barrier(): void;
}

/** Divides the sweeps over the holds of deformable bodies; `ColoredSoftSolver` implements it. */
export interface SoftDivision<Body, Particles> {
  /** Begins a step of these bodies. */
  begin(bodies: readonly Body[], particles: Particles): void;
  /** One sweep over all that are awake, or only over those with attachments. */
  sweep(bodies: readonly Body[], particles: Particles, dt: number, isForAttached: boolean): void;
  /** Ends the step. */
  end(): void;
}
