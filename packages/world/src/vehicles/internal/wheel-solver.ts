/**
 * The forces of the wheels of a vehicle in one step, by sequential impulses on the velocity that the body
 * would have without them, gravity included. For each wheel in turn:
 *
 * - Spring and damper, implicit: the impulse is dt (k x + (k dt + c) ẋ) with the compression speed ẋ after
 *   the step. It is stable however stiff they are, and at rest exactly k x.
 * - The stop of the suspension, which can only push.
 * - The tyre: a lateral impulse that stops side slip, and a longitudinal one that makes the tyre roll with
 *   the wheel, which motor and brake accelerate. Together they stay within the friction circle μ N.
 *
 * The body under a wheel has its own mass for the tyre, but counts as immovable for the spring, since it
 * usually rests on something. It receives the opposite of all impulses. O(rounds · wheels); nothing is
 * allocated. Impulses of the last step are the first guess.
 */
import type { RigidBodies } from '@colide/solvers';
import { addImpulseAt, inverseMassAt, speedAt } from '../../internal/point-mass.ts';
import type { VehicleWheel } from '../vehicle-wheel.ts';

/** Sweeps over all wheels. */
const rounds = 12;
/**
 * Fraction of the overlap with the stop that is corrected per step, and the highest speed of that correction
 * in m/s.
 */
const stopShare = 0.2;
const stopSpeed = 2;

/**
 * How fast light ground may rise, in m/s, and still lift the vehicle like ground that cannot be stopped. A
 * box that the tyres have spun up lifts it by its momentum only.
 */
const risingSpeed = 1;

/** What the solver stores for a wheel besides its public state. */
export class WheelRow {
  readonly wheel: VehicleWheel;
  /** Longitudinal and lateral direction of the wheel on the ground. */
  readonly along = new Float64Array(3);
  readonly across = new Float64Array(3);
  /** Component of the normal along the suspension. */
  incline = 1;
  /** Force of the anti-roll bars at the current compressions, and their stiffness. */
  barForce = 0;
  barStiffness = 0;
  /** Impulses: spring, stop, longitudinal, lateral. */
  spring = 0;
  stop = 0;
  drive = 0;
  side = 0;
  /** Effective masses along the normal, longitudinal and lateral directions, and μ. */
  normalMass = 0;
  driveMass = 0;
  sideMass = 0;
  mu = 0;
  /** Torque of the brake in the last step. */
  brakeTorque = 0;
  /** Share of the mass that meets at the wheel that is the ground's: 1 if it cannot move. */
  groundShare = 1;

  constructor(wheel: VehicleWheel) {
    this.wheel = wheel;
  }

  /** Clears the impulses, in the air. */
  clear(): void {
    this.spring = this.stop = this.drive = this.side = 0;
  }
}

/** Solves for the impulses of all wheels and applies them to the body and to the bodies under the wheels. */
export function solveWheels(rows: readonly WheelRow[], bodies: RigidBodies, body: number, dt: number): void {
  for (let i = 0; i < rows.length; i++) if (rows[i].wheel.contactBody >= 0) prepare(rows[i], bodies, body);
  for (let n = 0; n < rounds; n++)
    for (let i = 0; i < rows.length; i++) {
      // Back and forth, so that neither side of a vehicle comes first.
      const row = rows[n % 2 === 0 ? i : rows.length - 1 - i];
      if (row.wheel.contactBody < 0) continue;
      solveSpring(row, bodies, body, dt);
      solveTyre(row, bodies, body, dt);
    }
  for (let i = 0; i < rows.length; i++) finish(rows[i], bodies, body, dt);
}

/** Computes the effective masses of a wheel and applies the impulses of the last step. */
function prepare(row: WheelRow, bodies: RigidBodies, body: number): void {
  const { wheel, along, across } = row;
  const { contactPoint: point, contactNormal: normal, contactBody: ground } = wheel;
  const inverseMass = inverseMassAt(bodies, body, point, normal);
  row.normalMass = 1 / inverseMass;
  row.groundShare = inverseMass / (inverseMass + inverseMassAt(bodies, ground, point, normal));
  row.driveMass =
    1 / (inverseMassAt(bodies, body, point, along) + inverseMassAt(bodies, ground, point, along));
  row.sideMass =
    1 / (inverseMassAt(bodies, body, point, across) + inverseMassAt(bodies, ground, point, across));
  addImpulseAt(bodies, body, point, normal, row.spring + row.stop);
  addImpulseAt(bodies, body, point, along, row.drive);
  addImpulseAt(bodies, ground, point, along, -row.drive);
  addImpulseAt(bodies, body, point, across, row.side);
  addImpulseAt(bodies, ground, point, across, -row.side);
}

/** Speed of the body over the ground at a wheel, along a direction. */
function relativeSpeed(row: WheelRow, bodies: RigidBodies, body: number, direction: Float64Array): number {
  const { contactPoint: point, contactBody: ground } = row.wheel;
  return speedAt(bodies, body, point, direction) - speedAt(bodies, ground, point, direction);
}

