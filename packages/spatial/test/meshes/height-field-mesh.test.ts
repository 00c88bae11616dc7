import { createRayHit, IdList } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  type ConvexShape,
  HeightField,
  HullShape,
  Posed,
  SphereShape,
  solidIcosahedron,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, createTimeOfImpact } from '@colide/narrowphase';
import { HeightFieldMesh, MeshShape, type MeshTriangles, TriangleBvh } from '@colide/spatial';
import { describe, expect, it } from 'vitest';

const columns = 24;
const rows = 17;

function bumpyField(random: Random): HeightField {
  const heights = Float64Array.from({ length: columns * rows }, () => random.uniform(-0.6, 0.6));
  return new HeightField({ heights, columns, rows, cellSize: 0.7 });
}

/** The field as a mesh that looks at all its triangles, and casts rays through a BVH. */
function allTriangles(field: HeightField): MeshTriangles {
  const { positions, indices } = field.geometry();
  const bvh = new TriangleBvh(positions, indices, { watertight: true });
  const corners = new Float64Array(9);
  return {
    positions,
    indices,
    triangleCount: bvh.triangleCount,
    triangle: (out, id) => bvh.triangle(out, id),
    raycast: (hit, origin, direction, maxT) => bvh.raycast(hit, origin, direction, maxT),
    slotsIn(out, box) {
      for (let id = 0; id < bvh.triangleCount; id++) {
        bvh.triangle(corners, id);
        let touches = true;
        for (let k = 0; k < 3; k++)
          if (
            Math.min(corners[k], corners[3 + k], corners[6 + k]) > box[3 + k] ||
            Math.max(corners[k], corners[3 + k], corners[6 + k]) < box[k]
          )
            touches = false;
        if (touches) out.push(id);
      }
    },
  };
}

function shapesOf(field: HeightField): { field: Posed<MeshShape>; mesh: Posed<MeshShape> } {
  return {
    field: new Posed(new MeshShape(new HeightFieldMesh(field))),
    mesh: new Posed(new MeshShape(allTriangles(field))),
  };
}

const convexes: ConvexShape[] = [
  new SphereShape(0.4),
  new BoxShape([0.5, 0.2, 0.4]),
  new CapsuleShape(0.2, 0.5),
  HullShape.fromPoints(solidIcosahedron(0.5).positions),
];

/** A convex shape near the surface of the field, which is posed at random. */
function scatter(random: Random, placed: Posed, shape: ConvexShape): Posed {
  const convex = new Posed(shape);
  const at = [random.uniform(-1, 17), random.uniform(-1.2, 1.2), random.uniform(-1, 12)];
  const world = [0, 0, 0];
  for (let k = 0; k < 3; k++)
    world[k] =
      placed.position[k] +
      placed.matrix[k] * at[0] +
      placed.matrix[3 + k] * at[1] +
      placed.matrix[6 + k] * at[2];
  const rotation = random.rotation([0, 0, 0, 1]);
  convex.setPose(world, rotation);
  return convex;
}

describe('HeightFieldMesh', () => {
  it('has the triangles of the geometry, with their vertices', () => {
    const field = bumpyField(new Random(1));
    const mesh = new HeightFieldMesh(field);
    const { positions, indices } = field.geometry();
    const ids = new Int32Array(3);
    const corners = new Float64Array(9);
    expect(mesh.triangleCount).toBe(indices.length / 3);
    for (let id = 0; id < mesh.triangleCount; id++) {
      mesh.vertexIds(ids, id);
      expect([...ids]).toEqual([...indices.slice(3 * id, 3 * id + 3)]);
      mesh.triangle(corners, id);
      for (let k = 0; k < 9; k++) expect(corners[k]).toBe(positions[3 * ids[Math.floor(k / 3)] + (k % 3)]);
    }
    expect(mesh.positions).toEqual(positions);
    expect(mesh.indices).toEqual(indices);
  });

  it('finds all triangles that a box touches, and few others', () => {
    const random = new Random(2);
    const field = bumpyField(random);
    const mesh = new HeightFieldMesh(field);
    const found = new IdList();
    const corners = new Float64Array(9);
    let spare = 0;
    let all = 0;
    for (let n = 0; n < 300; n++) {
      const low = [random.uniform(-2, 18), random.uniform(-1, 1), random.uniform(-2, 13)];
      const box = Float64Array.from([...low, ...low.map(x => x + random.uniform(0, 1.5))]);
      found.clear();
      mesh.slotsIn(found, box);
      const ids = new Set(found);
      expect(ids.size).toBe(found.count);
      for (let id = 0; id < mesh.triangleCount; id++) {
        mesh.triangle(corners, id);
        const touches = [0, 1, 2].every(k => {
          const xs = [corners[k], corners[3 + k], corners[6 + k]];
          return Math.min(...xs) <= box[3 + k] && Math.max(...xs) >= box[k];
        });
        if (touches) expect(ids.has(id)).toBe(true);
        else if (ids.has(id)) spare++;
        if (touches) all++;
      }
    }
    expect(all).toBeGreaterThan(500);
    expect(spare).toBeLessThan(all);
  });

  it('collides as the mesh of its triangles: contacts, casts, distances and rays', () => {
    const random = new Random(3);
    let touching = 0;
    let cast = 0;
    let rays = 0;
    for (let n = 0; n < 400; n++) {
      const { field, mesh } = shapesOf(bumpyField(random));
      const rotation = random.rotation([0, 0, 0, 1]);
      const position = [random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)];
      for (const placed of [field, mesh]) placed.setPose(position, rotation);
      const convex = scatter(random, field, convexes[n % convexes.length]);
      const manifolds = [field, mesh].map(placed => {
        const contacts = placed.shape.createContacts();
        const count = placed.shape.contacts(contacts, placed, convex, 0.05);
        return contacts.manifolds.slice(0, count).map(({ count, normal, depths, ids }) => ({
          normal: [...normal],
          depths: [...depths.slice(0, count)],
          ids: [...ids.slice(0, count)],
        }));
      });
      expect(manifolds[0]).toEqual(manifolds[1]);
      if (manifolds[0].length > 0) touching++;

      const motion = [random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)];
      const impact = createTimeOfImpact();
      const times = [field, mesh].map(placed => placed.shape.shapecast(impact, placed, convex, motion));
      if (times[1] < Infinity) cast++;
      if (times[0] !== times[1]) expect(times[0]).toBeCloseTo(times[1], 9);
      const result = createPenetrationResult();
      const gaps = [field, mesh].map(placed => placed.shape.distance(result, placed, convex, 0.5));
      if (gaps[0] !== gaps[1]) expect(gaps[0]).toBeCloseTo(gaps[1], 9);

      const hits = [field, mesh].map(placed => {
        const hit = createRayHit();
        const t = placed.shape.raycast(hit, placed, convex.position, motion, 1.5);
        return { t, normal: hit.normal.slice(), triangle: hit.triangle };
      });
      expect(hits[0].t === Infinity).toBe(hits[1].t === Infinity);
      if (hits[0].t === Infinity) continue;
      rays++;
      expect(hits[0].t).toBeCloseTo(hits[1].t, 9);
      for (let k = 0; k < 3; k++) expect(hits[0].normal[k]).toBeCloseTo(hits[1].normal[k], 9);
    }
    for (const count of [touching, cast, rays]) {
      expect(count).toBeGreaterThan(80);
      expect(count).toBeLessThan(380);
    }
  });

  it('keeps nothing but the field', () => {
    const { field } = shapesOf(bumpyField(new Random(4)));
    expect(Object.keys(field.shape.mesh)).toEqual(['field']);
  });
});
