import { Random } from '@colide/math';
import * as testing from '@colide/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('point families', () => {
  it.each(testing.pointFamilies)('%s is finite and the same for the same seed', family => {
    const points = testing.generatePoints(family, 100, new Random(1));
    expect(points).toHaveLength(300);
    expect(points.every(Number.isFinite)).toBe(true);
    expect(testing.generatePoints(family, 100, new Random(1))).toEqual(points);
    expect(testing.generatePoints2d(family, 100, new Random(1))).toHaveLength(200);
  });

  it('have the shape they are called after', () => {
    const random = new Random(2);
    const sphere = testing.generatePoints('sphere', 50, random);
    for (let i = 0; i < 50; i++) testing.expectClose(Math.hypot(...sphere.slice(3 * i, 3 * i + 3)), 1);
    const offset = testing.generatePoints('offset', 50, random);
    expect(offset.every(x => Math.abs(x - 1e6) <= 1)).toBe(true);
    const distinct = new Set(
      Array.from({ length: 50 }, (_, i) => testing.generatePoints('duplicates', 50, new Random(3))[3 * i]),
    );
    expect(distinct.size).toBe(8);
    expect(testing.hullOracle(testing.generatePoints('coplanar', 12, random), 1e-9).faces).toHaveLength(2);
    expect(testing.hullOracle(testing.generatePoints('collinear', 12, random), 1e-9).faces).toHaveLength(0);
  });
});

describe('box families', () => {
  it.each(testing.boxFamilies)('%s are boxes', family => {
    const boxes = testing.generateBoxes(family, 200, new Random(1));
    expect(boxes).toHaveLength(1200);
    for (let i = 0; i < boxes.length; i++) if (i % 6 < 3) expect(boxes[i]).toBeLessThanOrEqual(boxes[i + 3]);
    expect(testing.boxPairsOracle(boxes).count).toBeGreaterThan(0);
  });

  it('spread over six orders of magnitude where mixed, and all overlap where nested', () => {
    const boxes = testing.generateBoxes('mixed', 2000, new Random(1));
    const widths = Array.from({ length: 2000 }, (_, i) => boxes[6 * i + 3] - boxes[6 * i]);
    expect(Math.max(...widths) / Math.min(...widths)).toBeGreaterThan(1e5);
    for (const family of ['nested', 'identical'] as const)
      expect(testing.boxPairsOracle(testing.generateBoxes(family, 20, new Random(1))).count).toBe(190);
  });

  it('keep their size when they move', () => {
    const before = testing.generateBoxes('uniform', 10, new Random(1));
    const after = testing.moveBoxes(before.slice(), 0.1, new Random(2));
    for (let i = 0; i < 60; i += 6) {
      testing.expectClose(after[i + 3] - after[i], before[i + 3] - before[i]);
      expect(Math.abs(after[i] - before[i])).toBeLessThan(0.1);
      expect(after[i]).not.toBe(before[i]);
    }
  });
});

describe('triangles and meshes', () => {
  it.each(testing.triangleFamilies)('%s triangles are finite', family => {
    const triangles = testing.generateTriangles(family, 50, new Random(1));
    expect(triangles).toHaveLength(450);
    expect(triangles.every(Number.isFinite)).toBe(true);
  });

  const meshVolume = ({ positions, indices }: testing.TriangleMesh): number => {
    let volume = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map(k => positions.slice(3 * indices[i + k], 3 * indices[i + k] + 3));
      const [ax, ay, az] = a;
      const [bx, by, bz] = b;
      const [cx, cy, cz] = c;
      volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    }
    return volume;
  };

  it.each([
    ['icosahedron', testing.makeIcosphere(0), 12, 2, 2.5361507],
    ['icosphere', testing.makeIcosphere(3), 642, 2, (4 / 3) * Math.PI],
    ['torus', testing.makeTorus(64, 32), 2048, 0, 2 * Math.PI ** 2 * 0.09],
    ['box', testing.makeBoxMesh(1, 2, 3), 8, 2, 48],
  ] as const)('%s is closed, outward and of the right genus', (_, mesh, vertices, euler, volume) => {
    const halfEdges = new Set<string>();
    for (let i = 0; i < mesh.indices.length; i++) {
      const key = `${mesh.indices[i]},${mesh.indices[i % 3 === 2 ? i - 2 : i + 1]}`;
      expect(halfEdges.has(key)).toBe(false);
      halfEdges.add(key);
    }
    for (const key of halfEdges) expect(halfEdges.has(key.split(',').reverse().join())).toBe(true);
    expect(mesh.positions.length / 3).toBe(vertices);
    expect(vertices - halfEdges.size / 2 + mesh.indices.length / 3).toBe(euler);
    testing.expectClose(meshVolume(mesh), volume, { relative: 0.02 });
  });

  it('terrain and soup have the triangles asked for', () => {
    expect(testing.makeTerrain(4, 0.1, new Random(1)).indices).toHaveLength(96);
    expect(testing.makeSoup(new Float64Array(27)).indices).toEqual(Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
  });
});

