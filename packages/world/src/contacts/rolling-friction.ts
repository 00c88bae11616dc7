/**
 * Rolling friction: round bodies slow down as they roll, stop, and stay on gentle slopes.
 *
 *   const rolling = new RollingFriction({ coefficient: 0.02 });
 *   const world = new World({ solver: rolling });
 *   rolling.setCoefficient(marble, 0.005);
 *
 * The torque against rolling is at most c r N: the coefficient, the radius and the normal force. So a ball on
 * level ground slows down by 5/7 c g, a thin hoop by c g / 2, whatever their size, and on slopes whose
 * tangent is less than c they stay. For two round bodies, the smaller radius and the larger coefficient
 * count. Faces and edges do not roll and are left alone; balls that spin on the spot are slowed down by the
 * solver.
 *
 * It wraps a solver, so a world without it pays nothing, and any solver will do. The torque of a whole step
 * is applied as a change of angular velocity at its start. If it can hold a body, its size is such that the
 * body does not rotate on average over the step. The effect of gravity is predicted from the friction of the
 * last substep, which snapshots contain, so there is no state to be saved apart from the coefficients.
 * O(bodies + points) per step; nothing is allocated once as many bodies have been seen.
 */
import { refuse, requireInteger, requireObject, tellUnknown } from '@colide/core';
import {
  ImpulseSolver,
  type RigidBodies,
  type RigidContacts,
  type RigidJoints,
  type RigidSolver,
} from '@colide/solvers';
import { requireAmount } from '../internal/amount-checks.ts';
import { addImpulseAt, inverseMassAt } from '../internal/point-mass.ts';
import { requireWorld } from '../internal/require-world.ts';
import type { World } from '../world/world.ts';
import type { WorldSolver } from '../world/world-solver.ts';

/** Numbers per point in the impulses of contacts: along the normal, friction in world axes, twist. */
const impulseSize = 5;
const frictionAt = 1;

const point = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
/** The axis of the rotation to be slowed down, the direction in which its point of contact would slide. */
const axis = /* @__PURE__ */ new Float64Array(3);
const slide = /* @__PURE__ */ new Float64Array(3);
/** Change of the angular velocities of both bodies by a unit angular impulse about the axis. */
const spinA = /* @__PURE__ */ new Float64Array(3);
const spinB = /* @__PURE__ */ new Float64Array(3);

/** The normal impulse of a manifold in a step, and the coefficient. */
const limits = /* @__PURE__ */ new Float64Array(2);
const loadAt = 0;
const coefficientAt = 1;

/** Settings of rolling friction; all may be left out. */
export interface RollingFrictionOptions {
  /** The wrapped solver. Default an `ImpulseSolver`. */
  readonly solver?: RigidSolver;
  /** The coefficient of bodies that have none of their own, as a share of their radius. Default 0.02. */
  readonly coefficient?: number;
}

/** The coefficient of a body, and its generation; 0 if it was set before there was a world. */
interface OwnCoefficient {
  readonly value: number;
  generation: number;
}

/** A solver that slows down rolling bodies: give it to a world as its `solver`. */
export class RollingFriction implements WorldSolver<World> {
  private world: World | undefined;
  private readonly solver: RigidSolver;
  private readonly coefficient: number;
  private readonly own = new Map<number, OwnCoefficient>();
  /** Changes of the angular velocities of all bodies by contacts in a substep. */
  private spins = new Float64Array(0);

  constructor(options: RollingFrictionOptions = {}) {
    requireObject('options', options);
    tellUnknown('options', options, ['solver', 'coefficient']);
    const { solver = new ImpulseSolver(), coefficient = 0.02 } = options;
    if (typeof solver?.step !== 'function') refuse('solver', 'be a RigidSolver', solver);
    requireAmount('coefficient', coefficient);
    this.solver = solver;
    this.coefficient = coefficient;
  }

  get gravity(): Float64Array {
    return this.solver.gravity;
  }

  /**
   * Sets the coefficient of a body; undefined for that of the world. A change wakes the bodies that touch it.
   * The coefficient ends with the body.
   */
  setCoefficient(body: number, coefficient: number | undefined): void {
    const { own, world } = this;
    requireInteger('body', body);
    if (coefficient !== undefined) {
      requireAmount('coefficient', coefficient);
      if (world && !world.has(body)) refuse('body', 'be the id of a body', body);
    }
    const before = world?.has(body) ? this.coefficientOf(body) : undefined;
    if (coefficient === undefined) own.delete(body);
    else own.set(body, { value: coefficient, generation: world?.generation(body) ?? 0 });
    if (before !== undefined && before !== this.coefficientOf(body)) world!.wakeNeighbours(body);
  }

  /** The coefficient of a body. */
  coefficientOf(body: number): number {
    requireInteger('body', body);
    const rule = this.own.get(body);
    if (!rule) return this.coefficient;
    if (!this.world) return rule.value;
    const generation = this.world.generation(body);
    if (rule.generation === 0) rule.generation = generation;
    return rule.generation === generation ? rule.value : this.coefficient;
  }

