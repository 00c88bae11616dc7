import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');

/**
 * The layer of every published package. A package may depend on strictly lower layers only, never on a
 * neighbour; `testing/repo/layers.test.ts` checks manifests and imports against this table.
 */
export const layers = {
  core: 0,
  math: 1,
  geometry: 2,
  bounds: 3,
  narrowphase: 4,
  solvers: 4,
  spatial: 5,
  'broadphase-gpu': 5,
  simd: 5,
  world: 6,
  world2d: 6,
  workers: 7,
  colide: 8,
  three: 8,
  'react-three': 9,
};

/** Folder names of the packages that are there, lowest layer first. */
export function listPackages() {
  return readdirSync(packages)
    .filter(folder => existsSync(join(packages, folder, 'package.json')))
    .sort((a, b) => layers[a] - layers[b] || (a < b ? -1 : 1));
}
