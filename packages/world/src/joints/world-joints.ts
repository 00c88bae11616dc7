/**
 * The joints of a world: hinges, balls with limits, sliders, fixed joints, rods, ropes and springs, and any
 * choice of free motions, between two bodies or a body and the world; gears, racks and pulleys that couple
 * them.
 *
 * ```ts
 * const joints = new WorldJoints(world);
 * const door = joints.hinge(undefined, panel, { anchor: [0, 1, 0], axis: [0, 1, 0], limits: [0, 2] });
 * ```
 *
 * A joint is made at the current poses of its bodies, where angles and translations are 0; anchors and axes
 * are in world space. Joined bodies do not collide with each other unless `collide` is true. Joints are
 * removed with their bodies, and are part of everything that a world saves. Ids are never reused: that of a
 * removed joint is rejected.
 *
 * The joints themselves are in `world.joints`, which the first `new WorldJoints(world)` creates. Several
 * objects of this class may serve one world; they share its joints. Programs without joints do not include
 * the code.
 */
import { largestMagnitude, refuse, requireBetween, requireOut, type Vec3 } from '@colide/core';
import {
  applyJointAxis,
  applyJointMotor,
  applyJointSettings,
  type BrokenJoints,
  jointAxisNames,
  jointGround,
  jointSettingNames,
  readJointLimits,
  readJointMotor,
  readJointSettings,
  readJointSpring,
  requireJointPair,
  requireJointSettings,
} from '@colide/solvers';
import { readAnchor, readDirection, readMotion, readStrand, requireRatio } from './internal/joint-checks.ts';
import {
  allMotions,
  allShifts,
  at,
  axisNumbers,
  distanceFree,
  hingeFree,
  JointMaker,
  noneFree,
  sliderFree,
} from './internal/joint-maker.ts';
import type {
  BallJointSettings,
  DistanceJointSettings,
  FixedJointSettings,
  GearJointSettings,
  HingeJointSettings,
  JointAxis,
  JointBody,
  JointMotor,
  JointSpring,
  PulleyJointSettings,
  RackJointSettings,
  RopeJointSettings,
  SixDofJointSettings,
  SliderJointSettings,
  SpringJointSettings,
} from './joint-settings.ts';

/** The six motions, in the order of their numbers. */
const motionNames = ['x', 'y', 'z', 'rotX', 'rotY', 'rotZ'] as const;

/** Adds, changes and reads the joints of one world. */
export class WorldJoints extends JointMaker {
  /** The joints that broke in the last step. */
  get broken(): BrokenJoints {
    return this.set.broken;
  }

  /** Joins two bodies so that they can only rotate about an axis. Returns the id of the joint. */
  hinge(a: JointBody, b: JointBody, settings: HingeJointSettings): number {
    return this.addAlong(a, b, settings, hingeFree);
  }

  /** Joins two bodies so that they can only slide along an axis. */
  slider(a: JointBody, b: JointBody, settings: SliderJointSettings): number {
    return this.addAlong(a, b, settings, sliderFree);
  }

  /** Joins two bodies rigidly. */
  fixed(a: JointBody, b: JointBody, settings: FixedJointSettings = {}): number {
    const [first, second] = this.readPair(a, b);
    requireJointSettings('settings', settings, ['anchor', ...jointSettingNames]);
    const anchor = this.readAnchor(settings.anchor, first, second);
    return this.add(first, second, settings, { ...at(anchor), locks: allMotions, freeAxis: noneFree });
  }

  /** Joins two bodies at a point, free to rotate; `swing` and `twist` limit that. */
  ball(a: JointBody, b: JointBody, settings: BallJointSettings): number {
    const [first, second] = this.readPair(a, b);
    requireJointSettings('settings', settings, ['anchor', 'axis', 'swing', 'twist', ...jointSettingNames]);
    const { swing, axis } = settings;
    const anchor = readAnchor(this.world, 'anchor', settings.anchor, -1);
    const twist = readJointLimits('twist', settings.twist, -Infinity);
    if (swing !== undefined) requireBetween('swing', swing, 0, Math.PI);
    const isLimited = swing !== undefined || twist !== undefined;
    if (axis === undefined && isLimited) refuse('axis', 'be given where swing or twist is', axis);
    const { set } = this;
    const id = this.add(first, second, settings, {
      ...at(anchor, axis === undefined ? undefined : readDirection('axis', axis)),
      locks: allShifts,
      freeAxis: noneFree,
      form: isLimited ? 'cone' : 'axes',
    });
    const joint = set.indexOf(id);
    if (twist) set.setLimits(set.addAxis(joint, axisNumbers.twist), twist[0], twist[1]);
    if (swing !== undefined) set.setLimits(set.addAxis(joint, axisNumbers.swing), -Infinity, swing);
    return this.wakened(id);
  }

