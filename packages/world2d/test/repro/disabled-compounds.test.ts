/**
 * A disabled compound has no colliders, but while it was rebuilt it took some. If all others were in use, the
 * list of colliders stayed longer than before, and what was added later got other colliders than in the
 * original world.
 */
import { BoxShape2d, CircleShape2d, Compound2d } from '@colide/geometry';
import {
  bodyChange2d,
  World2d,
  WorldRollback2d,
  worldExtras2d,
  worldLoad2d,
  worldSave2d,
} from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const ball = new CircleShape2d(0.2);
const star = new Compound2d(
  [0, 1, 2].map(i => ({ shape: new BoxShape2d([0.5, 0.1]), position: [0, 0.2 * i] })),
);

/** Three balls and a disabled star, whose colliders others have taken. */
function scene(): World2d {
  const world = new World2d(worldExtras2d);
  const first = world.add({ shape: star, type: 'static' });
  bodyChange2d(world, first, { enabled: false });
  for (let i = 0; i < 3; i++) world.add({ shape: ball, position: [i, 1] });
  return world;
}

/** What follows in a game: the colliders of all bodies after each change. */
function future(world: World2d): number[][] {
  const first = world.add({ shape: ball, position: [5, 1] });
  world.remove(2);
  const lists = [first, world.add({ shape: star, position: [8, 1] }), world.add({ shape: ball })];
  return lists.map(body => [...world.table.collidersOf[body]]);
}

describe('a world with a disabled compound', () => {
  it('gives the same colliders to later bodies when it was loaded', () => {
    const bytes = worldSave2d(scene());
    expect(future(worldLoad2d(bytes))).toEqual(future(scene()));
  });

  it('gives the same colliders to later bodies after a rollback', () => {
    const world = scene();
    const rollback = new WorldRollback2d(world);
    const past = rollback.save();
    world.remove(0);
    rollback.restore(past);
    expect(future(world)).toEqual(future(scene()));
  });
});
