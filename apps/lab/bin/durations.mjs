/** How long full runs took, in seconds by name, so that `pnpm lab rerun` can begin with the shortest. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labFolder } from './bundle.mjs';

const file = join(labFolder, 'results', 'durations.txt');

/** Seconds of the last full run by name. */
export function readDurations() {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n');
  const entries = lines.map(line => /^(\S+)\s+(\d+)$/.exec(line)).filter(Boolean);
  return Object.fromEntries(entries.map(([, name, seconds]) => [name, Number(seconds)]));
}

/** Stores how long a full run took. */
export function storeDuration(name, seconds) {
  const all = Object.entries({ ...readDurations(), [name]: Math.round(seconds) });
  const lines = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key} ${value}`);
  writeFileSync(file, `Seconds of the last full run of each experiment and suite.\n\n${lines.join('\n')}\n`);
}
