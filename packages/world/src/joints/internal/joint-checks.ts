/**
 * Checks of the settings of joints. They return complete records or throw an error that names the faulty
 * setting.
 */
import { refuse, requireBounded } from '@colide/core';
import {
  type CompleteJointAxis,
  type JointAxisSettings,
  type JointGeometry,
  jointAxisNames,
  jointGround,
  readJointAxis,
  requireJointSettings,
} from '@colide/solvers';
import { readVec3, type Vec3Like } from '../../bodies/vector-like.ts';
import type { World } from '../../world/world.ts';

/** The index of a body in a set; that of the world if there is none. */
export function readBody(world: World, name: string, body: number | null | undefined): number {
  if (body === undefined || body === null) return jointGround;
  world.table.requireBody(body, name);
  return body;
}

/** A point in world space; by default the centre of mass of `body`. */
export function readAnchor(world: World, name: string, anchor: Vec3Like | undefined, body: number): number[] {
  if (anchor !== undefined) return readVec3([], name, anchor);
  if (body < 0) refuse(name, 'be given where there is no body', anchor);
  return Array.from(world.bodies.positions.subarray(3 * body, 3 * body + 3));
}

/** A direction in world space. */
export function readDirection(name: string, axis: Vec3Like): number[] {
  const [x, y, z] = readVec3([0, 0, 0], name, axis);
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (size < 1e-100) throw new RangeError(`${name} must not be zero, got ${x}, ${y}, ${z}`);
  return [x / size, y / size, z / size];
}

/** A free motion, by name, of a joint that has several. */
export function readMotion(name: string, motion: 'free' | JointAxisSettings): CompleteJointAxis {
  if (motion === 'free') return readJointAxis({});
  requireJointSettings(name, motion, jointAxisNames);
  try {
    return readJointAxis(motion);
  } catch (error) {
    (error as Error).message = `${name}.${(error as Error).message}`;
    throw error;
  }
}

/** Throws unless `ratio` is a finite number other than 0. */
export function requireRatio(name: string, ratio: number): void {
  requireBounded(name, ratio);
  if (Math.abs(ratio) < 1e-9) refuse(name, 'not be 0', ratio);
}

/** One side of a pulley: a fixed point in the world and a point of a body. */
export function readStrand(
  world: World,
  names: readonly [string, string],
  ground: Vec3Like,
  anchor: Vec3Like | undefined,
  body: number,
): [number[], number[]] {
  return [readAnchor(world, names[0], ground, jointGround), readAnchor(world, names[1], anchor, body)];
}

export type { JointGeometry };
