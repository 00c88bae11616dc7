/**
 * A clock that stands still while the process waits for a CPU: time on all CPUs since its start. On a busy
 * machine this is more meaningful than a wall clock. It includes the garbage collector and the compiler,
 * which run in threads of their own, so use the least of several runs.
 */

/** Milliseconds of CPU time that this process has used. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs the contenders alternately, each going first equally often, and returns the least CPU time of each in
 * milliseconds.
 */
export function leastCpuTimes(contenders: readonly (() => void)[], runs: number): number[] {
  const least = contenders.map(() => Infinity);
  for (let run = 0; run < runs; run++)
    for (let k = 0; k < contenders.length; k++) {
      const i = (run + k) % contenders.length;
      const start = cpuNow();
      contenders[i]();
      least[i] = Math.min(least[i], cpuNow() - start);
    }
  return least;
}
