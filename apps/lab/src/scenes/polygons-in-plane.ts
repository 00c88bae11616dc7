/**
 * The moving polygons of E4.2 in a `World2d`: regular ones of 3 to 8 vertices that fly between four walls
 * without gravity and friction and bounce. Contacts are found by separating axes or by GJK and EPA, pairs by
 * a uniform grid or not at all.
 */
import {
  BoxShape2d,
  type BroadPhase,
  manifoldConvex2d,
  manifoldGjk2d,
  type PairList,
  PolygonShape2d,
  Random,
  restitution2d,
  UniformGrid2d,
  World2d,
} from 'colide';

/** A broad phase that leaves everything to the narrow phase: every box with every other. */
class AllPairs2d implements BroadPhase {
  count = 0;

  insert(): number {
    return this.count++;
  }

  insertAll(boxes: ArrayLike<number>): number {
    const first = this.count;
    this.count += boxes.length / 4;
    return first;
  }

  findPairs(out: PairList): number {
    for (let i = 0; i < this.count; i++) for (let j = i + 1; j < this.count; j++) out.push(i, j);
    return (this.count * (this.count - 1)) / 2;
  }

  update(): void {}
  remove(): void {}

  clear(): void {
    this.count = 0;
  }

  queryBox(): number {
    return 0;
  }

  querySphere(): number {
    return 0;
  }

  queryRay(): number {
    return 0;
  }
}

/** A world of `count` polygons; about a seventh of its area is covered. */
export function createPolygonWorld(count: number, method: 'sat' | 'gjk', gridded: boolean): World2d {
  const random = new Random(42 + count);
  const edge = 2.5 * Math.sqrt(count);
  const world = new World2d({
    gravity: [0, 0],
    restitution: restitution2d,
    sleeping: false,
    narrowPhase: method === 'sat' ? manifoldConvex2d : manifoldGjk2d,
    broadPhase: gridded ? new UniformGrid2d({ capacity: count + 4 }) : new AllPairs2d(),
  });
  const smooth = { friction: 0, restitution: 1 };
  for (const [x, y, w, h] of [
    [-1, edge / 2, 1, edge],
    [edge + 1, edge / 2, 1, edge],
    [edge / 2, -1, edge, 1],
    [edge / 2, edge + 1, edge, 1],
  ])
    world.add({ shape: new BoxShape2d([w, h]), position: [x, y], type: 'static', ...smooth });
  const columns = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const sides = 3 + random.integer(6);
    const corners = Array.from({ length: 2 * sides }, (_, k) => {
      const angle = (2 * Math.PI * (k >> 1)) / sides;
      return 0.7 * (k % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
    });
    world.add({
      shape: new PolygonShape2d(corners),
      position: [
        (edge * ((i % columns) + 0.5)) / columns,
        (edge * (Math.floor(i / columns) + 0.5)) / columns,
      ],
      velocity: [random.uniform(-2, 2), random.uniform(-2, 2)],
      angularVelocity: random.uniform(-2, 2),
      ...smooth,
    });
  }
  return world;
}
