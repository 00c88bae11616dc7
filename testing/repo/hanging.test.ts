/**
 * A program that hangs is killed with its child processes and named; one that ends in time is left alone.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { run } from '../../tooling/commands/run.mjs';

const node = process.execPath;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a program with a limit', () => {
  it('is killed with its children when it hangs', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const pids: number[] = [];
    // Both answer nothing, and leave the CPU to others.
    const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    const hangs = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', '${hang}']);
      process.send(process.pid);
      process.send(child.pid, () => { ${hang} });
    `;
    const code = await run(node, ['-e', hangs], {
      limit: 0.05,
      onMessage: (pid: unknown) => pids.push(pid as number),
    });
    expect(code).not.toBe(0);
    expect(error).toHaveBeenCalledWith(expect.stringContaining('not done after 0.05 minutes'));
    expect(pids).toHaveLength(2);
    for (let round = 0; pids.some(isAlive) && round < 100; round++) await delay(50);
    expect(pids.filter(isAlive)).toEqual([]);
    error.mockRestore();
  });

  it('keeps its exit code when it ends in time', async () => {
    expect(await run(node, ['-e', 'process.exit(3)'], { limit: 1 })).toBe(3);
    expect(await run(node, ['-e', ''], { limit: 1, cwd: join(process.cwd(), 'testing') })).toBe(0);
  });
});
