/**
 * Rules for contacts in the plane: conveyor belts, one-way platforms, pairs that pass through each other, and
 * materials that depend on the pair; `ContactRules` in two dimensions.
 *
 *   const rules = new ContactRules2d({ modify: contact => { contact.friction = 0.1; } });
 *   const world = new World2d({ solver: rules });
 *   rules.setSurfaceVelocity(belt, [1, 0]);
 *   rules.setOneWay(platform, [0, 1]);
 *
 * It stands in front of a solver and changes the contact points that the solver is given, so a world without
 * it pays nothing. Contacts that are ignored are still in the events of the world, and fast bodies are still
 * stopped by what they would pass through. With `modify`, which may ignore any contact, tiles of different
 * bodies are not tested together, so bodies that slide over them may catch at the seams. O(points) per step;
 * nothing is allocated.
 */
import { refuse, requireBounded, requireInteger, requireObject, tellUnknown } from '@colide/core';
import {
  type ContactArrays2d,
  contactArraySizes2d,
  ImpulseSolver2d,
  ignoredSeparation,
  isStoodOn,
  type RigidBodies2d,
  type RigidContacts2d,
  type RigidJoints2d,
  type RigidSolver2d,
  restitution2d,
  SurfaceRules,
} from '@colide/solvers';
import { readVec2, type VectorLike2d } from '../bodies/vector-like-2d.ts';
import type { World2d } from '../world/world-2d.ts';
import type { WorldSolver2d } from '../world/world-solver-2d.ts';
import { speedAt2d } from './internal/speed-at-2d.ts';

/** Offsets into the materials of a point, and numbers per point. */
const frictionAt = 0;
const restitutionAt = 1;

/**
 * The points of one pair of bodies and one material that follow each other in `World2d.contacts`; one record
 * for all calls.
 */
export interface ContactRecord2d {
  bodyA: number;
  bodyB: number;
  /** The set that holds the points, the first of them and their number. */
  contacts: RigidContacts2d;
  first: number;
  count: number;
  /** Coulomb's μ and restitution of the pair; may be changed. */
  friction: number;
  restitution: number;
  /** Whether the pair pushes each other; set it to false to let them pass. */
  enabled: boolean;
}

/** Settings of the rules; all may be left out. */
export interface ContactRulesOptions2d {
  /** The wrapped solver. Default an `ImpulseSolver2d` with restitution. */
  readonly solver?: RigidSolver2d;
  /**
   * Whether two bodies push each other; called for every pair with contact points in every step. Default
   * always.
   */
  readonly filter?: (bodyA: number, bodyB: number) => boolean;
  /**
   * Called for every pair with contact points in every step; may change the record. Must not change the
   * world.
   */
  readonly modify?: (contact: ContactRecord2d) => void;
}

/** A solver that applies rules to contacts: give it to a planar world as its `solver`. */
export class ContactRules2d extends SurfaceRules implements WorldSolver2d<World2d> {
  private readonly solver: RigidSolver2d;
  private readonly modify: ((contact: ContactRecord2d) => void) | undefined;
  private readonly record: ContactRecord2d;

  constructor(options: ContactRulesOptions2d = {}) {
    super(2);
    requireObject('options', options);
    tellUnknown('options', options, ['solver', 'filter', 'modify']);
    const { solver = new ImpulseSolver2d({}, restitution2d), filter, modify } = options;
    if (typeof solver?.step !== 'function') refuse('solver', 'be a RigidSolver2d', solver);
    if (filter !== undefined && typeof filter !== 'function') refuse('filter', 'be a function', filter);
    if (modify !== undefined && typeof modify !== 'function') refuse('modify', 'be a function', modify);
    this.solver = solver;
    this.filter = filter;
    this.modify = modify;
    this.record = {
      bodyA: -1,
      bodyB: -1,
      contacts: undefined as unknown as RigidContacts2d,
      first: 0,
      count: 0,
      friction: 0,
      restitution: 0,
      enabled: true,
    };
  }

  get gravity(): Float64Array {
    return this.solver.gravity;
  }

  /**
   * Makes the surface of a static or kinematic body move under the bodies that lie on it, like a conveyor
   * belt; the body itself stays in place. Undefined stops it. A change wakes the bodies on it. The rule ends
   * with the body.
   */
  setSurfaceVelocity(body: number, velocity: VectorLike2d | undefined): void {
    requireInteger('body', body);
    this.setSurface(
      body,
      velocity === undefined ? velocity : readVec2(new Float64Array(2), 'velocity', velocity),
    );
  }

  /**
   * Lets bodies pass through a body unless they come down on it against `up`, a vector of any length;
   * undefined makes it solid from all sides again. A change wakes the bodies on it. The rule ends with the
   * body.
   */
  setOneWay(body: number, up: VectorLike2d | undefined): void {
    requireInteger('body', body);
    this.setWay(body, up === undefined ? up : readVec2(new Float64Array(2), 'up', up));
  }

