/**
 * Water in a world: everything below a plane. It lifts dynamic bodies by the weight of the water they
 * displace (Archimedes), slows them down and carries them with its flow.
 *
 *   const water = new Buoyancy({ level: 0, flow: [0.5, 0, 0] });
 *   const world = new World({ parts: [water] });
 *
 * Volume and centre of the displaced water are exact for boxes, hulls, balls, closed meshes and compounds of
 * them; other shapes are replaced by the hull of 162 of their support points. Drag acts at that centre. It
 * has a linear and a quadratic part, both implicit, so that light bodies do not shake. O(vertices) per body
 * awake; nothing is allocated.
 */
import {
  refuse,
  requireAabb,
  requireBounded,
  requireBoundedArray,
  requireDuration,
  requireInteger,
  requireObject,
  requireOut,
  tellUnknown,
} from '@colide/core';
import { cubeRoot } from '@colide/math';
import { readVec3, type Vec3Like } from '../bodies/vector-like.ts';
import { requireAmount, requireDivisor } from '../internal/amount-checks.ts';
import { addImpulseAt, inverseMassAt } from '../internal/point-mass.ts';
import { requireWorld } from '../internal/require-world.ts';
import type { World } from '../world/world.ts';
import type { WorldPart } from '../world/world-part.ts';
import { SubmergedVolume } from './internal/submerged-volume.ts';

const center = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);

/** Settings of water; all are optional. */
export interface BuoyancyOptions {
  /** Height of the surface along `up`. Default 0. */
  readonly level?: number;
  /** Normal of the surface. Default the y axis. */
  readonly up?: Vec3Like;
  /** Mass per volume in kg/m³. Default 1000. */
  readonly density?: number;
  /**
   * Linear drag: the rate in 1/s at which velocity decays when the displaced water weighs as much as the
   * body. Default 0.5.
   */
  readonly linearDrag?: number;
  /** Angular drag: the rate in 1/s at which angular velocity decays in the same case. Default 1. */
  readonly angularDrag?: number;
  /** Coefficient of quadratic drag. Default 0.8. */
  readonly dragCoefficient?: number;
  /** Velocity of the water. Default none. */
  readonly flow?: Vec3Like;
  /**
   * Extent of the water, min x, y, z, max x, y, z: bodies with their centres outside stay dry. Default
   * everywhere.
   */
  readonly bounds?: ArrayLike<number>;
}

/** Offsets into the saved state, and its size. */
const levelAt = 0;
const flowAt = 1;
const stateSize = 4;

const optionNames = [
  'level',
  'up',
  'density',
  'linearDrag',
  'angularDrag',
  'dragCoefficient',
  'flow',
  'bounds',
];

/** Water that bodies float in: give it to a world as one of its parts. */
export class Buoyancy implements WorldPart<World> {
  readonly name = 'buoyancy';
  readonly movesBodies = true;
  private readonly density: number;
  private readonly linearDrag: number;
  private readonly angularDrag: number;
  private readonly dragCoefficient: number;
  private readonly up = Float64Array.of(0, 1, 0);
  private readonly state = new Float64Array(stateSize);
  private readonly bounds: Float64Array | undefined;
  private readonly water = new SubmergedVolume();
  /** Volume under water by body id. */
  private volumes = new Float64Array(0);
  /** Whether the water has changed, so that bodies asleep in it must wake. */
  private isChanged = false;

  constructor(options: BuoyancyOptions = {}) {
    requireObject('options', options);
    tellUnknown('options', options, optionNames);
    const { level = 0, up = [0, 1, 0], density = 1000, flow = [0, 0, 0], bounds } = options;
    const { linearDrag = 0.5, angularDrag = 1, dragCoefficient = 0.8 } = options;
    requireBounded('level', level);
    readVec3(this.up, 'up', up);
    const length = Math.sqrt(this.up[0] ** 2 + this.up[1] ** 2 + this.up[2] ** 2);
    if (!(length > 1e-9)) refuse('up', 'have a length', 0);
    requireDivisor('density', density);
    requireAmount('linearDrag', linearDrag);
    requireAmount('angularDrag', angularDrag);
    requireAmount('dragCoefficient', dragCoefficient);
    readVec3(direction, 'flow', flow);
    if (bounds !== undefined) requireAabb('bounds', bounds);
    for (let k = 0; k < 3; k++) this.up[k] /= length;
    this.density = density;
    this.linearDrag = linearDrag;
    this.angularDrag = angularDrag;
    this.dragCoefficient = dragCoefficient;
    this.state[levelAt] = level;
    this.state.set(direction, flowAt);
    if (bounds) this.bounds = Float64Array.from(bounds);
  }

  /** Height of the surface. */
  get level(): number {
    return this.state[levelAt];
  }

