/**
 * The visitor's hand: a damped spring from a point of a body to the pointer. It applies a force before every
 * step, here or in a worker. When it lets go, the body keeps its velocity: a throw. A particle of cloth, a
 * rope or a soft body is pinned and moved instead.
 */
import type { SoftBodies, SoftBody, World } from 'colide';
import { colliderNumbers } from './collider-numbers.ts';

/** How fast the spring is, in 1/s. At 60 steps a second it is stable up to about 60. */
const stiffness = 14;
/** Largest displacement of a held particle per step, in m. */
const stride = 0.08;

const point: [number, number, number] = [0, 0, 0];
const force: [number, number, number] = [0, 0, 0];

/** A hand, which at first holds nothing. */
export class Hand {
  /** The body that is held, −1 for none. */
  body = -1;
  /** The position of the pointer in the world. */
  readonly target = new Float64Array(3);
  /** The point at which the body is held, in its own frame. */
  private readonly anchor = new Float64Array(3);
  /** The particle that is held, and whether it was pinned before. */
  private particle: { soft: SoftBodies; body: SoftBody; index: number; pinned: boolean } | undefined;

  /** Takes hold of a dynamic body at a point of the world; returns whether it could. */
  grab(world: World, body: number, at: ArrayLike<number>): boolean {
    const { positions, rotations, inverseMasses } = world.bodies;
    if (!(body >= 0 && inverseMasses[body] > 0)) return false;
    this.body = body;
    const arm = [0, 1, 2].map(k => at[k] - positions[3 * body + k]);
    rotate(this.anchor, rotations, body, -1, arm);
    this.drag(at);
    return true;
  }

  /** Takes hold of a particle, counted from the first of its body; returns whether it could. */
  grabParticle(soft: SoftBodies | undefined, bodyIndex: number, index: number): boolean {
    const body = soft?.bodies[bodyIndex];
    if (!soft || !body || !(index < body.count)) return false;
    this.release();
    this.particle = { soft, body, index, pinned: soft.isPinned(body, index) };
    soft.pin(body, index);
    const at = 3 * (body.first + index);
    this.drag(soft.positions.subarray(at, at + 3));
    return true;
  }

  /** Moves the pointer. */
  drag(target: ArrayLike<number>): void {
    for (let k = 0; k < 3; k++) this.target[k] = target[k];
  }

  /** Lets go. */
  release(): void {
    this.body = -1;
    const { particle } = this;
    this.particle = undefined;
    if (particle && !particle.pinned && particle.soft.bodies.includes(particle.body))
      particle.soft.unpin(particle.body, particle.index);
  }

  /** Pulls for one step. */
  pull(world: World): void {
    const { body, anchor, target } = this;
    this.lead();
    if (body < 0) return;
    const { positions, rotations, velocities, angularVelocities, inverseMasses } = world.bodies;
    const i = 3 * body;
    rotate(point, rotations, body, 1, anchor);
    const [rx, ry, rz] = point;
    const [wx, wy, wz] = angularVelocities.subarray(i, i + 3);
    const turning = [wy * rz - wz * ry, wz * rx - wx * rz, wx * ry - wy * rx];
    // Off centre, the effective mass of a body is smaller: pull more gently, or it overshoots.
    const arm = rx * rx + ry * ry + rz * rz;
    const spread = Math.max(...world.bodies.worldInverseInertias.subarray(6 * body, 6 * body + 3));
    const mass = 1 / (inverseMasses[body] + spread * arm);
    for (let k = 0; k < 3; k++) {
      point[k] += positions[i + k];
      const speed = velocities[i + k] + turning[k];
      force[k] = mass * (stiffness * stiffness * (target[k] - point[k]) - 2 * stiffness * speed);
      // The hand carries the weight of a body that hangs freely.
      force[k] -= world.gravity[k] / inverseMasses[body];
    }
    world.wake(body);
    world.applyForce(body, force, point);
  }

  /** Moves the held particle for one step. */
  private lead(): void {
    if (!this.particle) return;
    const { soft, body, index } = this.particle;
    const at = 3 * (body.first + index);
    const way = [0, 1, 2].map(k => this.target[k] - soft.positions[at + k]);
    const part = Math.min(1, stride / Math.max(1e-9, Math.hypot(...way)));
    for (let k = 0; k < 3; k++) point[k] = soft.positions[at + k] + part * way[k];
    soft.move(body, index, point);
  }
}

/** Writes a vector rotated by the quaternion of a body, or by its inverse for `side` −1. */
function rotate(
  out: { [index: number]: number },
  rotations: Float64Array,
  body: number,
  side: 1 | -1,
  vector: ArrayLike<number>,
): void {
  const x = vector[0];
  const y = vector[1];
  const z = vector[2];
  const a = side * rotations[4 * body];
  const b = side * rotations[4 * body + 1];
  const c = side * rotations[4 * body + 2];
  const w = rotations[4 * body + 3];
  const cx = 2 * (b * z - c * y);
  const cy = 2 * (c * x - a * z);
  const cz = 2 * (a * y - b * x);
  out[0] = x + w * cx + b * cz - c * cy;
  out[1] = y + w * cy + c * cx - a * cz;
  out[2] = z + w * cz + a * cy - b * cx;
}

/**
 * The parameter at which a ray enters a container: walls are half-spaces, and a camera that looks at a
 * container is inside them. The largest t at which the ray leaves one.
 */
export function rayBegin(world: World, origin: readonly number[], direction: readonly number[]): number {
  const { planes, colliders } = world;
  let begin = 0;
  for (const id of planes) {
    const [x, y, z, offset] = colliderNumbers(colliders, id);
    const height = x * origin[0] + y * origin[1] + z * origin[2] - offset;
    const rise = x * direction[0] + y * direction[1] + z * direction[2];
    if (height < 0 && rise > 0) begin = Math.max(begin, -height / rise);
  }
  return begin;
}
