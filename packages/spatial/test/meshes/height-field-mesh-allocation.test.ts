import { HeightField, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { HeightFieldMesh, MeshShape } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('contacts of a ball on a height field allocate nothing in steady state', () => {
  const random = new Random(4);
  const [columns, rows] = [24, 17];
  const heights = Float64Array.from({ length: columns * rows }, () => random.uniform(-0.6, 0.6));
  const field = new HeightField({ heights, columns, rows, cellSize: 0.7 });
  const posed = new Posed(new MeshShape(new HeightFieldMesh(field)));
  posed.setPose([0, 0, 0], [0, 0, 0, 1]);
  const ball = new Posed(new SphereShape(0.4));
  ball.setPose([5, 0.2, 5], [0, 0, 0, 1]);
  const contacts = posed.shape.createContacts();
  expectNoAllocation(() => posed.shape.contacts(contacts, posed, ball, 0.02));
});
