/** A wheel of a `Vehicle`: its settings, its controls and its state. */
import { requireBoolean, requireBounded, requireObject, tellUnknown } from '@colide/core';
import { readVec3 } from '../bodies/vector-like.ts';
import { requireAmount, requireDivisor } from '../internal/amount-checks.ts';
import { tangent } from './internal/tangent.ts';
import type { WheelSettings } from './vehicle-options.ts';

const settingNames = [
  ...['position', 'radius', 'length', 'travel', 'stiffness', 'damping', 'friction', 'rollingResistance'],
  ...['inertia', 'steered', 'driven'],
];

/** A wheel with its suspension. Set the controls before a step; the rest is read-only. */
export class VehicleWheel {
  /** The point at which the suspension is fixed, in the frame of the body's shape. */
  readonly position: Float64Array;
  readonly radius: number;
  readonly length: number;
  readonly travel: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly rollingResistance: number;
  readonly inertia: number;
  readonly steered: boolean;
  readonly driven: boolean;
  /** Coulomb's μ; may be changed, say for mud and ice. */
  friction: number;

  /** Torque of the motor in N m; control. */
  driveTorque = 0;
  /** Largest torque of the brake in N m; control. */
  brakeTorque = 0;
  /** Tangent of the steering angle. */
  steeringSlope = 0;

  /** Angular speed in rad/s, positive when it rolls forwards. */
  angularSpeed = 0;
  /** Angle of rotation from 0 to 2π, for drawing. */
  angle = 0;
  /** How far the suspension is compressed in m; 0 in the air. */
  compression = 0;
  /** Normal force between tyre and ground in the last step, in N. */
  load = 0;
  /** Body under the wheel; −1 in the air. */
  contactBody = -1;
  /** The contact point with the ground, and the normal there. */
  readonly contactPoint: Float64Array = new Float64Array(3);
  readonly contactNormal: Float64Array = new Float64Array(3);
  /** Speeds at which the tyre slips over the ground after the last step, in m/s: forwards and to the left. */
  readonly slip: Float64Array = new Float64Array(2);
  /** Whether the tyre has reached the limit of its friction. */
  isSliding = false;

  constructor(settings: WheelSettings) {
    requireObject('wheels', settings);
    tellUnknown('wheels', settings, settingNames);
    const { radius = 0.35, length = 0.4, stiffness = 30_000, damping = 3_000 } = settings;
    const { friction = 1, rollingResistance = 0.01, inertia = 1, steered = false, driven = false } = settings;
    this.position = readVec3(new Float64Array(3), 'position', settings.position);
    requireDivisor('radius', radius);
    requireDivisor('length', length);
    const { travel = 0.75 * length } = settings;
    requireAmount('travel', travel);
    requireDivisor('stiffness', stiffness);
    requireAmount('damping', damping);
    requireAmount('friction', friction);
    requireAmount('rollingResistance', rollingResistance);
    requireDivisor('inertia', inertia);
    requireBoolean('steered', steered);
    requireBoolean('driven', driven);
    this.radius = radius;
    this.length = length;
    this.travel = travel;
    this.stiffness = stiffness;
    this.damping = damping;
    this.friction = friction;
    this.rollingResistance = rollingResistance;
    this.inertia = inertia;
    this.steered = steered;
    this.driven = driven;
  }

  /** Whether the wheel touches the ground. */
  get isGrounded(): boolean {
    return this.contactBody >= 0;
  }

  /** Throws unless the controls and settings are numbers that a step can use. @internal */
  requireControls(): void {
    requireAmount('friction', this.friction);
    requireBounded('driveTorque', this.driveTorque);
    requireAmount('brakeTorque', this.brakeTorque);
    requireBounded('steeringSlope', this.steeringSlope);
  }

  /** Steers the wheel about the suspension by an angle in radians, to the left if positive. */
  setSteering(angle: number): void {
    requireBounded('angle', angle);
    this.steeringSlope = tangent(Math.max(-1.5, Math.min(1.5, angle)));
  }
}