  /** The world calls it when it is made. */
  attach(world: World): void {
    requireWorld(world);
    this.world = world;
    this.solver.attach?.(world);
  }

  /** Advances by `dt`; the world calls it. */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    if (contacts && contacts.impulseTime > 0) this.brake(bodies, contacts, dt);
    this.solver.step(bodies, contacts, dt, joints);
  }

  /** Slows down the rotation of round bodies, manifold by manifold. */
  private brake(bodies: RigidBodies, contacts: RigidContacts, dt: number): void {
    const { bodies: pairs, count } = contacts;
    let hasTurns = false;
    for (let first = 0, end = 0; first < count; first = end) {
      const a = pairs[2 * first];
      const b = pairs[2 * first + 1];
      end = first + 1;
      while (end < count && isSameManifold(contacts, first, end)) end++;
      if (!isRound(contacts, first) || !(isFree(bodies, a) || isFree(bodies, b))) continue;
      const coefficient = Math.max(this.coefficientOf(a), this.coefficientOf(b));
      if (coefficient === 0) continue;
      const load = readManifold(contacts, first, end) * (dt / contacts.impulseTime);
      if (!(load > 0)) continue;
      if (!hasTurns) this.findTurns(bodies, contacts);
      hasTurns = true;
      limits[loadAt] = load;
      limits[coefficientAt] = coefficient;
      brakeManifold(bodies, contacts, first, this.spins, dt);
    }
  }

  /** Finds the changes of the angular velocities of all bodies by contacts in the last substep. */
  private findTurns(bodies: RigidBodies, contacts: RigidContacts): void {
    const size = 3 * bodies.count;
    if (this.spins.length < size) this.spins = new Float64Array(size);
    this.spins.fill(0);
    for (let c = 0; c < contacts.count; c++) {
      addSpin(this.spins, bodies, contacts, c, contacts.bodies[2 * c], -1);
      addSpin(this.spins, bodies, contacts, c, contacts.bodies[2 * c + 1], 1);
    }
  }
}

/** Whether one of the surfaces at a point is round: `RigidContacts.radiusA` explains the numbers. */
function isRound({ radii }: RigidContacts, c: number): boolean {
  return radii[2 * c] !== Infinity || radii[2 * c + 1] !== Infinity;
}

/** Whether contacts move a body. */
function isFree({ inverseMasses, asleep }: RigidBodies, body: number): boolean {
  return inverseMasses[body] > 0 && asleep[body] === 0;
}

/** Adds the change of the angular velocity of a body by the impulses of a point. */
function addSpin(
  spins: Float64Array,
  bodies: RigidBodies,
  { points, normals, impulses }: RigidContacts,
  c: number,
  body: number,
  sign: number,
): void {
  if (!isFree(bodies, body)) return;
  const { positions, worldInverseInertias: m } = bodies;
  const load = impulses[impulseSize * c];
  const friction = impulseSize * c + frictionAt;
  const x = points[3 * c] - positions[3 * body];
  const y = points[3 * c + 1] - positions[3 * body + 1];
  const z = points[3 * c + 2] - positions[3 * body + 2];
  const fx = sign * (load * normals[3 * c] + impulses[friction]);
  const fy = sign * (load * normals[3 * c + 1] + impulses[friction + 1]);
  const fz = sign * (load * normals[3 * c + 2] + impulses[friction + 2]);
  const a = y * fz - z * fy;
  const b = z * fx - x * fz;
  const d = x * fy - y * fx;
  const at = 6 * body;
  spins[3 * body] += m[at] * a + m[at + 3] * b + m[at + 4] * d;
  spins[3 * body + 1] += m[at + 3] * a + m[at + 1] * b + m[at + 5] * d;
  spins[3 * body + 2] += m[at + 4] * a + m[at + 5] * b + m[at + 2] * d;
}

/** Whether two points are of the same bodies and have the same normal. */
function isSameManifold({ bodies, normals }: RigidContacts, c: number, d: number): boolean {
  return (
    bodies[2 * c] === bodies[2 * d] &&
    bodies[2 * c + 1] === bodies[2 * d + 1] &&
    normals[3 * c] === normals[3 * d] &&
    normals[3 * c + 1] === normals[3 * d + 1] &&
    normals[3 * c + 2] === normals[3 * d + 2]
  );
}

/** Reads the centre of the load of a manifold, its normal, and returns the load of the last substep. */
function readManifold({ points, normals, impulses }: RigidContacts, first: number, end: number): number {
  let load = 0;
  point.fill(0);
  for (let c = first; c < end; c++) {
    const impulse = impulses[impulseSize * c];
    load += impulse;
    for (let k = 0; k < 3; k++) point[k] += impulse * points[3 * c + k];
  }
  for (let k = 0; k < 3; k++) {
    point[k] /= load;
    normal[k] = normals[3 * first + k];
  }
  return load;
}

