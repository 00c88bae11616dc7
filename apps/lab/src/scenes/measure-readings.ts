/** Costs of the readings of ordered relaxation on the collisions of a scene of icosahedra. */
import { IcosahedraInBox, type IcosahedraOptions } from './icosahedra-in-box.ts';
import {
  type Bracing,
  type Cost,
  IcosahedronConstraints,
  plainOrder,
  type Reading,
  relaxSequence,
  tolerance,
} from './relaxation-readings.ts';

/**
 * Runs a scene in plain order and measures the readings on every body that a collision left beyond tolerance.
 */
export function measureReadings(
  chosen: Record<string, Reading>,
  options: IcosahedraOptions,
  bracing: Bracing,
  frames: number,
) {
  const scene = new IcosahedraInBox(options);
  const body = new IcosahedronConstraints(bracing, scene.restPositions);
  const costs = new Map<string, Cost>();
  for (const name of Object.keys(chosen)) costs.set(name, { projected: 0, turns: 0, tested: 0, left: 0 });
  let collisions = 0;
  let movedCount = 0;
  for (let frame = 0; frame < frames; frame++) {
    scene.advance();
    for (const { positions, moved } of scene.bodies) {
      if (moved.count > 0 && body.worstError(positions) > tolerance) {
        collisions++;
        movedCount += moved.count;
        const particles = Array.from({ length: moved.count }, (_, m) => moved.get(m));
        for (const [name, reading] of Object.entries(chosen)) {
          const cost = reading(body, positions.slice(), particles);
          const sum = costs.get(name)!;
          for (const key of ['projected', 'turns', 'tested', 'left'] as const) sum[key] += cost[key];
        }
      }
      relaxSequence(body, positions, plainOrder(body));
    }
  }
  return { costs, collisions, movedPerCollision: movedCount / collisions };
}
