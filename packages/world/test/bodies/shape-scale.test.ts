/** Scaled shapes against their points, scaled one by one, and against `Scaled`. */
import { createRayHit } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  EllipsoidShape,
  HalfSpace,
  HeightField,
  HullShape,
  hullScale,
  PointShape,
  Posed,
  quickHull,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  solidTorus,
  TriangleShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { HeightFieldMesh, MeshShape, TriangleBvh } from '@colide/spatial';
import { shapeScale, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

const random = new Random(11);
const coordinate = (size = 1) => random.uniform(-size, size);
const triple = (size = 1): Triple => [coordinate(size), coordinate(size), coordinate(size)];
const points = Array.from({ length: 40 }, () => triple()).flat();
const factors: Triple[] = [
  [2, 2, 2],
  [1, 1, 1],
  [0.5, 3, 0.5],
  [2, 0.25, 5],
  [-1, 1, 1],
  [-2, -0.5, -3],
  [1e-3, 1, 1e3],
];

const shapes: ConvexShape[] = [
  new BoxShape([1, 2, 3]),
  new SphereShape(1.5),
  new EllipsoidShape([1, 2, 0.5]),
  new CapsuleShape(0.5, 1),
  new CylinderShape(0.5, 1),
  new ConeShape(0.5, 1),
  HullShape.fromPoints(points),
  new PointShape([1, 2, 3]),
  new SegmentShape([1, 2, 3], [-1, 0.5, 2]),
  new TriangleShape([0, 0, 1], [1, 2, 0], [-1, 1, 1]),
  new Rounded(new BoxShape([1, 2, 3]), 0.25),
];

describe('shapeScale', () => {
  it('of convex shapes has the support points of the scaled set, its box and its mass', () => {
    for (const shape of shapes)
      for (const f of factors) {
        const scaled = shapeScale(shape, f) as ConvexShape;
        const expected = new Scaled(shape, f);
        for (let n = 0; n < 20; n++) {
          const d = triple();
          const p = scaled.support([0, 0, 0], d);
          const q = expected.support([0, 0, 0], d);
          const along = d[0] * q[0] + d[1] * q[1] + d[2] * q[2];
          expect(d[0] * p[0] + d[1] * p[1] + d[2] * p[2]).toBeCloseTo(along, 6);
        }
        expect(scaled.volume / expected.volume || 1).toBeCloseTo(1, 6);
        const largest = Math.max(...f.map(Math.abs)) * shape.boundingRadius;
        expect(scaled.boundingRadius).toBeLessThan(largest * (1 + 1e-9) + 1e-9);
        if (!(shape.volume > 0)) continue;
        const inertia = [...scaled.inertia(new Float64Array(9))];
        const size = Math.max(...inertia.map(Math.abs));
        for (const [i, x] of [...expected.inertia(new Float64Array(9))].entries())
          expect(inertia[i] / size).toBeCloseTo(x / size, 6);
      }
  });

  it('keeps the kind where there is one', () => {
    const kinds = (f: Triple | number) => shapes.map(shape => shapeScale(shape, f).kind);
    expect(kinds(2)).toEqual(shapes.map(({ kind }) => kind));
    expect(kinds([2, 3, 2])).toEqual([
      ...['box', 'ellipsoid', 'ellipsoid', 'scaled', 'cylinder', 'cone', 'hull'],
      ...['point', 'segment', 'triangle', 'scaled'],
    ]);
  });

  it('of hulls is the hull of the scaled points', () => {
    for (const f of factors) {
      const hull = hullScale(quickHull(points), f);
      const images = points.map((x, i) => x * f[i % 3]);
      const expected = HullShape.fromPoints(images);
      const shape = new HullShape(hull);
      expect(shape.volume / expected.volume).toBeCloseTo(1, 9);
      expect(hull.vertices.length).toBe(expected.vertices.length);
      for (let face = 0; face + 1 < hull.faceOffsets.length; face++) {
        const [x, y, z, d] = hull.planes.slice(4 * face, 4 * face + 4);
        expect(Math.hypot(x, y, z)).toBeCloseTo(1, 12);
        let most = -Infinity;
        for (let i = 0; i < images.length; i += 3)
          most = Math.max(most, x * images[i] + y * images[i + 1] + z * images[i + 2]);
        expect(most).toBeCloseTo(d, 9);
      }
    }
    expect(() => hullScale(quickHull(points), [1, 0, 1])).toThrow('factors');
  });

  it('of meshes has the scaled triangles: rays against brute force, outside stays outside', () => {
    const { positions, indices } = solidTorus(1, 0.4, 24, 12);
    const mesh = new MeshShape(new TriangleBvh(positions, indices), {
      materials: [{ friction: 0 }, { friction: 1 }],
      triangleMaterials: Array.from({ length: indices.length / 3 }, (_, t) => t % 2),
    });
    for (const f of factors.slice(0, 6)) {
      const scaled = shapeScale(mesh, f) as MeshShape;
      expect(scaled.volume / mesh.volume).toBeCloseTo(Math.abs(f[0] * f[1] * f[2]), 9);
      expect([...scaled.triangleMaterials]).toEqual([...mesh.triangleMaterials]);
      const posed = new Posed(scaled);
      const hit = createRayHit();
      const reference = createRayHit();
      let hits = 0;
      for (let n = 0; n < 200; n++) {
        const origin = triple(3);
        const target = triple(0.8);
        const direction = target.map((x, k) => x - origin[k]) as Triple;
        // The same ray, scaled, meets the same triangle at the same t.
        const image = (v: Triple) => v.map((x, k) => x * f[k]);
        const t = mesh.raycast(reference, new Posed(mesh), origin, direction);
        expect(scaled.raycast(hit, posed, image(origin), image(direction))).toBeCloseTo(t, 4);
        if (t === Infinity) continue;
        hits++;
        expect(hit.triangle).toBe(reference.triangle);
      }
      expect(hits).toBeGreaterThan(40);
    }
  });

  it('of height fields stays one, unless it must not', () => {
    const heights = Float64Array.from({ length: 12 }, (_, i) => i % 5);
    const field = new HeightField({ heights, columns: 4, rows: 3, cellSize: 2 });
    const mesh = new MeshShape(new HeightFieldMesh(field));
    for (const f of [
      [3, 2, 3],
      [3, 2, 1],
      [3, -2, 3],
    ]) {
      const scaled = shapeScale(mesh, f) as MeshShape;
      expect('field' in scaled.mesh).toBe(f[1] > 0 && f[2] === 3);
      const a = new Float64Array(9);
      const b = new Float64Array(9);
      for (let t = 0; t < mesh.mesh.triangleCount; t++) {
        mesh.mesh.triangle(a, t);
        scaled.mesh.triangle(b, t);
        const images = [0, 3, 6].map(c => [0, 1, 2].map(k => a[c + k] * f[k]).join());
        expect([0, 3, 6].map(c => b.slice(c, c + 3).join()).sort()).toEqual(images.sort());
      }
    }
  });

  it('of half-spaces and compounds has the scaled points', () => {
    const plane = shapeScale(new HalfSpace([0.6, 0.8, 0], 2), [2, -1, 1]) as HalfSpace;
    // 0.6 · 2 + 0.8 · 1 = 2 is on the plane, and so is its image.
    expect(plane.normal[0] * 4 - plane.normal[1]).toBeCloseTo(plane.offset, 12);
    const corners = HullShape.fromPoints(points);
    const compound = new Compound([
      { shape: new BoxShape([1, 2, 3]), position: [1, 0, 0], rotation: [0.5, 0.1, 0.2, 1] },
      { shape: corners, position: [0, -2, 0], rotation: [0, 0, 1, 1], material: { friction: 0.1 } },
      { shape: new SphereShape(1), position: [0, 0, 4] },
    ]);
    for (const f of factors.slice(0, 6)) {
      const scaled = shapeScale(compound, f) as Compound;
      expect(scaled.materials[1]).toEqual({ friction: 0.1 });
      expect(scaled.volume / compound.volume).toBeCloseTo(Math.abs(f[0] * f[1] * f[2]), 6);
      for (const [i, child] of scaled.children.entries())
        for (let n = 0; n < 30; n++) {
          const d = triple();
          const p = child.support([0, 0, 0], d);
          const q = new Scaled(compound.children[i] as ConvexShape, f).support([0, 0, 0], d);
          expect(d[0] * p[0] + d[1] * p[1] + d[2] * p[2]).toBeCloseTo(
            d[0] * q[0] + d[1] * q[1] + d[2] * q[2],
            6,
          );
        }
    }
    const tilted = new Compound([{ shape: new CapsuleShape(1, 1), rotation: [0, 0, 1, 1] }]);
    expect(() => shapeScale(tilted, [1, 2, 1])).toThrow('shape.children[0]');
    expect((shapeScale(tilted, 2) as Compound).volume).toBeCloseTo(8 * tilted.volume, 9);
    expect(() => shapeScale(tilted, 0)).toThrow('factors');
    expect(() => shapeScale(tilted, [1, Number.NaN, 1])).toThrow('factors');
  });

  it('makes bodies that rest at their size', () => {
    const { positions, indices } = solidTorus(1, 0.4, 24, 12);
    const mesh = new MeshShape(new TriangleBvh(positions, indices));
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const ring = world.add({ shape: shapeScale(mesh, [0.5, 0.5, 0.5]), position: [0, 0.3, 0] });
    const hull = world.add({
      shape: shapeScale(HullShape.fromPoints(boxPoints()), [0.5, 2, 0.5]),
      position: [4, 2.1, 0],
    });
    for (let n = 0; n < 180; n++) world.step(1 / 60);
    expect(world.bodies.positions[3 * ring + 1]).toBeCloseTo(0.2, 1);
    expect(world.bodies.positions[3 * hull + 1]).toBeCloseTo(2, 2);
  });
});

function boxPoints(): number[] {
  const sides = [-1, 1];
  return sides.flatMap(x => sides.flatMap(y => sides.flatMap(z => [x, y, z])));
}
