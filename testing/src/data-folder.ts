/**
 * Where the real cases are: `../shared/data` beside the repository, or the folder that `COLIDE_DATA` names.
 * They are not part of the repository. Without them, their tests are skipped with a notice and counted in the
 * last lines of `npm test`; with `COLIDE_REQUIRE_DATA=1` their absence is a failure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

/** The folders of real cases. */
export type DataSet = 'broadphase' | 'gjk' | 'hulls' | 'linalg' | 'meshes' | 'predicates' | 'tritri';

declare module 'vitest' {
  interface TaskMeta {
    /** The real cases that a test needs; `npm test` uses it to count the skipped tests. */
    realCases?: DataSet;
  }
}

/** The folder with all real cases; it need not exist. */
export function dataFolder(): string {
  return process.env['COLIDE_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
}

/** Path of a file of real cases, given relative to the data folder. */
export function dataPath(...parts: string[]): string {
  return join(dataFolder(), ...parts);
}

/** Whether a set of real cases is there. */
export function hasData(set: DataSet): boolean {
  return existsSync(dataPath(set));
}

/**
 * `describe` for tests on real cases. Where they are missing, the tests are skipped and a notice says so;
 * where they are required, the block fails. Files must be read inside the tests: `body` runs in any case, to
 * count them.
 */
export function describeData(set: DataSet, title: string, body: () => void): void {
  const isMissing = !hasData(set);
  const notice = `the real cases "${set}" are not in ${dataFolder()}; see CONTRIBUTING.md`;
  if (isMissing && process.env['COLIDE_REQUIRE_DATA'] === '1') {
    describe(title, () => {
      it(`needs the real cases "${set}"`, () => {
        throw new Error(notice);
      });
    });
    return;
  }
  if (isMissing) console.warn(`left out: ${title}: ${notice}`);
  describe.skipIf(isMissing)(title, { meta: { realCases: set } }, body);
}

/** Reads a text file of the data folder. */
export function readDataText(...parts: string[]): string {
  return readFileSync(dataPath(...parts), 'utf8');
}

/** Reads a JSON file of the data folder, whose shape the caller vouches for. */
export function readDataJson<T>(...parts: string[]): T {
  return JSON.parse(readDataText(...parts));
}

/** Reads a binary file of the data folder into memory of its own, so that any typed view is aligned. */
export function readDataBytes(...parts: string[]): ArrayBuffer {
  const bytes = readFileSync(dataPath(...parts));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
