/**
 * Every public method of the structures refuses bad arguments: the error names the argument, and the bytes of
 * the structure are those from before.
 */
import { createRayHit, IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import * as spatial from '@colide/spatial';
import {
  type Argument,
  arrayArgument,
  callBadly,
  generateBoxes,
  type MethodRow,
  type MethodTable,
  makeTorus,
  numberArgument,
  objectArgument,
  optional,
  settingsArgument,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Structure = spatial.BruteForce;
interface Factory {
  new (options?: object): Structure;
  deserialize(buffer: ArrayBuffer): unknown;
}
const classes = spatial as unknown as Record<string, Factory>;

const boxes3d = Float64Array.from(generateBoxes('uniform', 40, new Random(3)));
const boxes2d = new Float64Array((boxes3d.length / 6) * 4);
for (let i = 0; i < boxes2d.length / 4; i++)
  for (let k = 0; k < 4; k++) boxes2d[4 * i + k] = boxes3d[6 * i + (k < 2 ? k : k + 1)];

const ids = () => objectArgument('out', () => new IdList(), [new PairList()]);

/** However large, a finite radius is good. */
function radius(): Argument {
  const { bad, ...others } = numberArgument('radius', 1);
  return { ...others, bad: bad.filter(value => value !== 1e308) };
}

const reach = (name: string) => numberArgument(name, 1, { isOptional: true, isInfinite: true });

/** The methods that all structures over boxes have. */
function tableOf(dimension: 2 | 3): Partial<MethodTable<Structure>> {
  const unit = dimension === 2 ? [0, 0, 1, 1] : [0, 0, 0, 1, 1, 1];
  const inverted = dimension === 2 ? [1, 0, 0, 1] : [1, 0, 0, 0, 1, 1];
  const huge = unit.map((_, i) => (i < dimension ? -1e308 : 1e308));
  const box: Argument = {
    ...arrayArgument('box', unit),
    bad: [...arrayArgument('box', unit).bad, inverted, huge],
  };
  const boxes: Argument = {
    name: 'boxes',
    good: () => Float64Array.from(unit),
    bad: box.bad.filter(value => !(Array.isArray(value) && value.length === 0)),
  };
  // A query may be without bounds.
  const window: Argument = {
    ...box,
    bad: box.bad.filter(value => !Array.isArray(value) || (value.at(-1) !== Infinity && value !== huge)),
  };
  const vector = (name: string) => arrayArgument(name, unit.slice(0, dimension));
  const id = numberArgument('id', 1, { isInteger: true, also: [2, 99, 2 ** 32] });
  return {
    insert: [box],
    insertAll: [boxes],
    update: [id, box],
    updateAll: [boxes, numberArgument('first', 0, { isOptional: true, isInteger: true, also: [99] })],
    remove: [id],
    clear: 'no arguments',
    queryBox: [ids(), window],
    querySphere: [ids(), vector('center'), radius()],
    queryRay: [
      ids(),
      vector('origin'),
      { ...vector('direction'), bad: [...vector('direction').bad, unit.slice(0, dimension).map(() => 0)] },
      reach('maxT'),
    ],
    findPairs: [objectArgument('out', () => new PairList(), [new IdList()])],
    serialize: 'no arguments',
  };
}

const inSpace = [
  'BruteForce',
  'Bvh',
  'CoherentPairs',
  'DynamicBvh',
  'HashGrid',
  'KdBoxTree',
  'LinearOctree',
  'LooseOctree',
  'MultiReferenceOctree',
  'MultiSweepAndPrune',
  'Octree',
  'SegmentedSweepAndPrune',
  'SortAndSweep',
  'SweepAndPrune',
  'UniformGrid',
] as const;
const inPlane = ['HashGrid2d', 'LooseQuadtree', 'Quadtree', 'UniformGrid2d'] as const;
const bounds = [-100, -100, -100, 100, 100, 100];

describe('bad calls of structures over boxes', () => {
  for (const name of [...inSpace, ...inPlane]) {
    const dimension = (inPlane as readonly string[]).includes(name) ? 2 : 3;
    it(`of ${name} are refused by name, and nothing changes`, async () => {
      const structure = new classes[name](name === 'MultiSweepAndPrune' ? { bounds } : {});
      structure.insertAll(dimension === 2 ? boxes2d : boxes3d);
      structure.remove(2);
      structure.findPairs(new PairList());
      for (const [method, row] of Object.entries(tableOf(dimension))) {
        if (typeof row === 'string') continue;
        const { calls, wrong } = await callBadly(structure, method, row, () => [
          structure.serialize(),
          structure.count,
        ]);
        expect(wrong).toEqual([]);
        expect(calls).toBeGreaterThan(4);
      }
    });
  }
});

const vec3 = (name: string) => arrayArgument(name, [0, 0.1, 1]);
const direction: Argument = { ...vec3('direction'), bad: [...vec3('direction').bad, [0, 0, 0]] };
const ray = [vec3('origin'), direction, reach('maxT')] as const;
const meshTable = {
  raycast: [objectArgument('hit', createRayHit), ...ray],
  raycastAny: ray,
  raycastEvery: [objectArgument('out', () => new spatial.RayHitList(), [new IdList()]), ...ray],
  raycastAll: [
    vec3('origins'),
    { ...vec3('directions'), bad: [...vec3('directions').bad, [0, 0, 0], [1, 0, 0, 0, 0, 0]] },
    objectArgument('out', () => new spatial.RayHitList(), [new IdList()]),
    reach('maxT'),
  ],
};
/** With pairs of triangles of two trees of the same class. */
function volumeTable(tree: object, others: readonly unknown[]): object {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return {
    ...meshTable,
    findPairs: [
      objectArgument('out', () => new PairList(), [new IdList()]),
      objectArgument('other', () => tree, others),
      arrayArgument('pose', identity, true),
    ],
  };
}
const window6: Argument = {
  ...arrayArgument('box', [0, 0, 0, 1, 1, 1]),
  bad: arrayArgument('box', [0, 0, 0, 1, 1, 1]).bad.filter(value => !String(value).endsWith(',Infinity')),
};
const kdTable: MethodTable<
  Pick<spatial.KdTree, 'build' | 'nearest' | 'nearestMany' | 'querySphere' | 'queryBox'>
> = {
  build: [
    {
      ...arrayArgument('points', [0, 0, 0]),
      bad: arrayArgument('points', [0, 0, 0]).bad.filter(
        value => !(Array.isArray(value) && value.length === 0),
      ),
    },
  ],
  nearest: [objectArgument('out', spatial.createNearestPoint), vec3('point'), reach('maxDistance')],
  nearestMany: [
    objectArgument('out', () => spatial.createNearestPoints(3)),
    vec3('point'),
    reach('maxDistance'),
  ],
  querySphere: [ids(), vec3('center'), radius()],
  queryBox: [ids(), window6],
};
const bspTable: MethodTable<Pick<spatial.BspTree, 'contains' | 'raycast' | 'segmentMeets'>> = {
  contains: [vec3('point')],
  raycast: meshTable.raycast,
  segmentMeets: [vec3('from'), vec3('to')],
};
const { positions, indices } = makeTorus(6, 4);
const spheres = new spatial.SphereTree(positions, indices);
const dops = new spatial.KdopTree(positions, indices);
const obbs = new spatial.ObbTree(positions, indices);
const coarse = new spatial.KdopTree(positions, indices, { k: 6 });
const sphereTable: Partial<MethodTable<spatial.SphereTree>> = {
  queryBox: [ids(), window6],
  querySphere: [ids(), vec3('center'), radius()],
  queryRay: [ids(), ...ray],
  findPairs: [
    objectArgument('out', () => new PairList(), [new IdList()]),
    objectArgument('other', () => spheres, [new spatial.BruteForce()]),
  ],
  findSelfPairs: [objectArgument('out', () => new PairList(), [new IdList()])],
};

describe('bad calls of structures over triangles and points', () => {
  const targets: [string, { serialize(): ArrayBuffer }, object][] = [
    ['KdopTree', dops, volumeTable(dops, [obbs, coarse])],
    ['ObbTree', obbs, volumeTable(obbs, [dops, spheres])],
    ['TriangleBsp', new spatial.TriangleBsp(positions, indices), meshTable],
    ['TriangleBvh', new spatial.TriangleBvh(positions, indices), meshTable],
    ['TriangleGrid', new spatial.TriangleGrid(positions, indices), meshTable],
    ['TriangleOctree', new spatial.TriangleOctree(positions, indices), meshTable],
    ['KdTree', new spatial.KdTree(positions), kdTable],
    ['BspTree', new spatial.BspTree(positions, indices), bspTable],
    ['SphereTree', spheres, sphereTable],
  ];
  it.each(targets)('of %s are refused by name, and nothing changes', async (_, structure, table) => {
    for (const [method, row] of Object.entries(table)) {
      const { calls, wrong } = await callBadly(structure, method, row, () => structure.serialize());
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThan(4);
    }
  });
});

describe('bad calls of constructors over triangles', () => {
  const rowOf = (positionsName: string): MethodRow => [
    {
      name: positionsName,
      good: () => positions,
      bad: [
        ...[undefined, null, 1, '1', true, {}, () => 1, positions.slice(1), Array.from(positions, String)],
        ...[NaN, Infinity, -Infinity, '1', null].map(bad =>
          Array.from(positions, (x, i) => (i === 5 ? bad : x)),
        ),
      ],
    },
    {
      name: 'indices',
      good: () => indices,
      bad: [
        ...[undefined, null, 1, '1', true, {}, () => 1, indices.slice(1), Array.from(indices, String)],
        ...[NaN, Infinity, -1, 1.5, positions.length / 3, '1', null].map(bad =>
          Array.from(indices, (x, i) => (i === 4 ? bad : x)),
        ),
      ],
    },
  ];
  const optionsOf: Record<string, Argument[]> = {
    BspTree: [
      { name: 'planes', good: () => 'faces', bad: [null, 1, 'edges', true, {}, []] },
      numberArgument('tolerance', 1e-11, { isOptional: true, also: [0] }),
      numberArgument('maxFragments', 1e6, { isOptional: true, isInteger: true, also: [0] }),
    ],
    TriangleBvh: [],
    TriangleBsp: [],
    TriangleGrid: [],
    TriangleOctree: [],
    KdopTree: [],
    ObbTree: [],
    SphereTree: [],
  };
  it.each(Object.entries(optionsOf))('of %s are refused by name', async (name, options) => {
    const make = (...args: unknown[]) =>
      new (spatial as unknown as Record<string, new (...args: unknown[]) => object>)[name](...args);
    const rows = [
      ...rowOf(name === 'SphereTree' ? 'particles' : 'positions'),
      settingsArgument('options', () => ({}), [...options, { name: 'colour', good: () => 1, bad: [1] }]).map(
        optional,
      ),
    ];
    const { calls, wrong } = await callBadly({ make }, 'make', rows, () => [positions, indices]);
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(4);
  });
});

it('what is not a serialized structure of the class is refused by name', () => {
  const structure = new spatial.Bvh();
  structure.insertAll(boxes3d);
  const buffer = structure.serialize();
  const short = buffer.slice(0, buffer.byteLength - 8);
  const damaged = buffer.slice(0);
  new Uint32Array(damaged)[2] = 77;
  for (const bad of [
    undefined,
    null,
    1,
    'a',
    {},
    [],
    new ArrayBuffer(0),
    new ArrayBuffer(9),
    new Uint8Array(buffer),
    short,
    damaged,
  ])
    for (const name of [...inSpace, ...inPlane] as const) {
      const deserialize = () => classes[name].deserialize(bad as ArrayBuffer);
      expect(deserialize).toThrow(/^buffer must/);
    }
});