  /**
   * Keeps the distance between two points, one on each body, constant or between limits, with motor and
   * spring along it.
   */
  distance(a: JointBody, b: JointBody, settings: DistanceJointSettings = {}): number {
    requireJointSettings('settings', settings, [
      'anchorA',
      'anchorB',
      ...jointAxisNames,
      ...jointSettingNames,
    ]);
    return this.addBetween(a, b, settings, length => {
      const { limits, motor, spring } = settings;
      // A rod, unless something else determines its length.
      const isRod = limits === undefined && motor === undefined && spring === undefined;
      return isRod ? { ...settings, limits: [length, length] } : settings;
    });
  }

  /** Keeps two points, one on each body, no farther apart than the length of a rope. */
  rope(a: JointBody, b: JointBody, settings: RopeJointSettings = {}): number {
    requireJointSettings('settings', settings, ['anchorA', 'anchorB', 'length', ...jointSettingNames]);
    return this.addBetween(a, b, settings, distance => {
      const { length = distance } = settings;
      requireBetween('length', length, 0, 1e30);
      return { limits: [0, length] };
    });
  }

  /** Pulls two points, one on each body, together or apart by a spring. */
  spring(a: JointBody, b: JointBody, settings: SpringJointSettings): number {
    requireJointSettings('settings', settings, [
      'anchorA',
      'anchorB',
      'rest',
      'stiffness',
      'damping',
      ...jointSettingNames,
    ]);
    return this.addBetween(a, b, settings, length => {
      const { rest = length, stiffness, damping = 0 } = settings;
      requireBetween('rest', rest, 0, 1e30);
      return { spring: { rest, stiffness, damping } };
    });
  }

  /**
   * Joins two bodies with any choice of free motions, each with its own limits, motor, spring and friction.
   */
  sixDof(a: JointBody, b: JointBody, settings: SixDofJointSettings = {}): number {
    const [first, second] = this.readPair(a, b);
    requireJointSettings('settings', settings, [
      'anchor',
      'axis',
      'normal',
      ...motionNames,
      ...jointSettingNames,
    ]);
    const anchor = this.readAnchor(settings.anchor, first, second);
    const { axis, normal = axis === undefined ? [0, 1, 0] : undefined } = settings;
    const free = motionNames.flatMap((name, k) => {
      const motion = settings[name];
      return motion === undefined ? [] : [{ k, along: readMotion(name, motion) }];
    });
    const id = this.add(first, second, settings, {
      ...at(anchor, axis === undefined ? undefined : readDirection('axis', axis)),
      ...(normal === undefined ? {} : { normal: readDirection('normal', normal) }),
      locks: free.reduce((locks, { k }) => locks - (1 << k), allMotions),
      freeAxis: noneFree,
      form: 'angles',
    });
    const joint = this.set.indexOf(id);
    for (const { k, along } of free) applyJointAxis(this.set, this.set.addAxis(joint, k), along);
    return this.wakened(id);
  }

  /** Couples two hinges by a ratio, as meshing gears do. Removed with either hinge. */
  gear(first: number, second: number, settings: GearJointSettings): number {
    const slots = [this.slotOfKind('first', first, hingeFree), this.slotOfKind('second', second, hingeFree)];
    requireJointSettings('settings', settings, ['ratio', ...jointSettingNames]);
    requireRatio('ratio', settings.ratio);
    return this.couple(slots, settings.ratio, settings);
  }

  /** Couples a slider to a hinge, as a rack to its pinion. Removed with either of them. */
  rackAndPinion(rack: number, pinion: number, settings: RackJointSettings): number {
    const slots = [this.slotOfKind('rack', rack, sliderFree), this.slotOfKind('pinion', pinion, hingeFree)];
    requireJointSettings('settings', settings, ['radius', ...jointSettingNames]);
    requireRatio('radius', settings.radius);
    return this.couple(slots, -settings.radius, settings);
  }

