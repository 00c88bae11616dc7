/** Convex polygons in the plane: prisms between two panes of glass. */
import { HalfSpace, HullShape, Random, World } from 'colide';
import { chosenOptions } from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

const half = 3;
const thickness = 0.25;

/**
 * The source is in two dimensions. Here frictionless panes in front and behind hold thin bodies in the plane.
 */
export const polygons2d: SceneDefinition = {
  name: 'polygons-2d',
  title: 'Polygons',
  summary:
    'Convex polygons of three to eight corners fall between two panes of glass: a world in two dimensions.',
  source: 'E4.2',
  counts: [50, 2, 10, 20, 100],
  camera: { position: [0, 3, 11], target: [0, 2.4, 0] },
  build(choice) {
    const world = new World(chosenOptions(choice));
    world.add({ shape: new HalfSpace() });
    for (const side of [1, -1]) {
      world.add({ shape: new HalfSpace([side, 0, 0], -half) });
      world.add({ shape: new HalfSpace([0, 0, side], -thickness - 0.005), friction: 0 });
    }
    const random = new Random(42);
    for (let i = 0; i < choice.count; i++)
      world.add({
        shape: prism(3 + (i % 6), random.uniform(0.25, 0.4), random),
        position: [0.95 * (i % 6) - 2.4 + random.uniform(-0.05, 0.05), 0.6 + 0.9 * Math.floor(i / 6), 0],
        rotation: [0, 0, random.normal(), random.normal()],
      });
    const height = 2 + 0.9 * Math.ceil(choice.count / 6);
    return { world, container: [-half, 0, -0.3, half, height, 0.3], restAfter: 30 };
  },
};

/** A prism over a polygon whose corners lie on a circle, one in each of `corners` arcs. */
function prism(corners: number, radius: number, random: Random): HullShape {
  const points: number[] = [];
  for (let i = 0; i < corners; i++) {
    // A point of the circle by quarters and a rational curve: sines differ from engine to engine in the last
    // bit.
    const turn = (4 * (i + random.uniform(0, 0.5))) / corners;
    const t = turn % 1;
    const u = (radius * (1 - t * t)) / (1 + t * t);
    const v = (radius * 2 * t) / (1 + t * t);
    const [x, y] = [
      [u, v],
      [-v, u],
      [-u, -v],
      [v, -u],
    ][Math.floor(turn)];
    for (const z of [-thickness, thickness]) points.push(x, y, z);
  }
  return HullShape.fromPoints(points);
}