  /** The world calls it when it is made: from then on, rules store the generations of their bodies. */
  attach(world: World2d): void {
    this.rule(world);
    world.table.rules = this;
    this.solver.attach?.(world);
  }

  /**
   * Whether a body may pass through `tile` and not through another one, which it would then fall through: the
   * world does not look at the two together. @internal
   */
  mayIgnore(body: number, tile: number, other: number): boolean {
    const { filter, modify, oneWays } = this;
    return (
      modify !== undefined ||
      (filter !== undefined && !filter(Math.min(body, tile), Math.max(body, tile))) ||
      (this.holds(tile, oneWays.get(tile)) && !this.holds(other, oneWays.get(other)))
    );
  }

  /** Advances by `dt`; the world calls it. */
  step(
    bodies: RigidBodies2d,
    contacts: RigidContacts2d | undefined,
    dt: number,
    joints?: RigidJoints2d,
  ): void {
    if (contacts) this.apply(bodies, contacts);
    this.startBelts(bodies);
    try {
      this.solver.step(bodies, contacts, dt, joints);
    } finally {
      this.stopBelts(bodies, dt);
    }
  }

  /** Goes through the runs of points of one pair and material. */
  private apply(bodies: RigidBodies2d, contacts: RigidContacts2d): void {
    const { filter, modify, oneWays, record } = this;
    if (!filter && !modify && oneWays.size === 0) return;
    const { arrays, count } = contacts;
    for (let first = 0, end = 0; first < count; first = end) {
      const a = arrays.bodies[2 * first];
      const b = arrays.bodies[2 * first + 1];
      end = first + 1;
      while (end < count && isAlike(arrays, first, end)) end++;
      record.enabled = !filter || filter(a, b);
      if (record.enabled && modify) this.ask(contacts, first, end);
      if (!record.enabled) for (let c = first; c < end; c++) ignore(arrays, c);
      const upA = oneWays.get(a);
      const upB = oneWays.get(b);
      const isWayA = this.holds(a, upA);
      const isWayB = this.holds(b, upB);
      for (let c = first; c < end && (isWayA || isWayB); c++) {
        if (isWayA && !standsOn(bodies, arrays, c, 0, upA!)) ignore(arrays, c);
        if (isWayB && !standsOn(bodies, arrays, c, 1, upB!)) ignore(arrays, c);
      }
    }
  }

  /** Calls the user's functions for a run of points. */
  private ask(contacts: RigidContacts2d, first: number, end: number): void {
    const { record } = this;
    const { bodies, materials } = contacts.arrays;
    record.bodyA = bodies[2 * first];
    record.bodyB = bodies[2 * first + 1];
    record.contacts = contacts;
    record.first = first;
    record.count = end - first;
    record.friction = materials[contactArraySizes2d.materials * first + frictionAt];
    record.restitution = materials[contactArraySizes2d.materials * first + restitutionAt];
    this.modify!(record);
    requireBounded('friction', record.friction);
    requireBounded('restitution', record.restitution);
    for (let c = first; c < end; c++) {
      materials[contactArraySizes2d.materials * c + frictionAt] = Math.max(0, record.friction);
      materials[contactArraySizes2d.materials * c + restitutionAt] = Math.min(
        1,
        Math.max(0, record.restitution),
      );
    }
  }
}

/** Whether two points are of the same pair and the same material: parts of a surface may differ. */
function isAlike({ bodies, materials }: ContactArrays2d, c: number, d: number): boolean {
  for (let k = 0; k < 2; k++) if (bodies[2 * c + k] !== bodies[2 * d + k]) return false;
  for (let k = 0; k < contactArraySizes2d.materials; k++)
    if (materials[contactArraySizes2d.materials * c + k] !== materials[contactArraySizes2d.materials * d + k])
      return false;
  return true;
}

/** Removes a point from the step by setting its surfaces far apart. */
function ignore({ separations, impulses }: ContactArrays2d, c: number): void {
  separations[c] = ignoredSeparation;
  for (let k = 0; k < contactArraySizes2d.impulses; k++) impulses[contactArraySizes2d.impulses * c + k] = 0;
}

/** Whether a point is on top of its one-way platform, the first or second of its bodies. */
function standsOn(
  bodies: RigidBodies2d,
  arrays: ContactArrays2d,
  c: number,
  side: 0 | 1,
  up: Float64Array,
): boolean {
  const { points, normals, separations } = arrays;
  const along = normals[2 * c] * up[0] + normals[2 * c + 1] * up[1];
  const platform = arrays.bodies[2 * c + side];
  const other = arrays.bodies[2 * c + 1 - side];
  const speed =
    speedAt2d(bodies, other, points, 2 * c, up, 0) - speedAt2d(bodies, platform, points, 2 * c, up, 0);
  return isStoodOn(side === 0 ? along : -along, separations[c], speed);
}
