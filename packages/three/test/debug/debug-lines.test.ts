import {
  createKdop,
  createObb,
  kdopCorners,
  kdopDirections,
  kdopFromPoints,
  obbCorners,
  obbFromPoints,
} from '@colide/bounds';
import { PairList } from '@colide/core';
import { Bvh, DynamicBvh, LooseOctree, Octree } from '@colide/spatial';
import {
  DebugLines,
  debugAabb,
  debugContacts,
  debugKdop,
  debugObb,
  debugPairs,
  debugSphere,
  debugTree,
} from '@colide/three';
import { BoxShape, HalfSpace, Random, World } from 'colide';
import { Box3, type BufferAttribute, Color, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';

/** The ends of all segments. */
function ends(lines: DebugLines): Vector3[] {
  return Array.from({ length: 2 * lines.count }, (_, i) => new Vector3().fromArray(lines.positions, 3 * i));
}

/** The different points among the ends. */
function corners(lines: DebugLines): Vector3[] {
  const found: Vector3[] = [];
  for (const end of ends(lines)) if (!found.some(other => other.distanceTo(end) < 1e-4)) found.push(end);
  return found;
}

function expectSamePoints(found: readonly Vector3[], wanted: ArrayLike<number>, tolerance = 1e-4): void {
  expect(found.length).toBe(wanted.length / 3);
  for (let i = 0; i < wanted.length; i += 3) {
    const point = new Vector3().fromArray(Array.from(wanted), i);
    expect(Math.min(...found.map(other => other.distanceTo(point)))).toBeLessThan(tolerance);
  }
}

const cloud = (count: number, seed = 1) => {
  const random = new Random(seed);
  return Float64Array.from({ length: 3 * count }, () => random.normal());
};

describe('DebugLines', () => {
  it('grows, counts and begins anew', () => {
    const lines = new DebugLines(2);
    lines.color('#ff0000');
    for (let i = 0; i < 9; i++) lines.segment([i, 0, 0], 0, [0, 0, i, 1, 1], 2);
    lines.end();
    const { geometry } = lines.object;
    expect(geometry.drawRange.count).toBe(18);
    expect(geometry.getAttribute('position').array).toBe(lines.positions);
    expect((geometry.getAttribute('position') as BufferAttribute).updateRanges).toEqual([
      { start: 0, count: 54 },
    ]);
    expect(Array.from(lines.positions.subarray(48, 54))).toEqual([8, 0, 0, 8, 1, 1]);
    expect(Array.from(lines.colors.subarray(48, 54))).toEqual([1, 0, 0, 1, 0, 0]);
    lines
      .begin()
      .color(new Color(0, 1, 0))
      .segment([1, 2, 3], 0, [4, 5, 6], 0);
    lines.end();
    expect(lines.count).toBe(1);
    expect(Array.from(lines.colors.subarray(0, 3))).toEqual([0, 1, 0]);
    expect(geometry.drawRange.count).toBe(2);
    expect(() => new DebugLines(0)).toThrow(/capacity/);
    lines.dispose();
  });
});

describe('volumes', () => {
  it('boxes have their twelve edges', () => {
    const lines = new DebugLines(1);
    debugAabb(lines, [9, -1, -2, -3, 1, 2, 3], 1);
    expect(lines.count).toBe(12);
    expect(corners(lines).length).toBe(8);
    expect(new Box3().setFromPoints(ends(lines))).toEqual(
      new Box3(new Vector3(-1, -2, -3), new Vector3(1, 2, 3)),
    );
    const total = ends(lines).reduce(
      (sum, end, i, all) => (i % 2 ? sum + end.distanceTo(all[i - 1]) : sum),
      0,
    );
    expect(total).toBeCloseTo(4 * (2 + 4 + 6), 5);
  });

  it('oriented boxes have the corners of `obbCorners`', () => {
    const obb = obbFromPoints(createObb(), cloud(20));
    const lines = new DebugLines();
    debugObb(lines, obb);
    expect(lines.count).toBe(12);
    expectSamePoints(corners(lines), obbCorners(new Float64Array(24), obb));
  });

  it('circles are on their sphere and reach its ends', () => {
    const lines = new DebugLines();
    debugSphere(lines, [0, 1, 2, 3, 2.5], 1);
    const center = new Vector3(1, 2, 3);
    for (const end of ends(lines)) expect(end.distanceTo(center)).toBeCloseTo(2.5, 5);
    const box = new Box3().setFromPoints(ends(lines));
    expect(box.min.distanceTo(new Vector3(-1.5, -0.5, 0.5))).toBeLessThan(1e-5);
    expect(box.max.distanceTo(new Vector3(3.5, 4.5, 5.5))).toBeLessThan(1e-5);
  });

  it.each([6, 14, 18, 26] as const)('%i-DOPs have the corners of `kdopCorners`', k => {
    const directions = kdopDirections(k);
    for (let seed = 1; seed < 8; seed++) {
      const kdop = kdopFromPoints(createKdop(directions), directions, cloud(30, seed));
      const lines = new DebugLines();
      debugKdop(lines, directions, kdop);
      const points = corners(lines);
      expectSamePoints(
        points,
        kdopCorners(directions, kdop).filter((_, i, all) => isFirst(all, i)),
        1e-3,
      );
      // Euler: a polytope whose corners have at least three edges.
      expect(lines.count).toBeGreaterThanOrEqual((3 * points.length) / 2);
    }
  });
});

/** Whether the point that coordinate `i` belongs to is the first of its kind. */
function isFirst(points: Float64Array, i: number): boolean {
  const at = i - (i % 3);
  for (let other = 0; other < at; other += 3)
    if (
      Math.hypot(
        points[other] - points[at],
        points[other + 1] - points[at + 1],
        points[other + 2] - points[at + 2],
      ) < 1e-4
    )
      return false;
  return true;
}

describe('trees', () => {
  const boxes = () => {
    const random = new Random(2);
    return Array.from({ length: 60 }, () => {
      const p = [random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)];
      return [...p, ...p.map(x => x + 0.5)];
    });
  };
  it.each([
    ['Octree', () => new Octree({ leafCapacity: 2 })],
    ['LooseOctree', () => new LooseOctree({ leafCapacity: 2 })],
    ['Bvh', () => new Bvh()],
    ['DynamicBvh', () => new DynamicBvh()],
  ])('%s: nodes contain the boxes, fewer of them further up', (_, make) => {
    const tree = make();
    for (const box of boxes()) tree.insert(box);
    tree.findPairs(new PairList());
    const lines = new DebugLines();
    const all = debugTree(lines, tree);
    expect(lines.count).toBe(12 * all);
    expect(all).toBeGreaterThan(10);
    const whole = new Box3().setFromPoints(ends(lines)).expandByScalar(1e-3);
    for (const box of boxes()) expect(whole.containsPoint(new Vector3(...box.slice(0, 3)))).toBe(true);
    expect(debugTree(lines.begin(), tree, 0)).toBe(1);
    const few = debugTree(lines.begin(), tree, 2);
    expect(few).toBeGreaterThan(1);
    expect(few).toBeLessThan(all);
    expect(debugTree(lines.begin(), make())).toBe(0);
  });
});

describe('contacts and pairs', () => {
  it('show points, normals and who is near whom', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    world.add({ shape: new BoxShape([1, 1, 1]), position: [0, 0.999, 0] });
    world.step(1 / 60);
    const lines = new DebugLines();
    debugContacts(lines, world.contacts, 0.4);
    expect(world.contacts.count).toBe(4);
    expect(lines.count).toBe(16);
    for (let c = 0; c < 4; c++) {
      const [from, to] = ends(lines).slice(8 * c + 6, 8 * c + 8);
      expect(to.clone().sub(from).length()).toBeCloseTo(0.4, 5);
      expect(Math.abs(to.y - from.y)).toBeCloseTo(0.4, 5);
    }
    const pairs = new PairList();
    pairs.push(0, 2);
    pairs.push(1, 2);
    lines.begin();
    debugPairs(lines, pairs, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(Array.from(lines.positions.subarray(0, 12))).toEqual([1, 2, 3, 7, 8, 9, 4, 5, 6, 7, 8, 9]);
  });
});
