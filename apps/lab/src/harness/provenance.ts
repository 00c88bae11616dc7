/**
 * Where a stored number comes from: the machine, the commit, the code that was run, and how much of the time
 * the process waited for a CPU.
 */
import { execFileSync } from 'node:child_process';
import { schedulerWait } from './disturbance.ts';
import { describeMachine, type Machine } from './report.ts';

/** The data stored with every result. */
export interface Provenance {
  readonly machine: Machine;
  /** Short hash of the commit; with a `+` where files had been changed since. */
  readonly commit: string;
  /** Hash of the code that was run, comments aside; see `pnpm lab stale`. */
  readonly sourceKey: string;
  /** Share of the time in which the main thread waited for a CPU; above 0.05 the machine was disturbed. */
  readonly waited: number | undefined;
  /** `false` for a result of counts and lengths alone, which is the same on a busy machine. */
  readonly timed?: boolean;
}

/** Whether other work on the machine may have changed the result. */
export function isDisturbed({ waited, timed }: Pick<Provenance, 'waited' | 'timed'>): boolean {
  return timed !== false && waited !== undefined && waited > 0.05;
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/**
 * Begins to watch a run, in which something is `timed` or not; the function returned gives the data to store.
 * `COLIDE_SOURCE_KEY` holds the key of the code.
 */
export function watchRun(timed = true): () => Provenance {
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
      ...(timed ? {} : { timed }),
    };
  };
}

/** One line under the title of a result; the oldest ones are stored without their commit. */
export function describeProvenance({
  machine,
  commit,
  waited,
  timed,
}: Pick<Provenance, 'machine' | 'waited' | 'timed'> & Partial<Pick<Provenance, 'commit'>>): string {
  let disturbance = 'undisturbed';
  if (timed === false) disturbance = 'nothing is timed';
  else if (waited === undefined) disturbance = 'it is not known whether the machine was disturbed';
  else if (isDisturbed({ waited }))
    disturbance = `disturbed: ${(100 * waited).toFixed(0)} % of the time was spent waiting for a CPU`;
  const origin = commit === undefined || commit.startsWith('unknown') ? 'unknown commit' : `commit ${commit}`;
  return `${machine.date}, ${origin}, Node ${machine.node.slice(1)}, ${machine.cpu}, ${machine.cores} cores; ${disturbance}.`;
}
