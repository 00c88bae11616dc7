/**
 * The queries of meshes that are functions, and those of `MeshShape`, refuse bad arguments: the error names
 * the argument, and the mesh, its answers and the record for results are those from before.
 */
import { createRayHit, IdList, PairList } from '@colide/core';
import { HeightField, Posed, SphereShape } from '@colide/geometry';
import {
  createPenetrationResult,
  createSweep,
  createTimeOfImpact,
  type Sweep,
  TriangleContacts,
} from '@colide/narrowphase';
import * as spatial from '@colide/spatial';
import {
  type Argument,
  arrayArgument,
  callBadly,
  type MethodRow,
  type MethodTable,
  makeTorus,
  numberArgument,
  objectArgument,
  settingsArgument,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

const { positions, indices } = makeTorus(6, 4);
const field = new HeightField({ columns: 3, rows: 3, heights: [0, 1, 0, 1, 0, 1, 0, 1, 0] });
const structures = [
  new spatial.KdopTree(positions, indices),
  new spatial.ObbTree(positions, indices),
  new spatial.TriangleBsp(positions, indices),
  new spatial.TriangleBvh(positions, indices),
  new spatial.TriangleGrid(positions, indices),
  new spatial.TriangleOctree(positions, indices),
];

const vec3 = (name: string) => arrayArgument(name, [0, 0.1, 1]);
const direction: Argument = { ...vec3('direction'), bad: [...vec3('direction').bad, [0, 0, 0]] };
const reach = (name: string) => numberArgument(name, 1, { isOptional: true, isInfinite: true });

/** Large as it may be, the number is good if it is finite. */
function extent(name: string, good: number, isOptional = false): Argument {
  const { bad, ...others } = numberArgument(name, good, { isOptional });
  return { ...others, bad: bad.filter(value => value !== 1e308) };
}

async function expectRefused(target: object, table: object, state: () => unknown): Promise<void> {
  for (const [method, row] of Object.entries(table)) {
    if (typeof row === 'string') continue;
    const { calls, wrong } = await callBadly(target, method, row as MethodRow, state);
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(4);
  }
}

describe('bad calls of functions over meshes', () => {
  const wrongMeshes = [new spatial.BruteForce(), new spatial.HeightFieldMesh(field)];
  it.each(structures.map(mesh => [mesh.constructor.name, mesh] as const))(
    'over a %s are refused by name, and nothing changes',
    async (_, mesh) => {
      const ids = new IdList();
      const pairs = new PairList();
      const nearest = spatial.createMeshPoint();
      const meshArgument = (name: string) => objectArgument(name, () => mesh, wrongMeshes);
      const idsArgument = objectArgument('out', () => ids, [pairs]);
      const box = arrayArgument('box', [0, 0, 0, 1, 1, 1]);
      const planes = arrayArgument('planes', [1, 0, 0, 1]);
      const table = {
        meshClosestPoint: [
          objectArgument('out', () => nearest, [ids]),
          meshArgument('mesh'),
          vec3('point'),
          reach('maxDistance'),
        ],
        // A box may be without bounds.
        meshQueryBox: [
          idsArgument,
          meshArgument('mesh'),
          {
            ...box,
            bad: [...box.bad.filter(value => !String(value).endsWith(',Infinity')), [1, 0, 0, 0, 1, 1]],
          },
        ],
        meshQuerySphere: [idsArgument, meshArgument('mesh'), vec3('center'), extent('radius', 1)],
        // Without planes, nothing is outside.
        meshQueryFrustum: [
          idsArgument,
          meshArgument('mesh'),
          {
            ...planes,
            bad: [
              ...planes.bad.filter(value => !(Array.isArray(value) && value.length === 0)),
              new Float64Array(4 * 33),
            ],
          },
        ],
        findTrianglePairs: [
          objectArgument('out', () => pairs, [ids]),
          meshArgument('a'),
          meshArgument('b'),
          arrayArgument('pose', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], true),
        ],
      };
      const { distance, triangle, u, v, point } = nearest;
      const state = () => [
        mesh.serialize(),
        ids.count,
        pairs.count,
        { ...nearest },
        mesh.counters.nodesVisited,
      ];
      await expectRefused(spatial, table, state);
      expect(nearest).toEqual({ distance, triangle, u, v, point });
    },
  );

  it('of triangleBvhRefit are refused by name, and nothing changes', async () => {
    const plain = Array.from(positions);
    const bvh = new spatial.TriangleBvh(plain, indices);
    const table = {
      triangleBvhRefit: [objectArgument('bvh', () => bvh, [new spatial.Bvh(), structures[0]])],
    };
    await expectRefused(spatial, table, () => bvh.serialize());
    const before = bvh.serialize();
    for (const bad of [Number.NaN, Infinity, '1', null, undefined]) {
      plain[7] = bad as number;
      plain[1] = 5;
      expect(() => spatial.triangleBvhRefit(bvh)).toThrow('positions[7] must');
      expect(bvh.serialize()).toEqual(before);
    }
  });
});

