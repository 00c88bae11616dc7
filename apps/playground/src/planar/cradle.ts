/** Newton's cradle: the last of the balls leaves with the speed of the first. */
import { BoxShape2d, CircleShape2d, World2d, WorldJoints2d, worldExtras2d } from 'colide';
import { addRoom, type PlanarSceneDefinition } from './planar-scene.ts';

const radius = 0.45;
const length = 4;

export const cradle: PlanarSceneDefinition = {
  title: 'Newton’s cradle',
  summary: 'Balls that bounce without loss, on rods. Drag one or two of them aside and let go.',
  counts: [5, 3, 9],
  build(count) {
    const world = new World2d({ ...worldExtras2d, sleeping: false });
    const joints = new WorldJoints2d(world);
    addRoom(world);
    world.add({ shape: new BoxShape2d([radius * count + 0.3, 0.1]), type: 'static', position: [0, 2.6] });
    const shape = new CircleShape2d(radius);
    for (let i = 0; i < count; i++) {
      // A hair apart, so that impacts pass through one at a time.
      const x = 2.001 * radius * (i - 0.5 * (count - 1));
      const [dx, dy] = i === 0 ? [-0.8 * length, -0.6 * length] : [0, -length];
      const ball = world.add({ shape, position: [x + dx, 2.5 + dy], restitution: 1, friction: 0 });
      joints.distance(undefined, ball, { anchorA: [x, 2.5] });
    }
    return { world, restAfter: Infinity };
  },
};
