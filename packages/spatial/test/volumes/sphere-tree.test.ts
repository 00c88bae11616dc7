import { createRayHit, IdList, PairList } from '@colide/core';
import { closestPointTriangle, createClosestPoint, Random } from '@colide/math';
import { rayTriangles, triangleBox, triangleTriangle } from '@colide/narrowphase';
import { SphereTree, type SphereTreeOptions } from '@colide/spatial';

import {
  generateTriangles,
  makeIcosphere,
  makeSoup,
  makeTerrain,
  makeTorus,
  type TriangleMesh,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Mesh = TriangleMesh<Float64Array>;
const splits = ['middle', 'sorting', 'median'] as const;
const kinds = ['wrapped', 'layered'] as const;

function faceAt({ positions, indices }: Mesh, face: number): Float64Array {
  return Float64Array.from(
    { length: 9 },
    (_, i) => positions[3 * indices[3 * face + Math.floor(i / 3)] + (i % 3)],
  );
}

function pairsOracle(a: Mesh, b: Mesh, self = false): PairList {
  const pairs = new PairList();
  const faces = (mesh: Mesh) =>
    Array.from({ length: mesh.indices.length / 3 }, (_, face) => faceAt(mesh, face));
  const [left, right] = [faces(a), faces(b)];
  for (let i = 0; i < left.length; i++)
    for (let j = self ? i + 1 : 0; j < right.length; j++) {
      if (self) {
        const vertices = a.indices.subarray(3 * i, 3 * i + 3);
        if (a.indices.subarray(3 * j, 3 * j + 3).some(vertex => vertices.includes(vertex))) continue;
      }
      if (triangleTriangle(left[i], right[j])) pairs.push(i, j);
    }
  return pairs;
}

/** Turns and moves all particles, as a rigid body would. */
function moveRigidly(positions: Float64Array, random: Random, step: number): void {
  const q = [0, 0, 0, 1];
  random.rotation(q);
  const [x, y, z, w] = q;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const shift = [0, 1, 2].map(() => random.uniform(-step, step));
  for (let i = 0; i < positions.length; i += 3) {
    const p = positions.slice(i, i + 3);
    for (let k = 0; k < 3; k++)
      positions[i + k] = rows[k].reduce((sum, r, j) => sum + r * p[j], 0) + shift[k];
  }
}

/** Asserts that every sphere encloses the faces below it. */
/** A terrain and a copy of it that stands upright on its middle, as one mesh. */
function crossed({ positions, indices }: Mesh): Mesh {
  const count = positions.length / 3;
  const lows = [0, 1, 2].map(k => Math.min(...positions.filter((_, i) => i % 3 === k)));
  const highs = [0, 1, 2].map(k => Math.max(...positions.filter((_, i) => i % 3 === k)));
  const flat = highs[1] - lows[1] < highs[2] - lows[2] ? 1 : 2;
  const across = 3 - flat;
  const middle = (k: number) => (lows[k] + highs[k]) / 2;
  const upright = positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    upright[i + flat] = middle(flat) + positions[i + across] - middle(across) + 0.01;
    upright[i + across] = middle(across) + positions[i + flat] - middle(flat) + 0.01;
  }
  return {
    positions: Float64Array.of(...positions, ...upright),
    indices: Uint32Array.of(...indices, ...indices.map(i => i + count)),
  };
}

function expectEnclosed(tree: SphereTree, mesh: Mesh): void {
  const check = (node: number): number[] => {
    const face = tree.faces[node];
    const below = face >= 0 ? [face] : [...check(node + 1), ...check(tree.second[node])];
    const [x, y, z, r] = tree.spheres.subarray(4 * node, 4 * node + 4);
    for (const id of below) {
      const p = faceAt(mesh, id);
      for (let k = 0; k < 9; k += 3)
        if (Math.hypot(p[k] - x, p[k + 1] - y, p[k + 2] - z) > r * (1 + 1e-8) + 1e-12)
          expect.fail(`face ${id} sticks out of node ${node}`);
    }
    return below;
  };
  if (tree.faces.length > 0)
    expect(check(0).sort((a, b) => a - b)).toEqual(
      Array.from(tree.faces.filter(f => f >= 0)).sort((a, b) => a - b),
    );
}

