/**
 * A vehicle: a dynamic body on ray-cast wheels with springs, dampers, steering, motors and brakes.
 *
 *   const car = world.add({ shape: new BoxShape([0.9, 0.3, 2]), mass: 1200, position: [0, 1, 0] });
 *   const vehicle = new Vehicle(world, car, { wheels: [{ position: [0.8, 0, 1.3], steered: true }, …] });
 *   // before every step:
 *   vehicle.drive(600);
 *   vehicle.steer(0.1);
 *   vehicle.step(dt);
 *   world.step(dt);
 *
 * Each wheel is a ray down its suspension; the tyre follows Coulomb's law with a friction circle for
 * longitudinal and lateral forces. The vehicle takes over the gravity of its body (its `gravityScale` becomes
 * 0), so that wheels and weight act together and a car at rest stays at rest; call {@link Vehicle.step}
 * before every step of the world. O(wheels) rays and impulses per step; nothing is allocated. Same calls,
 * same bits.
 */
import {
  type Quat,
  refuse,
  requireBounded,
  requireBoundedArray,
  requireDuration,
  requireInteger,
  requireLength,
  requireObject,
  requireOut,
  tellUnknown,
  type Vec3,
} from '@colide/core';
import { readVec3, type Vec3Like } from '../bodies/vector-like.ts';
import { requireAmount } from '../internal/amount-checks.ts';
import { isMoving } from '../internal/is-moving.ts';
import { requireWorld } from '../internal/require-world.ts';
import { createWorldHit } from '../queries/world-hit-list.ts';
import { WorldQueries } from '../queries/world-queries.ts';
import type { World } from '../world/world.ts';
import { readGroundFriction } from './internal/ground-friction.ts';
import { tangent } from './internal/tangent.ts';
import { solveWheels, WheelRow } from './internal/wheel-solver.ts';
import type { AntiRollBar, VehicleOptions } from './vehicle-options.ts';
import { VehicleWheel } from './vehicle-wheel.ts';

const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const up = /* @__PURE__ */ new Float64Array(3);
const forward = /* @__PURE__ */ new Float64Array(3);
const left = /* @__PURE__ */ new Float64Array(3);
const down = /* @__PURE__ */ new Float64Array(3);
const mount = /* @__PURE__ */ new Float64Array(3);
const heading = /* @__PURE__ */ new Float64Array(3);
/** Friction of the ground. */
const ground = /* @__PURE__ */ new Float64Array(1);

/** The smallest component of the ground's normal along the suspension. */
const leastIncline = 0.2;
/** A change of compression in m, or a speed in m/s or rad/s, that keeps the vehicle awake. */
const stirring = 1e-4;

/**
 * Numbers per wheel in a saved state: speed, angle, compression, load, four impulses, controls, grip, ground.
 */
const wheelSize = 14;

const optionNames = ['wheels', 'antiRollBars', 'up', 'forward', 'gravityScale', 'group', 'mask'];
const barNames = ['wheels', 'stiffness'];

/** A body on wheels. */
export class Vehicle {
  /** Id of the body. */
  readonly body: number;
  /** The wheels, in the order of the settings. */
  readonly wheels: readonly VehicleWheel[];

  private readonly world: World;
  private readonly birth: number;
  private readonly queries: WorldQueries;
  private readonly hit = createWorldHit();
  private readonly filter: { except: number; group: number; mask: number };
  private readonly rows: readonly WheelRow[];
  private readonly bars: readonly AntiRollBar[];
  private readonly up = Float64Array.of(0, 1, 0);
  private readonly forward = Float64Array.of(0, 0, 1);
  private readonly gravityScale: number;

