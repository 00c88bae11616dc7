import { Posed, solidTorus } from '@colide/geometry';
import { Random } from '@colide/math';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';

function torus(majorSegments: number, minorSegments: number): MeshShape {
  const { positions, indices } = solidTorus(0.5, 0.2, majorSegments, minorSegments);
  return new MeshShape(new TriangleBvh(positions, indices));
}

function placed(shape: MeshShape, random: Random, spread: number): Posed {
  const position = [0, 1, 2].map(() => random.uniform(-spread, spread));
  return new Posed(shape, position, random.rotation([0, 0, 0, 1]));
}

// Cones only end branches below which nothing touches, so that contacts are the same, bit for bit, without
// them.
describe.each([
  [6, 4],
  [12, 6],
  [32, 16],
])('normal cones of the nodes of a torus of %i by %i', (majorSegments, minorSegments) => {
  const shape = torus(majorSegments, minorSegments);

  it('keep all contacts of two tori', () => {
    const random = new Random(3);
    const contacts = shape.createMeshContacts();
    const [pruned, all] = [shape, { mesh: shape.mesh, surface: shape.surface }];
    const poses = soak(40, 300);
    let touching = 0;
    for (let n = 0; n < poses; n++) {
      const a = placed(shape, random, 0.1);
      const b = placed(shape, random, 0.7);
      const found = [pruned, all].map(other => {
        shape.meshContacts(contacts, a, other, b, 0.02);
        return contacts.manifolds
          .slice(0, contacts.count)
          .map(({ count, normal, depths, pointsA, ids }) => [
            ...normal,
            ...depths.subarray(0, count),
            ...pointsA.subarray(0, 3 * count),
            ...ids.subarray(0, count),
          ]);
      });
      expect(found[0]).toEqual(found[1]);
      if (found[1].length > 0) touching++;
    }
    expect(touching).toBeGreaterThan(poses / 10);
  });
});