describe('SphereTree', () => {
  for (const kind of kinds)
    for (const split of splits) {
      const options: SphereTreeOptions = { kind, split };
      it(`finds the pairs of faces of two moving bodies: ${kind}, ${split}`, () => {
        const random = new Random(7);
        const a = makeTorus(12, 7);
        const b = makeIcosphere(1, 0.6);
        const treeA = new SphereTree(a.positions, a.indices, options);
        const treeB = new SphereTree(b.positions, b.indices, options);
        const pairs = new PairList();
        let some = 0;
        for (let frame = 0; frame < 25; frame++) {
          moveRigidly(a.positions, random, 0.1);
          moveRigidly(b.positions, random, 0.1);
          if (kind === 'layered')
            for (let i = 0; i < a.positions.length; i++) a.positions[i] *= random.uniform(0.97, 1.03);
          treeA.update();
          treeB.update();
          pairs.clear();
          expect(treeA.findPairs(pairs, treeB)).toBe(pairs.count);
          const expected = pairsOracle(a, b);
          expect(pairs.sort().equals(expected), `frame ${frame}`).toBe(true);
          if (expected.count > 0) some++;
          const rough = new PairList();
          expect(treeA.findPairs(rough, treeB, false)).toBeGreaterThanOrEqual(expected.count);
        }
        expect(some).toBeGreaterThan(5);
        expect(treeA.counters.trianglesTested).toBeLessThan(
          50 * (a.indices.length / 3) * (b.indices.length / 3) * 0.3,
        );
      });

      it(`finds where a body meets itself: ${kind}, ${split}`, () => {
        const random = new Random(9);
        // A rigid body meets itself if it did from the start: two terrains in one, the second upright.
        const mesh = kind === 'layered' ? makeTerrain(9, 0.3, random) : crossed(makeTerrain(9, 0.3, random));
        const tree = new SphereTree(mesh.positions, mesh.indices, options);
        const pairs = new PairList();
        let some = 0;
        for (let frame = 0; frame < 12; frame++) {
          if (kind === 'layered')
            for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] += 0.04 * random.normal();
          else moveRigidly(mesh.positions, random, 1);
          tree.update();
          pairs.clear();
          tree.findSelfPairs(pairs);
          const expected = pairsOracle(mesh, mesh, true);
          expect(pairs.sort().equals(expected), `frame ${frame}`).toBe(true);
          if (expected.count > 0) some++;
        }
        expect(some).toBeGreaterThan(kind === 'layered' ? 5 : 11);
      });
    }

  it('encloses all faces, degenerate ones too', () => {
    const soup = makeSoup(
      Float64Array.from([
        ...generateTriangles('tiny', 8, new Random(1)),
        ...generateTriangles('huge', 8, new Random(2)),
        ...new Array<number>(18).fill(0.25),
        0,
        0,
        0,
        1,
        1,
        1,
        2,
        2,
        2,
      ]),
    );
    for (const mesh of [soup, makeTorus(9, 5), makeTerrain(5, 0.2, new Random(3))])
      for (const kind of kinds)
        for (const split of splits) {
          const positions = mesh.positions.slice();
          const moved = { positions, indices: mesh.indices };
          const tree = new SphereTree(positions, mesh.indices, { kind, split });
          expectEnclosed(tree, moved);
          for (let i = 0; i < positions.length; i++) positions[i] += Math.sin(i);
          tree.update(true);
          // Also what no query visits before the body moves on as it is now.
          for (let i = 0; i < positions.length; i++) positions[i] += 1;
          tree.update(kind === 'layered');
          // Makes a wrapped tree compute all of its spheres.
          tree.serialize();
          expectEnclosed(tree, moved);
        }
  });

  it('computes the spheres of a wrapped tree only where a query comes by', () => {
    const { positions, indices } = makeIcosphere(3);
    const tree = new SphereTree(positions, indices, { kind: 'wrapped' });
    const far = makeIcosphere(0);
    for (let i = 0; i < far.positions.length; i++) far.positions[i] += 1.1;
    const other = new SphereTree(far.positions, far.indices, { kind: 'wrapped' });
    for (let i = 0; i < positions.length; i++) positions[i] += 0.01;
    const stale = tree.spheres.slice();
    tree.update();
    expect(tree.findPairs(new PairList(), other)).toBe(pairsOracle({ positions, indices }, far).count);
    let same = 0;
    for (let i = 0; i < stale.length; i += 4) if (stale[i] === tree.spheres[i]) same++;
    expect(same).toBeGreaterThan(0.5 * tree.faces.length);
  });

  it('finds the faces in a ball', () => {
    const mesh = makeTorus(16, 8);
    const random = new Random(3);
    const record = createClosestPoint();
    for (const kind of kinds) {
      const tree = new SphereTree(mesh.positions, mesh.indices, { kind });
      const ids = new IdList();
      for (let i = 0; i < 60; i++) {
        const center = [0, 1, 2].map(() => random.uniform(-1.3, 1.3));
        const radius = random.uniform(0, 0.6);
        ids.clear();
        tree.querySphere(ids, center, radius);
        const expected = Array.from({ length: mesh.indices.length / 3 }, (_, id) => id).filter(id => {
          const p = faceAt(mesh, id);
          const corner = (k: number) => p.subarray(k, k + 3);
          return closestPointTriangle(record, center, corner(0), corner(3), corner(6)) <= radius * radius;
        });
        expect(ids.sort().toArray()).toEqual(expected);
      }
    }
  });

  it('finds the faces in a box and along a ray', () => {
    const mesh = makeTorus(16, 8);
    const random = new Random(5);
    const record = createRayHit();
    const faces = Array.from({ length: mesh.indices.length / 3 }, (_, id) => faceAt(mesh, id));
    const ids = new IdList();
    let met = 0;
    for (const kind of kinds) {
      const tree = new SphereTree(mesh.positions, mesh.indices, { kind });
      for (let i = 0; i < 60; i++) {
        const center = [0, 1, 2].map(() => random.uniform(-1.3, 1.3));
        const half = random.uniform(0, 0.6);
        const box = [...center.map(x => x - half), ...center.map(x => x + half)];
        ids.clear();
        expect(tree.queryBox(ids, box)).toBe(ids.count);
        expect(ids.sort().toArray()).toEqual(
          faces.flatMap((face, id) => (triangleBox(face, box) ? [id] : [])),
        );

        const goal = faces[random.integer(faces.length)];
        const direction = center.map((x, k) => goal[k] - x + random.uniform(-0.4, 0.4));
        if (i % 6 === 0) direction.fill(0, 1);
        const maxT = i % 3 === 0 ? 0.7 : Infinity;
        ids.clear();
        expect(tree.queryRay(ids, center, direction, maxT)).toBe(ids.count);
        const expected = faces.flatMap((face, id) =>
          rayTriangles(record, center, direction, face, maxT) < Infinity ? [id] : [],
        );
        expect(ids.sort().toArray()).toEqual(expected);
        if (expected.length > 0) met++;
      }
    }
    expect(met / 120).toBeGreaterThan(0.2);
    expect(met / 120).toBeLessThan(0.8);
  });

  it('comes back from its serialized form', () => {
    const { positions, indices } = makeTorus(10, 6);
    for (const kind of kinds) {
      const tree = new SphereTree(positions, indices, { kind });
      const buffer = tree.serialize();
      const copy = SphereTree.deserialize(structuredClone(buffer, { transfer: [buffer] }), positions);
      const ball = makeIcosphere(1, 0.9);
      const other = new SphereTree(ball.positions, ball.indices);
      const [p, q] = [new PairList(), new PairList()];
      expect(tree.findPairs(p, other)).toBeGreaterThan(10);
      copy.findPairs(q, other);
      expect(q.sort().equals(p.sort())).toBe(true);
      expect(copy.byteLength).toBe(tree.byteLength);
    }
    expect(() => SphereTree.deserialize(new ArrayBuffer(8), positions)).toThrow(/buffer/);
    const buffer = new SphereTree(positions, indices).serialize();
    expect(() => SphereTree.deserialize(buffer, new Float64Array(9))).toThrow(/particles/);
  });

  it('answers for nothing and names bad arguments', () => {
    const empty = new SphereTree(new Float64Array(0), []);
    expect(empty.findPairs(new PairList(), empty)).toBe(0);
    expect(empty.findSelfPairs(new PairList())).toBe(0);
    expect(empty.querySphere(new IdList(), [0, 0, 0], 1)).toBe(0);
    expect(empty.queryBox(new IdList(), [0, 0, 0, 1, 1, 1])).toBe(0);
    expect(empty.queryRay(new IdList(), [0, 0, 0], [1, 0, 0])).toBe(0);
    const particles = new Float64Array(9);
    expect(() => new SphereTree(new Float64Array(8), [])).toThrow(/particles/);
    expect(() => new SphereTree(Float64Array.of(0, 0, Number.NaN), [])).toThrow(/particles/);
    expect(() => new SphereTree(particles, [0, 1])).toThrow(/indices/);
    expect(() => new SphereTree(particles, [0, 1, 3])).toThrow(/indices\[2\]/);
    expect(() => new SphereTree(particles, [], { kind: 'loose' as 'layered' })).toThrow(/kind/);
    expect(() => new SphereTree(particles, [], { split: 'random' as 'median' })).toThrow(/split/);
    expect(() => empty.querySphere(new IdList(), [0, 0, 0], -1)).toThrow(/radius/);
    expect(() => empty.queryBox(new IdList(), [1, 0, 0, 0, 1, 1])).toThrow(/box/);
    expect(() => empty.queryRay(new IdList(), [0, 0, 0], [0, 0, 0])).toThrow(/direction/);
  });
});
