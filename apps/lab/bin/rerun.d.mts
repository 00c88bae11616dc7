import type { Stale } from './stale.d.mts';

/** The outcome of a run; `doubtful` results are stored, but their text contains a reservation. */
export type Outcome = 'stored' | 'doubtful' | 'failed';

export function readOptions(args: readonly string[]): { names: string[]; seconds: number };
export function runInTime(
  stale: readonly Pick<Stale, 'name' | 'seconds'>[],
  settings: {
    readonly seconds: number;
    readonly run: (one: { readonly name: string }) => Promise<Outcome>;
    readonly now: () => number;
    readonly say: (text: string) => void;
  },
): Promise<Readonly<Record<Outcome | 'left', readonly string[]>>>;
export function rerun(args: readonly string[]): Promise<number>;
