/**
 * The joints of a planar world: revolute, prismatic, welds, wheels, rods, ropes and springs, between two
 * bodies or a body and the world, and a joint that pulls a body to a pointer.
 *
 * ```ts
 * const joints = new WorldJoints2d(world);
 * const door = joints.revolute(undefined, panel, { anchor: [0, 1], limits: [0, 2] });
 * ```
 *
 * A joint is made at the current poses of its bodies, where angles and translations are 0; anchors and axes
 * are in world space. Joined bodies do not collide with each other unless `collide` is true. Joints are
 * removed with their bodies, and are part of everything that a world saves. Ids are never reused: that of a
 * removed joint is rejected.
 *
 * The joints themselves are in `world.joints`, which the first `new WorldJoints2d(world)` creates. Several
 * objects of this class may serve one world; they share its joints. Programs without joints do not include
 * the code.
 */
import { refuse, requireBetween, requireBounded, requireOut, type Vec2 } from '@colide/core';
import {
  applyJointAxis,
  applyJointMotor,
  applyJointSettings,
  type BrokenJoints,
  type JointMotor,
  type JointSettings,
  type JointSpring,
  jointGround,
  readJointAxis,
  readJointLimits,
  readJointMotor,
  readJointSettings,
  readJointSpring,
} from '@colide/solvers';
import { readVec2, type VectorLike2d } from '../bodies/vector-like-2d.ts';
import {
  acrossAndRotation,
  acrossOnly,
  allMotions,
  bothTranslations,
  distanceFree,
  heldAt,
  JointMaker2d,
  noneFree,
  requireKnown2d,
  rotationFree,
  translationFree,
} from './internal/joint-maker-2d.ts';
import type {
  DistanceJointSettings2d,
  GearJointSettings2d,
  JointAxis2d,
  JointBody2d,
  MouseJointSettings2d,
  PrismaticJointSettings2d,
  PulleyJointSettings2d,
  RackJointSettings2d,
  RevoluteJointSettings2d,
  RopeJointSettings2d,
  SpringJointSettings2d,
  WeldJointSettings2d,
  WheelJointSettings2d,
} from './joint-settings-2d.ts';

/**
 * Angular frequency and damping ratio of the spring of a mouse joint, and its largest acceleration, by
 * default.
 */
const mouseFrequency = 2 * Math.PI * 5;
const mouseDamping = 0.7;
const mouseAcceleration = 1000;

/** Adds, changes and reads the joints of one planar world. */
export class WorldJoints2d extends JointMaker2d {
  /** The joints that broke in the last step. */
  get broken(): BrokenJoints {
    return this.set.broken;
  }

  /** Joins two bodies at a point, free to rotate. Returns the id of the joint. */
  revolute(a: JointBody2d, b: JointBody2d, settings: RevoluteJointSettings2d): number {
    const pair = this.readPair(a, b);
    requireKnown2d(settings, ['anchor'], true);
    const anchor = this.readAnchor('anchor', settings.anchor, noneFree);
    return this.addAlong(pair, settings, heldAt(anchor, [1, 0], bothTranslations, rotationFree));
  }

  /** Joins two bodies that can only translate along an axis. */
  prismatic(a: JointBody2d, b: JointBody2d, settings: PrismaticJointSettings2d): number {
    const pair = this.readPair(a, b);
    requireKnown2d(settings, ['anchor', 'axis'], true);
    const anchor = this.readHub(settings.anchor, pair);
    const axis = this.readDirection(settings.axis);
    return this.addAlong(pair, settings, heldAt(anchor, axis, acrossAndRotation, translationFree));
  }

  /** Joins two bodies rigidly. */
  weld(a: JointBody2d, b: JointBody2d, settings: WeldJointSettings2d = {}): number {
    const pair = this.readPair(a, b);
    requireKnown2d(settings, ['anchor']);
    const anchor = this.readHub(settings.anchor, pair);
    return this.add(pair, settings, heldAt(anchor, [1, 0], allMotions, noneFree));
  }

