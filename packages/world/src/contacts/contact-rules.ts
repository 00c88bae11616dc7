/**
 * Rules for contacts: conveyor belts, one-way platforms, pairs that pass through each other, and materials
 * that depend on the pair.
 *
 *   const rules = new ContactRules({ modify: contact => { contact.friction = 0.1; } });
 *   const world = new World({ solver: rules });
 *   rules.setSurfaceVelocity(belt, [1, 0, 0]);
 *   rules.setOneWay(platform, [0, 1, 0]);
 *
 * It wraps a solver and changes the contact points that the solver is given, so a world without it pays
 * nothing. Contacts that are ignored are still in the events of the world, and continuous detection still
 * stops fast bodies at them. Since any contact may be ignored, pieces of ground side by side are not treated
 * as one, so bodies that slide over them may catch at the seams. O(points) per step; nothing is allocated.
 */
import { refuse, requireBounded, requireInteger, requireObject, tellUnknown } from '@colide/core';
import {
  ImpulseSolver,
  ignoredSeparation,
  isStoodOn,
  type RigidBodies,
  type RigidContacts,
  type RigidJoints,
  type RigidSolver,
  SurfaceRules,
} from '@colide/solvers';
import { readVec3, type Vec3Like } from '../bodies/vector-like.ts';
import { speedAt } from '../internal/point-mass.ts';
import { requireWorld } from '../internal/require-world.ts';
import type { World } from '../world/world.ts';
import type { WorldSolver } from '../world/world-solver.ts';

const point = /* @__PURE__ */ new Float64Array(3);

/**
 * The points of one pair of bodies and one material that follow each other in `World.contacts`; one record
 * for all calls.
 */
export interface ContactRecord {
  bodyA: number;
  bodyB: number;
  /** The set that holds the points, the first of them and their number. */
  contacts: RigidContacts;
  first: number;
  count: number;
  /** Coulomb's μ and restitution of the pair; may be changed. */
  friction: number;
  restitution: number;
  /** Whether the pair pushes each other; set it to false to let them pass. */
  enabled: boolean;
}

/** Settings of the rules; all may be left out. */
export interface ContactRulesOptions {
  /** The wrapped solver. Default an `ImpulseSolver`. */
  readonly solver?: RigidSolver;
  /**
   * Whether two bodies push each other; called for every pair with contact points in every step. Default
   * always.
   */
  readonly filter?: (bodyA: number, bodyB: number) => boolean;
  /**
   * Called for every pair with contact points in every step; may change the record. Must not change the
   * world.
   */
  readonly modify?: (contact: ContactRecord) => void;
}

/** A solver that applies rules to contacts: give it to a world as its `solver`. */
export class ContactRules extends SurfaceRules implements WorldSolver<World> {
  private readonly solver: RigidSolver;
  private readonly modify: ((contact: ContactRecord) => void) | undefined;
  private readonly record: ContactRecord;

