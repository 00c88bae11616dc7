/** A box without a lid to drop things into. */
import { HalfSpace, type World } from 'colide';

/**
 * Adds a floor at y = 0 and walls around the square of half side `half`; they have no visible bodies.
 */
export function addContainer(world: World, half: number, friction = 0.6): void {
  const sides: [number, number, number][] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  world.add({ shape: new HalfSpace(), friction });
  for (const normal of sides) world.add({ shape: new HalfSpace(normal, -half), friction });
}
