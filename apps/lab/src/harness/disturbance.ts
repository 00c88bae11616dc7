/**
 * How much the rest of the machine disturbs a measurement: the share of time in which the main thread was
 * ready to run but waited for a CPU. Linux counts that in /proc/self/schedstat (time on the CPU, time
 * waiting, in ns); on other systems every sample counts as undisturbed.
 */
import { readFileSync } from 'node:fs';

/** Reads the total waiting time in milliseconds, or `undefined` where the system does not tell. */
export type WaitClock = () => number | undefined;

/** The wait clock of this process. */
export function schedulerWait(): number | undefined {
  try {
    const [, waiting] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
    const nanoseconds = Number(waiting);
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : undefined;
  } catch {
    return undefined;
  }
}
