/**
 * The tests that every structure over triangles must pass, written once: rays, nearest points and overlaps
 * agree with a loop over all triangles on every mesh at hand, closed meshes do not leak, bad arguments are
 * named, serialization.
 */
import { createRayHit, IdList, PairList } from '@colide/core';
import { closestPointTriangle, createClosestPoint, Random } from '@colide/math';
import {
  createWatertightRay,
  rayTriangles,
  rayTriangleWatertight,
  triangleBox,
  triangleTriangle,
  watertightRaySet,
} from '@colide/narrowphase';
import {
  createMeshPoint,
  findTrianglePairs,
  meshClosestPoint,
  meshQueryBox,
  meshQueryFrustum,
  meshQuerySphere,
  RayHitList,
  type TriangleQueries,
} from '@colide/spatial';
import { describeData, soak } from '@colide/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { generatedMeshes, type MeshCatalogue, realMeshes } from './mesh-catalogues.ts';
import {
  boundsOf,
  expectRay,
  interiorPoint,
  isClosed,
  planesOf,
  pointIn,
  soupOf,
  type Triple,
  trianglesOf,
} from './mesh-oracles.ts';

/** The class under test. */
export interface TestedMeshClass<T extends TriangleQueries> {
  new (positions: ArrayLike<number>, indices: ArrayLike<number>, options?: { watertight?: boolean }): T;
  deserialize(buffer: ArrayBufferLike, positions: ArrayLike<number>, indices: ArrayLike<number>): T;
}

/** Meshes up to this size are compared with brute force on many rays, larger ones on few. */
const smallMesh = 6000;

/** Of the vertices and edges of larger meshes without holes, one in so many is aimed at. */
const aimStride = soak(3, 1);

/** The common tests of a structure over triangles, on generated meshes and on real ones. */
export function describeTriangleQueries<T extends TriangleQueries>(
  name: string,
  Structure: TestedMeshClass<T>,
): void {
  describeArguments(name, Structure);
  describe(`${name} on generated meshes`, () => testOnMeshes(Structure, generatedMeshes));
  describeData('meshes', `${name} on real meshes`, () => testOnMeshes(Structure, realMeshes));
}

