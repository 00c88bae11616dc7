/** Scenes of the tests in the plane, and measurements of them. */
import { BoxShape2d, HalfPlane2d } from '@colide/geometry';
import { type BodySettings2d, World2d, type WorldOptions2d, worldExtras2d } from '@colide/world2d';

export const dt = 1 / 60;

/** A world with a floor at y = 0. */
export function createGround(options: WorldOptions2d = {}, floor: Partial<BodySettings2d> = {}): World2d {
  const world = new World2d({ ...worldExtras2d, ...options });
  world.add({ shape: new HalfPlane2d(), ...floor });
  return world;
}

/** Takes steps for a time in seconds. */
export function run(world: World2d, seconds: number): void {
  for (let n = Math.round(seconds / dt); n > 0; n--) world.step(dt);
}

/** Adds a box of the given width and height with its centre at x, y. */
export function addBox(
  world: World2d,
  width: number,
  height: number,
  x: number,
  y: number,
  more: Partial<BodySettings2d> = {},
): number {
  return world.add({ shape: new BoxShape2d([width / 2, height / 2]), position: [x, y], ...more });
}

/** A tower of boxes; returns their ids from the lowest up. */
export function buildTower(world: World2d, count: number, size = 1): number[] {
  return Array.from({ length: count }, (_, i) => addBox(world, size, size, 0, (i + 0.5) * size));
}

/** A pyramid; returns the ids of its boxes, row by row. */
export function buildPyramid(world: World2d, base: number): number[] {
  const ids: number[] = [];
  for (let row = 0; row < base; row++)
    for (let i = 0; i < base - row; i++)
      ids.push(addBox(world, 1, 1, 1.1 * (i + row / 2 - base / 2), row + 0.5));
  return ids;
}

/** The deepest overlap of all contacts. */
export function deepestOverlap({ contacts }: World2d): number {
  let deepest = 0;
  for (let c = 0; c < contacts.count; c++) deepest = Math.max(deepest, -contacts.arrays.separations[c]);
  return deepest;
}

/** The largest distance of bodies from where they were, by id. */
export function drift(world: World2d, ids: readonly number[], start: Float64Array): number {
  const { positions } = world.bodies;
  return Math.max(
    ...ids.map(i => Math.hypot(positions[2 * i] - start[2 * i], positions[2 * i + 1] - start[2 * i + 1])),
  );
}

/** The highest speed of all bodies. */
export function topSpeed({ bodies }: World2d): number {
  let top = 0;
  for (let i = 0; i < bodies.count; i++)
    top = Math.max(top, Math.hypot(bodies.velocities[2 * i], bodies.velocities[2 * i + 1]));
  return top;
}

/** Whether all numbers of a world are finite. */
export function isFinite2d({ bodies }: World2d): boolean {
  return [bodies.positions, bodies.rotations, bodies.velocities, bodies.angularVelocities].every(array =>
    array.every(Number.isFinite),
  );
}
