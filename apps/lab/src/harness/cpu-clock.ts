/**
 * A clock that stands still while the process waits for a CPU: time on all CPUs since its start. On a busy
 * machine it tells what a wall clock cannot. It includes the collector and the compiler, which run in threads
 * of their own, so the least of several runs is what to take.
 */

/** Milliseconds of CPU time that this process has used. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs the contenders in turns, each being the first one as often as the others, and returns the least CPU
 * time of each in milliseconds.
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
