/** Triangles kept from step to step give the contacts that a search in each step gives, to the last bit. */
import {
  BoxShape,
  CapsuleShape,
  type ConvexShape,
  CylinderShape,
  HullShape,
  Posed,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { TriangleContacts } from '@colide/narrowphase';
import { HeightFieldMesh, MeshShape, TriangleBvh, TriangleGrid, triangleBvhRefit } from '@colide/spatial';
import { describe, expect, it } from 'vitest';
import { KeptTriangles } from '../../src/meshes/internal/kept-triangles.ts';
import { gridMesh } from '../support/grid-mesh.ts';

const margin = 0.02;
const shapes: readonly ConvexShape[] = [
  new BoxShape([0.8, 0.5, 0.6]),
  new SphereShape(0.7),
  new CapsuleShape(0.3, 0.6),
  new CylinderShape(0.5, 0.4),
  HullShape.fromPoints([0, 1, 0, 1, -0.5, 0, -1, -0.5, 0, 0, -0.5, 1, 0, -0.5, -1]),
];

/** A tree that counts how often it is searched. */
class CountingBvh extends TriangleBvh {
  searches = 0;

  override slotsIn(...args: Parameters<TriangleBvh['slotsIn']>): void {
    this.searches++;
    super.slotsIn(...args);
  }
}

function wavyTree(): CountingBvh {
  const { positions, indices } = gridMesh(12);
  return new CountingBvh(positions, indices);
}

/** All numbers of the manifolds that were found. */
function numbersOf(contacts: TriangleContacts): number[][] {
  return contacts.manifolds
    .slice(0, contacts.count)
    .map(({ count, normal, pointsA, pointsB, depths, ids }, g) => [
      contacts.parts[g],
      ...normal,
      ...pointsA.slice(0, 3 * count),
      ...pointsB.slice(0, 3 * count),
      ...depths.slice(0, count),
      ...ids.slice(0, count),
    ]);
}

const searched = new TriangleContacts();
const kept = new TriangleContacts();

/** Compares both ways at the present poses; returns how many manifolds there are. */
function compare(memory: KeptTriangles, shape: MeshShape, ground: Posed, body: Posed): number {
  const expected = shape.contacts(searched, ground, body, margin);
  const count = memory.contacts(kept, shape.mesh, ground, body, margin);
  if (count < 0) return expected;
  expect(count).toBe(expected);
  expect(numbersOf(kept)).toEqual(numbersOf(searched));
  return count;
}

/** Poses that creep, roll, jump, and stand still. */
function wander(
  random: Random,
  visit: (position: number[], rotation: number[]) => void,
  steps: number,
): void {
  const position = [6, 1, 6];
  const rotation = [0, 0, 0, 1];
  for (let n = 0; n < steps; n++) {
    const phase = n % 100;
    const size = phase === 0 ? 0.5 : phase < 40 ? 1e-6 : phase < 60 ? 0.004 : phase < 80 ? 0.03 : 0;
    for (const k of [0, 1, 2]) position[k] += size * random.uniform(-1, 1);
    for (const k of [0, 1, 2]) rotation[k] += size * random.uniform(-1, 1);
    for (const k of [0, 2]) position[k] = Math.min(10, Math.max(2, position[k]));
    position[1] = Math.min(1.4, Math.max(0.5, position[1]));
    visit(position, rotation);
  }
}

describe('triangles that are kept', () => {
  it.each(shapes.map(shape => [shape.kind, shape] as const))('give the same contacts: %s', (_, shape) => {
    const random = new Random(61);
    const tree = wavyTree();
    const mesh = new MeshShape(tree);
    const ground = new Posed(mesh, [0.1, 0, -0.2], [0.02, 0.3, 0.01, 1]);
    const body = new Posed(shape);
    const memory = new KeptTriangles();
    const steps = 600;
    let touching = 0;
    wander(
      random,
      (p, q) => {
        body.setPose(p, q);
        if (compare(memory, mesh, ground, body) > 0) touching++;
      },
      steps,
    );
    expect(touching).toBeGreaterThan(0.5 * steps);
    // One search in each step is the one to compare with.
    expect(tree.searches - steps).toBeLessThan(0.2 * steps);
  });

  it('are searched again when the mesh moves, is refitted or another one', () => {
    const random = new Random(7);
    const { positions, indices } = gridMesh(12);
    const tree = new CountingBvh(positions, indices);
    const mesh = new MeshShape(tree);
    const ground = new Posed(mesh);
    const other = new Posed(mesh, [0, 0.1, 0]);
    const body = new Posed(shapes[0]);
    const memory = new KeptTriangles();
    let touching = 0;
    for (let n = 0; n < 300; n++) {
      const change = n % 30;
      if (change === 10) ground.setPose([0, random.uniform(-0.2, 0.2), 0], [0, 0, 0, 1]);
      if (change === 20) {
        for (let v = 1; v < positions.length; v += 3) positions[v] += random.uniform(-0.1, 0.1);
        triangleBvhRefit(tree);
      }
      body.setPose([6 + 1e-5 * n, 0.9, 6], [0, 0, 0, 1]);
      if (compare(memory, mesh, change < 25 ? ground : other, body) > 0) touching++;
    }
    expect(touching).toBeGreaterThan(100);
    expect(tree.searches).toBeLessThan(400);
  });

  it('are not kept of structures that do not count their changes', () => {
    const { positions, indices } = gridMesh(12);
    const body = new Posed(shapes[0], [6, 0.9, 6]);
    const memory = new KeptTriangles();
    const mesh = new MeshShape(new TriangleGrid(positions, indices));
    for (let n = 0; n < 3; n++)
      expect(memory.contacts(kept, mesh.mesh, new Posed(mesh), body, margin)).toBe(-1);
    expect('revision' in HeightFieldMesh.prototype).toBe(false);
  });
});
