/**
 * The interface of every structure: insert, update, remove, clear, box, ball and ray queries, pairs, one
 * buffer and back, counters, bytes. Goes over all exported classes, so that a new one has to be entered here
 * and measured for allocation.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type BroadPhase, createRayHit, IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import * as spatial from '@colide/spatial';
import { generateBoxes, generatePoints, makeTorus } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const changes = ['insert', 'insertAll', 'update', 'updateAll', 'remove', 'clear'];
const queries = ['queryBox', 'querySphere', 'queryRay'];
const everywhere = ['serialize', 'counters', 'byteLength'];

/** Structures over boxes, in space and in the plane, lack nothing. */
const overBoxes = [
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
const overBoxes2d = ['HashGrid2d', 'LooseQuadtree', 'Quadtree', 'UniformGrid2d'] as const;

/**
 * Structures over the triangles of a mesh take it whole: there is nothing to insert or remove. Boxes, balls,
 * frusta, nearest points and pairs are functions over any of them, which rest on the methods that begin with
 * `slots`.
 */
const overTriangles = [
  'KdopTree',
  'ObbTree',
  'TriangleBsp',
  'TriangleBvh',
  'TriangleGrid',
  'TriangleOctree',
] as const;
const meshMethods = [
  'raycast',
  'raycastAny',
  'raycastEvery',
  'raycastAll',
  'slotsIn',
  'slotsInside',
  'slotsAround',
];

/** Others, and what they have instead. */
const others = {
  // Points have no extent to meet a ray or each other with; they come all at once.
  KdTree: ['build', 'nearest', 'nearestMany', 'queryBox', 'querySphere'],
  // A solid is one thing: it is asked for points, rays and segments.
  BspTree: ['contains', 'raycast', 'segmentMeets'],
  // The faces of a body are given whole and move with its particles.
  SphereTree: ['update', ...queries, 'findPairs', 'findSelfPairs'],
};

/**
 * Not structures that are kept: lists, counters, events, a grid for one step, `HashGrid` without its
 * serialization, the adapters from a mesh to a collider and from a height field to a mesh.
 */
const notStructures = [
  'HashCells',
  'HeightFieldMesh',
  'MeshShape',
  'NeighborList',
  'PairTracker',
  'PointGrid',
  'QueryCounters',
  'RayHitList',
];

interface Serializable {
  serialize(): ArrayBuffer;
  readonly byteLength: number;
  readonly counters: spatial.QueryCounters;
}
interface StructureClass {
  new (...args: unknown[]): Serializable;
  deserialize(buffer: ArrayBufferLike, ...rest: unknown[]): Serializable;
}

function classOf(name: string): StructureClass {
  return (spatial as unknown as Record<string, StructureClass>)[name];
}

function expectMembers(structure: Serializable, names: string[]): void {
  for (const name of [...names, ...everywhere])
    expect((structure as unknown as Record<string, unknown>)[name], name).toBeDefined();
  expect(classOf(structure.constructor.name).deserialize).toBeTypeOf('function');
}

/**
 * Sends the structure through a transfer and asserts that a question has the same answer before and after,
 * one that costs work.
 */
function expectSurvival<T extends Serializable>(
  structure: T,
  rest: unknown[],
  ask: (structure: T) => unknown,
): void {
  const before = ask(structure);
  const buffer = structure.serialize();
  const moved = structuredClone(buffer, { transfer: [buffer] });
  expect(buffer.byteLength).toBe(0);
  const copy = classOf(structure.constructor.name).deserialize(moved, ...rest) as T;
  copy.counters.reset();
  expect(ask(copy)).toEqual(before);
  const { nodesVisited, boxesTested, trianglesTested } = copy.counters;
  expect(nodesVisited + boxesTested + trianglesTested).toBeGreaterThan(0);
  expect(copy.byteLength).toBeGreaterThan(0);
}

const classes = Object.entries(spatial)
  .filter(([, value]) => /^class\b/.test(Function.prototype.toString.call(value)))
  .map(([name]) => name);

describe('all structures', () => {
  it('are entered here', () => {
    const known = [...overBoxes, ...overBoxes2d, ...overTriangles, ...Object.keys(others), ...notStructures];
    expect(classes.toSorted()).toEqual(known.toSorted());
  });

  it('are measured for allocation', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('allocation.test.ts'))
      .map(file => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
      .join('\n');
    const structures = classes.filter(name => !notStructures.includes(name));
    expect(structures.filter(name => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
  });

  for (const name of [...overBoxes, ...overBoxes2d])
    it(`${name} offers all and survives serialization`, () => {
      const isFlat = (overBoxes2d as readonly string[]).includes(name);
      const structure = new (classOf(name))() as Serializable & BroadPhase;
      expectMembers(structure, [...changes, ...queries, 'findPairs']);
      const boxes = generateBoxes('uniform', 80, new Random(6));
      structure.insertAll(isFlat ? boxes.filter((_, i) => i % 3 !== 2) : boxes);
      structure.remove(11);
      const flat = (...numbers: number[]) => (isFlat ? numbers.filter((_, i) => i % 3 !== 2) : numbers);
      expectSurvival(structure, [], tree => {
        const pairs = new PairList();
        const ids = [new IdList(), new IdList(), new IdList()] as const;
        tree.findPairs(pairs);
        tree.queryBox(ids[0], flat(-2, -2, -2, 2, 2, 2));
        tree.querySphere(ids[1], flat(0, 0, 0), 3);
        tree.queryRay(ids[2], flat(-9, 0, 0), flat(1, 0.1, 0.1));
        expect(pairs.count * ids[0].count * ids[1].count * ids[2].count).toBeGreaterThan(0);
        return [pairs.sort().toArray(), ...ids.map(list => list.sort().toArray())];
      });
    });

  for (const name of overTriangles)
    it(`${name} offers all and survives serialization`, () => {
      const { positions, indices } = makeTorus(12, 8);
      const structure = new (classOf(name))(positions, indices) as Serializable & spatial.TriangleQueries;
      expectMembers(structure, meshMethods);
      expectSurvival(structure, [positions, indices], mesh => {
        const hits = new spatial.RayHitList();
        const ids = [new IdList(), new IdList(), new IdList()] as const;
        const pairs = new PairList();
        const nearest = spatial.createMeshPoint();
        mesh.raycastEvery(hits, [-3, 0.1, 0.05], [1, 0.01, 0.02]);
        spatial.meshQueryBox(ids[0], mesh, [0, 0, 0, 1, 1, 1]);
        spatial.meshQuerySphere(ids[1], mesh, [1, 0, 0], 0.4);
        spatial.meshQueryFrustum(ids[2], mesh, [-1, 0, 0, 0]);
        spatial.findTrianglePairs(pairs, mesh, mesh);
        spatial.meshClosestPoint(nearest, mesh, [0.1, 0.2, 0.3]);
        expect(hits.count * ids[0].count * ids[1].count * ids[2].count * pairs.count).toBeGreaterThan(0);
        return [
          hits.t.slice(0, hits.count),
          ids.map(list => list.sort().toArray()),
          pairs.sort().toArray(),
          nearest,
        ];
      });
    });

  it('KdTree offers its queries and survives serialization', () => {
    const tree = new spatial.KdTree(generatePoints('uniform', 200, new Random(3)));
    expectMembers(tree, others.KdTree);
    expectSurvival(tree, [], copy => {
      const ids = new IdList();
      copy.querySphere(ids, [0, 0, 0], 0.5);
      copy.queryBox(ids, [-0.5, -0.5, -0.5, 0.5, 0.5, 0.5]);
      const nearest = spatial.createNearestPoints(5);
      copy.nearestMany(nearest, [0.1, 0.2, 0.3]);
      expect(ids.count).toBeGreaterThan(0);
      return [ids.sort().toArray(), nearest];
    });
  });

  it('BspTree offers its queries and survives serialization', () => {
    const { positions, indices } = makeTorus(12, 8);
    const tree = new spatial.BspTree(positions, indices);
    expectMembers(tree, others.BspTree);
    expectSurvival(tree, [], copy => {
      const hit = createRayHit();
      copy.raycast(hit, [-3, 0.1, 0.05], [1, 0.01, 0.02]);
      expect(hit.t).toBeLessThan(Infinity);
      return [hit, copy.contains([1, 0, 0]), copy.segmentMeets([-3, 0, 0], [3, 0, 0])];
    });
  });

  it('SphereTree offers its queries and survives serialization', () => {
    const { positions, indices } = makeTorus(12, 8);
    const tree = new spatial.SphereTree(positions, indices);
    expectMembers(tree, others.SphereTree);
    expectSurvival(tree, [positions], copy => {
      const ids = [new IdList(), new IdList(), new IdList()] as const;
      copy.queryBox(ids[0], [0, 0, 0, 1, 1, 1]);
      copy.querySphere(ids[1], [1, 0, 0], 0.4);
      copy.queryRay(ids[2], [-3, 0.1, 0.05], [1, 0.01, 0.02]);
      expect(ids[0].count * ids[1].count * ids[2].count).toBeGreaterThan(0);
      return ids.map(list => list.sort().toArray());
    });
  });
});
