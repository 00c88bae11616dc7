/**
 * How long full runs take, in seconds by name, so that `pnpm lab rerun` can begin with the shortest.
 * Estimates have a tilde, until a full run replaces them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labFolder } from './bundle.mjs';

const file = join(labFolder, 'results', 'durations.txt');

/** The lines of the file as they are, by name. */
function readLines() {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n');
  const entries = lines.map(line => /^(\S+)\s+(~?\d+)$/.exec(line)).filter(Boolean);
  return Object.fromEntries(entries.map(([, name, text]) => [name, text]));
}

/** Seconds of a full run by name. */
export function readDurations() {
  const entries = Object.entries(readLines());
  return Object.fromEntries(entries.map(([name, text]) => [name, Number(text.replace('~', ''))]));
}

/** Stores how long a full run took. */
export function storeDuration(name, seconds) {
  const all = Object.entries({ ...readLines(), [name]: String(Math.round(seconds)) });
  const lines = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key} ${value}`);
  writeFileSync(
    file,
    `Seconds of a full run of each experiment and suite; those with a tilde are estimates.\n\n${lines.join('\n')}\n`,
  );
}