  /** Hangs two bodies on a rope that runs over two fixed points of the world. */
  pulley(a: number, b: number, settings: PulleyJointSettings): number {
    const { world, set } = this;
    world.table.requireBody(a, 'a');
    world.table.requireBody(b, 'b');
    requireJointPair(a, b);
    requireJointSettings('settings', settings, [
      ...['anchorA', 'anchorB', 'groundA', 'groundB', 'ratio', 'length'],
      ...jointSettingNames,
    ]);
    const { ratio = 1, length } = settings;
    requireRatio('ratio', ratio);
    requireBetween('ratio', ratio, 0, Infinity);
    if (length !== undefined) requireBetween('length', length, 0, largestMagnitude);
    const common = readJointSettings(settings);
    const ends = [
      readStrand(world, ['groundA', 'anchorA'], settings.groundA, settings.anchorA, a),
      readStrand(world, ['groundB', 'anchorB'], settings.groundB, settings.anchorB, b),
    ];
    const strands = ends.map(([from, to], i) =>
      set.addDistance(world.bodies, jointGround, i === 0 ? a : b, from, to, [0, Infinity]),
    );
    const pulley = set.addCoupling(strands[0], strands[1], ratio, true);
    set.setLimits(pulley, -Infinity, length ?? set.getValue(world.bodies, pulley));
    applyJointSettings(set, pulley, common);
    return this.wakened(set.idOf(pulley));
  }

  /** Whether there is a joint with this id. */
  has(joint: number): boolean {
    return this.set.indexOf(joint) >= 0;
  }

  /** Removes a joint. */
  remove(joint: number): void {
    this.set.remove(this.indexOf(joint));
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
    axis?: JointAxis,
  ): void {
    const slot = this.slotOf(joint, axis);
    const least = this.set.freeAxes[slot] === distanceFree ? 0 : -Infinity;
    const [lower, upper] = readJointLimits('limits', limits, least) ?? [least, Infinity];
    this.set.setLimits(slot, lower, upper);
  }

  /** Changes the motor of a free motion; `undefined` removes it. */
  setMotor(joint: number, motor: JointMotor | undefined, axis?: JointAxis): void {
    const slot = this.slotOf(joint, axis);
    applyJointMotor(this.set, slot, readJointMotor(motor));
  }

  /** Changes the spring of a free motion; `undefined` removes it. */
  setSpring(joint: number, spring: JointSpring | undefined, axis?: JointAxis): void {
    const slot = this.slotOf(joint, axis);
    const { rest, stiffness, damping } = readJointSpring(spring);
    this.set.setSpring(slot, rest, stiffness, damping);
  }

  /** Changes the friction of a free motion: the largest force in N, or torque in N m. */
  setFriction(joint: number, friction: number, axis?: JointAxis): void {
    const slot = this.slotOf(joint, axis);
    this.set.setFriction(slot, friction);
  }

  /** Changes the mean force and torque in a step above which a joint breaks; `Infinity` for never. */
  setBreaking(joint: number, breakForce: number, breakTorque = Infinity): void {
    this.set.setBreakLoads(this.indexOf(joint), breakForce, breakTorque);
  }

  /** Changes whether the bodies of a joint collide with each other. */
  setCollision(joint: number, collide: boolean): void {
    this.set.setCollision(this.indexOf(joint), collide);
  }

  /**
   * The current angle in rad, or translation or distance in m, of a free motion. Angles about the axis count
   * full revolutions.
   */
  value(joint: number, axis?: JointAxis): number {
    const slot = this.slotOf(joint, axis);
    return this.set.getValue(this.world.bodies, slot);
  }

  /** The current speed of a free motion, in rad/s or m/s. */
  speed(joint: number, axis?: JointAxis): number {
    const slot = this.slotOf(joint, axis);
    return this.set.getSpeed(this.world.bodies, slot);
  }

  /**
   * Writes the mean force of the last step that a joint exerted on its second body, in N, and the torque
   * about its anchor there, in N m, in world axes. The first body felt the opposite.
   */
  reaction(outForce: Vec3, outTorque: Vec3, joint: number): void {
    requireOut('outForce', outForce, 3);
    requireOut('outTorque', outTorque, 3);
    this.set.getReaction(outForce, outTorque, this.world.bodies, this.indexOf(joint));
  }
}