  /** Joins a wheel, `b`, to a chassis: it rotates, and moves along the axis of its suspension. */
  wheel(a: JointBody2d, b: JointBody2d, settings: WheelJointSettings2d): number {
    const pair = this.readPair(a, b);
    requireKnown2d(settings, ['anchor', 'axis', 'limits', 'spring', 'motor', 'friction']);
    const anchor = this.readHub(settings.anchor, pair);
    const axis = this.readDirection(settings.axis);
    const { limits, spring, motor, friction } = settings;
    const suspension = readJointAxis({ ...(limits && { limits }), ...(spring && { spring }) });
    const rotation = readJointAxis({ ...(motor && { motor }), ...(friction !== undefined && { friction }) });
    const id = this.add(pair, settings, heldAt(anchor, axis, acrossOnly, translationFree));
    const joint = this.set.indexOf(id);
    applyJointAxis(this.set, joint, suspension);
    applyJointAxis(this.set, this.set.addAxis(joint, rotationFree), rotation);
    return this.woken(id);
  }

  /**
   * Keeps the distance between two points, one on each body, constant or between limits, with motor and
   * spring along it.
   */
  distance(a: JointBody2d, b: JointBody2d, settings: DistanceJointSettings2d = {}): number {
    requireKnown2d(settings, ['anchorA', 'anchorB'], true);
    return this.addBetween(a, b, settings, length => {
      const { limits, motor, spring } = settings;
      // A rod, unless something else determines its length.
      const isRod = limits === undefined && motor === undefined && spring === undefined;
      return isRod ? { ...settings, limits: [length, length] } : settings;
    });
  }

  /** Keeps two points, one on each body, no farther apart than the length of a rope. */
  rope(a: JointBody2d, b: JointBody2d, settings: RopeJointSettings2d = {}): number {
    requireKnown2d(settings, ['anchorA', 'anchorB', 'length']);
    return this.addBetween(a, b, settings, distance => {
      const { length = distance } = settings;
      requireBetween('length', length, 0, 1e30);
      return { limits: [0, length] };
    });
  }

  /** Pulls two points, one on each body, together or apart by a spring. */
  spring(a: JointBody2d, b: JointBody2d, settings: SpringJointSettings2d): number {
    requireKnown2d(settings, ['anchorA', 'anchorB', 'rest', 'stiffness', 'damping']);
    return this.addBetween(a, b, settings, length => {
      const { rest = length, stiffness, damping = 0 } = settings;
      requireBetween('rest', rest, 0, 1e30);
      return { spring: { rest, stiffness, damping } };
    });
  }

  /** Couples two revolute joints by a ratio, as meshing gears do. Removed with either joint. */
  gear(first: number, second: number, settings: GearJointSettings2d): number {
    const slots = [
      this.slotAlong('first', first, rotationFree),
      this.slotAlong('second', second, rotationFree),
    ];
    requireKnown2d(settings, ['ratio']);
    return this.couple(slots, readRatio('ratio', settings.ratio), settings);
  }

  /** Couples a prismatic joint to a revolute one, as a rack to its pinion. Removed with either of them. */
  rackAndPinion(rack: number, pinion: number, settings: RackJointSettings2d): number {
    const slots = [
      this.slotAlong('rack', rack, translationFree),
      this.slotAlong('pinion', pinion, rotationFree),
    ];
    requireKnown2d(settings, ['radius']);
    return this.couple(slots, -readRatio('radius', settings.radius), settings);
  }