  constructor(world: World, body: number, options: VehicleOptions) {
    requireWorld(world);
    world.table.requireBody(body);
    if (world.bodies.inverseMasses[body] === 0) refuse('body', 'be a dynamic body', body);
    requireObject('options', options);
    tellUnknown('options', options, optionNames);
    const { wheels, antiRollBars = [], gravityScale = 1, group = 0xffffffff, mask = 0xffffffff } = options;
    requireLength('wheels', wheels, 1);
    requireLength('antiRollBars', antiRollBars, 0);
    requireBounded('gravityScale', gravityScale);
    requireInteger('group', group, 0, 0xffffffff);
    requireInteger('mask', mask, 0, 0xffffffff);
    if (options.up !== undefined) readDirection(this.up, 'up', options.up);
    if (options.forward !== undefined) readDirection(this.forward, 'forward', options.forward);
    if (Math.abs(dot(this.up, this.forward)) > 1e-6) refuse('forward', 'be at right angles to up', 1);
    this.wheels = wheels.map(settings => new VehicleWheel(settings));
    for (const bar of antiRollBars) requireBar(bar, wheels.length);
    this.rows = this.wheels.map(wheel => new WheelRow(wheel));
    this.bars = antiRollBars;
    this.world = world;
    this.body = body;
    this.birth = world.generation(body);
    this.queries = new WorldQueries(world);
    this.filter = { except: body, group, mask };
    this.gravityScale = gravityScale;
    // Not in a world that was loaded: a parked car goes on sleeping.
    if (world.bodies.gravityScales[body] !== 0) world.setMaterial(body, { gravityScale: 0 });
  }

  /** Speed of the body along its direction of travel, in m/s. */
  get speed(): number {
    this.findAxes();
    const { velocities } = this.world.bodies;
    let speed = 0;
    for (let k = 0; k < 3; k++) speed += velocities[3 * this.body + k] * forward[k];
    return speed;
  }

  /**
   * Steers by an angle in radians, to the left if positive, at most 1.5: that of an imaginary wheel in the
   * middle of the steered ones. The steered wheels turn so that all axles meet at one point (Ackermann).
   */
  steer(angle: number): void {
    requireBounded('angle', angle);
    const slope = tangent(Math.max(-1.5, Math.min(1.5, angle)));
    const rear = this.axle(false);
    for (const wheel of this.wheels) {
      if (!wheel.steered) continue;
      const ahead = dot(wheel.position, this.forward) - rear;
      const base = this.axle(true) - rear;
      // The centre of the turn is base / slope to the left of the middle.
      wheel.steeringSlope = base === 0 ? slope : (ahead * slope) / (base - this.sideOf(wheel) * slope);
    }
  }

  /** Divides a torque in N m among the driven wheels; negative to reverse. */
  drive(torque: number): void {
    requireBounded('torque', torque);
    let count = 0;
    for (const wheel of this.wheels) if (wheel.driven) count++;
    for (const wheel of this.wheels) if (wheel.driven) wheel.driveTorque = torque / count;
  }

  /** Divides a braking torque in N m among all wheels. For a hand brake, set `brakeTorque` of the wheels. */
  brake(torque: number): void {
    requireAmount('torque', torque);
    for (const wheel of this.wheels) wheel.brakeTorque = torque / this.wheels.length;
  }

  /**
   * Applies gravity and the forces of the wheels to the body for `dt` seconds. Call it before every step of
   * the world.
   */
  step(dt: number): void {
    requireDuration('dt', dt);
    const { world, body } = this;
    if (world.generation(body) !== this.birth) throw new Error('the body of the vehicle was removed');
    const { bodies } = world;
    if (bodies.inverseMasses[body] === 0) return;
    for (let i = 0; i < this.wheels.length; i++) this.wheels[i].requireControls();
    const isStirred = this.findContacts();
    if (bodies.asleep[body] === 1) {
      if (!isStirred) return;
      world.wake(body);
    }
    for (let k = 0; k < 3; k++) bodies.velocities[3 * body + k] += this.gravityScale * world.gravity[k] * dt;
    this.stretchBars();
    solveWheels(this.rows, bodies, body, dt);
    // Springs that are still settling are slow, but not at rest.
    if (isStirred || !this.isStill()) bodies.restTimes[body] = 0;
    for (let i = 0; i < this.wheels.length; i++) {
      const ground = this.wheels[i].contactBody;
      if (ground >= 0 && bodies.asleep[ground] === 1) world.wake(ground);
    }
  }

  /** Writes the position of the hub of a wheel to `out`: three numbers, in world space. */
  hubPosition<Out extends Float64Array | Float32Array | number[]>(out: Out, wheel: number): Out {
    requireOut('out', out, 3);
    requireInteger('wheel', wheel, 0, this.wheels.length - 1);
    this.findAxes();
    const { length, compression, position: local } = this.wheels[wheel];
    this.place(mount, local);
    for (let k = 0; k < 3; k++) out[k] = mount[k] - (length - compression) * up[k];
    return out;
  }

