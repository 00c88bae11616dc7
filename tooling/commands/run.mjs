/**
 * Running child processes and showing which step we are in. Plain Node, no dependencies: this runs before any
 * install.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where the commands keep what they install and write; ignored by git. */
export const cache = join(root, '.cache');

/**
 * Runs a program, passes its output through and resolves to its exit code; with `quiet`, output is kept and
 * shown only when the program fails. `onMessage` gets what a Node program sends with `process.send`. With a
 * `limit` in minutes, a program that has not ended by then is killed with all that it has started.
 */
export function run(program, args, { cwd = root, env = process.env, quiet = false, onMessage, limit } = {}) {
  return new Promise(resolve => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: onMessage ? [...stdio, 'ipc'] : stdio,
      detached: limit !== undefined,
    });
    if (onMessage) child.on('message', onMessage);
    if (limit !== undefined) endAfter(child, limit, [program, ...args].join(' '));
    const output = [];
    child.stdout?.on('data', chunk => output.push(chunk));
    child.stderr?.on('data', chunk => output.push(chunk));
    child.on('error', error => {
      console.error(`cannot run ${program}: ${error.message}`);
      resolve(127);
    });
    child.on('close', code => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/** Kills the process group that `child` leads after `minutes`, or when this process is interrupted. */
function endAfter(child, minutes, command) {
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process group has already ended.
    }
  };
  const interrupt = () => {
    end();
    process.exit(130);
  };
  const timer = setTimeout(() => {
    console.error(`not done after ${minutes} minutes, killed: ${command}`);
    end();
  }, minutes * 60_000);
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  child.once('exit', () => {
    clearTimeout(timer);
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    end();
  });
}

/**
 * A counter of steps: `await step('packages', work)` prints a heading, does the work and prints how long it
 * took.
 */
export function createSteps(total) {
  let number = 0;
  return async (title, work) => {
    const started = performance.now();
    console.log(`\n[${++number}/${total}] ${title}`);
    const result = await work();
    console.log(`[${number}/${total}] ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  };
}