function testOnMeshes<T extends TriangleQueries>(
  Structure: TestedMeshClass<T>,
  { names, mesh, dented, body, closed, near, crossing }: MeshCatalogue,
): void {
  const built = new Map<string, T>();
  /** The structure over a mesh, built once for all tests. */
  const structureOf = (meshName: string, watertight = false): T => {
    const key = `${meshName} ${watertight}`;
    const { positions, indices } = mesh(meshName);
    const structure = built.get(key) ?? new Structure(positions, indices, { watertight });
    built.set(key, structure);
    return structure;
  };
  afterAll(() => built.clear());

  for (const meshName of names)
    it(`casts rays as brute force does on ${meshName}`, () => {
      const { positions, indices } = mesh(meshName);
      const soup = soupOf({ positions, indices });
      const box = boundsOf(positions);
      const structure = structureOf(meshName);
      const triangleCount = indices.length / 3;
      const random = new Random(triangleCount);
      const rays = triangleCount < smallMesh ? soak(120, 300) : 30;
      let hits = 0;
      for (let i = 0; i < rays; i++) {
        const origin = pointIn(random, box, i % 3 === 0 ? 0.8 : 3);
        let direction = pointIn(random, box, 0.9).map((x, k) => x - origin[k]);
        if (i % 5 === 1 && indices.length > 0) {
          // Exactly through a vertex.
          const vertex = 3 * indices[random.integer(indices.length)];
          direction = [0, 1, 2].map(k => positions[vertex + k] - origin[k]);
        }
        if (i % 5 === 2) for (let k = 0; k < 3; k++) if (k !== i % 3) direction[k] = 0;
        if (Math.hypot(...direction) === 0) continue;
        const maxT = i % 7 === 3 ? 0.7 : Infinity;
        if (expectRay(structure, soup, { origin, direction, maxT }, `ray ${i}`)) hits++;
      }
      if (triangleCount > 500) expect(hits / rays).toBeGreaterThan(0.2);
    });

  it('finds every hit of a ray in order', () => {
    const { positions, indices } = mesh(dented);
    const soup = soupOf({ positions, indices });
    const structure = structureOf(dented);
    const box = boundsOf(positions);
    const random = new Random(3);
    const hits = new RayHitList(1);
    const oracle = createRayHit();
    let many = 0;
    for (let i = 0; i < 100; i++) {
      const origin = pointIn(random, box, 2);
      const direction = pointIn(random, box, 0.8).map((x, k) => x - origin[k]);
      const expected: [number, number][] = [];
      for (let id = 0; id < indices.length / 3; id++) {
        const t = rayTriangles(oracle, origin, direction, soup, 3, { first: id, last: id + 1 });
        if (t < Infinity) expected.push([t, id]);
      }
      expected.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      hits.clear();
      expect(structure.raycastEvery(hits, origin, direction, 3)).toBe(expected.length);
      expect(Array.from(hits.t.subarray(0, hits.count))).toEqual(expected.map(([t]) => t));
      expect(Array.from(hits.triangle.subarray(0, hits.count))).toEqual(expected.map(([, id]) => id));
      if (expected.length > 1) many++;
    }
    expect(many).toBeGreaterThan(20);
  });

  it('casts a batch of rays as one by one', () => {
    const { positions } = mesh(body);
    const structure = structureOf(body);
    const box = boundsOf(positions);
    const random = new Random(4);
    const origins = new Float64Array(300);
    const directions = new Float64Array(300);
    for (let i = 0; i < 300; i += 3) {
      origins.set(pointIn(random, box, 2), i);
      directions.set(
        pointIn(random, box, 1.3).map((x, k) => x - origins[i + k]),
        i,
      );
    }
    const out = new RayHitList(0);
    out.push(7, 1, 2, 3);
    const hits = structure.raycastAll(origins, directions, out);
    expect(out.count).toBe(101);
    expect(out.triangle[0]).toBe(7);
    let expected = 0;
    const hit = createRayHit();
    for (let i = 0; i < 100; i++) {
      const from = 3 * i;
      const t = structure.raycast(hit, origins.slice(from, from + 3), directions.slice(from, from + 3));
      expect(out.t[i + 1]).toBe(t);
      if (t === Infinity) continue;
      expected++;
      expect([out.triangle[i + 1], out.u[i + 1], out.v[i + 1]]).toEqual([hit.triangle, hit.u, hit.v]);
    }
    expect(hits).toBe(expected);
    expect(hits).toBeGreaterThan(20);
    expect(hits).toBeLessThan(80);
  });

  for (const meshName of closed)
    it(`is watertight on ${meshName}`, () => {
      const { positions, indices } = mesh(meshName);
      if (!isClosed(indices)) return expect.fail(`${meshName} is not closed`);
      const structure = structureOf(meshName, true);
      const hit = createRayHit();
      // From a point inside: half way along the chord that begins in the middle of the first large triangle.
      const inside = interiorPoint(structure, positions);
      const direction: Triple = [0, 0, 0];
      const stride = indices.length / 3 < smallMesh ? 1 : aimStride;
      let leaks = 0;
      let rays = 0;
      const through = (x: number, y: number, z: number) => {
        direction[0] = x - inside[0];
        direction[1] = y - inside[1];
        direction[2] = z - inside[2];
        rays++;
        if (structure.raycast(hit, inside, direction) === Infinity) leaks++;
      };
      for (let i = 0; i < positions.length; i += 3 * stride)
        through(positions[i], positions[i + 1], positions[i + 2]);
      for (let i = 0; i < indices.length; i++) {
        // One edge of each triangle, another in the next.
        if (Math.floor(i / 3) % stride !== i % stride) continue;
        const a = 3 * indices[i];
        const b = 3 * indices[i % 3 === 2 ? i - 2 : i + 1];
        if (a < b)
          through(
            (positions[a] + positions[b]) / 2,
            (positions[a + 1] + positions[b + 1]) / 2,
            (positions[a + 2] + positions[b + 2]) / 2,
          );
      }
      expect(rays).toBeGreaterThan(1000);
      expect(leaks, `leaks of ${rays} rays`).toBe(0);
    });

  it('gives the hits of the watertight test', () => {
    const { positions, indices } = mesh(dented);
    const soup = soupOf({ positions, indices });
    const structure = structureOf(dented, true);
    const box = boundsOf(positions);
    const random = new Random(6);
    const hit = createRayHit();
    const one = createRayHit();
    const ray = createWatertightRay();
    const triangles = trianglesOf(soup);
    for (let i = 0; i < 60; i++) {
      const origin = pointIn(random, box, 2);
      const direction = pointIn(random, box, 0.8).map((x, k) => x - origin[k]);
      watertightRaySet(ray, origin, direction);
      let nearest = Infinity;
      for (const corners of triangles)
        nearest = Math.min(nearest, rayTriangleWatertight(one, ray, ...corners));
      const t = structure.raycast(hit, origin, direction);
      if (nearest === Infinity) expect(t).toBe(Infinity);
      else expect(Math.abs(t - nearest)).toBeLessThan(1e-12 * nearest);
    }
  });

  for (const meshName of near)
    it(`finds nearest points and overlaps as brute force does on ${meshName}`, () => {
      const { positions, indices } = mesh(meshName);
      const soup = soupOf({ positions, indices });
      const box = boundsOf(positions);
      const structure = structureOf(meshName);
      const random = new Random(5);
      const ids = new IdList();
      const triangles = trianglesOf(soup);
      const nearest = createMeshPoint();
      const record = createClosestPoint();
      const count = indices.length / 3;
      const size = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
      for (let i = 0; i < 40; i++) {
        const point = pointIn(random, box, i % 2 === 0 ? 1 : 3);
        const squares = triangles.map(corners => closestPointTriangle(record, point, ...corners));
        const least = Math.min(...squares);
        const distance = meshClosestPoint(nearest, structure, point);
        expect(distance).toBe(Math.sqrt(least));
        expect(nearest.triangle).toBe(squares.indexOf(least));
        expect(Math.hypot(...point.map((x, k) => x - nearest.point[k]))).toBeCloseTo(distance, 9);
        expect(meshClosestPoint(nearest, structure, point, 0.5 * distance)).toBe(
          distance === 0 ? 0 : Infinity,
        );

        const radius = i === 0 ? 0 : size * 0.1 * random.next();
        ids.clear();
        expect(meshQuerySphere(ids, structure, point, radius)).toBe(ids.count);
        const inBall = squares.flatMap((square, id) => (square <= radius * radius ? [id] : []));
        expect(ids.sort().toArray()).toEqual(inBall);

        const window = [...point.map(x => x - radius), ...point.map(x => x + radius)];
        ids.clear();
        expect(meshQueryBox(ids, structure, window)).toBe(ids.count);
        const inBox: number[] = [];
        for (let id = 0; id < count; id++)
          if (triangleBox(soup.subarray(9 * id, 9 * id + 9), window)) inBox.push(id);
        expect(ids.sort().toArray()).toEqual(inBox);

        ids.clear();
        expect(meshQueryFrustum(ids, structure, planesOf(window))).toBe(ids.count);
        // A box as six planes: rounding may only matter where triangles touch the border.
        const different = ids.toArray().filter(id => !inBox.includes(id));
        expect(different).toEqual([]);
        expect(ids.count).toBeGreaterThanOrEqual(0.98 * inBox.length);
      }
      ids.clear();
      expect(meshQueryFrustum(ids, structure, [])).toBe(count);
      expect(meshQueryFrustum(ids, structure, [-1, 0, 0, -1e9])).toBe(0);
    });

  it('finds the triangles in a tilted frustum', () => {
    const { positions, indices } = mesh(body);
    const structure = structureOf(body);
    const random = new Random(8);
    const ids = new IdList();
    let some = 0;
    for (let i = 0; i < 12; i++) {
      const planes = Array.from({ length: 4 }, () => {
        const n = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
        return [...n.map(x => -x), random.uniform(0, 2)];
      }).flat();
      ids.clear();
      meshQueryFrustum(ids, structure, planes);
      const reportedIds = new Set(ids.toArray());
      // Vertices inside all planes are surely in; triangles outside one plane surely not.
      const height = (vertex: number, plane: number): number =>
        planes[plane] * positions[vertex] +
        planes[plane + 1] * positions[vertex + 1] +
        planes[plane + 2] * positions[vertex + 2] -
        planes[plane + 3];
      for (let id = 0; id < indices.length / 3; id++) {
        let surely = false;
        // Planes that have all vertices outside, as bits.
        let outside = 15;
        for (let k = 0; k < 3; k++) {
          let above = 0;
          for (let plane = 0; plane < 4; plane++)
            if (height(3 * indices[3 * id + k], 4 * plane) > 0) above |= 1 << plane;
          outside &= above;
          if (above === 0) surely = true;
        }
        const reported = reportedIds.has(id);
        if (surely && !reported) expect.fail(`triangle ${id} is lost`);
        if (outside !== 0 && reported) expect.fail(`triangle ${id} lies outside a plane`);
      }
      if (ids.count > 0 && ids.count < indices.length / 3) some++;
    }
    expect(some).toBeGreaterThan(6);
  });

  it('finds the pairs of triangles of two meshes', () => {
    const a = mesh(crossing[0]);
    const b = mesh(crossing[1]);
    const boxA = boundsOf(a.positions);
    const boxB = boundsOf(b.positions);
    const pose = [1, 0, 0, 0, 0, 0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1];
    // The second mesh is stretched over the first, then tilted about its middle.
    const scaled = Float64Array.from(b.positions, (x, i) => {
      const k = i % 3;
      return (x - (boxB[k] + boxB[k + 3]) / 2) * ((boxA[k + 3] - boxA[k]) / (boxB[k + 3] - boxB[k] || 1));
    });
    for (let k = 0; k < 3; k++) pose[12 + k] = (boxA[k] + boxA[k + 3]) / 2;
    const first = new Structure(a.positions, a.indices);
    const second = new Structure(scaled, b.indices);
    const pairs = new PairList();
    const count = findTrianglePairs(pairs, first, second, pose);
    const placed = Float64Array.from(scaled);
    for (let i = 0; i < placed.length; i += 3) {
      const [x, y, z] = [scaled[i], scaled[i + 1], scaled[i + 2]];
      for (let k = 0; k < 3; k++)
        placed[i + k] = pose[k] * x + pose[4 + k] * y + pose[8 + k] * z + pose[12 + k];
    }
    const soupA = soupOf(a);
    const soupB = soupOf({ positions: placed, indices: b.indices });
    const expected = new PairList();
    for (let i = 0; i < soupA.length / 9; i++)
      for (let j = 0; j < soupB.length / 9; j++)
        if (triangleTriangle(soupA.subarray(9 * i, 9 * i + 9), soupB.subarray(9 * j, 9 * j + 9)))
          expected.push(i, j);
    expect(count).toBe(expected.count);
    expect(count).toBeGreaterThan(10);
    expect(pairs.sort().equals(expected)).toBe(true);
  });

  it('works far from the origin and at extreme scales', () => {
    const { positions, indices } = mesh(dented);
    const random = new Random(12);
    for (const [scale, shift] of [
      [1e-6, 0],
      [1e6, 0],
      [1, 1e6],
    ]) {
      const moved = Float64Array.from(positions, x => x * scale + shift);
      const soup = soupOf({ positions: moved, indices });
      const structure = new Structure(moved, indices);
      const box = boundsOf(moved);
      let hits = 0;
      for (let i = 0; i < 60; i++) {
        const origin = pointIn(random, [...box], 2);
        const direction = pointIn(random, [...box], 0.8).map((x, k) => x - origin[k]);
        if (expectRay(structure, soup, { origin, direction }, `${scale} ${shift} ${i}`)) hits++;
      }
      expect(hits).toBeGreaterThan(15);
    }
  });

  it('comes back from its serialized form', () => {
    const { positions, indices } = mesh(body);
    for (const watertight of [false, true]) {
      const structure = structureOf(body, watertight);
      const buffer = structure.serialize();
      const moved = structuredClone(buffer, { transfer: [buffer] });
      const copy = Structure.deserialize(moved, positions, indices);
      expect(copy.byteLength).toBe(structure.byteLength);
      const box = boundsOf(positions);
      const random = new Random(2);
      const [hitA, hitB] = [createRayHit(), createRayHit()];
      for (let i = 0; i < 50; i++) {
        const origin = pointIn(random, box, 2);
        const direction = pointIn(random, box, 0.6).map((x, k) => x - origin[k]);
        expect(copy.raycast(hitB, origin, direction)).toBe(structure.raycast(hitA, origin, direction));
        expect(hitB).toEqual(hitA);
      }
    }
    expect(() => Structure.deserialize(new ArrayBuffer(16), positions, indices)).toThrow(/buffer/);
    const buffer = structureOf(body).serialize();
    expect(() => Structure.deserialize(buffer, positions, indices.subarray(3))).toThrow(/indices/);
  });

  it('counts work and bytes', () => {
    const { positions, indices } = mesh(body);
    const structure = structureOf(body);
    expect(structure.byteLength).toBeGreaterThan(indices.length);
    structure.counters.reset();
    structure.raycast(createRayHit(), pointIn(new Random(1), boundsOf(positions), 2), [0.1, 0.2, 0.3]);
    const { nodesVisited, trianglesTested } = structure.counters;
    expect(nodesVisited).toBeGreaterThan(0);
    expect(trianglesTested).toBeLessThan(indices.length / 3);
  });
}

