import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { triangleTriangle } from '@colide/narrowphase';
import { findTrianglePairs, KdopTree, ObbTree, TriangleBvh } from '@colide/spatial';
import { describeData, generateDirtyMesh, makeTorus, readMesh } from '@colide/testing';
import { mat4, quat } from 'gl-matrix';
import { describe, expect, it } from 'vitest';
import { soupOf } from '../support/mesh-oracles.ts';

interface Tree<T> {
  findPairs(out: PairList, other: T, pose?: mat4): number;
  readonly byteLength: number;
}

const makers = {
  ObbTree: (positions: ArrayLike<number>, indices: ArrayLike<number>) => new ObbTree(positions, indices),
  KdopTree: (positions: ArrayLike<number>, indices: ArrayLike<number>) => new KdopTree(positions, indices),
  'KdopTree of 26 planes': (positions: ArrayLike<number>, indices: ArrayLike<number>) =>
    new KdopTree(positions, indices, { k: 26 }),
};

for (const [name, make] of Object.entries(makers) as [
  string,
  (positions: ArrayLike<number>, indices: ArrayLike<number>) => Tree<unknown>,
][])
  describe(name, () => {
    it('finds the triangles of two tori that meet, in 30 poses', () => {
      const torus = makeTorus(18, 9);
      const tree = make(torus.positions, torus.indices);
      const bvh = new TriangleBvh(torus.positions, torus.indices);
      const random = new Random(3);
      let meeting = 0;
      for (let i = 0; i < 30; i++) {
        const rotation = quat.normalize(
          quat.create(),
          [0, 0, 0, 0].map(() => random.uniform(-1, 1)),
        );
        const translation = [0, 0, 0].map(() => random.uniform(-1.6, 1.6));
        const pose = mat4.fromRotationTranslation(mat4.create(), rotation, translation);
        const [pairs, expected] = [new PairList(), new PairList()];
        findTrianglePairs(expected, bvh, bvh, pose);
        expect(tree.findPairs(pairs, tree, pose)).toBe(expected.count);
        expect(pairs.sort().equals(expected.sort())).toBe(true);
        if (expected.count > 0) meeting++;
      }
      expect(meeting / 30).toBeGreaterThan(0.2);
      expect(meeting / 30).toBeLessThan(0.95);
    });

    it('finds the pairs of dirty meshes without a pose, as brute force does', () => {
      const meshes = (['soup', 'fused', 'degenerate', 'nonManifold'] as const).map(family =>
        generateDirtyMesh(family, new Random(5)),
      );
      for (const [i, j] of [
        [0, 0],
        [0, 1],
        [2, 0],
        [1, 3],
      ]) {
        const [a, b] = [meshes[i], meshes[j]];
        const [soupA, soupB] = [soupOf(a), soupOf(b)];
        const expected = new PairList();
        for (let k = 0; k < soupA.length; k += 9)
          for (let l = 0; l < soupB.length; l += 9)
            if (triangleTriangle(soupA.subarray(k, k + 9), soupB.subarray(l, l + 9)))
              expected.push(k / 9, l / 9);
        const pairs = new PairList();
        make(a.positions, a.indices).findPairs(pairs, make(b.positions, b.indices));
        expect(pairs.sort().equals(expected), `${i} ${j}`).toBe(true);
        expect(expected.count).toBeGreaterThan(5);
      }
    });

    describeData('meshes', 'on real meshes', () => {
      it('finds the pairs of nasty meshes without a pose', () => {
        const soup = readMesh('nasty_soup');
        const fused = readMesh('nasty_fused_vertices');
        const a = make(soup.positions, soup.indices);
        const expected = new PairList();
        const bvh = new TriangleBvh(soup.positions, soup.indices);
        findTrianglePairs(expected, bvh, bvh);
        const pairs = new PairList();
        a.findPairs(pairs, a);
        expect(pairs.sort().equals(expected.sort())).toBe(true);
        expect(expected.count).toBeGreaterThan(100);
        expect(a.findPairs(new PairList(), make(fused.positions, fused.indices))).toBe(
          findTrianglePairs(new PairList(), bvh, new TriangleBvh(fused.positions, fused.indices)),
        );
      });
    });

    it('answers for empty meshes and names bad arguments', () => {
      const empty = make([], []);
      expect(empty.findPairs(new PairList(), empty)).toBe(0);
      expect(() => make([0, 0, Number.NaN], [0, 0, 0])).toThrow(/positions\[2\]/);
      expect(() => make([0, 0, 0], [0, 0, 1])).toThrow(/indices\[2\]/);
      expect(() => make([0, 0, 0], [0, 0])).toThrow(/indices/);
      expect(make([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]).byteLength).toBeGreaterThan(72);
    });
  });

it('requires the same k', () => {
  const a = new KdopTree([0, 0, 0], [0, 0, 0], { k: 6 });
  expect(() => a.findPairs(new PairList(), new KdopTree([0, 0, 0], [0, 0, 0]))).toThrow(/other/);
});