  /** Hangs two bodies on a rope that runs over two fixed points of the world. */
  pulley(a: number, b: number, settings: PulleyJointSettings2d): number {
    const { world, set } = this;
    const pair = this.readPair(a, b);
    world.table.requireBody(a, 'a');
    world.table.requireBody(b, 'b');
    requireKnown2d(settings, ['anchorA', 'anchorB', 'groundA', 'groundB', 'ratio', 'length']);
    const { ratio = 1, length } = settings;
    requireBetween('ratio', readRatio('ratio', ratio), 0, Infinity);
    if (length !== undefined) requireBetween('length', length, 0, 1e30);
    const common = readJointSettings(settings);
    const grounds = [
      readVec2([0, 0], 'groundA', settings.groundA),
      readVec2([0, 0], 'groundB', settings.groundB),
    ];
    const anchors = [
      this.readAnchor('anchorA', settings.anchorA, a),
      this.readAnchor('anchorB', settings.anchorB, b),
    ];
    const strands = pair.map((body, i) => {
      const strand = set.addDistance(world.bodies, jointGround, body, grounds[i], anchors[i]);
      set.setLimits(strand, 0, Infinity);
      return strand;
    });
    const pulley = set.addCoupling(strands[0], strands[1], ratio, true);
    set.setLimits(pulley, -Infinity, length ?? set.getValue(world.bodies, pulley));
    applyJointSettings(set, pulley, common);
    return this.woken(set.idOf(pulley));
  }

  private couple(slots: readonly number[], ratio: number, settings: JointSettings): number {
    const common = readJointSettings(settings);
    // Angles are measured anew: bodies may have been moved since the last step.
    for (const slot of slots) this.set.getValue(this.world.bodies, slot);
    const joint = this.set.addCoupling(slots[0], slots[1], ratio);
    applyJointSettings(this.set, joint, common);
    return this.woken(this.set.idOf(joint));
  }

  /** The slot of a joint that has one free motion, `axis`. */
  private slotAlong(name: string, joint: number, axis: number): number {
    const slot = this.set.indexOf(joint);
    if (slot < 0) refuse(name, 'be the id of a joint', joint);
    const { freeAxes, nexts } = this.set;
    if (freeAxes[slot] !== axis || nexts[slot] >= 0)
      refuse(name, axis === rotationFree ? 'be a revolute joint' : 'be a prismatic joint', joint);
    return slot;
  }

  /** Pulls a point of a body to a target, which {@link setTarget} moves, as a pointer does. */
  mouse(body: number, settings: MouseJointSettings2d): number {
    const { world, set } = this;
    world.table.requireBody(body);
    requireKnown2d(settings, ['anchor', 'target', 'stiffness', 'damping', 'maxForce']);
    if (world.bodies.inverseMasses[body] === 0) refuse('body', 'be dynamic', body);
    const mass = 1 / world.bodies.inverseMasses[body];
    const { stiffness = mass * mouseFrequency ** 2 } = settings;
    const { damping = 2 * mouseDamping * Math.sqrt(mass * Math.max(0, stiffness)) } = settings;
    const { maxForce = mass * mouseAcceleration } = settings;
    const target = readVec2([0, 0], 'target', settings.target);
    const anchorB = this.readAnchor('anchor', settings.anchor ?? target, body);
    const motor = { target: 0, stiffness, damping, maxForce };
    const along = namedInSettings(() => readJointAxis({ motor }));
    const geometry = { anchorA: target, anchorB, axis: [1, 0], locks: 0, freeAxis: translationFree } as const;
    const id = this.add([jointGround, body], settings, geometry);
    const joint = set.indexOf(id);
    applyJointAxis(set, joint, along);
    applyJointAxis(set, set.addAxis(joint, 1), along);
    return this.woken(id);
  }

  /** Moves the target of a mouse joint. */
  setTarget(joint: number, target: VectorLike2d): void {
    const { set } = this;
    const j = this.indexOf(joint);
    if (set.locks[j] !== 0 || set.freeAxes[j] !== translationFree) refuse('joint', 'be a mouse joint', joint);
    set.setAnchor(this.world.bodies, j, 0, readVec2([0, 0], 'target', target));
    this.woken(joint);
  }

  /** Whether there is a joint with this id. */
  has(joint: number): boolean {
    return this.set.indexOf(joint) >= 0;
  }