/** Slows down the rolling of two bodies on the manifold that was read, whose first point is `c`. */
function brakeManifold(
  bodies: RigidBodies,
  contacts: RigidContacts,
  c: number,
  spins: Float64Array,
  dt: number,
): void {
  const load = limits[loadAt];
  const a = contacts.bodies[2 * c];
  const b = contacts.bodies[2 * c + 1];
  const speed = readRolling(bodies, a, b, spins, 0.5 * (dt / contacts.impulseTime + 1));
  const free = spinOf(spinA, bodies, a) + spinOf(spinB, bodies, b);
  if (!(speed > 0 && free > 0)) return;
  // The point of contact must not begin to slide: friction transfers a part of the torque to the centres.
  const slides = slideOf(bodies, a, spinA) + slideOf(bodies, b, spinB);
  const ease = easeOf(bodies, a) + easeOf(bodies, b);
  const held = free - (slides * slides) / ease;
  const grip = contacts.frictions[c] * load;
  let twist = speed / free;
  if (held > 0 && slides !== 0)
    twist = Math.max(twist, Math.min(speed / held, (grip * ease) / Math.abs(slides)));
  twist = Math.min(twist, limits[coefficientAt] * leverOf(bodies, contacts, c) * load);
  const push = Math.max(-grip, Math.min(grip, (twist * slides) / ease));
  const { angularVelocities: w } = bodies;
  for (let k = 0; k < 3; k++) {
    w[3 * a + k] += twist * spinA[k];
    w[3 * b + k] -= twist * spinB[k];
  }
  if (isFree(bodies, a)) addImpulseAt(bodies, a, point, slide, -push);
  if (isFree(bodies, b)) addImpulseAt(bodies, b, point, slide, push);
}

/** The inverse mass of a body at the point of contact in the direction of sliding. */
function easeOf(bodies: RigidBodies, body: number): number {
  return isFree(bodies, body) ? inverseMassAt(bodies, body, point, slide) : 0;
}

/**
 * Reads the axis of rolling, a unit vector perpendicular to the normal. Returns the angular speed of B
 * relative to A about it, on average over the step that begins, in which contacts act for the given number of
 * substeps.
 */
function readRolling(
  { angularVelocities: w }: RigidBodies,
  a: number,
  b: number,
  spins: Float64Array,
  substeps: number,
): number {
  let spin = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * a + k;
    const j = 3 * b + k;
    axis[k] = w[j] - w[i] + substeps * (spins[j] - spins[i]);
    spin += axis[k] * normal[k];
  }
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    axis[k] -= spin * normal[k];
    squared += axis[k] * axis[k];
  }
  const speed = Math.sqrt(squared);
  if (!(speed > 0)) return 0;
  for (let k = 0; k < 3; k++) axis[k] /= speed;
  slide[0] = axis[1] * normal[2] - axis[2] * normal[1];
  slide[1] = axis[2] * normal[0] - axis[0] * normal[2];
  slide[2] = axis[0] * normal[1] - axis[1] * normal[0];
  return speed;
}

/**
 * Writes the change of a body's angular velocity by a unit angular impulse about the axis; returns its part
 * along the axis.
 */
function spinOf(out: Float64Array, bodies: RigidBodies, body: number): number {
  const { worldInverseInertias: m } = bodies;
  const at = 6 * body;
  const scale = isFree(bodies, body) ? 1 : 0;
  out[0] = scale * (m[at] * axis[0] + m[at + 3] * axis[1] + m[at + 4] * axis[2]);
  out[1] = scale * (m[at + 3] * axis[0] + m[at + 1] * axis[1] + m[at + 5] * axis[2]);
  out[2] = scale * (m[at + 4] * axis[0] + m[at + 5] * axis[1] + m[at + 2] * axis[2]);
  return out[0] * axis[0] + out[1] * axis[1] + out[2] * axis[2];
}

/** Speed of the point of contact in the direction of sliding if a body rotates by `spin`. */
function slideOf({ positions: p }: RigidBodies, body: number, spin: Float64Array): number {
  const x = point[0] - p[3 * body];
  const y = point[1] - p[3 * body + 1];
  const z = point[2] - p[3 * body + 2];
  return (
    slide[0] * (spin[1] * z - spin[2] * y) +
    slide[1] * (spin[2] * x - spin[0] * z) +
    slide[2] * (spin[0] * y - spin[1] * x)
  );
}

/** The radius on which a body rolls at a point: the distance of its centre of mass along the normal. */
function leverOf({ positions: p }: RigidBodies, { bodies, radii }: RigidContacts, c: number): number {
  let lever = Infinity;
  for (let side = 0; side < 2; side++) {
    if (radii[2 * c + side] === Infinity) continue;
    const at = 3 * bodies[2 * c + side];
    const height =
      (point[0] - p[at]) * normal[0] +
      (point[1] - p[at + 1]) * normal[1] +
      (point[2] - p[at + 2]) * normal[2];
    lever = Math.min(lever, Math.abs(height));
  }
  return lever;
}
