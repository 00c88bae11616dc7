/**
 * The chain of E4.1 in a `World2d`: small discs joined by distance joints under impulses, with the step and the number
 * of substeps that are compared. Energy and errors are measured as for particles.
 */
import { CircleShape2d, World2d, WorldJoints2d } from 'colide';

/** What a run found; energies are relative to what the chain can gain by falling its own length. */
export interface PlanarChainOutcome {
  readonly gain: number;
  readonly loss: number;
  /** Mean of the largest relative error of a link over the last second. */
  readonly error: number;
  /** Positions after the first second, x and y each. */
  readonly early: Float64Array;
}

const radius = 0.02;
const spacing = 0.1;
const gravity = 9.81;

/** Lets a chain of `links` that is pinned at its first end swing from the horizontal. */
export function runPlanarChain(
  links: number,
  dt: number,
  substeps: number,
  seconds: number,
): PlanarChainOutcome {
  const world = new World2d({ gravity: [0, -gravity], solver: { substeps }, sleeping: false });
  const joints = new WorldJoints2d(world);
  const shape = new CircleShape2d(radius);
  const ids = Array.from({ length: links + 1 }, (_, i) =>
    world.add({ shape, position: [spacing * i, 0], type: i === 0 ? 'static' : 'dynamic', mask: 0 }),
  );
  for (let i = 0; i < links; i++) joints.distance(ids[i], ids[i + 1], {});
  const { positions, velocities, angularVelocities, inverseMasses, inverseMoments } = world.bodies;
  const mass = 1 / inverseMasses[ids[1]];
  const inertia = 1 / inverseMoments[ids[1]];
  const scale = links * mass * gravity * spacing * links;
  let [gain, loss, error, counted] = [0, 0, 0, 0];
  let early = new Float64Array(0);
  const steps = Math.round(seconds / dt);
  for (let n = 0; n < steps; n++) {
    world.step(dt);
    let energy = 0;
    let worst = 0;
    for (let i = 1; i <= links; i++) {
      const [a, b] = [2 * ids[i - 1], 2 * ids[i]];
      const squared = velocities[b] ** 2 + velocities[b + 1] ** 2;
      energy += 0.5 * mass * squared + 0.5 * inertia * angularVelocities[ids[i]] ** 2;
      energy += mass * gravity * positions[b + 1];
      const length = Math.hypot(positions[b] - positions[a], positions[b + 1] - positions[a + 1]);
      worst = Math.max(worst, Math.abs(length / spacing - 1));
    }
    gain = Math.max(gain, energy / scale);
    loss = Math.min(loss, energy / scale);
    if (n + 1 === Math.round(1 / dt)) early = positions.slice(0, 2 * (links + 1));
    if (n * dt <= seconds - 1) continue;
    error += worst;
    counted++;
  }
  return { gain, loss, error: error / counted, early };
}
