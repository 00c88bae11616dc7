import { IdList } from '@colide/core';
import { gaussArcsCross, gaussMap, HalfEdgeMesh, meshReport, parsePly, quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  describeData,
  dirtyMeshFamilies,
  expectClose,
  expectHitRate,
  generateDirtyMesh,
  readDataBytes,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

const cube = quickHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1]);

function randomHull(random: Random, count: number): ReturnType<typeof quickHull> {
  return quickHull(Array.from({ length: 3 * count }, () => random.normal()));
}

/** An m × n torus of quads. */
function torusFaces(m: number, n: number): { faceOffsets: number[]; faceVertices: number[] } {
  const faceOffsets = [0];
  const faceVertices: number[] = [];
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      const i1 = (i + 1) % m;
      const j1 = (j + 1) % n;
      faceVertices.push(i * n + j, i1 * n + j, i1 * n + j1, i * n + j1);
      faceOffsets.push(faceVertices.length);
    }
  return { faceOffsets, faceVertices };
}

describe('HalfEdgeMesh', () => {
  it('walks the cube', () => {
    const mesh = new HalfEdgeMesh(cube, 8);
    expect([mesh.vertexCount, mesh.edgeCount, mesh.faceCount, mesh.eulerCharacteristic]).toEqual([
      8, 12, 6, 2,
    ]);
    expect(mesh.closed).toBe(true);
    const list = new IdList();
    for (let v = 0; v < 8; v++) {
      list.clear();
      expect(mesh.vertexRing(list, v)).toBe(3);
      for (const h of list.toArray()) expect(mesh.origin[h]).toBe(v);
      expect(new Set(list.toArray().map(h => mesh.face[h])).size).toBe(3);
    }
    list.clear();
    expect(mesh.faceLoop(list, 2)).toBe(4);
    list.clear();
    expect(mesh.edges(list)).toBe(12);
    expect(list.count).toBe(12);
    const planes = mesh.facePlanes(new Float64Array(24), cube.vertices);
    for (let i = 0; i < 24; i++) expectClose(planes[i], cube.planes[i], { absolute: 1e-15 });
  });

  it('keeps its invariants on hulls, tori and strips', () => {
    const random = new Random(3);
    const meshes = [
      new HalfEdgeMesh(torusFaces(5, 7), 35),
      HalfEdgeMesh.fromTriangles([0, 1, 2, 2, 1, 3, 2, 3, 4], 6),
      ...Array.from({ length: 30 }, (_, i) => {
        const hull = randomHull(random, 5 + i);
        return new HalfEdgeMesh(hull, hull.vertexIds.length);
      }),
    ];
    expect(meshes.map(mesh => mesh.eulerCharacteristic).slice(0, 3)).toEqual([0, 1, 2]);
    expect(meshes.map(mesh => mesh.closed).slice(0, 3)).toEqual([true, false, true]);
    for (const mesh of meshes) {
      const { offsets, neighbors } = mesh.adjacency();
      let starts = 0;
      for (let h = 0; h < mesh.origin.length; h++) {
        const twin = mesh.twin[h];
        if (twin >= 0) {
          expect(mesh.twin[twin]).toBe(h);
          expect(mesh.origin[twin]).toBe(mesh.target(h));
        }
        expect(mesh.next[mesh.previous(h)]).toBe(h);
      }
      const ring = new IdList();
      for (let v = 0; v < mesh.vertexCount; v++) {
        ring.clear();
        starts += mesh.vertexRing(ring, v);
        const row = Array.from(neighbors.subarray(offsets[v], offsets[v + 1]));
        expect(new Set(row).size).toBe(row.length);
        for (const h of ring.toArray()) expect(row).toContain(mesh.target(h));
        for (const w of row) expect(Array.from(neighbors.subarray(offsets[w], offsets[w + 1]))).toContain(v);
      }
      expect(starts).toBe(mesh.origin.length);
    }
  });

  it('says what is wrong and where', () => {
    const flipped = meshReport([0, 3, 6], [0, 1, 2, 1, 2, 3], 4);
    expect(flipped).toMatchObject({ manifold: false, misorientedEdges: [1, 2], orientable: true });
    const fan = meshReport([0, 3, 6, 9], [0, 1, 2, 1, 0, 3, 0, 1, 4], 5);
    expect(fan).toMatchObject({ manifold: false, nonManifoldEdges: [0, 1] });
    const bowtie = meshReport([0, 3, 6], [0, 1, 2, 0, 3, 4], 6);
    expect(bowtie).toMatchObject({ manifold: false, nonManifoldVertices: [0], unusedVertices: [5] });
    const poor = meshReport([0, 3, 6, 9], [0, 1, 1, 0, 1, 2, 2, 0, 1], 3);
    expect(poor).toMatchObject({ degenerateFaces: [0], duplicateFaces: [2], manifold: false });
    const moebius = meshReport([0, 4, 8, 12], [0, 1, 3, 2, 2, 3, 5, 4, 4, 5, 0, 1], 6);
    expect(moebius.orientable).toBe(false);
    expect(() => new HalfEdgeMesh({ faceOffsets: [0, 3, 6], faceVertices: [0, 1, 2, 1, 2, 3] }, 4)).toThrow(
      /passed twice in one direction \(first: 1-2\)/,
    );
    expect(() => meshReport([0, 3], [0, 1, 9], 3)).toThrow(/faceVertices\[2\]/);
    expect(() => meshReport([0, 2], [0, 1, 2], 3)).toThrow(/faceOffsets/);
    expect(() => HalfEdgeMesh.fromTriangles([0, 1], 3)).toThrow(/indices/);
  });
});

