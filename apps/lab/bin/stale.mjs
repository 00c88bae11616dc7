/** `pnpm lab stale`: compares the code with which a stored result was measured to the present code. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { labFolder, listModules, sourceKey } from './bundle.mjs';
import { readDurations } from './durations.mjs';

/** Where the results of each kind of module are. */
const resultsOf = { experiments: 'results/experiments', suites: 'results' };

/** What is stored of a module: the text of its file, and whether other work disturbed the run. */
export function readStored(folder, name) {
  const file = join(labFolder, resultsOf[folder], `${name}.json`);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const { waited = 0, timed } = JSON.parse(text);
  return { text, isDisturbed: timed !== false && waited > 0.05 };
}

/** Why the stored result of a module is not one of the present code, or undefined if it is. */
export async function findReason(folder, name) {
  const text = readStored(folder, name)?.text;
  if (text === undefined) return 'nothing is stored';
  const stored = JSON.parse(text);
  if (!stored.sourceKey) return 'stored without a key';
  if (stored.sourceKey === (await sourceKey(folder, name))) return undefined;
  return `the code has changed since ${stored.commit}, ${stored.machine.date}`;
}

/**
 * All experiments and suites, with the reason why the stored result of each is not of the present code, if it
 * is not, and the seconds that a full run took last time; the shortest first, those that were never timed
 * last.
 */
export async function listResults() {
  const durations = readDurations();
  const modules = Object.keys(resultsOf).flatMap(folder =>
    listModules(folder).map(({ name }) => ({ name, folder })),
  );
  const results = [];
  // A few at a time: bundling has threads of its own.
  for (let i = 0; i < modules.length; i += 4)
    await Promise.all(
      modules.slice(i, i + 4).map(async ({ name, folder }) => {
        const reason = await findReason(folder, name);
        results.push({ name, folder, reason, seconds: durations[name] });
      }),
    );
  return results.sort((a, b) => (a.seconds ?? 1e9) - (b.seconds ?? 1e9) || (a.name < b.name ? -1 : 1));
}

/** Those of them that were measured with other code than the present, or not at all. */
export async function findStale() {
  return (await listResults()).filter(({ reason }) => reason !== undefined);
}

/** `about 2.5 minutes`. */
export function describeSeconds(seconds) {
  if (seconds === undefined) return 'never timed';
  return seconds < 90 ? `about ${Math.ceil(seconds)} s` : `about ${(seconds / 60).toFixed(1)} minutes`;
}

/** Prints them. */
export async function listStale() {
  const stale = await findStale();
  for (const { name, reason, seconds } of stale)
    console.log(`${name}: ${reason} (${describeSeconds(seconds)})`);
  const sum = stale.reduce((all, { seconds = 0 }) => all + seconds, 0);
  const untimed = stale.filter(({ seconds }) => seconds === undefined).length;
  const rest = untimed > 0 ? ` and ${untimed} that were never timed` : '';
  console.log(
    stale.length === 0
      ? 'all stored results are of the present code'
      : `${stale.length} to be run again, ${describeSeconds(sum)}${rest}: pnpm lab rerun`,
  );
  return 0;
}
