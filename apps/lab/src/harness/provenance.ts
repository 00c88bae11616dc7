/**
 * Where a stored number comes from: the machine, the commit, the code that was run, and how much of the time
 * the process waited for a CPU.
 */
import { execFileSync } from 'node:child_process';
import { schedulerWait } from './disturbance.ts';
import { describeMachine, type Machine } from './report.ts';

/** What is stored beside every result. */
export interface Provenance {
  readonly machine: Machine;
  /** Short hash of the commit; with a `+` where files had been changed since. */
  readonly commit: string;
  /** Hash of the code that was run, comments aside; see `pnpm lab stale`. */
  readonly sourceKey: string;
  /** Share of the time in which the main thread waited for a CPU; above 0.05 the machine was disturbed. */
  readonly waited: number | undefined;
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/**
 * Begins to watch; the function returned tells what to store. `COLIDE_SOURCE_KEY` holds the key of the code.
 */
export function watchRun(): () => Provenance {
  const startedAt = performance.now();
  const waitedBefore = schedulerWait();
  return () => {
    const waitedAfter = schedulerWait();
    const elapsed = performance.now() - startedAt;
    const isKnown = waitedBefore !== undefined && waitedAfter !== undefined;
    const changed =
      git('status', '--porcelain', '--untracked-files=no', '--', '../../packages', 'src') !== '';
    return {
      machine: describeMachine(),
      commit: `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed ? '+' : ''}`,
      sourceKey: process.env['COLIDE_SOURCE_KEY'] ?? '',
      waited: isKnown ? (waitedAfter - waitedBefore) / elapsed : undefined,
    };
  };
}

/** One line under the title of a result; the oldest ones are stored without their commit. */
export function describeProvenance({
  machine,
  commit,
  waited,
}: Pick<Provenance, 'machine' | 'waited'> & Partial<Pick<Provenance, 'commit'>>): string {
  const disturbance =
    waited === undefined
      ? 'it is not known whether the machine was disturbed'
      : waited > 0.05
        ? `disturbed: ${(100 * waited).toFixed(0)} % of the time was spent waiting for a CPU`
        : 'undisturbed';
  const origin = commit === undefined || commit.startsWith('unknown') ? 'unknown commit' : `commit ${commit}`;
  return `${machine.date}, ${origin}, Node ${machine.node.slice(1)}, ${machine.cpu}, ${machine.cores} cores; ${disturbance}.`;
}
