/** Creates and finds the joints of a planar world: the part common to all kinds of joints. */
import { refuse, requireObject } from '@colide/core';
import {
  applyJointAxis,
  applyJointSettings,
  type JointAxisSettings,
  type JointGeometry2d,
  type JointSettings,
  jointAxisNames,
  jointGround,
  jointSettingNames,
  RigidJoints2d,
  readJointAxis,
  readJointSettings,
  requireJointPair,
  requireJointSettings,
} from '@colide/solvers';
import { readVec2, type VectorLike2d } from '../../bodies/vector-like-2d.ts';
import type { World2d } from '../../world/world-2d.ts';
import type { JointAxis2d, JointBody2d, JointEnds2d } from '../joint-settings-2d.ts';

/** Free motions by number: none, translation along the axis, rotation, distance of the anchors. */
export const noneFree = -1;
export const translationFree = 0;
export const rotationFree = 2;
export const distanceFree = 6;

/** The motion that a name stands for. */
const axisNumbers = { x: translationFree, y: 1, rotation: rotationFree } as const;

const axisList = () => Object.keys(axisNumbers).join(', ');

/** Locked motions, one bit each: translation along the axis and perpendicular to it, rotation. */
export const bothTranslations = 0b011;
export const acrossAndRotation = 0b110;
export const allMotions = 0b111;
export const acrossOnly = 0b010;

type Point = readonly [number, number];

/** The joints of a world, with methods to add and find them. */
export class JointMaker2d {
  readonly world: World2d;
  /** The joints as flat arrays. */
  readonly set: RigidJoints2d;

  /** Gives the world joints if it has none yet. */
  constructor(world: World2d) {
    requireObject('world', world);
    requireObject('world.table', world.table);
    this.world = world;
    world.table.joints ??= new RigidJoints2d();
    this.set = world.table.joints;
  }

  protected indexOf(joint: number): number {
    const index = this.set.indexOf(joint);
    if (index < 0) refuse('joint', 'be the id of a joint', joint);
    return index;
  }

  /** The slot of a free motion of a joint. */
  protected slotOf(joint: number, axis: JointAxis2d | undefined): number {
    const { freeAxes, nexts } = this.set;
    const first = this.indexOf(joint);
    if (axis !== undefined && !Object.hasOwn(axisNumbers, axis))
      refuse('axis', `be one of ${axisList()}`, axis);
    let only = noneFree;
    let count = 0;
    for (let slot = first; slot >= 0; slot = nexts[slot]) {
      if (freeAxes[slot] < 0) continue;
      if (axis !== undefined && freeAxes[slot] === axisNumbers[axis]) return slot;
      only = slot;
      count++;
    }
    if (axis !== undefined) refuse('axis', 'be a free motion of the joint', axis);
    if (count > 1)
      refuse('axis', `be given as one of ${axisList()}: the joint has ${count} free motions`, axis);
    if (count < 1) refuse('axis', 'be a free motion of the joint, which has none', axis);
    return only;
  }

  /** The index of a body in the set; that of the world if there is none. */
  protected readBody(name: string, body: JointBody2d): number {
    if (body === undefined || body === null) return jointGround;
    this.world.table.requireBody(body, name);
    return body;
  }

  protected readPair(a: JointBody2d, b: JointBody2d): [number, number] {
    const pair: [number, number] = [this.readBody('a', a), this.readBody('b', b)];
    requireJointPair(...pair);
    return pair;
  }

  /** A point in world space; by default the centre of mass of `body`. */
  protected readAnchor(name: string, anchor: VectorLike2d | undefined, body: number): Point {
    if (anchor !== undefined) return readVec2([0, 0], name, anchor);
    if (body < 0) refuse(name, 'be given where there is no body', anchor);
    const { positions } = this.world.bodies;
    return [positions[2 * body], positions[2 * body + 1]];
  }

  /** The anchor of a joint; by default the centre of mass of the second, or the only, body. */
  protected readHub(anchor: VectorLike2d | undefined, [first, second]: readonly number[]): Point {
    return this.readAnchor('anchor', anchor, second < 0 ? first : second);
  }

  /** A direction in world space. */
  protected readDirection(axis: VectorLike2d): Point {
    const [x, y] = readVec2([0, 0], 'axis', axis);
    const size = Math.max(Math.abs(x), Math.abs(y));
    if (size < 1e-100) throw new RangeError(`axis must not be zero, got ${x}, ${y}`);
    return [x / size, y / size];
  }

  /** Adds a joint with one free motion. */
  protected addAlong(
    pair: readonly [number, number],
    settings: JointSettings & JointAxisSettings,
    geometry: JointGeometry2d,
  ): number {
    const along = readJointAxis(settings);
    const id = this.add(pair, settings, geometry);
    applyJointAxis(this.set, this.set.indexOf(id), along);
    return this.woken(id);
  }

  /**
   * Adds a joint along the line between two points; `along` gives its settings for the current distance.
   */
  protected addBetween(
    a: JointBody2d,
    b: JointBody2d,
    settings: JointEnds2d & JointSettings,
    along: (length: number) => JointAxisSettings,
  ): number {
    const pair = this.readPair(a, b);
    const anchorA = this.readAnchor('anchorA', settings.anchorA, pair[0]);
    const anchorB = this.readAnchor('anchorB', settings.anchorB, pair[1]);
    const length = Math.hypot(anchorB[0] - anchorA[0], anchorB[1] - anchorA[1]);
    const axis = readJointAxis(along(length), length);
    const id = this.add(pair, settings, { anchorA, anchorB, axis: [1, 0], locks: 0, freeAxis: distanceFree });
    applyJointAxis(this.set, this.set.indexOf(id), axis);
    return this.woken(id);
  }

  /** Adds a joint; returns its id. Throws before anything has changed. */
  protected add(
    [first, second]: readonly [number, number],
    settings: JointSettings,
    geometry: JointGeometry2d,
  ): number {
    const { set, world } = this;
    const common = readJointSettings(settings);
    const joint = set.add(world.bodies, first, second, geometry);
    applyJointSettings(set, joint, common);
    return this.woken(set.idOf(joint));
  }

  /** The id of a joint that has changed, after its bodies were woken. */
  protected woken(id: number): number {
    this.set.wakeJoint(this.world.bodies, this.set.indexOf(id));
    return id;
  }
}

/** A joint with one anchor. */
export function heldAt(anchor: Point, axis: Point, locks: number, freeAxis: number): JointGeometry2d {
  return { anchorA: anchor, anchorB: anchor, axis, locks, freeAxis };
}

/** Throws unless `settings` has these properties only, and those that all joints have. */
export function requireKnown2d(settings: object, names: readonly string[], hasAxis = false): void {
  requireJointSettings('settings', settings, [
    ...names,
    ...(hasAxis ? jointAxisNames : []),
    ...jointSettingNames,
  ]);
}
