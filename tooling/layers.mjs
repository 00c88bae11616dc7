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