  constructor(options: ContactRulesOptions = {}) {
    super(3);
    requireObject('options', options);
    tellUnknown('options', options, ['solver', 'filter', 'modify']);
    const { solver = new ImpulseSolver(), filter, modify } = options;
    if (typeof solver?.step !== 'function') refuse('solver', 'be a RigidSolver', solver);
    if (filter !== undefined && typeof filter !== 'function') refuse('filter', 'be a function', filter);
    if (modify !== undefined && typeof modify !== 'function') refuse('modify', 'be a function', modify);
    this.solver = solver;
    this.filter = filter;
    this.modify = modify;
    const contacts = undefined as unknown as RigidContacts;
    this.record = {
      bodyA: -1,
      bodyB: -1,
      contacts,
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
  setSurfaceVelocity(body: number, velocity: Vec3Like | undefined): void {
    requireInteger('body', body);
    this.setSurface(
      body,
      velocity === undefined ? velocity : readVec3(new Float64Array(3), 'velocity', velocity),
    );
  }

  /**
   * Lets bodies pass through a body unless they come down on it against `up`, a vector of any length;
   * undefined makes it solid from all sides again. A change wakes the bodies on it. The rule ends with the
   * body.
   */
  setOneWay(body: number, up: Vec3Like | undefined): void {
    requireInteger('body', body);
    this.setWay(body, up === undefined ? up : readVec3(new Float64Array(3), 'up', up));
  }

  /** The world calls it when it is made: from then on, rules store the generations of their bodies. */
  attach(world: World): void {
    requireWorld(world);
    this.rule(world);
    // A contact that the rules ignore must not have changed another one.
    world.table.seams = undefined;
    this.solver.attach?.(world);
  }

  /** Advances by `dt`; the world calls it. */
  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    if (contacts) this.apply(bodies, contacts);
    this.startBelts(bodies);
    try {
      this.solver.step(bodies, contacts, dt, joints);
    } finally {
      this.stopBelts(bodies, dt);
    }
  }

  /** Goes through the runs of points of one pair and material. */
  private apply(bodies: RigidBodies, contacts: RigidContacts): void {
    const { filter, modify, oneWays, record } = this;
    if (!filter && !modify && oneWays.size === 0) return;
    const { bodies: pairs, count } = contacts;
    for (let first = 0, end = 0; first < count; first = end) {
      const a = pairs[2 * first];
      const b = pairs[2 * first + 1];
      end = first + 1;
      while (end < count && pairs[2 * end] === a && pairs[2 * end + 1] === b && isAlike(contacts, first, end))
        end++;
      record.enabled = !filter || filter(a, b);
      if (record.enabled && modify) this.ask(contacts, first, end);
      if (!record.enabled) for (let c = first; c < end; c++) ignore(contacts, c);
      const upA = oneWays.get(a);
      const upB = oneWays.get(b);
      const isWayA = this.holds(a, upA);
      const isWayB = this.holds(b, upB);
      for (let c = first; c < end && (isWayA || isWayB); c++) {
        if (isWayA && !standsOn(bodies, contacts, c, a, b, upA!)) ignore(contacts, c);
        if (isWayB && !standsOn(bodies, contacts, c, b, a, upB!)) ignore(contacts, c);
      }
    }
  }

  /** Calls the user's functions for a run of points. */
  private ask(contacts: RigidContacts, first: number, end: number): void {
    const { record } = this;
    record.bodyA = contacts.bodies[2 * first];
    record.bodyB = contacts.bodies[2 * first + 1];
    record.contacts = contacts;
    record.first = first;
    record.count = end - first;
    record.friction = contacts.frictions[first];
    record.restitution = contacts.restitutions[first];
    this.modify!(record);
    requireBounded('friction', record.friction);
    requireBounded('restitution', record.restitution);
    for (let c = first; c < end; c++) {
      contacts.frictions[c] = Math.max(0, record.friction);
      contacts.restitutions[c] = Math.min(1, Math.max(0, record.restitution));
    }
  }
}

/** Whether two points have the same material: parts of a surface may differ. */
function isAlike({ frictions, restitutions }: RigidContacts, c: number, d: number): boolean {
  return frictions[c] === frictions[d] && restitutions[c] === restitutions[d];
}

/** Removes a point from the step by setting its surfaces far apart. */
function ignore(contacts: RigidContacts, c: number): void {
  contacts.separations[c] = ignoredSeparation;
  contacts.firstLoads[c] = 0;
  contacts.impulses.fill(0, 5 * c, 5 * c + 5);
}

/** Whether a point is one of `other` on top of a one-way platform. */
function standsOn(
  bodies: RigidBodies,
  contacts: RigidContacts,
  c: number,
  platform: number,
  other: number,
  up: Float64Array,
): boolean {
  const side = contacts.bodies[2 * c] === platform ? 1 : -1;
  let slope = 0;
  for (let k = 0; k < 3; k++) {
    point[k] = contacts.points[3 * c + k];
    slope += side * contacts.normals[3 * c + k] * up[k];
  }
  const speed = speedAt(bodies, other, point, up) - speedAt(bodies, platform, point, up);
  return isStoodOn(slope, contacts.separations[c], speed);
}