describe('meshReport on dirty meshes', () => {
  it.each(dirtyMeshFamilies)('counts what a table of all edges counts: %s', family => {
    const { positions, indices } = generateDirtyMesh(family, new Random(31));
    const faces = Array.from({ length: indices.length / 3 }, (_, f) => [
      ...indices.subarray(3 * f, 3 * f + 3),
    ]);
    const report = meshReport(
      Uint32Array.from({ length: faces.length + 1 }, (_, f) => 3 * f),
      indices,
      positions.length / 3,
    );
    const uses = new Map<string, number>();
    for (const face of faces)
      face.forEach((from, k) => {
        const key = [from, face[(k + 1) % 3]].sort((p, q) => p - q).join();
        uses.set(key, (uses.get(key) ?? 0) + 1);
      });
    const edges = (list: readonly number[]) =>
      Array.from({ length: list.length / 2 }, (_, e) =>
        list
          .slice(2 * e, 2 * e + 2)
          .sort((p, q) => p - q)
          .join(),
      ).sort();
    const withUses = (test: (count: number) => boolean) =>
      [...uses].flatMap(([key, count]) => (test(count) ? [key] : [])).sort();
    const degenerate = faces.flatMap((face, f) => (new Set(face).size < 3 ? [f] : []));
    expect(report.degenerateFaces).toEqual(degenerate);
    const sorted = faces.map(face => [...face].sort((p, q) => p - q).join());
    expect(report.duplicateFaces).toEqual(
      sorted.flatMap((key, f) => (!degenerate.includes(f) && sorted.indexOf(key) < f ? [f] : [])),
    );
    expect(report.unusedVertices).toEqual(
      Array.from({ length: positions.length / 3 }, (_, v) => v).filter(v => !indices.includes(v)),
    );
    if (degenerate.length === 0) {
      expect(edges(report.boundaryEdges)).toEqual(withUses(count => count === 1));
      expect(edges(report.nonManifoldEdges)).toEqual(withUses(count => count > 2));
    }
    expect(report.closed).toBe(report.boundaryEdges.length === 0);
    if (family === 'nonManifold' || family === 'degenerate') expect(report.manifold).toBe(false);
    if (family === 'slivers')
      expect(report).toMatchObject({ manifold: true, closed: true, eulerCharacteristic: 0 });
  });
});