  /**
   * Writes the pose of the hub of a wheel in the frame of the body's shape, steered and rolling: for an
   * object that is a child of the one that follows the body.
   */
  hubPose(outPosition: Vec3, outRotation: Quat, wheel: number): void {
    requireOut('outPosition', outPosition, 3);
    requireOut('outRotation', outRotation, 4);
    requireInteger('wheel', wheel, 0, this.wheels.length - 1);
    const { up: axis, forward: ahead } = this;
    const { length, compression, position: local, steeringSlope, angle } = this.wheels[wheel];
    for (let k = 0; k < 3; k++) outPosition[k] = local[k] - (length - compression) * axis[k];
    // Half the angle whose tangent is the slope; the sine has the sign of the slope.
    const cosine = 1 / Math.sqrt(1 + steeringSlope * steeringSlope);
    const c = Math.sqrt(0.5 * (1 + cosine));
    const s = (0.5 * steeringSlope * cosine) / c;
    const a = Math.cos(0.5 * angle);
    const b = Math.sin(0.5 * angle);
    // Rolling about the axle, up × forward, then steering about up; up × axle is −forward.
    cross(left, axis, ahead);
    for (let k = 0; k < 3; k++) outRotation[k] = s * a * axis[k] + c * b * left[k] - s * b * ahead[k];
    outRotation[3] = c * a;
  }

  /** Number of doubles that {@link save} writes. */
  get stateLength(): number {
    return wheelSize * this.wheels.length;
  }

  /** Writes the state that a snapshot of the world does not contain. */
  save(out: Float64Array): void {
    requireOut('out', out, this.stateLength);
    for (const [i, row] of this.rows.entries()) {
      const { wheel } = row;
      const { driveTorque, brakeTorque, steeringSlope, angularSpeed, angle, compression, load } = wheel;
      const values = [angularSpeed, angle, compression, load, row.spring, row.stop, row.drive, row.side];
      const controls = [driveTorque, brakeTorque, steeringSlope];
      out.set([...values, ...controls, row.brakeTorque, row.mu, wheel.contactBody], wheelSize * i);
    }
  }

  /** Restores what {@link save} wrote. */
  load(from: Float64Array): void {
    requireBoundedArray('from', from, this.stateLength);
    for (let at = wheelSize - 1; at < this.stateLength; at += wheelSize)
      requireInteger(`from[${at}]`, from[at], -1);
    for (const [i, row] of this.rows.entries()) {
      const { wheel } = row;
      let at = wheelSize * i;
      wheel.angularSpeed = from[at++];
      wheel.angle = from[at++];
      wheel.compression = from[at++];
      wheel.load = from[at++];
      row.spring = from[at++];
      row.stop = from[at++];
      row.drive = from[at++];
      row.side = from[at++];
      wheel.driveTorque = from[at++];
      wheel.brakeTorque = from[at++];
      wheel.steeringSlope = from[at++];
      row.brakeTorque = from[at++];
      row.mu = from[at++];
      wheel.contactBody = from[at];
    }
  }

  /** Casts the rays of all wheels; returns whether any of them has changed, or is driven or braked anew. */
  private findContacts(): boolean {
    this.findAxes();
    let isStirred = false;
    for (let k = 0; k < 3; k++) down[k] = -up[k];
    for (let i = 0; i < this.rows.length; i++) {
      const row = this.rows[i];
      const { wheel, mu } = row;
      const { compression, contactBody } = wheel;
      this.castWheel(row);
      const { bodies } = this.world;
      // What held it on a slope may hold it no longer.
      isStirred ||= wheel.brakeTorque !== row.brakeTorque || row.mu !== mu;
      row.brakeTorque = wheel.brakeTorque;
      isStirred ||= Math.abs(wheel.compression - compression) > stirring || wheel.contactBody !== contactBody;
      isStirred ||= wheel.driveTorque !== 0 || Math.abs(wheel.angularSpeed) > stirring;
      isStirred ||= wheel.contactBody >= 0 && isMoving(bodies, wheel.contactBody);
    }
    return isStirred;
  }