/** The tests that need no mesh. */
function describeArguments<T extends TriangleQueries>(name: string, Structure: TestedMeshClass<T>): void {
  describe(name, () => {
    it('answers for an empty mesh and for triangles without area', () => {
      const empty = new Structure([], []);
      const hit = createRayHit();
      expect(empty.triangleCount).toBe(0);
      expect(empty.raycast(hit, [0, 0, 0], [1, 0, 0])).toBe(Infinity);
      expect(empty.raycastAny([0, 0, 0], [1, 0, 0])).toBe(false);
      expect(empty.raycastEvery(new RayHitList(), [0, 0, 0], [1, 0, 0])).toBe(0);
      expect(meshClosestPoint(createMeshPoint(), empty, [0, 0, 0])).toBe(Infinity);
      expect(meshQueryBox(new IdList(), empty, [-1, -1, -1, 1, 1, 1])).toBe(0);
      expect(meshQuerySphere(new IdList(), empty, [0, 0, 0], 1)).toBe(0);
      expect(meshQueryFrustum(new IdList(), empty, [-1, 0, 0, 1])).toBe(0);

      // 100 times the same point, and 100 times the same triangle.
      const same = new Structure(
        [0, 0, 0, 1, 0, 0, 0, 1, 0],
        Array.from({ length: 300 }, (_, i) => i % 3),
      );
      expect(same.raycast(hit, [0.2, 0.2, 1], [0, 0, -1])).toBe(1);
      expect(hit.triangle).toBe(0);
      expect(same.raycastEvery(new RayHitList(), [0.2, 0.2, 1], [0, 0, -1])).toBe(100);
      const points = new Structure([2, 2, 2], new Uint32Array(300));
      expect(points.raycast(hit, [0, 0, 0], [1, 1, 1])).toBe(Infinity);
      expect(meshClosestPoint(createMeshPoint(), points, [2, 2, 3])).toBe(1);
      expect(meshQueryBox(new IdList(), points, [1, 1, 1, 2, 2, 2])).toBe(100);
    });

    it('names bad arguments', () => {
      const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
      expect(() => new Structure([0, 0], [])).toThrow(/positions/);
      expect(() => new Structure([0, 0, Number.NaN], [0, 0, 0])).toThrow(/positions\[2\]/);
      expect(() => new Structure(triangle, [0, 1])).toThrow(/indices/);
      expect(() => new Structure(triangle, [0, 1, 3])).toThrow(/indices\[2\]/);
      expect(() => new Structure(triangle, [0, 1, -1])).toThrow(/indices\[2\]/);
      expect(() => new Structure(triangle, [0, 1, 0.5])).toThrow(/indices\[2\] .*got 0.5/);
      const structure = new Structure(triangle, [0, 1, 2]);
      const hit = createRayHit();
      const nan = Number.NaN;
      expect(() => structure.raycast(hit, [0, nan, 0], [0, 0, 1])).toThrow(/origin/);
      expect(() => structure.raycast(hit, [0, 0, 0], [0, 0, 0])).toThrow(/direction/);
      expect(() => structure.raycast(hit, [0, 0, 0], [0, Infinity, 0])).toThrow(/direction/);
      expect(() => structure.raycast(hit, [0, 0, 0], [0, 0, 1], nan)).toThrow(/maxT/);
      expect(() => structure.raycastAny([0, 0, 0], [0, 0, 1], -1)).toThrow(/maxT/);
      expect(() => structure.raycastEvery(new RayHitList(), [0, nan, 0], [0, 0, 1])).toThrow(/origin/);
      expect(() => structure.raycastAll([0, 0, 0], [0, 0], new RayHitList())).toThrow(/directions/);
      expect(() => structure.raycastAll([0, 0, 0], [0, 0, 1, 0, 0, 1], new RayHitList())).toThrow(
        /directions/,
      );
      expect(() => meshClosestPoint(createMeshPoint(), structure, [nan, 0, 0])).toThrow(/point/);
      expect(() => meshClosestPoint(createMeshPoint(), structure, [0, 0, 0], -1)).toThrow(/maxDistance/);
      expect(() => meshQueryBox(new IdList(), structure, [1, 0, 0, 0, 1, 1])).toThrow(/box/);
      expect(() => meshQuerySphere(new IdList(), structure, [0, 0, 0], -1)).toThrow(/radius/);
      expect(() => meshQueryFrustum(new IdList(), structure, [1, 0, 0])).toThrow(/planes/);
      expect(structure.raycast(hit, [0.2, 0.2, 1], [0, 0, -1])).toBe(1);
    });
  });
}
