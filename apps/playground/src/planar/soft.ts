/** Soft bodies, a net and a rope with rigid bodies among them. */
import { BoxShape2d, CircleShape2d, SoftBodies2d, World2d, worldExtras2d } from 'colide';
import { addRoom, type PlanarSceneDefinition } from './planar-scene.ts';

/** Points around a circle. */
function ring(radius: number, corners: number): number[] {
  return Array.from({ length: corners }, (_, i) => (2 * Math.PI * i) / corners).flatMap(angle => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
  ]);
}

export const soft: PlanarSceneDefinition = {
  title: 'Soft bodies',
  summary:
    'Wheels of jelly, a net that catches boxes, and a rope bridge, solved with the rigid bodies they carry.',
  counts: [6, 2, 12],
  build(count) {
    const bodies = new SoftBodies2d();
    const world = new World2d({ ...worldExtras2d, parts: [bodies] });
    addRoom(world);
    for (let i = 0; i < count; i++)
      bodies.addSoft({
        positions: ring(0.5, 16),
        // Soft bodies do not collide with each other.
        position: [-7 + 1.27 * i, -3],
        mass: 2,
        stiffness: 0.08,
      });
    const columns = 17;
    const spacing = 0.25;
    bodies.addNet({ columns, rows: 3, spacing, position: [2, 1.5], mass: 2, pins: [0, columns - 1] });
    const rope = Array.from({ length: 25 }, (_, i) => [0.25 * i, 0]).flat();
    bodies.addRope({ positions: rope, position: [-7, 2], mass: 1, pins: [0, 24] });
    for (let i = 0; i < count; i++) {
      const shape = i % 2 ? new CircleShape2d(0.25) : new BoxShape2d([0.25, 0.25]);
      world.add({ shape, position: [3 + 0.4 * (i % 5), 3 + 0.6 * i], density: 1 });
      world.add({ shape, position: [-5.5 + 0.5 * (i % 5), 3.5 + 0.6 * i], density: 0.5 });
    }
    return { world, soft: bodies, restAfter: Infinity };
  },
};