/** Speed at which the suspension is stretched. */
function stretchingSpeed(row: WheelRow, bodies: RigidBodies, body: number): number {
  const { contactPoint: point, contactNormal: normal, contactBody: ground } = row.wheel;
  const rise = speedAt(bodies, ground, point, normal);
  const lift = Math.min(rise, risingSpeed + row.groundShare * (rise - risingSpeed));
  return speedAt(bodies, body, point, normal) - lift;
}

function solveSpring(row: WheelRow, bodies: RigidBodies, body: number, dt: number): void {
  const { wheel, incline, normalMass: mass } = row;
  const { contactPoint: point, contactNormal: normal, compression, travel } = wheel;
  // Along the normal a spring is stiffer than along the suspension, by 1 / incline².
  const stiffness = (wheel.stiffness + row.barStiffness) / (incline * incline);
  const softness = dt * (dt * stiffness + wheel.damping / (incline * incline));
  const push = (dt * (wheel.stiffness * compression + row.barForce)) / incline;
  let speed = stretchingSpeed(row, bodies, body);
  const spring = Math.max(0, row.spring + (push - softness * speed - row.spring) / (1 + softness / mass));
  addImpulseAt(bodies, body, point, normal, spring - row.spring);
  row.spring = spring;
  if (!(compression > travel)) {
    addImpulseAt(bodies, body, point, normal, -row.stop);
    row.stop = 0;
    return;
  }
  speed = stretchingSpeed(row, bodies, body);
  const wanted = Math.min(stopSpeed, (stopShare * (compression - travel)) / dt);
  const stop = Math.max(0, row.stop + (wanted - speed) * mass);
  addImpulseAt(bodies, body, point, normal, stop - row.stop);
  row.stop = stop;
}

function solveTyre(row: WheelRow, bodies: RigidBodies, body: number, dt: number): void {
  const { wheel, along, across } = row;
  const { contactPoint: point, contactBody: ground } = wheel;
  let side = row.side - relativeSpeed(row, bodies, body, across) * row.sideMass;
  const base = relativeSpeed(row, bodies, body, along) - row.drive / row.driveMass;
  let drive = rollingImpulse(row, base, dt);
  const most = row.mu * (row.spring + row.stop);
  const size = Math.sqrt(side * side + drive * drive);
  wheel.isSliding = size > most;
  if (wheel.isSliding) {
    side *= most / size;
    drive *= most / size;
  }
  addImpulseAt(bodies, body, point, across, side - row.side);
  addImpulseAt(bodies, ground, point, across, row.side - side);
  addImpulseAt(bodies, body, point, along, drive - row.drive);
  addImpulseAt(bodies, ground, point, along, row.drive - drive);
  row.side = side;
  row.drive = drive;
}

/**
 * The impulse P along the wheel after which the tyre does not slip: base + P / m = R ω(P), where ω is the
 * speed of the wheel after motor, brake and −P R. It is piecewise linear in P: the brake holds the wheel, or
 * slows it down from either side.
 */
function rollingImpulse(row: WheelRow, base: number, dt: number): number {
  const { wheel, driveMass: mass } = row;
  const { radius, inertia } = wheel;
  const free = wheel.angularSpeed + (wheel.driveTorque * dt) / inertia;
  const brake = brakeSpeed(row, dt);
  const held = -base * mass;
  const turning = free - (held * radius) / inertia;
  if (Math.abs(turning) <= brake) return held;
  const slowed = free - (turning > 0 ? brake : -brake);
  return (radius * slowed - base) / (1 / mass + (radius * radius) / inertia);
}

/** The angular speed that brake and rolling resistance can remove in a step. */
function brakeSpeed(row: WheelRow, dt: number): number {
  const { wheel } = row;
  const resistance = wheel.rollingResistance * (row.spring + row.stop) * wheel.radius;
  return (wheel.brakeTorque * dt + resistance) / wheel.inertia;
}

/** Rotates the wheel, pushes down the body under it, and updates its public state. */
function finish(row: WheelRow, bodies: RigidBodies, body: number, dt: number): void {
  const { wheel } = row;
  const { contactBody: ground, contactPoint: point, contactNormal: normal, radius, inertia } = wheel;
  if (ground < 0) row.clear();
  const turning = wheel.angularSpeed + (wheel.driveTorque * dt - row.drive * radius) / inertia;
  const brake = brakeSpeed(row, dt);
  wheel.angularSpeed = Math.abs(turning) <= brake ? 0 : turning - (turning > 0 ? brake : -brake);
  const angle = wheel.angle + wheel.angularSpeed * dt;
  wheel.angle = angle - 2 * Math.PI * Math.floor(angle / (2 * Math.PI));
  wheel.load = (row.spring + row.stop) / dt;
  if (ground < 0) {
    wheel.isSliding = false;
    wheel.slip.fill(0);
    return;
  }
  wheel.slip[0] = relativeSpeed(row, bodies, body, row.along) - radius * wheel.angularSpeed;
  wheel.slip[1] = relativeSpeed(row, bodies, body, row.across);
  // One so light that it would recede by more than the spring is compressed has left the wheel before.
  const load = row.spring + row.stop;
  const give = dt * inverseMassAt(bodies, ground, point, normal);
  const isLight = give * load > wheel.compression;
  addImpulseAt(bodies, ground, point, normal, isLight ? -wheel.compression / give : -load);
}