describeData('meshes', 'meshReport on files', () => {
  it('tells clean meshes from nasty ones', () => {
    const report = (name: string) => {
      const { positions, indices } = parsePly(readDataBytes('meshes', name));
      const offsets = Uint32Array.from({ length: indices.length / 3 + 1 }, (_, i) => 3 * i);
      return meshReport(offsets, indices, positions.length / 3);
    };
    expect(report('fandisk_12946.ply')).toMatchObject({
      manifold: true,
      closed: true,
      eulerCharacteristic: 2,
    });
    expect(report('nasty_beetle_nonmanifold_2053.ply').manifold).toBe(false);
    expect(report('nasty_all_degenerate_7.ply').manifold).toBe(false);
  });
});

describe('gaussMap', () => {
  it('has one arc per edge, from the left normal to the right one, around the edge', () => {
    const random = new Random(5);
    for (let i = 0; i < 50; i++) {
      const hull = randomHull(random, 6 + i);
      const { arcs, edgeVertices, edgeFaces } = gaussMap(hull);
      expect(arcs.length / 6).toBe(hull.vertexIds.length + hull.faceOffsets.length - 1 - 2);
      for (let e = 0; e < arcs.length / 6; e++) {
        const [p, q] = [3 * edgeVertices[2 * e], 3 * edgeVertices[2 * e + 1]];
        const d = [0, 1, 2].map(k => hull.vertices[q + k] - hull.vertices[p + k]);
        for (const side of [0, 3])
          expectClose(
            d[0] * arcs[6 * e + side] + d[1] * arcs[6 * e + side + 1] + d[2] * arcs[6 * e + side + 2],
            0,
            {
              absolute: 1e-12,
            },
          );
        expect(arcs[6 * e]).toBe(hull.planes[4 * edgeFaces[2 * e]]);
      }
    }
  });

  it('keeps exactly the edge pairs that are edges of both supporting sets', () => {
    const random = new Random(11);
    let hits = 0;
    let cases = 0;
    for (let i = 0; i < 40; i++) {
      const a = randomHull(random, 6);
      const b = randomHull(random, 6);
      const mapA = gaussMap(a);
      const mapB = gaussMap(b);
      for (let e = 0; e < mapA.arcs.length / 6; e++)
        for (let f = 0; f < mapB.arcs.length / 6; f++) {
          const crosses = gaussArcsCross(mapA.arcs, 6 * e, mapB.arcs, 6 * f);
          expect(crosses).toBe(
            isMinkowskiFace(a.vertices, mapA.edgeVertices, e, b.vertices, mapB.edgeVertices, f),
          );
          cases++;
          if (crosses) hits++;
        }
    }
    expectHitRate(hits, cases, 0.05, 0.8);
  });
});

/** Brute force: ±(edge of A × edge of B) supports exactly these edges on A and, mirrored, on B. */
function isMinkowskiFace(
  a: Float64Array,
  edgesA: Uint32Array,
  e: number,
  b: Float64Array,
  edgesB: Uint32Array,
  f: number,
): boolean {
  const edge = (p: Float64Array, ids: Uint32Array, i: number) =>
    [0, 1, 2].map(k => p[3 * ids[2 * i + 1] + k] - p[3 * ids[2 * i] + k]);
  const u = edge(a, edgesA, e);
  const v = edge(b, edgesB, f);
  const axis = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const dot = (p: Float64Array, i: number) =>
    p[3 * i] * axis[0] + p[3 * i + 1] * axis[1] + p[3 * i + 2] * axis[2];
  const isTop = (p: Float64Array, i: number, sign: number) => {
    const top = sign * dot(p, i) + 1e-9;
    for (let k = 0; k < p.length / 3; k++) if (sign * dot(p, k) > top) return false;
    return true;
  };
  const [pa, pb] = [edgesA[2 * e], edgesB[2 * f]];
  return (isTop(a, pa, 1) && isTop(b, pb, -1)) || (isTop(a, pa, -1) && isTop(b, pb, 1));
}
