/**
 * `pnpm lab rerun [--minutes N] [names]`: runs all modules whose stored results are of other code, or the
 * named ones, the shortest first, and stores each result when its run is finished. With a time limit, modules
 * that would not fit into the rest of the time are left out.
 */
import { runSuite } from './bundle.mjs';
import { storeDuration } from './durations.mjs';
import { runExperiment, runReport } from './run.mjs';
import { describeSeconds, findReason, findStale } from './stale.mjs';

/** The options of the command line; throws a sentence that names the wrong one. */
export function readOptions(args) {
  const names = [];
  let seconds = Infinity;
  for (let i = 0; i < args.length; i++) {
    const [, inline] = /^--minutes=(.*)$/.exec(args[i]) ?? [];
    if (args[i] !== '--minutes' && inline === undefined) {
      if (args[i].startsWith('-')) throw new Error(`unknown option ${args[i]}; there is --minutes N`);
      names.push(args[i].toLowerCase().replaceAll('.', '-'));
      continue;
    }
    const text = inline ?? args[++i];
    seconds = 60 * Number(text);
    if (!(seconds > 0)) throw new Error(`--minutes must be a positive number, not ${text}`);
  }
  return { names, seconds };
}

/**
 * Runs what is stale in order, by `run(one)`, which resolves with `stored`, `doubtful` or `failed`, as long
 * as there is time by `now()`, in seconds. Modules that were never timed run if any time is left; one that
 * throws has failed, and the others go on. Resolves with the names by outcome, and those that are `left`.
 */
export async function runInTime(stale, { seconds, run, now, say }) {
  const start = now();
  const outcomes = { stored: [], doubtful: [], failed: [], left: [] };
  for (const [i, one] of stale.entries()) {
    const spent = now() - start;
    if (spent + (one.seconds ?? 1) > seconds) {
      outcomes.left.push(one.name);
      continue;
    }
    const rest = stale.slice(i).reduce((sum, { seconds: s = 0 }) => sum + s, 0);
    say(
      `[${i + 1}/${stale.length}] ${one.name}, ${describeSeconds(one.seconds)} of ${describeSeconds(rest)} to go`,
    );
    const outcome = await run(one).catch(error => {
      say(String(error));
      return 'failed';
    });
    outcomes[outcome].push(one.name);
    say(`${one.name}: ${outcome}, ${Math.round(now() - start - spent)} s`);
  }
  return outcomes;
}

/** Runs one in full; whether it was stored is read from the stored results, not from the exit code. */
async function run({ folder, name, seconds = 300 }) {
  const start = performance.now();
  const settings = { patience: Math.max(600, 5 * seconds) };
  const exitCode = await (folder === 'suites'
    ? runSuite(name, ['--json'], settings)
    : runExperiment(name, [], settings));
  if ((await findReason(folder, name)) !== undefined) return 'failed';
  storeDuration(name, (performance.now() - start) / 1000);
  return exitCode === 0 ? 'stored' : 'doubtful';
}

/** The command; ends with the pages of the site. */
export async function rerun(args) {
  const { names, seconds } = readOptions(args);
  const all = await findStale();
  const unknown = names.find(name => !all.some(one => one.name === name));
  if (unknown)
    throw new Error(
      `${unknown} is not out of date; out of date are ${all.map(({ name }) => name).join(', ')}`,
    );
  const chosen = names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all;
  const now = () => performance.now() / 1000;
  const { stored, doubtful, failed, left } = await runInTime(chosen, {
    seconds,
    run,
    now,
    say: console.error,
  });
  const report = await runReport();
  console.error(`stored: ${stored.join(', ') || 'nothing'}`);
  const tell = (text, some) => some.length > 0 && console.error(`${text}: ${some.join(', ')}`);
  tell('stored, with claims that do not hold or contenders that disagree', doubtful);
  tell('not stored, for an error or a busy machine; what was stored is as it was', failed);
  tell('left for want of time', left);
  return doubtful.length + failed.length > 0 ? 1 : report;
}
