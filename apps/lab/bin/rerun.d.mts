import type { Stale } from './stale.d.mts';

export function readOptions(args: readonly string[]): { names: string[]; seconds: number };
export function runInTime(
  stale: readonly Pick<Stale, 'name' | 'seconds'>[],
  settings: {
    readonly seconds: number;
    readonly run: (one: { readonly name: string }) => Promise<number>;
    readonly now: () => number;
    readonly say: (text: string) => void;
  },
): Promise<{ stored: string[]; failed: string[]; left: string[] }>;
export function rerun(args: readonly string[]): Promise<number>;
