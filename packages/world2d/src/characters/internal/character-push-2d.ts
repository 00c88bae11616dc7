/**
 * The forces of a planar character on dynamic bodies: it pushes those in front of it with a limited force,
 * and its weight rests on the one it stands on.
 */
import { IdList } from '@colide/core';
import type { WorldHit2d } from '../../queries/world-hit-list-2d.ts';
import type { World2d } from '../../world/world-2d.ts';

const point = /* @__PURE__ */ new Float64Array(2);
const velocity = /* @__PURE__ */ new Float64Array(2);
const impulse = /* @__PURE__ */ new Float64Array(2);

/** Writes the velocity of a body's material at a point in world space. */
export function velocityAt2d(out: Float64Array, world: World2d, body: number, at: Float64Array): void {
  const { positions, velocities, angularVelocities } = world.bodies;
  const spin = angularVelocities[body];
  out[0] = velocities[2 * body] - spin * (at[1] - positions[2 * body + 1]);
  out[1] = velocities[2 * body + 1] + spin * (at[0] - positions[2 * body]);
}

/** Pushes bodies and presses on the ground. */
export class CharacterPush2d {
  /** Desired velocity of the character. */
  readonly wanted = new Float64Array(2);
  private readonly world: World2d;
  private readonly up: Float64Array;
  private readonly strength: number;
  private readonly mass: number;
  private dt = 0;
  /** The bodies that were pushed in this move. */
  private readonly pushed = new IdList();

  constructor(world: World2d, up: Float64Array, strength: number, mass: number) {
    this.world = world;
    this.up = up;
    this.strength = strength;
    this.mass = mass;
  }

  /** Begins a move by `displacement` in `dt` seconds. */
  begin(displacement: Float64Array, dt: number): void {
    for (let k = 0; k < 2; k++) this.wanted[k] = displacement[k] / dt;
    this.dt = dt;
    this.pushed.clear();
  }

  /**
   * Pushes the body that was hit until its surface is as fast as the character, with no more than the given
   * force, and once per move. The push acts at the height of the centre of mass, so that boxes slide and do
   * not topple.
   */
  push({ body, point: at, normal }: WorldHit2d): void {
    const { world, up, wanted, dt } = this;
    const { inverseMasses, inverseMoments, positions } = world.bodies;
    if (inverseMasses[body] === 0 || this.strength === 0) return;
    for (let i = 0; i < this.pushed.count; i++) if (this.pushed.get(i) === body) return;
    this.pushed.push(body);
    const lift = (positions[2 * body] - at[0]) * up[0] + (positions[2 * body + 1] - at[1]) * up[1];
    for (let k = 0; k < 2; k++) point[k] = at[k] + lift * up[k];
    velocityAt2d(velocity, world, body, point);
    const missing = -((wanted[0] - velocity[0]) * normal[0] + (wanted[1] - velocity[1]) * normal[1]);
    const lever =
      (point[0] - positions[2 * body]) * normal[1] - (point[1] - positions[2 * body + 1]) * normal[0];
    const inverse = inverseMasses[body] + inverseMoments[body] * lever * lever;
    if (!(missing > 0 && inverse > 0)) return;
    const size = Math.min(this.strength * dt, missing / inverse);
    for (let k = 0; k < 2; k++) impulse[k] = -size * normal[k];
    world.applyImpulse(body, impulse, point);
  }

  /**
   * Applies the character's weight to a body at a point; a character that stands still does not keep the body
   * awake.
   */
  press(body: number, at: Float64Array, isStill: boolean): void {
    const { world, mass, dt } = this;
    const rest = world.bodies.restTimes[body];
    if (world.bodies.inverseMasses[body] === 0 || mass === 0) return;
    for (let k = 0; k < 2; k++) impulse[k] = mass * world.gravity[k] * dt;
    world.applyImpulse(body, impulse, at);
    if (isStill) world.bodies.restTimes[body] = rest;
  }
}
