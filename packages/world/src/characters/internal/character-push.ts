/**
 * The forces of a character on dynamic bodies: it pushes those in front of it with a limited force, and its
 * weight rests on the one it stands on.
 */
import { IdList } from '@colide/core';
import { bodyVelocityAt } from '../../bodies/body-motion.ts';
import { inverseMassAt } from '../../internal/point-mass.ts';
import type { WorldHit } from '../../queries/world-hit-list.ts';
import type { World } from '../../world/world.ts';

const point = /* @__PURE__ */ new Float64Array(3);
const toward = /* @__PURE__ */ new Float64Array(3);
const velocity = /* @__PURE__ */ new Float64Array(3);
const impulse = /* @__PURE__ */ new Float64Array(3);

/** Pushes bodies and presses on the ground. */
export class CharacterPush {
  /** Desired velocity of the character. */
  readonly wanted = new Float64Array(3);
  private readonly world: World;
  private readonly up: Float64Array;
  private readonly strength: number;
  private readonly mass: number;
  /** The bodies that were pushed in this move. */
  private readonly pushed = new IdList();
  private dt = 0;

  constructor(world: World, up: Float64Array, strength: number, mass: number) {
    this.world = world;
    this.up = up;
    this.strength = strength;
    this.mass = mass;
  }

  /** Begins a move by `displacement` in `dt` seconds. */
  begin(displacement: Float64Array, dt: number): void {
    for (let k = 0; k < 3; k++) this.wanted[k] = displacement[k] / dt;
    this.dt = dt;
    this.pushed.clear();
  }

  /**
   * Pushes the body that was hit until its surface is as fast as the character, with no more than the given
   * force, once per move. The push acts at the height of the centre of mass, so that boxes slide and do not
   * topple.
   */
  push(hit: WorldHit): void {
    const { world, up, wanted, dt } = this;
    const { bodies } = world;
    const { body } = hit;
    if (bodies.inverseMasses[body] === 0 || this.strength === 0 || this.pushed.has(body)) return;
    this.pushed.push(body);
    let lift = 0;
    for (let k = 0; k < 3; k++) lift += (bodies.positions[3 * body + k] - hit.point[k]) * up[k];
    for (let k = 0; k < 3; k++) {
      point[k] = hit.point[k] + lift * up[k];
      toward[k] = -hit.normal[k];
    }
    bodyVelocityAt(velocity, world, body, point);
    let missing = 0;
    for (let k = 0; k < 3; k++) missing += (wanted[k] - velocity[k]) * toward[k];
    const inverse = inverseMassAt(bodies, body, point, toward);
    if (!(missing > 0 && inverse > 0)) return;
    const size = Math.min(this.strength * dt, missing / inverse);
    for (let k = 0; k < 3; k++) impulse[k] = size * toward[k];
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
    for (let k = 0; k < 3; k++) impulse[k] = mass * world.gravity[k] * dt;
    world.applyImpulse(body, impulse, at);
    if (isStill) world.bodies.restTimes[body] = rest;
  }
}
