import { readdirSync } from 'node:fs';
import * as data from '@colide/testing';
import { describeData, expectRotation3 } from '@colide/testing';
import { expect, it } from 'vitest';

describeData('linalg', 'linear algebra cases', () => {
  it('are 203 polar decompositions with rotations and 40 symmetric matrices', () => {
    const { polar, symmetric } = data.readMat3Cases();
    expect([polar.length, symmetric.length]).toEqual([203, 40]);
    for (const { rotation, name } of polar) expectRotation3(rotation, 1e-14, name);
    for (const { matrix, eigenvalues } of symmetric) {
      expect(matrix[1]).toBeCloseTo(matrix[3], 12);
      const [a, b, c] = eigenvalues;
      expect(a).toBeGreaterThanOrEqual(b);
      expect(b).toBeGreaterThanOrEqual(c);
      data.expectClose(a + b + c, matrix[0] + matrix[4] + matrix[8], {
        absolute: 1e-14 * Math.max(Math.abs(a), Math.abs(c)) * 10,
      });
    }
  });
});

describeData('predicates', 'predicate cases', () => {
  it.each([
    ['orient2d', 6],
    ['orient3d', 12],
    ['incircle', 8],
    ['insphere', 15],
  ] as const)('%s has 1 000 cases of %i coordinates', (name, numbers) => {
    const cases = data.readPredicateCases(name);
    expect(cases).toHaveLength(1000);
    for (const { coordinates, sign } of cases) {
      expect(coordinates).toHaveLength(numbers);
      expect([-1, 0, 1]).toContain(sign);
    }
  });
});

describeData('hulls', 'game hulls', () => {
  it('have one Qhull answer each', () => {
    const hulls = data.readGameHulls();
    const references = data.readGameHullReferences();
    expect(hulls).toHaveLength(6755);
    expect(references).toHaveLength(6755);
    expect(hulls.reduce((sum, hull) => sum + hull.length / 3, 0)).toBe(137_246);
    hulls.forEach((hull, i) => {
      expect(hull.length).toBe(3 * references[i].pointCount);
    });
    expect(references.filter(reference => !reference.ok)).toHaveLength(25);
  });
});

describeData('gjk', 'distance cases', () => {
  it('are 1 500 hull pairs of four kinds', () => {
    const count: Record<string, number> = {};
    for (const pair of data.readHullPairs()) {
      count[pair.kind] = (count[pair.kind] ?? 0) + 1;
      expect(Math.hypot(...pair.normal)).toBeCloseTo(1, 9);
      expect(Math.hypot(...pair.poseA.rotation)).toBeCloseTo(1, 9);
    }
    expect(count).toEqual({ separated: 500, grazing: 500, shallow: 250, deep: 250 });
  });

  it('are 643 box pairs', () => {
    const cases = data.readLibccdCases();
    expect(cases).toHaveLength(643);
    data.expectHitRate(cases.filter(pair => pair.libccdIntersect).length, cases.length);
    expect(cases.some(pair => pair.libccdDepth !== undefined)).toBe(true);
  });
});

describeData('tritri', 'triangle pairs', () => {
  it('are 2 000 and 30', () => {
    const pairs = data.readTriangleTriangleCases();
    expect(pairs.map(pair => pair.a.length + pair.b.length)).toEqual(new Array(2000).fill(18));
    data.expectHitRate(pairs.filter(pair => pair.intersects).length, pairs.length);
    expect(data.readTriangleTriangleEdgeCases()).toHaveLength(30);
  });
});

describeData('meshes', 'meshes', () => {
  it('have as many triangles as their name says, and valid indices', () => {
    const meshes = data.listMeshes();
    expect(meshes.map(mesh => mesh.name)).toContain('bunny');
    expect(readdirSync(data.dataPath('meshes')).sort()).toEqual(meshes.map(mesh => mesh.file));
    for (const { name, triangleCount } of meshes) {
      const { positions, indices } = data.readMesh(name);
      expect(indices.length, name).toBe(3 * triangleCount);
      expect(
        indices.reduce((a, b) => Math.max(a, b), 0),
        name,
      ).toBeLessThan(positions.length / 3);
      data.expectNoNaN(positions, name);
    }
    expect(() => data.readMesh('teapot')).toThrow(/teapot/);
  });
});

describeData('broadphase', 'broad phase cases', () => {
  it('are 149 845 boxes of a dancer', () => {
    const boxes = data.readDanceBoxes();
    expect(boxes).toHaveLength(6 * 149_845);
    for (let i = 0; i < boxes.length; i++)
      if (i % 6 < 3 && !(boxes[i] <= boxes[i + 3])) throw new Error(`box ${i / 6} is inverted`);
  });

  it('are two frames of a cloth with the pairs its authors counted', () => {
    const { before, edges, features, boxes, vertexFacePairs, edgeEdgePairs } = data.readClothFunnel();
    const nV = before.positions.length / 3;
    const nE = edges.length / 2;
    const sharesVertex = (a: number, b: number) => features[a].some(vertex => features[b].includes(vertex));

    const order = Array.from({ length: boxes.length / 6 }, (_, i) => i);
    order.sort((a, b) => boxes[6 * a] - boxes[6 * b]);
    const found = new Set<number>();
    const count = { vf: 0, ee: 0 };
    for (let i = 0; i < order.length; i++) {
      const a = 6 * order[i];
      for (let j = i + 1; j < order.length && boxes[6 * order[j]] <= boxes[a + 3]; j++) {
        const b = 6 * order[j];
        if (boxes[a + 1] > boxes[b + 4] || boxes[b + 1] > boxes[a + 4]) continue;
        if (boxes[a + 2] > boxes[b + 5] || boxes[b + 2] > boxes[a + 5]) continue;
        const first = Math.min(order[i], order[j]);
        const second = Math.max(order[i], order[j]);
        const isVf = first < nV && second >= nV + nE;
        const isEe = first >= nV && second < nV + nE;
        if ((!isVf && !isEe) || sharesVertex(first, second)) continue;
        found.add(first * 2 ** 26 + second);
        count[isVf ? 'vf' : 'ee']++;
      }
    }
    expect(count).toEqual({ vf: data.clothFunnelVertexFaceCount, ee: data.clothFunnelEdgeEdgeCount });
    for (const [a, b] of [...vertexFacePairs, ...edgeEdgePairs])
      expect(found.has(Math.min(a, b) * 2 ** 26 + Math.max(a, b))).toBe(true);
  });
});
