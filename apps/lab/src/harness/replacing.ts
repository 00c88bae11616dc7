/**
 * Whether a new result may replace a stored one. Times of a disturbed run say little, so it replaces only a
 * run that was disturbed more; counts and lengths are the same on a busy machine.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isDisturbed, type Provenance } from './provenance.ts';

/** How much a run was disturbed, and whether that matters. */
export type Quality = Pick<Provenance, 'waited' | 'timed'>;

/** Why the stored result stays, or `undefined` where the new one may be written. */
export function reasonToKeep(stored: Quality | undefined, fresh: Quality): string | undefined {
  if (!isDisturbed(fresh) || stored?.waited === undefined || stored.waited >= fresh.waited!) return undefined;
  const [now, before] = [fresh.waited!, stored.waited].map(share => `${(100 * share).toFixed(0)} %`);
  return `${now} of the time was spent waiting for a CPU, ${before} when the stored result was measured`;
}

/** The stored result in a file, if there is one. */
export function readStored(file: string): Quality | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
