/** A player for tests: walks a character at a velocity, with gravity in the air. */
import type { Character, World } from '@colide/world';

const dt = 1 / 60;

/** The state that is checked during a walk. */
export interface Walker {
  readonly world: World;
  readonly character: Character;
  /** Speed along the vertical, which gravity changes in the air. */
  vertical: number;
}

/** Moves the character for a number of steps; `watch` is called after each. */
export function walk(
  walker: Walker,
  velocity: readonly [number, number],
  steps: number,
  watch?: (step: number) => void,
): void {
  const { world, character } = walker;
  for (let n = 0; n < steps; n++) {
    walker.vertical = character.isGrounded && walker.vertical <= 0 ? 0 : walker.vertical - 9.81 * dt;
    character.move([velocity[0] * dt, walker.vertical * dt, velocity[1] * dt], dt);
    world.step(dt);
    watch?.(n);
  }
}
