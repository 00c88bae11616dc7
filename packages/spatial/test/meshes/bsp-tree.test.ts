/**
 * Inside and outside against the winding number, an independent measure: the solid angle under which the
 * surface is seen.
 */

import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import { BspTree } from '@colide/spatial';

import {
  describeData,
  makeBoxMesh,
  makeBumpySphere,
  makeIcosphere,
  makeTorus,
  readMesh,
  type TriangleMesh,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

/**
 * Winding number of a closed mesh around a point, by solid angles (van Oosterom & Strackee 1983), and the
 * least distance to a vertex plane.
 */
function windingNumber({ positions, indices }: TriangleMesh, [px, py, pz]: Triple): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = 3 * indices[i];
    const b = 3 * indices[i + 1];
    const c = 3 * indices[i + 2];
    const ax = positions[a] - px;
    const ay = positions[a + 1] - py;
    const az = positions[a + 2] - pz;
    const bx = positions[b] - px;
    const by = positions[b + 1] - py;
    const bz = positions[b + 2] - pz;
    const cx = positions[c] - px;
    const cy = positions[c + 1] - py;
    const cz = positions[c + 2] - pz;
    const la = Math.sqrt(ax * ax + ay * ay + az * az);
    const lb = Math.sqrt(bx * bx + by * by + bz * bz);
    const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const determinant = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    sum += 2 * Math.atan2(determinant, la * lb * lc + ab * lc + bc * la + ca * lb);
  }
  return sum / (4 * Math.PI);
}

function boundsOf(positions: ArrayLike<number>): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], positions[i]);
  }
  return box;
}

/** Random points in and around the mesh, half of them near its surface. */
function* points(mesh: TriangleMesh, count: number): Generator<Triple> {
  const random = new Random(count);
  const box = boundsOf(mesh.positions);
  const size = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      yield [0, 1, 2].map(k => random.uniform(box[k], box[k + 3])) as Triple;
      continue;
    }
    const at = 3 * random.integer(mesh.indices.length / 3);
    const [s, t] = [random.next(), random.next()];
    const [u, v] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
    const away = size * 10 ** random.uniform(-7, -1);
    yield [0, 1, 2].map(k => {
      const [a, b, c] = [0, 1, 2].map(j => mesh.positions[3 * mesh.indices[at + j] + k]);
      return a + u * (b - a) + v * (c - a) + away * random.normal();
    }) as Triple;
  }
}

function expectLabels(mesh: TriangleMesh, tree: BspTree, count: number, turn = 1): void {
  let inside = 0;
  for (const point of points(mesh, count)) {
    const winding = turn * windingNumber(mesh, point);
    // Solid angles of a closed surface add up to a whole number; near an edge rounding may blur them.
    if (Math.abs(winding - Math.round(winding)) > 1e-3) continue;
    const expected = Math.round(winding) > 0;
    if (tree.contains(point) !== expected)
      expect.fail(`point ${point.join(', ')} has winding number ${winding}`);
    if (expected) inside++;
  }
  expect(inside / count).toBeGreaterThan(0.1);
  expect(inside / count).toBeLessThan(0.9);
}

/**
 * A concave body with flat faces that continue each other's planes: an L, a step pyramid, a frame with a
 * hole.
 */
