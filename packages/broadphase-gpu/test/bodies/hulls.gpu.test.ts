/**
 * Bounding volumes of posed hulls: they contain the hulls, tightly, and their pairs are those of brute force.
 */
import { kdopDirections, obbContainsPoint } from '@colide/bounds';
import {
  GpuCompute,
  GpuHulls,
  type GpuVolumeKind,
  gpuGridPairs,
  gpuLbvhPairs,
  gpuMeasureScene,
  gpuSceneBytes,
  gpuSceneReport,
  gpuSweepPairs,
  gpuVolumeSize,
} from '@colide/broadphase-gpu';
import { HullShape } from '@colide/geometry';
import { createPrincipalAxes, principalAxes, Random } from '@colide/math';
import { gjkIntersects } from '@colide/narrowphase';
import { isSoak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { useNodeDevice } from '../support/node-device.ts';
import { hullShapes, posedHull, randomPoses } from '../support/posed-hulls.ts';
import { obbsOverlap } from '../support/volume-scenes.ts';

const watched = useNodeDevice();
const kinds: GpuVolumeKind[] = ['sphere', 'obb', 6, 14, 18, 26];
/** Those that are fitted and searched; compiling the shaders of a kind takes long. */
const searched: GpuVolumeKind[] = isSoak ? kinds : ['sphere', 'obb', 6, 26];
/**
 * Those whose scene is measured: among their directions, two have the principal one, and the third has none
 * near it.
 */
const measured: GpuVolumeKind[] = isSoak ? kinds : ['obb', 18, 6];
const searches = { sweep: gpuSweepPairs, grid: gpuGridPairs, lbvh: gpuLbvhPairs };
/**
 * Every search on every kind is what `searches/volumes.gpu.test.ts` is about: here, the kinds take turns, and
 * a soak tries all on all.
 */
const searchesOf = (kind: GpuVolumeKind) =>
  Object.entries(searches).filter((_, i) => isSoak || i === searched.indexOf(kind) % 3);

/** Whether two volumes overlap, in double precision; 0 where rounding may decide. */
function volumesOverlap(kind: GpuVolumeKind, v: Float32Array, i: number, j: number): number {
  const size = gpuVolumeSize(kind);
  if (kind === 'sphere') {
    const d = Math.hypot(...[0, 1, 2].map(k => v[4 * i + k] - v[4 * j + k]));
    const gap = d - v[4 * i + 3] - v[4 * j + 3];
    return Math.abs(gap) < 1e-5 ? 0 : gap < 0 ? 1 : -1;
  }
  if (kind === 'obb') return obbsOverlap(v.subarray(15 * i, 15 * i + 15), v.subarray(15 * j, 15 * j + 15));
  for (let k = 0; k < kind / 2; k++) {
    const [a, b] = [size * i + k, size * j + k];
    if (v[a] > v[b + kind / 2] || v[b] > v[a + kind / 2]) return -1;
  }
  return 1;
}

describe('volumes of hulls', () => {
  it('contain the hulls, are tight, and give the pairs of brute force', async () => {
    const { device, check } = watched.current;
    const random = new Random(31);
    const shapes = hullShapes(random);
    // As dense in the short form as in the long one.
    const [n, half] = isSoak ? [250, 5] : [128, 4];
    const shapeOf = Uint32Array.from({ length: n }, () => random.integer(shapes.length));
    const poses = randomPoses(n, half, random);
    const compute = new GpuCompute(device);
    const hulls = new GpuHulls(compute, shapes, shapeOf);
    hulls.setPoses(poses);
    const bodies = Array.from(shapeOf, (s, i) => posedHull(HullShape.fromPoints(shapes[s]), poses, i));
    const truth = new Set<string>();
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++) if (gjkIntersects(bodies[i], bodies[j])) truth.add(`${i} ${j}`);
    expect(truth.size).toBeGreaterThan(50);
    const found = new Map<GpuVolumeKind, Set<string>>();
    await check(async () => {
      const scene = compute.pool.acquire(gpuSceneBytes);
      const capacity = 20_000;
      const target = {
        capacity,
        pairs: compute.pool.acquire(8 * capacity),
        state: compute.pool.acquire(16),
      };
      for (const kind of searched) {
        hulls.place();
        const isKdop = kind !== 'sphere' && kind !== 'obb';
        const byBody = isKdop && hulls.fit(kind, 'body');
        const bytes = 4 * gpuVolumeSize(kind) * n;
        const first = byBody ? new Float32Array(await compute.read(byBody.volumes, bytes)) : undefined;
        const volumes = hulls.fit(kind);
        const data = new Float32Array(await compute.read(volumes.volumes, bytes));
        if (first) expect(first).toEqual(data);
        if (isKdop) expectTight(kind, data, bodies);
        if (kind === 'obb') expectWithin(data, bodies);
        gpuMeasureScene(compute, volumes, scene);
        const overlaps = new Int8Array(n * n);
        for (let i = 0; i < n; i++)
          for (let j = i + 1; j < n; j++) overlaps[i * n + j] = volumesOverlap(kind, data, i, j);
        for (const [name, search] of searchesOf(kind)) {
          compute.clear(target.state, 16);
          search(compute, volumes, scene, target);
          const [count] = new Uint32Array(await compute.read(target.state, 16));
          const pairs = new Uint32Array(await compute.read(target.pairs, 8 * count));
          const set = new Set<string>();
          for (let k = 0; k < pairs.length; k += 2) set.add(`${pairs[k]} ${pairs[k + 1]}`);
          expect(set.size).toBe(count);
          let wrong = 0;
          for (let i = 0; i < n; i++)
            for (let j = i + 1; j < n; j++) {
              const expected = overlaps[i * n + j];
              if (expected !== 0 && set.has(`${i} ${j}`) !== expected > 0) wrong++;
            }
          expect(wrong, `${kind} by ${name}`).toBe(0);
          found.set(kind, set);
        }
        const missed = [...truth].filter(pair => !found.get(kind)!.has(pair));
        expect(missed, `colliding pairs that ${kind} misses`).toEqual([]);
      }
    });
    const within = (inner: GpuVolumeKind, outer: GpuVolumeKind) =>
      expect([...found.get(inner)!].filter(pair => !found.get(outer)!.has(pair))).toEqual([]);
    within(26, 6);
    if (isSoak) {
      within(26, 18);
      within(26, 14);
      within(18, 6);
      within(14, 6);
    }
    expect(found.get(26)!.size).toBeLessThan(found.get(6)!.size);
    compute.dispose();
  });

  /** GPU bounds contain those of the CPU and exceed them by rounding only. */
  function expectTight(
    k: 6 | 14 | 18 | 26,
    data: Float32Array,
    bodies: ReturnType<typeof posedHull>[],
  ): void {
    const { vectors, count } = kdopDirections(k);
    const point = new Float64Array(3);
    let worst = 0;
    for (let i = 0; i < bodies.length; i++)
      for (let axis = 0; axis < count; axis++)
        for (const side of [-1, 1]) {
          const d = vectors.subarray(3 * axis, 3 * axis + 3);
          bodies[i].support(point, [side * d[0], side * d[1], side * d[2]]);
          const exact = point[0] * d[0] + point[1] * d[1] + point[2] * d[2];
          const excess = side * (data[k * i + axis + (side > 0 ? count : 0)] - exact);
          worst = Math.max(worst, excess);
          if (excess < 0) throw new Error(`bound ${axis} of body ${i} lies inside the hull by ${-excess}`);
        }
    expect(worst).toBeLessThan(1e-4);
  }

  /** Oriented boxes contain the vertices of the hulls, each side touches one. */
  function expectWithin(data: Float32Array, bodies: ReturnType<typeof posedHull>[]): void {
    const point = new Float64Array(3);
    bodies.forEach((body, i) => {
      const box = data.subarray(15 * i, 15 * i + 15);
      for (let k = 0; k < 3; k++)
        for (const side of [-1, 1]) {
          const axis = [0, 1, 2].map(c => side * box[6 + 3 * k + c]);
          body.support(point, axis);
          const excess = box[3 + k] - axis.reduce((sum, a, c) => sum + a * (point[c] - box[c]), 0);
          expect(excess).toBeGreaterThan(0);
          expect(excess).toBeLessThan(1e-4);
        }
    });
  }

  it('contain the whole path when swept', async () => {
    const { device, check } = watched.current;
    const random = new Random(8);
    const shapes = hullShapes(random);
    const n = 60;
    const shapeOf = Uint32Array.from({ length: n }, (_, i) => i % shapes.length);
    const compute = new GpuCompute(device);
    const hulls = new GpuHulls(compute, shapes, shapeOf);
    const [from, to] = [randomPoses(n, 3, random), randomPoses(n, 3, random)];
    hulls.setPoses(from);
    hulls.setPoses(to);
    for (const kind of ['sphere', 'obb', 18] as const) {
      const data = await check(async () => {
        hulls.place();
        const { volumes } = hulls.fit(kind, 'axis', true);
        return new Float32Array(await compute.read(volumes, 4 * gpuVolumeSize(kind) * n));
      });
      const { vectors } = kdopDirections(18);
      for (let i = 0; i < n; i++)
        for (const t of [0, 0.2, 0.5, 0.77, 1]) {
          const pose = between(from, to, i, t);
          const body = posedHull(HullShape.fromPoints(shapes[shapeOf[i]]), pose, 0);
          for (const v of [0, 1, 2, 3]) {
            const p = body.vertex!(new Float64Array(3), v);
            if (kind === 'sphere') {
              const distance = Math.hypot(...[0, 1, 2].map(k => p[k] - data[4 * i + k]));
              expect(distance).toBeLessThanOrEqual(data[4 * i + 3]);
              continue;
            }
            if (kind === 'obb') {
              expect(obbContainsPoint(data.subarray(15 * i, 15 * i + 15), p)).toBe(true);
              continue;
            }
            for (let axis = 0; axis < 9; axis++) {
              const s = [0, 1, 2].reduce((sum, k) => sum + p[k] * vectors[3 * axis + k], 0);
              expect(s).toBeGreaterThanOrEqual(data[18 * i + axis]);
              expect(s).toBeLessThanOrEqual(data[18 * i + 9 + axis]);
            }
          }
        }
    }
    compute.dispose();
  });

  /** The pose a part `t` of the way along: position linear, rotation along the shorter great arc. */
  function between(from: Float32Array, to: Float32Array, i: number, t: number): Float32Array {
    const a = from.subarray(7 * i, 7 * i + 7);
    const b = to.subarray(7 * i, 7 * i + 7);
    const dot = [3, 4, 5, 6].reduce((sum, k) => sum + a[k] * b[k], 0);
    const angle = Math.acos(Math.min(1, Math.abs(dot)));
    const [u, v] =
      angle < 1e-6
        ? [1 - t, t]
        : [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
    return Float32Array.from({ length: 7 }, (_, k) =>
      k < 3 ? (1 - t) * a[k] + t * b[k] : u * a[k] + Math.sign(dot) * v * b[k],
    );
  }

  it('are measured as on the CPU', async () => {
    const { device, check } = watched.current;
    const random = new Random(77);
    const n = 3000;
    const shape = Float64Array.of(-0.5, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, -0.5, 0, 0, 0, -0.5);
    const compute = new GpuCompute(device);
    const hulls = new GpuHulls(compute, [shape], new Uint32Array(n));
    const poses = randomPoses(n, 1, random);
    const centers: number[] = [];
    for (let i = 0; i < n; i++) {
      poses.set([0, 0, 0, 1], 7 * i + 3);
      const s = random.uniform(-30, 30);
      for (let k = 0; k < 3; k++) poses[7 * i + k] = poses[7 * i + k] + [5000, 0, 0][k] + [s, s, 0][k];
      centers.push(...poses.subarray(7 * i, 7 * i + 3));
    }
    hulls.setPoses(poses);
    const expected = principalAxes(createPrincipalAxes(), centers);
    for (const kind of measured) {
      const report = await check(async () => {
        hulls.place();
        const scene = compute.pool.acquire(gpuSceneBytes);
        gpuMeasureScene(compute, hulls.fit(kind), scene);
        return gpuSceneReport(await compute.read(scene, gpuSceneBytes));
      });
      expect(report.live).toBe(n);
      expect(report.largestExtent).toBeCloseTo(1, 1);
      const cosine = [0, 1, 2].reduce((sum, k) => sum + report.principal[k] * expected.axes[k], 0);
      expect(Math.abs(cosine)).toBeGreaterThan(0.9999);
      expect(report.covariance[0] / expected.covariance[0]).toBeCloseTo(1, 2);
      expect(report.covariance[3] / expected.covariance[1]).toBeCloseTo(1, 2);
      // Along (1, 1, 0) where the set has it; else along one of the directions that are equally near.
      const d = kind === 'sphere' || kind === 'obb' || kind === 26 ? 7 : kind === 18 ? 3 : undefined;
      if (d !== undefined) expect(report.axis).toBe(d);
    }
    compute.dispose();
  });
});
