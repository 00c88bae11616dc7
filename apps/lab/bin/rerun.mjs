/**
 * `pnpm lab rerun [--minutes N] [names]`: runs everything whose stored result is of other code, or what is
 * named, the shortest first, and stores each as it ends. With a limit, what would not fit into the rest of
 * the time is left.
 */
import { runSuite } from './bundle.mjs';
import { storeDuration } from './durations.mjs';
import { runExperiment, runReport } from './run.mjs';
import { describeSeconds, findStale } from './stale.mjs';

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
 * Runs what is stale in order, by `run(one)`, which resolves with an exit code, as long as there is time by
 * `now()`, in seconds. What was never timed runs if any time is left. Resolves with the names that were
 * stored, that failed and that are left.
 */
export async function runInTime(stale, { seconds, run, now, say }) {
  const end = now() + seconds;
  const [stored, failed, left] = [[], [], []];
  for (const [i, one] of stale.entries()) {
    if (now() + (one.seconds ?? 1) > end) {
      left.push(one.name);
      continue;
    }
    say(`[${i + 1}/${stale.length}] ${one.name}, ${describeSeconds(one.seconds)}`);
    const exitCode = await run(one);
    (exitCode === 0 ? stored : failed).push(one.name);
  }
  return { stored, failed, left };
}

async function run({ folder, name }) {
  const start = performance.now();
  const exitCode = await (folder === 'suites' ? runSuite(name, ['--json']) : runExperiment(name, []));
  if (exitCode === 0) storeDuration(name, (performance.now() - start) / 1000);
  return exitCode;
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
  const { stored, failed, left } = await runInTime(chosen, { seconds, run, now, say: console.error });
  await runReport();
  console.error(`stored: ${stored.join(', ') || 'nothing'}`);
  if (failed.length > 0)
    console.error(`not stored for a busy machine, or with claims that do not hold: ${failed.join(', ')}`);
  if (left.length > 0) console.error(`left for want of time: ${left.join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}
