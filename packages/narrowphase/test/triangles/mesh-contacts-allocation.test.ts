import { BoxShape, MeshSurface, Posed, solidTorus } from '@colide/geometry';
import { MeshContacts } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { expect, it } from 'vitest';

it('MeshContacts finds the contacts of two tori without allocation', () => {
  const { positions, indices } = solidTorus(0.5, 0.2, 12, 6);
  const surface = new MeshSurface(Array.from(indices).flatMap(i => [...positions.slice(3 * i, 3 * i + 3)]));
  const contacts = new MeshContacts();
  const shape = new BoxShape([1, 1, 1]);
  const below = new Posed(shape, [0, 0, 0], [0, 0, 0, 1]);
  const above = new Posed(shape, [0.1, 0.37, 0.05], [0.02, 0.3, 0.01, 0.95]);
  const collide = () => {
    contacts.begin(surface, below.pose, surface, above.pose, 0.02);
    for (let i = 0; i < surface.triangleCount; i++)
      for (let j = 0; j < surface.triangleCount; j++) contacts.add(i, j);
    contacts.finish();
  };
  collide();
  expect(contacts.count).toBeGreaterThan(0);
  expectNoAllocation(collide);
});
