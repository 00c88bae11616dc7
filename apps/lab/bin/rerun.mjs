/**
 * `pnpm lab rerun [--minutes N] [names]`: runs all modules whose stored results are of other code, or the
 * named ones, the shortest first, each in a process of its own, and stores each result when its run is
 * finished. With a time limit, modules that would not fit into the rest of the time are left out, and one
 * that takes longer than it did last time is ended there.
 */
import { runSuite } from './bundle.mjs';
import { storeDuration } from './durations.mjs';
import { runExperiment, runReport } from './run.mjs';
import { describeSeconds, findReason, listResults, readStored } from './stale.mjs';

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
 * Runs the chosen ones in order, by `run(one, rest)`, which has `rest` seconds and resolves with `stored`,
 * `disturbed`, `doubtful` or `failed`, as long as there is time by `now()`, in seconds. Modules that were
 * never timed run if any time is left; one that throws has failed, and the others go on. Resolves with the
 * names by outcome, and those that are `left`.
 */
export async function runInTime(chosen, { seconds, run, now, say }) {
  const start = now();
  const outcomes = { stored: [], disturbed: [], doubtful: [], failed: [], left: [] };
  for (const [i, one] of chosen.entries()) {
    const spent = now() - start;
    if (spent + (one.seconds ?? 1) > seconds) {
      outcomes.left.push(one.name);
      continue;
    }
    const rest = chosen.slice(i).reduce((sum, { seconds: s = 0 }) => sum + s, 0);
    say(
      `[${i + 1}/${chosen.length}] ${one.name}, ${describeSeconds(one.seconds)} of ${describeSeconds(rest)} to go`,
    );
    const outcome = await run(one, seconds - spent).catch(error => {
      say(String(error));
      return 'failed';
    });
    outcomes[outcome].push(one.name);
    say(`${one.name}: ${outcome}, ${Math.round(now() - start - spent)} s`);
  }
  return outcomes;
}

/**
 * How long a run may take before it counts as hung: five times as long as last time, ten minutes at least.
 */
const patienceFor = (seconds = 300) => Math.max(600, 5 * seconds);

/** Runs one in full; whether it was stored is read from the stored results, not from the exit code. */
async function run({ folder, name, seconds }, rest) {
  const before = readStored(folder, name)?.text;
  const start = performance.now();
  const settings = { patience: Math.min(patienceFor(seconds), rest) };
  const exitCode = await (folder === 'suites'
    ? runSuite(name, ['--json'], settings)
    : runExperiment(name, [], settings));
  const stored = readStored(folder, name);
  if (stored?.text === before || (await findReason(folder, name)) !== undefined) return 'failed';
  storeDuration(name, (performance.now() - start) / 1000);
  if (exitCode !== 0) return 'doubtful';
  return stored.isDisturbed ? 'disturbed' : 'stored';
}

/** The command; ends with the pages of the site. */
export async function rerun(args) {
  const { names, seconds } = readOptions(args);
  const all = await listResults();
  const unknown = names.find(name => !all.some(one => one.name === name));
  if (unknown) throw new Error(`there is no ${unknown}; there are ${all.map(({ name }) => name).join(', ')}`);
  const isChosen = ({ name, reason }) => (names.length > 0 ? names.includes(name) : reason !== undefined);
  const now = () => performance.now() / 1000;
  const outcomes = await runInTime(all.filter(isChosen), { seconds, run, now, say: console.error });
  const { stored, disturbed, doubtful, failed, left } = outcomes;
  const report = await runReport();
  console.error(`stored: ${stored.join(', ') || 'nothing'}`);
  const tell = (text, some) => some.length > 0 && console.error(`${text}: ${some.join(', ')}`);
  tell('stored, from a busy machine, to be run again by name', disturbed);
  tell('stored, with claims that do not hold, contenders that disagree or a busy machine', doubtful);
  tell('not stored, for an error or a busy machine; what was stored is as it was', failed);
  tell('left for want of time', left);
  return doubtful.length + failed.length > 0 ? 1 : report;
}
