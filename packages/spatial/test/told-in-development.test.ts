/** Misspelt names of options are errors in development, whatever the structure. */
import * as spatial from '@colide/spatial';
import { makeTorus } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const { positions, indices } = makeTorus(8, 6);

/** Structures over boxes, with the options that each has besides those of all. */
const boxes = {
  BruteForce: {},
  Bvh: { build: 'median' },
  CoherentPairs: { inner: new spatial.UniformGrid() },
  DynamicBvh: { margin: 0.2 },
  HashCells: {},
  HashGrid: {},
  HashGrid2d: {},
  KdBoxTree: {},
  LinearOctree: {},
  LooseOctree: { maxDepth: 3, leafCapacity: 2, looseness: 1.5 },
  LooseQuadtree: { maxDepth: 3, leafCapacity: 2, looseness: 1.5 },
  MultiReferenceOctree: { maxDepth: 3, leafCapacity: 2 },
  MultiSweepAndPrune: { columns: 2, bounds: [0, 0, 0, 1, 1, 1] },
  Octree: { maxDepth: 3, leafCapacity: 2 },
  Quadtree: { maxDepth: 3, leafCapacity: 2 },
  SegmentedSweepAndPrune: {},
  SortAndSweep: { volume: 'aabb', axis: 'pca', axisInterval: 2 },
  SweepAndPrune: {},
  UniformGrid: { cellSize: 2 },
  UniformGrid2d: { cellSize: 2 },
};

/** Structures over triangles. */
const meshes = {
  KdopTree: { k: 14 },
  ObbTree: {},
  TriangleBsp: { planes: 'directions' },
  TriangleBvh: {},
  TriangleGrid: { cellsPerTriangle: 2 },
  TriangleOctree: { leafCapacity: 4, maxDepth: 5 },
};

type Maker = new (...args: unknown[]) => object;
const make = (name: string, ...args: unknown[]) =>
  new (spatial as unknown as Record<string, Maker>)[name](...args);

describe('misspelt options', () => {
  it.each(Object.entries(boxes))('of %s are errors', (name, own) => {
    make(name, { capacity: 8, maxCapacity: 100, ...own });
    expect(() => make(name, { ...own, capasity: 8 })).toThrow(
      /^options must not have capasity; there are capacity/,
    );
  });

  it.each(Object.entries(meshes))('of %s are errors', (name, own) => {
    make(name, positions, indices, { watertight: true, ...own });
    expect(() => make(name, positions, indices, { ...own, waterTight: true })).toThrow(
      /^options must not have waterTight; there are watertight/,
    );
  });

  it('of other structures are errors', () => {
    const refused = /^options must not have size/;
    expect(() => make('KdTree', [], { size: 3 })).toThrow(refused);
    expect(() => make('BspTree', positions, indices, { size: 3 })).toThrow(refused);
    expect(() => make('SphereTree', positions, indices, { size: 3 })).toThrow(refused);
    const mesh = new spatial.TriangleBvh(positions, indices);
    expect(() => make('MeshShape', mesh, { size: 3 })).toThrow(refused);
  });
});
