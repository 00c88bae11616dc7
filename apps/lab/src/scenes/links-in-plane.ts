/**
 * The chain and the planar cloth of E4.1 in a `World2d`: small discs joined by distance joints under
 * impulses, with the step and the number of substeps that are compared. Energy and errors are measured as for
 * particles.
 */
import { CircleShape2d, World2d, WorldJoints2d } from 'colide';

/** Points in the plane of x and y, three numbers each, and their links. */
export interface LinkedPoints {
  readonly count: number;
  readonly positions: Float64Array;
  /** Two points per link, and its length. */
  readonly ids: Uint32Array;
  readonly restLengths: Float64Array;
  /** Points that do not move. */
  readonly pins: readonly number[];
  /** How far the body can fall. */
  readonly length: number;
}

/** The result of a run; energies are relative to what the body can gain by falling its own length. */
export interface PlanarOutcome {
  readonly gain: number;
  readonly loss: number;
  /** Mean of the largest relative error of a link over the last second. */
  readonly error: number;
  /** Positions after the first second, x and y each. */
  readonly early: Float64Array;
}

const radius = 0.02;
const gravity = 9.81;

/** Lets linked points swing about their pins. */
export function runLinksInPlane(
  points: LinkedPoints,
  dt: number,
  substeps: number,
  seconds: number,
): PlanarOutcome {
  const { count, ids, restLengths, pins } = points;
  const world = new World2d({ gravity: [0, -gravity], solver: { substeps }, sleeping: false });
  const joints = new WorldJoints2d(world);
  const shape = new CircleShape2d(radius);
  for (let i = 0; i < count; i++)
    world.add({
      shape,
      position: [points.positions[3 * i], points.positions[3 * i + 1]],
      type: pins.includes(i) ? 'static' : 'dynamic',
      mask: 0,
    });
  for (let k = 0; k < ids.length; k += 2) joints.distance(ids[k], ids[k + 1], {});
  const { positions } = world.bodies;
  const [scale, atRelease] = [fallOf(points, world), energyOf(world)];
  let [gain, loss, error, counted] = [0, 0, 0, 0];
  let early = new Float64Array(0);
  const steps = Math.round(seconds / dt);
  for (let n = 0; n < steps; n++) {
    world.step(dt);
    const energy = (energyOf(world) - atRelease) / scale;
    gain = Math.max(gain, energy);
    loss = Math.min(loss, energy);
    if (n + 1 === Math.round(1 / dt)) early = positions.slice(0, 2 * count);
    if (n * dt <= seconds - 1) continue;
    error += largestError(positions, ids, restLengths);
    counted++;
  }
  return { gain, loss, error: error / counted, early };
}

/** The energy that all discs gain by falling the length of the body. */
function fallOf({ count, pins, length }: LinkedPoints, { bodies }: World2d): number {
  const moving = bodies.inverseMasses.find(inverseMass => inverseMass > 0)!;
  return ((count - pins.length) * gravity * length) / moving;
}

/** Energy of motion and weight. */
function energyOf({ bodies, count }: World2d): number {
  const { positions, velocities, angularVelocities, inverseMasses, inverseMoments } = bodies;
  let energy = 0;
  for (let i = 0; i < count; i++) {
    if (inverseMasses[i] === 0) continue;
    const squared = velocities[2 * i] ** 2 + velocities[2 * i + 1] ** 2;
    energy += (0.5 * squared + gravity * positions[2 * i + 1]) / inverseMasses[i];
    energy += (0.5 * angularVelocities[i] ** 2) / inverseMoments[i];
  }
  return energy;
}

/** The largest error of a link, relative to its length. */
function largestError(positions: Float64Array, ids: Uint32Array, restLengths: Float64Array): number {
  let worst = 0;
  for (let k = 0; k < restLengths.length; k++) {
    const [a, b] = [2 * ids[2 * k], 2 * ids[2 * k + 1]];
    const length = Math.hypot(positions[b] - positions[a], positions[b + 1] - positions[a + 1]);
    worst = Math.max(worst, Math.abs(length / restLengths[k] - 1));
  }
  return worst;
}
