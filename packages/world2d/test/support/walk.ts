/** A player for tests: walks a character at a speed, with gravity in the air. */
import type { Character2d, World2d } from '@colide/world2d';
import { dt } from './scenes.ts';

/** The state that is checked during a walk. */
export interface Walker2d {
  readonly world: World2d;
  readonly character: Character2d;
  /** Speed along the vertical, which gravity changes in the air. */
  vertical: number;
}

/** Moves the character for a number of steps; `watch` is called after each. */
export function walk2d(walker: Walker2d, speed: number, steps: number, watch?: () => void): void {
  const { world, character } = walker;
  for (let n = 0; n < steps; n++) {
    walker.vertical = character.isGrounded && walker.vertical <= 0 ? 0 : walker.vertical - 9.81 * dt;
    character.move([speed * dt, walker.vertical * dt], dt);
    world.step(dt);
    watch?.();
  }
}