describe('hulls and poses', () => {
  it.each(testing.hullFamilies)('%s is solid', family => {
    const cloud = testing.generateHull(family, 12, new Random(1));
    const hull = testing.hullOracle(cloud);
    expect(testing.polytopeVolume(hull)).toBeGreaterThan(0);
    expect(hull.faces.length).toBeGreaterThanOrEqual(4);
  });

  it('poses keep distances', () => {
    const random = new Random(4);
    const points = testing.generatePoints('uniform', 10, random);
    const posed = testing.posePoints(points, testing.generatePose(random, 5));
    const distance = (p: Float64Array, i: number) =>
      Math.hypot(p[i] - p[0], p[i + 1] - p[1], p[i + 2] - p[2]);
    for (let i = 3; i < 30; i += 3) testing.expectClose(distance(posed, i), distance(points, i));
    expect(
      testing.posePoints([1, 0, 0], { position: [0, 0, 1], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }),
    ).toSatisfy((p: Float64Array) => Math.hypot(p[0], p[1] - 1, p[2] - 1) < 1e-15);
  });
});

describe('arbitraries', () => {
  it('give what they are called after', () => {
    fc.assert(fc.property(testing.arbitraryBoxes(9), boxes => boxes.length % 6 === 0 && boxes.length <= 54));
    fc.assert(fc.property(testing.arbitraryPoints(9), points => points.every(Number.isFinite)));
    fc.assert(fc.property(testing.arbitraryHull(12), cloud => cloud.length >= 24 && cloud.length <= 36));
    fc.assert(fc.property(testing.arbitraryVec3(2), v => v.every(x => Math.abs(x) <= 2)));
    fc.assert(fc.property(testing.arbitraryNumber(), Number.isFinite));
  });
});