  /** Removes a joint and wakes its bodies. */
  remove(joint: number): void {
    this.set.remove(this.indexOf(joint));
    this.set.wakeChanged(this.world.bodies);
  }

  /** The bodies of a joint; `undefined` for the world. */
  bodies(joint: number): [a: number | undefined, b: number | undefined] {
    const j = this.indexOf(joint);
    const [a, b] = this.set.bodies.subarray(2 * j, 2 * j + 2);
    return [a < 0 ? undefined : a, b < 0 ? undefined : b];
  }

  /**
   * Changes the limits of a free motion, or removes them if `limits` is left out. Joints that have several
   * free motions need its name.
   */
  setLimits(
    joint: number,
    limits: readonly [lower: number, upper: number] | undefined,
    axis?: JointAxis2d,
  ): void {
    const slot = this.slotOf(joint, axis);
    const least = this.set.freeAxes[slot] === distanceFree ? 0 : -Infinity;
    const [lower, upper] = readJointLimits('limits', limits, least) ?? [least, Infinity];
    this.set.setLimits(slot, lower, upper);
    this.woken(joint);
  }

  /** Changes the motor of a free motion; `undefined` removes it. */
  setMotor(joint: number, motor: JointMotor | undefined, axis?: JointAxis2d): void {
    const slot = this.slotOf(joint, axis);
    applyJointMotor(this.set, slot, readJointMotor(motor));
    this.woken(joint);
  }

  /** Changes the spring of a free motion; `undefined` removes it. */
  setSpring(joint: number, spring: JointSpring | undefined, axis?: JointAxis2d): void {
    const slot = this.slotOf(joint, axis);
    const { rest, stiffness, damping } = readJointSpring(spring);
    this.set.setSpring(slot, rest, stiffness, damping);
    this.woken(joint);
  }

  /** Changes the friction of a free motion: the largest force in N, or torque in N m. */
  setFriction(joint: number, friction: number, axis?: JointAxis2d): void {
    this.set.setFriction(this.slotOf(joint, axis), friction);
    this.woken(joint);
  }

  /** Changes the mean force and torque in a step above which a joint breaks; `Infinity` for never. */
  setBreaking(joint: number, breakForce: number, breakTorque = Infinity): void {
    this.set.setBreakLoads(this.indexOf(joint), breakForce, breakTorque);
    this.woken(joint);
  }

  /** Changes whether the bodies of a joint collide with each other. */
  setCollision(joint: number, collide: boolean): void {
    this.set.setCollision(this.indexOf(joint), collide);
    this.woken(joint);
  }

  /**
   * The current angle in rad, or translation or distance in m, of a free motion. Angles count full
   * revolutions.
   */
  value(joint: number, axis?: JointAxis2d): number {
    return this.set.getValue(this.world.bodies, this.slotOf(joint, axis));
  }

  /** The current speed of a free motion, in rad/s or m/s. */
  speed(joint: number, axis?: JointAxis2d): number {
    return this.set.getSpeed(this.world.bodies, this.slotOf(joint, axis));
  }

  /**
   * Writes the mean force of the last step that a joint exerted on its second body, in N, in world axes, and
   * returns the torque about its anchor there, in N m. The first body felt the opposite.
   */
  reaction(outForce: Vec2, joint: number): number {
    requireOut('outForce', outForce, 2);
    return this.set.getReaction(outForce, this.world.bodies, this.indexOf(joint));
  }
}

/** Throws unless `ratio` is a finite number other than 0, and returns it. */
function readRatio(name: string, ratio: number): number {
  requireBounded(name, ratio);
  if (ratio === 0) refuse(name, 'not be 0', ratio);
  return ratio;
}

/** Calls `read`; its errors name a setting as in the settings of {@link WorldJoints2d.mouse}. */
function namedInSettings<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const told = error as Error;
    told.message = told.message.replace('motor.', '');
    throw error;
  }
}
