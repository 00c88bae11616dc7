/** Creates and finds the joints of a world: the part common to all kinds of joints. */
import { refuse, requireObject } from '@colide/core';
import {
  applyJointAxis,
  applyJointSettings,
  jointAxisNames,
  jointSettingNames,
  RigidJoints,
  readJointAxis,
  readJointSettings,
  requireJointPair,
  requireJointSettings,
} from '@colide/solvers';
import { requireWorld } from '../../internal/require-world.ts';
import type { World } from '../../world/world.ts';
import type {
  FixedJointSettings,
  JointAxis,
  JointAxisSettings,
  JointBody,
  JointEnds,
  JointSettings,
  SliderJointSettings,
} from '../joint-settings.ts';
import { type JointGeometry, readAnchor, readBody, readDirection } from './joint-checks.ts';

/** Locked and free motions of joints. */
export const allShifts = 0b000111;
export const allMotions = 0b111111;
export const hingeFree = 3;
export const sliderFree = 0;
export const distanceFree = 6;
export const noneFree = -1;

/** The motion that a name stands for. */
export const axisNumbers = { x: 0, y: 1, z: 2, rotX: 3, rotY: 4, rotZ: 5, twist: 3, swing: 4 } as const;

const axisList = () => Object.keys(axisNumbers).join(', ');

/** The joints of a world, with methods to add and find them. */
export class JointMaker {
  readonly world: World;
  /** The joints as flat arrays. */
  readonly set: RigidJoints;

  /** Gives the world a set of joints if it has none yet. */
  constructor(world: World) {
    requireWorld(world);
    requireObject('world.table', world.table);
    this.world = world;
    world.table.joints ??= new RigidJoints();
    this.set = world.table.joints;
  }

  protected indexOf(joint: number, name = 'joint'): number {
    const index = this.set.indexOf(joint);
    if (index < 0) refuse(name, 'be the id of a joint', joint);
    return index;
  }

  /** The slot of a free motion of a joint. */
  protected slotOf(joint: number, axis: JointAxis | undefined): number {
    const { freeAxes, nexts } = this.set;
    const first = this.indexOf(joint);
    const wanted =
      axis === undefined ? noneFree : Object.hasOwn(axisNumbers, axis) ? axisNumbers[axis] : undefined;
    if (wanted === undefined) refuse('axis', `be one of ${axisList()}`, axis);
    let only = noneFree;
    let count = 0;
    for (let slot = first; slot >= 0; slot = nexts[slot]) {
      if (freeAxes[slot] < 0) continue;
      if (freeAxes[slot] === wanted) return slot;
      only = slot;
      count++;
    }
    if (axis !== undefined) refuse('axis', 'be a free motion of the joint', axis);
    if (count > 1)
      refuse('axis', `be given as one of ${axisList()}: the joint has ${count} free motions`, axis);
    if (count < 1) refuse('axis', 'be a free motion of the joint, which has none', axis);
    return only;
  }

  /** The only free motion of a joint, which must have this number. */
  protected slotOfKind(name: string, joint: number, freeAxis: number): number {
    const slot = this.indexOf(joint, name);
    if (this.set.freeAxes[slot] !== freeAxis)
      refuse(name, `be the id of a ${freeAxis === hingeFree ? 'hinge' : 'slider'}`, joint);
    return slot;
  }

  /** Couples two free motions at their current values. */
  protected couple(slots: readonly number[], ratio: number, settings: JointSettings): number {
    const { set, world } = this;
    const common = readJointSettings(settings);
    const [first, second] = slots;
    if (first === second) throw new RangeError('first and second must not be the same');
    for (const slot of slots) set.getValue(world.bodies, slot);
    const coupling = set.addCoupling(first, second, ratio);
    applyJointSettings(set, coupling, common);
    for (const slot of slots) set.wakeJoint(world.bodies, slot);
    return this.wakened(set.idOf(coupling));
  }

  protected readPair(a: JointBody, b: JointBody): [number, number] {
    const first = readBody(this.world, 'a', a);
    const second = readBody(this.world, 'b', b);
    requireJointPair(first, second);
    return [first, second];
  }

  protected readAnchor(anchor: FixedJointSettings['anchor'], first: number, second: number): number[] {
    return readAnchor(this.world, 'anchor', anchor, second < 0 ? first : second);
  }

  /** Adds a joint with one free motion along or about its axis. */
  protected addAlong(a: JointBody, b: JointBody, settings: SliderJointSettings, freeAxis: number): number {
    const [first, second] = this.readPair(a, b);
    requireJointSettings('settings', settings, ['anchor', 'axis', ...jointAxisNames, ...jointSettingNames]);
    const anchor =
      freeAxis === hingeFree
        ? readAnchor(this.world, 'anchor', settings.anchor, noneFree)
        : this.readAnchor(settings.anchor, first, second);
    const axis = readDirection('axis', settings.axis);
    const along = readJointAxis(settings);
    const id = this.add(first, second, settings, {
      ...at(anchor, axis),
      locks: allMotions - (1 << freeAxis),
      freeAxis,
    });
    applyJointAxis(this.set, this.set.indexOf(id), along);
    return this.wakened(id);
  }

  /**
   * Adds a joint along the line between two points; `along` gives its settings for the current distance.
   */
  protected addBetween(
    a: JointBody,
    b: JointBody,
    settings: JointEnds & JointSettings,
    along: (length: number) => JointAxisSettings,
  ): number {
    const [first, second] = this.readPair(a, b);
    const anchorA = readAnchor(this.world, 'anchorA', settings.anchorA, first);
    const anchorB = readAnchor(this.world, 'anchorB', settings.anchorB, second);
    const length = Math.hypot(...anchorA.map((x, k) => anchorB[k] - x));
    const axis = readJointAxis(along(length), length);
    const id = this.add(first, second, settings, {
      anchorA,
      anchorB,
      axis: [1, 0, 0],
      locks: 0,
      freeAxis: distanceFree,
    });
    applyJointAxis(this.set, this.set.indexOf(id), axis);
    return this.wakened(id);
  }

  /** Adds a joint; returns its id. Throws before anything has changed. */
  protected add(first: number, second: number, settings: JointSettings, geometry: JointGeometry): number {
    const { set, world } = this;
    const common = readJointSettings(settings);
    const joint = set.add(world.bodies, first, second, geometry);
    applyJointSettings(set, joint, common);
    return this.wakened(set.idOf(joint));
  }

  /** Wakes the bodies of a complete new joint and returns its id. */
  protected wakened(id: number): number {
    this.set.wakeJoint(this.world.bodies, this.set.indexOf(id));
    return id;
  }
}

/** The frames of a joint with one anchor. */
export function at(
  anchor: number[],
  axis: number[] = [1, 0, 0],
): Pick<JointGeometry, 'anchorA' | 'anchorB' | 'axis'> {
  return { anchorA: anchor, anchorB: anchor, axis };
}