describe('dirty meshes', () => {
  const edgeCounts = ({ indices }: testing.TriangleMesh): Map<string, number> => {
    const counts = new Map<string, number>();
    for (let i = 0; i < indices.length; i++) {
      const key = [indices[i], indices[i % 3 === 2 ? i - 2 : i + 1]].sort((a, b) => a - b).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const areas = ({ positions: p, indices }: testing.TriangleMesh): number[] =>
    Array.from({ length: indices.length / 3 }, (_, t) => {
      const [a, b, c] = [0, 1, 2].map(k => 3 * indices[3 * t + k]);
      const [u, v] = [b, c].map(at => [0, 1, 2].map(k => p[at + k] - p[a + k]));
      return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    });
  const make = (family: testing.DirtyMeshFamily) => testing.generateDirtyMesh(family, new Random(1));

  it.each(testing.dirtyMeshFamilies)('%s is finite, indexed and the same for the same seed', family => {
    const mesh = make(family);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
    expect(Math.max(...mesh.indices)).toBeLessThan(mesh.positions.length / 3);
    expect(make(family)).toEqual(mesh);
  });

  it('have the faults they are called after', () => {
    expect(areas(make('degenerate')).every(area => area === 0)).toBe(true);
    expect(areas(make('fused')).filter(area => area === 0).length).toBeGreaterThan(20);
    expect([...edgeCounts(make('nonManifold')).values()].filter(count => count > 2).length).toBeGreaterThan(
      3,
    );
    expect([...edgeCounts(make('unwelded')).values()].every(count => count === 1)).toBe(true);
    expect([...edgeCounts(make('holed')).values()].filter(count => count === 1).length).toBeGreaterThan(50);
    const slivers = areas(make('slivers')).sort((a, b) => a - b);
    expect(slivers[0]).toBeGreaterThan(0);
    expect(slivers.at(-1)! / slivers[0]).toBeGreaterThan(1e3);
    const sizes = areas(make('scales')).sort((a, b) => a - b);
    expect(sizes.at(-1)! / sizes[0]).toBeGreaterThan(1e7);
    for (const mesh of [testing.makeBumpySphere(2, new Random(1)), testing.makeSliverTorus(8, 6)])
      expect([...edgeCounts(mesh).values()].every(count => count === 2)).toBe(true);
  });
});

describe('matrices', () => {
  it('have the rotation and the values they come with', () => {
    const { polar, symmetric } = testing.generateMat3Cases(5, new Random(1));
    expect([polar.length, symmetric.length]).toEqual([50, 50]);
    for (const { name, matrix: m, rotation: r, singularValues, relativeGap } of polar) {
      testing.expectRotation3(r, 1e-14, name);
      expect(relativeGap).toBeGreaterThanOrEqual(0);
      // The squares of the singular values add up to those of the elements; the factor beside the rotation is
      // symmetric.
      const scale = singularValues[0] || 1;
      const sum = m.reduce((total, x) => total + (x / scale) ** 2, 0);
      testing.expectClose(
        sum,
        singularValues.reduce((total, x) => total + (x / scale) ** 2, 0),
        { absolute: 1e-14 },
      );
      const stretch = (i: number, j: number) =>
        r[3 * i] * m[3 * j] + r[3 * i + 1] * m[3 * j + 1] + r[3 * i + 2] * m[3 * j + 2];
      for (const [i, j] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ])
        testing.expectClose(stretch(i, j), stretch(j, i), { absolute: 1e-14 * scale }, name);
    }
    for (const {
      matrix: m,
      eigenvalues: [a, b, c],
    } of symmetric) {
      expect([m[1], m[2], m[5]]).toEqual([m[3], m[6], m[7]]);
      testing.expectClose(m[0] + m[4] + m[8], a + b + c, { absolute: 1e-15 * (Math.abs(a) + Math.abs(c)) });
    }
  });
});

describe('predicate inputs and triangle pairs', () => {
  it('are the same for the same seed, some exactly degenerate and some not', () => {
    for (const name of ['orient2d', 'orient3d', 'incircle', 'insphere'] as const) {
      const inputs = testing.generatePredicateInputs(name, 200, new Random(1));
      expect(testing.generatePredicateInputs(name, 200, new Random(1))).toEqual(inputs);
      const signs = inputs.map(input => testing.exactPredicate(name, input));
      for (const sign of [-1, 0, 1]) expect(signs.filter(x => x === sign).length, name).toBeGreaterThan(4);
    }
    for (const kind of testing.trianglePairKinds) {
      const pairs = testing.generateTrianglePairs(kind, 12, new Random(1));
      expect(testing.generateTrianglePairs(kind, 12, new Random(1))).toEqual(pairs);
    }
  });
});

describe('pairs', () => {
  it.each([
    ['separated', 0.9e-3, 4],
    ['grazing', -1e-4, 1e-4],
    ['shallow', -0.1, -1e-3],
    ['deep', -1, -1e-2],
  ] as const)('%s hulls are mostly as near as they should be', (kind, low, high) => {
    const pairs = testing.generateHullPairs(kind, 20, new Random(1));
    expect(testing.generateHullPairs(kind, 20, new Random(1))).toEqual(pairs);
    const near = pairs.filter(({ distance, size }) => low * size <= distance && distance <= high * size);
    expect(near.length / pairs.length).toBeGreaterThan(0.6);
  });

  it('of boxes overlap, touch and miss', () => {
    const distances = testing.generateBoxPairs(20, new Random(1)).map(({ distance }) => distance);
    testing.expectHitRate(distances.filter(x => x < -1e-9).length, distances.length);
    expect(distances.filter(x => Math.abs(x) < 1e-9).length).toBeGreaterThan(2);
  });
});

describe('surfaces that cross', () => {
  it('are boxes, many of which overlap', () => {
    const boxes = testing.generateSurfaceBoxes(new Random(1));
    expect(testing.generateSurfaceBoxes(new Random(1))).toEqual(boxes);
    for (let i = 0; i < boxes.length; i++)
      if (i % 6 < 3 && !(boxes[i] <= boxes[i + 3])) throw new Error(`box ${i / 6} is inverted`);
    const pairs = testing.boxPairsOracle(boxes).count;
    expect(pairs).toBeGreaterThan(boxes.length / 6);
  });

  it('are a cloth that meets itself, within the boxes it sweeps', () => {
    const step = testing.generateClothStep(20, 3, new Random(1));
    const { features, boxes, before, after, vertexFacePairs, edgeEdgePairs } = step;
    expect(features).toHaveLength(21 * 4 + (20 * 4 + 21 * 3 + 60) + 120);
    expect(vertexFacePairs.length).toBeGreaterThan(20);
    expect(edgeEdgePairs.length).toBeGreaterThan(20);
    for (const [a, b] of [...vertexFacePairs, ...edgeEdgePairs])
      expect(testing.boxesOverlap(boxes, a, boxes, b), `${a} ${b}`).toBe(true);
    features.forEach((feature, id) => {
      for (const { positions } of [before, after])
        for (const vertex of feature)
          for (let k = 0; k < 3; k++) {
            expect(boxes[6 * id + k]).toBeLessThan(positions[3 * vertex + k]);
            expect(boxes[6 * id + k + 3]).toBeGreaterThan(positions[3 * vertex + k]);
          }
    });
  });
});