  /** Raises or lowers the surface; bodies asleep in the water wake in the next step. */
  setLevel(level: number): void {
    requireBounded('level', level);
    this.state[levelAt] = level;
    this.isChanged = true;
  }

  /** Sets the velocity of the water; bodies asleep in it wake in the next step. */
  setFlow(flow: Vec3Like): void {
    readVec3(direction, 'flow', flow);
    this.state.set(direction, flowAt);
    this.isChanged = true;
  }

  /** Volume of a body under water in the last step, in m³. */
  submerged(body: number): number {
    requireInteger('body', body);
    return this.volumes[body] ?? 0;
  }

  /** Applies the forces of the water for `dt` seconds; the world calls it. */
  step(world: World, dt: number): void {
    requireWorld(world);
    requireDuration('dt', dt);
    const { bodies } = world;
    if (this.volumes.length < bodies.count) this.volumes = new Float64Array(bodies.count);
    for (let body = 0; body < bodies.count; body++) {
      if (bodies.inverseMasses[body] === 0) this.volumes[body] = 0;
      else if (bodies.asleep[body] === 0) this.act(world, body, dt);
      else if (this.isChanged && this.volumes[body] > 0) world.wake(body);
    }
    this.isChanged = false;
  }

  /** Forgets a body that is about to be removed; the world calls it. */
  removed(body: number): void {
    requireInteger('body', body);
    if (body < this.volumes.length) this.volumes[body] = 0;
  }

  get stateLength(): number {
    return stateSize;
  }

  save(out: Float64Array): void {
    requireOut('out', out, stateSize);
    out.set(this.state);
  }

  load(from: Float64Array): void {
    requireBoundedArray('from', from, stateSize);
    for (let k = 0; k < stateSize; k++) this.state[k] = from[k];
  }

  /** Measures the part of a body under water and pushes it. */
  private act(world: World, body: number, dt: number): void {
    const { water, up } = this;
    const { colliders, bodies } = world;
    const own = world.table.collidersOf[body];
    water.clear();
    if (this.isInside(bodies.positions, 3 * body))
      for (let i = 0; i < own.length; i++) water.add(colliders.convexes[own[i]]!, up, this.state[levelAt]);
    const { volume } = water;
    this.volumes[body] = volume;
    if (!(volume > 0)) return;
    for (let k = 0; k < 3; k++) center[k] = water.moment[k] / volume;
    this.lift(world, body, dt * this.density * volume);
    this.drag(world, body, dt, volume);
  }

  /** The weight of the displaced water, upwards; `mass` is its mass times the length of the step. */
  private lift(world: World, body: number, mass: number): void {
    const { gravity: g } = world;
    const size = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    if (size === 0) return;
    for (let k = 0; k < 3; k++) direction[k] = -g[k] / size;
    addImpulseAt(world.bodies, body, center, direction, mass * size);
  }

  private drag(world: World, body: number, dt: number, volume: number): void {
    const { bodies, gravity } = world;
    const { velocities: v, angularVelocities: w, positions: p, gravityScales } = bodies;
    const i = 3 * body;
    const x = center[0] - p[i];
    const y = center[1] - p[i + 1];
    const z = center[2] - p[i + 2];
    direction[0] = v[i] + w[i + 1] * z - w[i + 2] * y;
    direction[1] = v[i + 1] + w[i + 2] * x - w[i] * z;
    direction[2] = v[i + 2] + w[i] * y - w[i + 1] * x;
    // The velocity contains the lift of this step but not yet gravity: half of the lift gives the mean of the
    // step.
    for (let k = 0; k < 3; k++)
      direction[k] += 0.5 * dt * gravityScales[body] * gravity[k] - this.state[flowAt + k];
    const speed = Math.sqrt(direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2);
    const displaced = this.density * volume;
    if (speed > 0) {
      for (let k = 0; k < 3; k++) direction[k] /= speed;
      const area = cubeRoot(volume) ** 2;
      const rate = this.linearDrag * displaced + 0.5 * this.dragCoefficient * this.density * area * speed;
      const inverse = inverseMassAt(bodies, body, center, direction);
      addImpulseAt(bodies, body, center, direction, (-rate * dt * speed) / (1 + rate * dt * inverse));
    }
    const slower = 1 / (1 + this.angularDrag * dt * displaced * bodies.inverseMasses[body]);
    for (let k = i; k < i + 3; k++) w[k] *= slower;
  }

  private isInside(positions: Float64Array, at: number): boolean {
    const { bounds } = this;
    if (!bounds) return true;
    for (let k = 0; k < 3; k++)
      if (positions[at + k] < bounds[k] || positions[at + k] > bounds[3 + k]) return false;
    return true;
  }
}
