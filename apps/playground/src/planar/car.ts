/** A car with suspension on hills that are a chain, with a bridge and boxes in its path. */
import { BoxShape2d, ChainShape2d, CircleShape2d, World2d, WorldJoints2d, worldExtras2d } from 'colide';
import { type PlanarSceneDefinition, room } from './planar-scene.ts';

/** Height of the ground; a rational wave, so that no sine is needed. */
function groundAt(x: number): number {
  const t = ((((x + 8) / 2) % 2) + 2) % 2;
  const wave = t < 1 ? 4 * t * (1 - t) : -4 * (t - 1) * (2 - t);
  return room.bottom + 1 + 0.25 * wave * Math.min(1, Math.max(0, x + 5));
}

export const car: PlanarSceneDefinition = {
  title: 'Car',
  summary:
    'Two driven wheels on springs drive over hills. The ground is one chain: nothing catches on its inner corners.',
  counts: [6, 0, 20],
  build(count) {
    const world = new World2d(worldExtras2d);
    const joints = new WorldJoints2d(world);
    const ground: number[] = [room.left, room.top, room.right, room.top];
    for (let x = room.right; x >= room.left; x -= 0.25) ground.push(x, groundAt(x));
    world.add({ shape: new ChainShape2d(ground, true), type: 'static', friction: 1 });
    const at = groundAt(-6.5) + 0.75;
    const chassis = world.add({ shape: new BoxShape2d([0.9, 0.22]), position: [-6.5, at], density: 2 });
    for (const x of [-0.62, 0.62]) {
      const wheel = world.add({
        shape: new CircleShape2d(0.36),
        position: [x - 6.5, at - 0.35],
        friction: 1.5,
        canSleep: false,
      });
      joints.wheel(chassis, wheel, {
        axis: [0, 1],
        limits: [-0.2, 0.2],
        spring: { stiffness: 70, damping: 6 },
        motor: { speed: -5, maxForce: 4 },
      });
    }
    const box = new BoxShape2d([0.2, 0.2]);
    for (let i = 0; i < count; i++) world.add({ shape: box, position: [1.5, 0.5 + 0.45 * i], density: 0.2 });
    return { world, restAfter: Infinity };
  },
};