it('bad calls of RayHitList are refused by name, and nothing changes', async () => {
  const list = new spatial.RayHitList();
  list.push(3, 2, 0.5, 0.25);
  list.push(1, 1, 0.5, 0.25);
  const table: MethodTable<spatial.RayHitList> = {
    push: 'hot, unchecked',
    pushFrom: 'hot, unchecked',
    get: [numberArgument('index', 1, { isInteger: true, also: [2] })],
    clear: 'no arguments',
    reserve: [numberArgument('capacity', 1, { isInteger: true, also: [2 ** 40] })],
    sortFrom: [numberArgument('first', 0, { isInteger: true, also: [3] })],
    [Symbol.iterator as never]: 'no arguments',
  };
  await expectRefused(list, table, () => [list.count, list.t, list.triangle, list.u, list.v]);
});

const numbersOf = (record: object) => Object.values(record);
const placed = new Posed(new SphereShape(1), [0, 0.25, 0], [0, 0.6, 0, 0.8]);
const ball = new Posed(new SphereShape(0.5), [0, 0.5, 0.5]);
const moving = new Posed(new SphereShape(0.5), [0, 3, 0.5]);
const hit = createRayHit();
const impact = createTimeOfImpact();
const result = createPenetrationResult();
const contacts = new TriangleContacts();

function sweepOf(): Sweep {
  const sweep = createSweep(0.5);
  sweep.position.set([0, 3, 0.5]);
  sweep.linear.set([0, -5, 0]);
  return sweep;
}

const shapeTable = {
  contacts: 'hot, unchecked',
  raycast: [
    objectArgument('hit', () => hit, [new IdList()]),
    objectArgument('placed', () => placed, [new SphereShape(1)]),
    vec3('origin'),
    direction,
    reach('maxT'),
  ],
  shapecast: [
    objectArgument('out', () => impact, [result]),
    objectArgument('placed', () => placed, [new SphereShape(1)]),
    objectArgument('moving', () => ball, [hit]),
    vec3('motion'),
  ],
  impact: [
    objectArgument('out', () => impact, [result]),
    objectArgument('placed', () => placed, [new SphereShape(1)]),
    objectArgument('moving', () => moving, [hit, new SphereShape(1)]),
    settingsArgument('sweep', () => ({ ...sweepOf() }), [
      vec3('position'),
      arrayArgument('rotation', [0, 0, 0, 1]),
      vec3('linear'),
      vec3('angular'),
      extent('radius', 0.5),
    ]),
    settingsArgument('options', () => ({ depth: 0.01, tolerance: 0.001 }), [
      extent('depth', 0.01),
      extent('tolerance', 0.001),
    ]),
  ],
  distance: [
    objectArgument('out', () => result, [impact]),
    objectArgument('placed', () => placed, [new SphereShape(1)]),
    objectArgument('convex', () => ball, [hit]),
    extent('maxDistance', 1),
  ],
  support: 'hot, unchecked, as in all shapes',
  aabb: 'hot, unchecked, as in all shapes',
  centerOfMass: 'unchecked, as in all shapes',
  inertia: 'unchecked, as in all shapes',
  createContacts: 'no arguments',
  createMeshContacts: 'no arguments',
  meshContacts: 'hot, unchecked',
  planeContacts: 'hot, unchecked',
  movingImpact: 'hot, unchecked',
  planeImpact: 'hot, unchecked',
  createPairs: 'for steps of worlds, unchecked',
  triangleAt: 'for steps of worlds, unchecked',
} satisfies MethodTable<spatial.MeshShape>;

describe('bad calls of MeshShape', () => {
  const meshes = [...structures, new spatial.HeightFieldMesh(field)];
  it.each(meshes.map(mesh => [mesh.constructor.name, mesh] as const))(
    'over a %s are refused by name, and nothing changes',
    async (_, mesh) => {
      const shape = new spatial.MeshShape(mesh);
      const answers = () => [
        shape.contacts(contacts, placed, ball, 0.1),
        shape.raycast(hit, placed, [0.1, 5, 0.6], [0, -1, 0]),
        shape.shapecast(impact, placed, moving, [0, -5, 0]),
        shape.distance(result, placed, ball, 10),
      ];
      const before = answers();
      const state = () => [
        numbersOf(hit),
        numbersOf(impact),
        numbersOf(result),
        contacts.count,
        moving.pose,
        placed.pose,
        numbersOf(shape),
      ];
      await expectRefused(shape, shapeTable, state);
      expect(answers()).toEqual(before);
    },
  );

  it('its constructor and that of HeightFieldMesh name what is wrong', () => {
    for (const bad of objectArgument('mesh', () => 0, [new spatial.BruteForce(), field]).bad) {
      expect(() => new spatial.MeshShape(bad as spatial.TriangleBvh)).toThrow(/^mesh must/);
      if (bad !== field) expect(() => new spatial.HeightFieldMesh(bad as HeightField)).toThrow(/^field must/);
    }
  });

  it('rays at a HeightFieldMesh are refused by name', async () => {
    const table = { raycast: [objectArgument('hit', () => hit), vec3('origin'), direction, reach('maxT')] };
    await expectRefused(new spatial.HeightFieldMesh(field), table, () => [numbersOf(hit), field.heights]);
  });
});