  private isStill(): boolean {
    const { velocities, angularVelocities } = this.world.bodies;
    for (let k = 3 * this.body; k < 3 * this.body + 3; k++)
      if (Math.abs(velocities[k]) > stirring || Math.abs(angularVelocities[k]) > stirring) return false;
    return true;
  }

  /** Casts the ray of a wheel and finds the directions of its tyre on the ground. */
  private castWheel(row: WheelRow): void {
    const { hit, world } = this;
    const { wheel, along, across } = row;
    const rayLength = wheel.length + wheel.radius;
    this.place(mount, wheel.position);
    const t = this.queries.raycast(hit, mount, down, rayLength, this.filter);
    row.incline = dot(hit.normal, up);
    wheel.contactBody = -1;
    wheel.compression = 0;
    if (t === Infinity || row.incline < leastIncline) return;
    wheel.contactBody = hit.body;
    wheel.compression = rayLength - t;
    wheel.contactPoint.set(hit.point);
    wheel.contactNormal.set(hit.normal);
    readGroundFriction(ground, world, hit.collider, hit.triangle);
    row.mu = Math.sqrt(wheel.friction * ground[0]);
    for (let k = 0; k < 3; k++) heading[k] = forward[k] + wheel.steeringSlope * left[k];
    cross(across, hit.normal, heading);
    normalize(across);
    cross(along, across, hit.normal);
  }

  /** Computes the forces of the anti-roll bars from the compressions. */
  private stretchBars(): void {
    const { rows, bars } = this;
    for (let i = 0; i < rows.length; i++) rows[i].barForce = rows[i].barStiffness = 0;
    for (let i = 0; i < bars.length; i++) {
      const { wheels, stiffness } = bars[i];
      const a = rows[wheels[0]];
      const b = rows[wheels[1]];
      const force = stiffness * (a.wheel.compression - b.wheel.compression);
      a.barForce += force;
      b.barForce -= force;
      a.barStiffness += stiffness;
      b.barStiffness += stiffness;
    }
  }

  /** Finds the pose of the shape and the axes of the vehicle in the world. */
  private findAxes(): void {
    this.world.table.getPose(position, rotation, this.body);
    rotate(up, this.up);
    rotate(forward, this.forward);
    cross(left, up, forward);
  }

  /** Writes a point of the shape in world space. */
  private place(out: Float64Array, local: Float64Array): void {
    rotate(out, local);
    for (let k = 0; k < 3; k++) out[k] += position[k];
  }

  /** Mean position of the steered or the other wheels along the direction of travel. */
  private axle(steered: boolean): number {
    let sum = 0;
    let count = 0;
    for (const wheel of this.wheels)
      if (wheel.steered === steered) {
        sum += dot(wheel.position, this.forward);
        count++;
      }
    return count > 0 ? sum / count : 0;
  }

  /** How far to the left of the middle a wheel is. */
  private sideOf({ position: p }: VehicleWheel): number {
    cross(left, this.up, this.forward);
    return dot(p, left);
  }
}

function requireBar(bar: AntiRollBar, count: number): void {
  requireObject('antiRollBars', bar);
  tellUnknown('antiRollBars', bar, barNames);
  requireLength('antiRollBars.wheels', bar.wheels, 2);
  for (const wheel of bar.wheels) requireInteger('antiRollBars.wheels', wheel, 0, count - 1);
  requireAmount('antiRollBars.stiffness', bar.stiffness);
}

function readDirection(out: Float64Array, name: string, value: Vec3Like): void {
  readVec3(out, name, value);
  if (!(dot(out, out) > 1e-18)) refuse(name, 'have a length', 0);
  normalize(out);
}

/** Rotates a vector of the shape by {@link rotation}. */
function rotate(out: Float64Array, v: Float64Array): void {
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  const a = v[0];
  const b = v[1];
  const c = v[2];
  const p = 2 * (y * c - z * b);
  const q = 2 * (z * a - x * c);
  const r = 2 * (x * b - y * a);
  out[0] = a + w * p + y * r - z * q;
  out[1] = b + w * q + z * p - x * r;
  out[2] = c + w * r + x * q - y * p;
}

function normalize(v: Float64Array): void {
  const length = Math.sqrt(dot(v, v));
  for (let k = 0; k < 3; k++) v[k] /= length;
}

function cross(out: Float64Array, a: Float64Array, b: Float64Array): void {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