function makeBlocks(cells: string[]): TriangleMesh<Float64Array> {
  const filled = (x: number, y: number) => cells[y]?.[x] === '#';
  const vertices = new Map<string, number>();
  const positions: number[] = [];
  const indices: number[] = [];
  const vertex = (x: number, y: number, z: number) => {
    const key = `${x},${y},${z}`;
    if (!vertices.has(key)) vertices.set(key, positions.push(x, y, z) / 3 - 1);
    return vertices.get(key)!;
  };
  const quad = (...corners: Triple[]) => {
    const [a, b, c, d] = corners.map(corner => vertex(...corner));
    indices.push(a, b, c, a, c, d);
  };
  for (let y = 0; y < cells.length; y++)
    for (let x = 0; x < cells[y].length; x++) {
      if (!filled(x, y)) continue;
      quad([x, y, 0], [x, y + 1, 0], [x + 1, y + 1, 0], [x + 1, y, 0]);
      quad([x, y, 1], [x + 1, y, 1], [x + 1, y + 1, 1], [x, y + 1, 1]);
      if (!filled(x - 1, y)) quad([x, y, 0], [x, y, 1], [x, y + 1, 1], [x, y + 1, 0]);
      if (!filled(x + 1, y)) quad([x + 1, y, 0], [x + 1, y + 1, 0], [x + 1, y + 1, 1], [x + 1, y, 1]);
      if (!filled(x, y - 1)) quad([x, y, 0], [x + 1, y, 0], [x + 1, y, 1], [x, y, 1]);
      if (!filled(x, y + 1)) quad([x, y + 1, 0], [x, y + 1, 1], [x + 1, y + 1, 1], [x + 1, y + 1, 0]);
    }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

const solids: Record<string, TriangleMesh<Float64Array>> = {
  box: makeBoxMesh(1, 2, 3),
  icosphere: makeIcosphere(2),
  torus: makeTorus(24, 10),
  frame: makeBlocks(['#####', '#...#', '#.#.#', '#...#', '#####']),
  'bumpy sphere': makeBumpySphere(2, new Random(71)),
  comb: makeBlocks(['#.#.#.#', '#.#.#.#', '#######']),
};

describe('BspTree', () => {
  for (const [name, mesh] of Object.entries(solids))
    for (const planes of ['faces', 'directions'] as const)
      it(`tells inside from outside of a ${name}, planes: ${planes}`, () => {
        expectLabels(mesh, new BspTree(mesh.positions, mesh.indices, { planes }), 1500);
      });

  it('works far from the origin, at extreme scales and for triangles that face inward', () => {
    const { positions, indices } = makeTorus(16, 8);
    for (const [scale, shift] of [
      [1e-6, 0],
      [1e6, 0],
      [1, 1e6],
    ]) {
      const moved = { positions: positions.map(x => x * scale + shift), indices };
      expectLabels(moved, new BspTree(moved.positions, indices, { tolerance: 1e-9 }), 400);
    }
    const turned = {
      positions,
      indices: indices.map((_, i) => indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]),
    };
    expectLabels(turned, new BspTree(positions, turned.indices), 400, -1);
  });

  it('casts rays: they pass where inside and outside change', () => {
    const hit = createRayHit();
    for (const mesh of Object.values(solids)) {
      const tree = new BspTree(mesh.positions, mesh.indices);
      const random = new Random(5);
      const box = boundsOf(mesh.positions);
      let hits = 0;
      for (let i = 0; i < 300; i++) {
        const origin = [0, 1, 2].map(k => box[k] + (box[k + 3] - box[k]) * random.uniform(-0.5, 1.5));
        const direction = [0, 1, 2].map(k => box[k] + (box[k + 3] - box[k]) * random.next() - origin[k]);
        const start = tree.contains(origin);
        const t = tree.raycast(hit, origin, direction);
        const at = (s: number) => origin.map((x, k) => x + s * direction[k]);
        for (let s = 0.02; s < Math.min(t, 2) - 1e-9; s += 0.05) expect(tree.contains(at(s))).toBe(start);
        expect(hit.t).toBe(t);
        if (t === Infinity) {
          expect(start).toBe(false);
          continue;
        }
        hits++;
        expect(tree.contains(at(t + 1e-7))).toBe(!start);
        const facing = hit.normal.reduce((sum, n, k) => sum + n * direction[k], 0);
        expect(Math.sign(facing)).toBe(start ? 1 : -1);
        expect(tree.segmentMeets(origin, at(t * (start ? 0.5 : 0.999)))).toBe(start);
        expect(tree.segmentMeets(origin, at(t + 1e-3))).toBe(true);
      }
      expect(hits / 300).toBeGreaterThan(0.2);
    }
  });

  it('comes back from its serialized form', () => {
    const { positions, indices } = solids['torus'];
    const tree = new BspTree(positions, indices);
    const buffer = tree.serialize();
    const copy = BspTree.deserialize(structuredClone(buffer, { transfer: [buffer] }));
    for (const point of points(solids['torus'], 200)) expect(copy.contains(point)).toBe(tree.contains(point));
    expect(copy.byteLength).toBe(tree.byteLength);
    expect(() => BspTree.deserialize(new ArrayBuffer(8))).toThrow(/buffer/);
  });

  it('is flat for a round body', () => {
    const { positions, indices } = makeIcosphere(3);
    expect(new BspTree(positions, indices).depth).toBeLessThan(60);
    const list = new BspTree(positions, indices, { planes: 'faces' });
    expect(list.depth).toBeGreaterThan(600);
    expect(list.contains([0.1, 0.2, 0.3])).toBe(true);
  });

  it('answers for nothing and names bad arguments', () => {
    const empty = new BspTree([], []);
    expect(empty.contains([0, 0, 0])).toBe(false);
    expect(empty.raycast(createRayHit(), [0, 0, 0], [1, 0, 0])).toBe(Infinity);
    expect(empty.segmentMeets([0, 0, 0], [1, 0, 0])).toBe(false);
    const { positions, indices } = makeBoxMesh();
    expect(() => new BspTree(positions, indices.subarray(3))).toThrow(/closed/);
    expect(() => new BspTree(positions, [0, 1, 99])).toThrow(/indices\[2\]/);
    expect(() => new BspTree([0, 0], [])).toThrow(/positions/);
    expect(() => new BspTree(positions, indices, { tolerance: 0 })).toThrow(/tolerance/);
    const tree = new BspTree(positions, indices);
    expect(() => tree.contains([0, Number.NaN, 0])).toThrow(/point/);
    expect(() => tree.raycast(createRayHit(), [0, 0, 0], [0, 0, 0])).toThrow(/direction/);
    expect(() => tree.raycast(createRayHit(), [0, 0, 0], [0, 0, 1], -1)).toThrow(/maxT/);
    expect(() => tree.segmentMeets([0, 0, 0], [0, Infinity, 1])).toThrow(/to/);
  });
});

describeData('meshes', 'BspTree on external meshes', () => {
  for (const name of ['fandisk', 'cow'])
    it(`tells inside from outside of ${name}`, () => {
      const mesh = readMesh(name);
      expectLabels(mesh, new BspTree(mesh.positions, mesh.indices), 120);
    });
});
