import type { Result } from './stale.d.mts';

/** The outcome of a run; `disturbed` and `doubtful` results are stored, but with a reservation. */
export type Outcome = 'stored' | 'disturbed' | 'doubtful' | 'failed';

export function readOptions(args: readonly string[]): { names: string[]; seconds: number };
export function runInTime(
  chosen: readonly Pick<Result, 'name' | 'seconds'>[],
  settings: {
    readonly seconds: number;
    readonly run: (one: { readonly name: string }, rest: number) => Promise<Outcome>;
    readonly now: () => number;
    readonly say: (text: string) => void;
  },
): Promise<Readonly<Record<Outcome | 'left', readonly string[]>>>;
export function rerun(args: readonly string[]): Promise<number>;
