import { BoxShape, MeshSurface, Posed, solidBox, solidTorus, type TriangleGeometry } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, MeshContacts, penetration } from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

function surfaceOf({ positions, indices }: TriangleGeometry): MeshSurface {
  return new MeshSurface(Array.from(indices).flatMap(i => [...positions.slice(3 * i, 3 * i + 3)]));
}

const unturned = [0, 0, 0, 1] as const;
const contacts = new MeshContacts();
const margin = 0.02;

/** All pairs of triangles of two placed surfaces. */
function collide(a: MeshSurface, placedA: Posed, b: MeshSurface, placedB: Posed): number {
  contacts.begin(a, placedA.pose, b, placedB.pose, margin);
  for (let i = 0; i < a.triangleCount; i++) for (let j = 0; j < b.triangleCount; j++) contacts.add(i, j);
  return contacts.finish();
}

/** The largest depth of all points. */
function deepest(): number {
  let depth = -Infinity;
  for (let m = 0; m < contacts.count; m++)
    for (let p = 0; p < contacts.manifolds[m].count; p++)
      depth = Math.max(depth, contacts.manifolds[m].depths[p]);
  return depth;
}

describe('MeshContacts', () => {
  it('find the depth of boxes that overlap a little, and their gap, as GJK and EPA do', () => {
    const random = new Random(11);
    const result = createPenetrationResult();
    let overlapping = 0;
    let apart = 0;
    let missed = 0;
    let exact = 0;
    for (let n = 0; n < 1000; n++) {
      const halves = [0, 1].map(() => [0, 1, 2].map(() => random.uniform(0.3, 1)));
      const [boxA, boxB] = halves.map(half => new BoxShape(half));
      const [a, b] = halves.map(half => surfaceOf(solidBox(half)));
      const turn = () => [0, 1, 2, 3].map(() => random.uniform(-1, 1));
      const posedA = new Posed(boxA, [0.3, -2, 1], turn());
      const posedB = new Posed(boxB, [0, 0, 0], turn());
      // Along a random direction to a distance at which the boxes overlap or miss by little.
      const away = [0, 1, 2].map(() => random.uniform(-1, 1));
      const wanted = random.uniform(-0.015, 0.04);
      const at = [0.3, -2, 1].map((x, k) => x + 6 * away[k]);
      const rotation = turn();
      let low = 0;
      let high = 1;
      for (let i = 0; i < 40; i++) {
        const middle = 0.5 * (low + high);
        posedB.setPose(
          at.map((x, k) => [0.3, -2, 1][k] + middle * (x - [0.3, -2, 1][k])),
          rotation,
        );
        penetration(result, posedA, posedB);
        if (-result.distance > wanted) low = middle;
        else high = middle;
      }
      penetration(result, posedA, posedB);
      const depth = -result.distance;
      if (Math.abs(depth - wanted) > 1e-3) continue;
      collide(a, posedA, b, posedB);
      if (contacts.count === 0 && depth < 0) {
        // Nearest at two vertices, or at a vertex and an edge, which give no contact before they overlap.
        missed++;
        continue;
      }
      expect(contacts.count, `case ${n}, depth ${depth}`).toBeGreaterThan(0);
      if (depth > 0) overlapping++;
      else apart++;
      // Two features with nearly the same normal may both count; then the deeper one is a little deeper.
      const excess = deepest() - depth;
      expect(excess, `case ${n}: ${deepest()} for ${depth}`).toBeGreaterThan(-1e-6);
      expect(excess, `case ${n}: ${deepest()} for ${depth}`).toBeLessThan(0.1 * Math.abs(depth) + 1e-6);
      if (excess < 1e-6) exact++;
    }
    expect(overlapping).toBeGreaterThan(400);
    expect(apart).toBeGreaterThan(100);
    expect(missed).toBeLessThan(200);
    expect(exact).toBeGreaterThan(0.99 * (overlapping + apart));
  });

  it('lay a torus on a box along its lowest circle, with one normal', () => {
    const torus = surfaceOf(solidTorus(0.5, 0.2, 32, 16));
    const box = surfaceOf(solidBox([2, 0.5, 2]));
    const placed = new Posed(new BoxShape([1, 1, 1]), [0, 0.69, 0], unturned);
    expect(collide(torus, placed, box, new Posed(new BoxShape([1, 1, 1])))).toBe(1);
    const [{ normal, count, depths, pointsA }] = contacts.manifolds;
    expect([...normal].map(x => Math.round(1e9 * x) / 1e9)).toEqual([0, -1, 0]);
    expect(count).toBe(4);
    for (let p = 0; p < count; p++) {
      expect(depths[p]).toBeCloseTo(0.01, 9);
      expect(Math.hypot(pointsA[3 * p], pointsA[3 * p + 2])).toBeCloseTo(0.5, 9);
    }
  });

  it('push out of a corner of a box to the nearer face only, and out of a valley by both', () => {
    const box = surfaceOf(solidBox([1, 1, 1]));
    const small = surfaceOf(solidBox([0.4, 0.4, 0.4]));
    const at = (x: number, y: number) => new Posed(new BoxShape([1, 1, 1]), [x, y, 0], unturned);
    // Behind the upper face by 0.01, behind the right one by 0.1.
    expect(collide(box, at(0, 0), small, at(1.3, 1.39))).toBe(1);
    expect(contacts.manifolds[0].normal[1]).toBeCloseTo(1, 9);
    expect(deepest()).toBeCloseTo(0.01, 9);
    // A step: floor and wall of an L. The small box is in both by 0.01 and 0.03.
    const { positions, indices } = step();
    expect(collide(surfaceOf({ positions, indices }), at(0, 0), small, at(0.37, 0.39))).toBe(2);
    const normals = [0, 1].map(m => [...contacts.manifolds[m].normal].map(Math.round).join());
    expect(normals.sort()).toEqual(['0,1,0', '1,0,0']);
    expect(deepest()).toBeCloseTo(0.03, 9);
  });

  it('meet an open surface from both sides', () => {
    const sheet = surfaceOf({
      positions: Float64Array.of(-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2),
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    });
    const box = surfaceOf(solidBox([0.5, 0.5, 0.5]));
    for (const side of [1, -1]) {
      const placed = new Posed(new BoxShape([1, 1, 1]), [0.2, side * 0.48, 0.1], unturned);
      expect(collide(box, placed, sheet, new Posed(new BoxShape([1, 1, 1])))).toBe(1);
      expect(contacts.manifolds[0].normal[1]).toBeCloseTo(-side, 9);
      expect(contacts.manifolds[0].count).toBe(4);
      expect(deepest()).toBeCloseTo(0.02, 9);
    }
  });
});

/** A closed L: a floor below y = 0 and a wall left of x = 0, from z = −1 to 1. */
function step(): TriangleGeometry {
  const outline = [
    [0, 0],
    [2, 0],
    [2, -2],
    [-2, -2],
    [-2, 2],
    [0, 2],
  ];
  const positions = [1, -1].flatMap(z => outline.flatMap(([x, y]) => [x, y, z]));
  const indices: number[] = [];
  // Both ends as triangles around the inner corner, which sees all others.
  for (let i = 1; i < 5; i++) indices.push(0, i + 1, i, 6, 6 + i, 7 + i);
  for (let i = 0; i < 6; i++) {
    const j = (i + 1) % 6;
    indices.push(i, j, 6 + i, j, 6 + j, 6 + i);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
