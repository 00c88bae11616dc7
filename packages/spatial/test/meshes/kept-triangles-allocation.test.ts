/** In a file of its own: where more than four kinds of shapes have met, V8 boxes the radius of each. */
import { BoxShape, Posed, SphereShape } from '@colide/geometry';
import { TriangleContacts } from '@colide/narrowphase';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';
import { KeptTriangles } from '../../src/meshes/internal/kept-triangles.ts';
import { gridMesh } from '../support/grid-mesh.ts';

it('triangles near convex shapes are found and kept without allocation', () => {
  const { positions, indices } = gridMesh(12);
  const mesh = new MeshShape(new TriangleBvh(positions, indices));
  const ground = new Posed(mesh);
  const bodies = [new BoxShape([0.8, 0.5, 0.6]), new SphereShape(0.7)].map(
    shape => new Posed(shape, [6, 0.9, 6]),
  );
  const memories = bodies.map(() => new KeptTriangles());
  const kept = new TriangleContacts();
  const position = Float64Array.of(6, 0.9, 6);
  const rotation = Float64Array.of(0, 0, 0, 1);
  let n = 0;
  expectNoAllocation(() => {
    position[0] = 6 + (n++ % 64 < 32 ? 1e-6 : 1e-3) * (n % 16);
    for (let i = 0; i < bodies.length; i++) {
      bodies[i].setPose(position, rotation);
      memories[i].contacts(kept, mesh.mesh, ground, bodies[i], 0.02);
    }
  });
});
