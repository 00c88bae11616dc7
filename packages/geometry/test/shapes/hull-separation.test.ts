/**
 * The greatest separation of two hulls against all axes: every face normal and every cross product of edges,
 * on which both hulls are projected vertex by vertex.
 */
import {
  BoxShape,
  createHullSeparation,
  HullShape,
  hullSeparation,
  Posed,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { generateHull, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

const random = new Random(31);
const margin = Float64Array.of(0.03);
const box = new BoxShape([0.5, 0.3, 0.4]);
const cube = HullShape.fromPoints(cornersOf(0.5, 0.5, 0.5));
const plate = HullShape.fromPoints(cornersOf(0.6, 0.02, 0.5));
const needle = HullShape.fromPoints(cornersOf(0.02, 0.7, 0.02));
const rounded = HullShape.fromPoints(generateHull('rounded', 20, random));
const round = HullShape.fromPoints(generateHull('rounded', 40, random));
const prism = HullShape.fromPoints(generateHull('prism', 12, random));
const shifted = HullShape.fromPoints(generateHull('rounded', 12, random).map((x, i) => x + (i % 3)));
const hulls = {
  cube,
  box: HullShape.fromPoints(cornersOf(0.5, 0.3, 0.4)),
  plate,
  needle,
  rounded,
  round,
  prism,
  shifted,
};

function cornersOf(x: number, y: number, z: number): number[] {
  return [-x, x].flatMap(i => [-y, y].flatMap(j => [-z, z].flatMap(k => [i, j, k])));
}

function inWorld(posed: Posed<HullShape>): Triple[] {
  return Array.from({ length: posed.shape.vertexCount }, (_, i) => {
    const out: Triple = [0, 0, 0];
    posed.vertex!(out, i);
    return out;
  });
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function edgesOf({ shape }: Posed<HullShape>, points: Triple[]): Triple[] {
  return Array.from({ length: shape.edges.length / 4 }, (_, i) => {
    const [p, q] = [points[shape.edges[4 * i]], points[shape.edges[4 * i + 1]]];
    return [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  });
}

function normalsOf({ shape, matrix: m }: Posed<HullShape>): Triple[] {
  return Array.from({ length: shape.faceCount }, (_, i) => {
    const [x, y, z] = shape.planes.subarray(4 * i);
    return [0, 1, 2].map(k => m[k] * x + m[3 + k] * y + m[6 + k] * z) as Triple;
  });
}

/** How far apart the points are along the best of these axes, in either direction. */
function gapAlong(axes: readonly Triple[], p: Triple[], q: Triple[]): number {
  let most = -Infinity;
  for (const axis of axes) {
    const length = Math.hypot(...axis);
    if (!(length > 1e-6)) continue;
    const [heightsA, heightsB] = [p, q].map(points => points.map(point => dot(point, axis) / length));
    most = Math.max(
      most,
      Math.min(...heightsB) - Math.max(...heightsA),
      Math.min(...heightsA) - Math.max(...heightsB),
    );
  }
  return most;
}

/** The greatest gap along normals of faces and across edges, by brute force. */
function greatestGap(a: Posed<HullShape>, b: Posed<HullShape>): number {
  const [p, q] = [inWorld(a), inWorld(b)];
  const axes = [...normalsOf(a), ...normalsOf(b)];
  for (const u of edgesOf(a, p)) for (const v of edgesOf(b, q)) axes.push(cross(u, v));
  return gapAlong(axes, p, q);
}

/** The greatest gap along lines between corners, and from corners to edges. */
function cornerGap(a: Posed<HullShape>, b: Posed<HullShape>): number {
  const [p, q] = [inWorld(a), inWorld(b)];
  const axes: Triple[] = [];
  for (const from of p)
    for (const to of q) {
      const w: Triple = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
      axes.push(w);
      for (const e of [...edgesOf(a, p), ...edgesOf(b, q)]) axes.push(cross(cross(e, w), e));
    }
  return gapAlong(axes, p, q);
}

/** Whether a pair is left to others at every pose. */
function isLeft(a: HullShape, b: HullShape): boolean {
  const { pose } = new Posed(a);
  return hullSeparation(out, a, pose, b, pose, margin) < 0;
}

function turned(hull: HullShape, position: Triple): Posed<HullShape> {
  const q: [number, number, number, number] = [0, 0, 0, 1];
  random.rotation(q);
  return new Posed(hull, position, q);
}

/** Two hulls at random angles, about as far apart as `gap` says. */
function pairOf(a: HullShape, b: HullShape, gap: number, far: number): [Posed<HullShape>, Posed<HullShape>] {
  const first = turned(a, [far, -far, far]);
  const second = turned(b, [far, -far, far]);
  const [p, q] = [first, second].map(posed => posed.centerOfMass([0, 0, 0]));
  for (let k = 0; k < 3; k++) second.pose[9 + k] += p[k] - q[k];
  const away: Triple = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...away);
  const low = Math.max(...inWorld(first).map(p => dot(p, away) / length));
  const high = Math.min(...inWorld(second).map(p => dot(p, away) / length));
  const by = low - high + gap;
  for (let k = 0; k < 3; k++) second.pose[9 + k] += (by * away[k]) / length;
  return [first, second];
}

const out = createHullSeparation();

/** Checks one pair; returns the verdict. */
function check(a: Posed<HullShape>, b: Posed<HullShape>, tolerance: number): number {
  const expected = greatestGap(a, b);
  const verdict = hullSeparation(out, a.shape, a.pose, b.shape, b.pose, margin);
  if (Math.abs(expected - margin[0]) <= tolerance) return verdict;
  if (verdict === 0) {
    if (expected < margin[0]) expect(cornerGap(a, b)).toBeGreaterThan(margin[0] - tolerance);
    return 0;
  }
  if (verdict < 0) {
    if (isLeft(a.shape, b.shape)) return -1;
    expect(expected).toBeGreaterThan(-tolerance);
  }
  expect(expected).toBeLessThan(margin[0]);
  if (verdict < 0) return -1;
  expect(Math.abs(out.distance - expected)).toBeLessThan(tolerance);
  expect(out.depth).toBe(-out.distance);
  const normal = [...out.normal] as Triple;
  expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(1e-12);
  const along = inWorld(b).map(p => dot(p, normal));
  const against = inWorld(a).map(p => dot(p, normal));
  expect(Math.abs(Math.min(...along) - Math.max(...against) - expected)).toBeLessThan(tolerance);
  for (let k = 0; k < 3; k++)
    expect(Math.abs(out.pointB[k] - out.pointA[k] - out.distance * normal[k])).toBeLessThan(tolerance);
  expectOnSurface(a, out.pointA, tolerance);
  expectOnSurface(b, out.pointB, tolerance);
  return 1;
}

/** A point on the surface is on the plane of a face, and not beyond any other. */
function expectOnSurface(posed: Posed<HullShape>, point: Float64Array, tolerance: number): void {
  const normals = normalsOf(posed);
  const points = inWorld(posed);
  const heights = normals.map(
    normal => dot([...point] as Triple, normal) - Math.max(...points.map(p => dot(p, normal))),
  );
  expect(Math.abs(Math.max(...heights))).toBeLessThan(10 * tolerance);
}

/** The verdict about a pair that moves a little, as a record finds it that remembers `features`. */
function found(a: Posed<HullShape>, b: Posed<HullShape>, features: Int32Array): unknown[] {
  const record = createHullSeparation();
  record.features.set(features);
  const verdict = hullSeparation(record, a.shape, a.pose, b.shape, b.pose, margin);
  features.set(record.features);
  if (verdict < 1) return [verdict];
  const { distance, normal, pointA, pointB, faces } = record;
  return [verdict, distance, ...normal, ...pointA, ...pointB, ...faces];
}

/** Moves and rotates a hull by about `size`. */
function nudge(posed: Posed<HullShape>, rotation: [number, number, number, number], size: number): void {
  const position = [...posed.position].map(x => x + size * random.normal());
  for (let k = 0; k < 3; k++) rotation[k] += size * random.normal();
  posed.setPose(position, rotation);
}

describe('the greatest separation of two hulls', () => {
  const names = Object.keys(hulls) as (keyof typeof hulls)[];

  it.each(names)('%s with every other hull: as along all axes', name => {
    const verdicts = [0, 0, 0];
    for (const other of names)
      for (const gap of [-0.6, -0.4, -0.2, -0.05, 0, 0.2])
        for (let n = 0; n < soak(2, 60); n++) {
          const [a, b] = pairOf(hulls[name], hulls[other], gap, 0);
          verdicts[1 + check(a, b, 1e-9)]++;
        }
    const all = verdicts[0] + verdicts[1] + verdicts[2];
    expect(verdicts[1]).toBeGreaterThan(0.02 * all);
    expect(verdicts[2]).toBeGreaterThan(0.2 * all);
  });

  it.each(names)('%s with every other hull: the same whatever is remembered', name => {
    const none = Int32Array.of(-1, 0, 0);
    let kept = 0;
    let steps = 0;
    for (const other of names)
      for (const gap of [-0.3, -0.1, -0.02, 0, 0.05])
        for (const size of [0, 1e-12, 1e-7, 1e-4, 1e-3, 1e-2]) {
          const square = [0, 0, 0, 1];
          const [a, b] = pairOf(hulls[name], hulls[other], gap, 0);
          // Half of the pairs are parallel, so that faces and edges are equally good.
          if (size < 1e-4) for (const posed of [a, b]) posed.setPose([...posed.position], square);
          const q = size < 1e-4 ? [...square] : [random.normal(), random.normal(), random.normal(), 2];
          const features = none.slice();
          for (let step = 0; step < soak(4, 40); step++) {
            nudge(b, q as [number, number, number, number], size);
            const before = features.join();
            const expected = found(a, b, none.slice());
            expect(found(a, b, features)).toEqual(expected);
            if (features.join() === before) kept++;
            steps++;
            const foreign = Int32Array.from([5, 600, 40], most => random.integer(most));
            expect(found(a, b, foreign)).toEqual(expected);
          }
        }
    expect(kept).toBeGreaterThan(0.4 * steps);
  });

  it('far from the origin, and for hulls far from their own', () => {
    for (let n = 0; n < 60; n++) check(...pairOf(rounded, shifted, -0.05, 1000), 1e-8);
  });

  it('of boxes that lie square on each other is along the face between them', () => {
    const low = new Posed(cube);
    const high = new Posed(cube, [0.1, 0.99, 0.2]);
    expect(check(low, high, 1e-12)).toBe(1);
    expect(out.distance).toBeCloseTo(-0.01, 12);
    expect([...out.normal].map(Math.abs)).toEqual([0, 1, 0]);
    const { planes } = cube;
    expect(planes[4 * out.faces[0] + 1]).toBe(1);
    expect(planes[4 * out.faces[1] + 1]).toBe(-1);
  });

  it('of edges that cross names faces at these edges', () => {
    const s = Math.SQRT1_2;
    const low = new Posed(cube, [0, 0, 0], [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)]);
    const high = new Posed(cube, [0, 2 * s - 0.02, 0], [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)]);
    expect(check(low, high, 1e-9)).toBe(1);
    expect(out.distance).toBeCloseTo(-0.02, 9);
    expect(out.normal[1]).toBeCloseTo(1, 12);
  });

  it('is left to others where a corner is nearest a corner, and for large hulls that are thin', () => {
    const a = new Posed(cube);
    const b = new Posed(cube, [1.01, 1.01, 1.01]);
    expect(hullSeparation(out, cube, a.pose, cube, b.pose, margin)).toBe(-1);
    const disc = HullShape.fromPoints(
      generateHull('rounded', 80, random).map((x, i) => (i % 3 === 1 ? 0.02 * x : x)),
    );
    expect(hullSeparation(out, disc, a.pose, disc, b.pose, margin)).toBe(-1);
  });

  it('takes part in no sum of NaN', () => {
    const a = new Posed(cube);
    const b = new Posed(cube);
    b.pose[9] = Number.NaN;
    expect(hullSeparation(out, cube, a.pose, cube, b.pose, margin)).not.toBe(1);
  });

  it('is found through a hull for boxes too, whose hulls are made once', () => {
    const first = new Posed(box);
    const second = new Posed(box, [0.1, 0.59, 0]);
    const third = new Posed(cube, [0, 0.75, 0]);
    expect(cube.separate(out, first, second, margin)).toBe(1);
    expect(out.distance).toBeCloseTo(-0.01, 12);
    expect(first.hull).toBe(second.hull);
    expect(cube.separate(out, first, third, margin)).toBe(1);
    expect(out.distance).toBeCloseTo(-0.05, 12);
    expect((first.hull as HullShape).volume).toBeCloseTo(box.volume, 12);
  });

  it('is left to others for shapes that are neither, and flat ones', () => {
    const out = cube.createSeparation();
    const solid = new Posed(cube);
    const flat = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1]);
    for (const shape of [new SphereShape(1), flat, new BoxShape([1, 0, 1])])
      expect(cube.separate(out, solid, new Posed(shape), margin)).toBe(-1);
  });
});
