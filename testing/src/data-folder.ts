/**
 * Where the external cases are: `../shared/data` next to the repository, or the folder that `COLIDE_DATA` names.
 * Without the folder, tests on it are left out with a notice; in CI (`CI` set) its absence is a failure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

/** The folders of external cases. */
export type DataSet = 'broadphase' | 'gjk' | 'hulls' | 'linalg' | 'meshes' | 'predicates' | 'tritri';

/** The folder with all external cases; it need not exist. */
export function dataFolder(): string {
  return process.env['COLIDE_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
}

/** Path of an external file, given relative to the data folder. */
export function dataPath(...parts: string[]): string {
  return join(dataFolder(), ...parts);
}

/** Whether a set of external cases is there. */
export function hasData(set: DataSet): boolean {
  return existsSync(dataPath(set));
}

/**
 * `describe` for tests on external cases. Where they are missing, `body` does not run: locally the block shows as
 * skipped and a notice is printed, in CI the block fails.
 */
export function describeData(set: DataSet, title: string, body: () => void): void {
  if (hasData(set)) {
    describe(title, body);
    return;
  }
  const notice = `external cases "${set}" not found (set COLIDE_DATA or place them in ../shared/data)`;
  const inCI = Boolean(process.env['CI']);
  if (!inCI) console.warn(`skipped: ${title}: ${notice}`);
  describe.skipIf(!inCI)(title, () => {
    it(`needs the external cases "${set}"`, () => {
      throw new Error(notice);
    });
  });
}

/** Reads a text file of the data folder. */
export function readDataText(...parts: string[]): string {
  return readFileSync(dataPath(...parts), 'utf8');
}

/** Reads a JSON file of the data folder, whose shape the caller vouches for. */
export function readDataJson<T>(...parts: string[]): T {
  return JSON.parse(readDataText(...parts)) as T;
}

/** Reads a binary file of the data folder into memory of its own, so that any typed view is aligned. */
export function readDataBytes(...parts: string[]): ArrayBuffer {
  const bytes = readFileSync(dataPath(...parts));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
