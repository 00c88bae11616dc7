/**
 * A joint of a glTF document, which is a list of limits and drives, as one of the joints that a world has.
 */
import type { Vec3 } from '@colide/core';
import { type Matrix4, Vector3 } from 'three';
import type { GltfJoint, GltfJointAxis, GltfMotor } from '../gltf-joint.ts';
import type { GltfDrive, GltfLimit } from '../gltf-json.ts';
import { stiffDamping } from './stiff-damping.ts';

type JointForm = Omit<GltfJoint, 'node' | 'bodies' | 'anchors' | 'collide'>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The limits and drives of a joint, for each of the six motions and for several at once. */
interface Motions {
  readonly locked: boolean[];
  readonly along: Writable<GltfJointAxis>[];
  /** Limits and spring of the distance between the two ends. */
  distance?: Writable<GltfJointAxis>;
  /** The angle of a cone, and the motion about its axis. */
  cone?: { readonly angle: number; readonly twist: number };
}

/** How far the ends of a joint may be apart, in m. */
const tolerance = 1e-3;

/** The joint that the limits and drives define, given its frames in the world. */
export function readJoint(
  limits: readonly GltfLimit[],
  drives: readonly GltfDrive[],
  frames: readonly [a: Matrix4, b: Matrix4],
  name: string,
): JointForm {
  const motions: Motions = {
    locked: new Array(6).fill(false),
    along: Array.from({ length: 6 }, () => ({})),
  };
  for (const limit of limits) readLimit(motions, limit, name);
  for (const drive of drives) readDrive(motions, drive, name);
  const form = formOf(motions, name);
  if (form.kind !== 'distance') requireTogether(motions.locked, frames, name);
  return placed(form, frames);
}

function readLimit(motions: Motions, limit: GltfLimit, name: string): void {
  const { linearAxes, angularAxes, min = -Infinity, max = Infinity, stiffness, damping = 0 } = limit;
  const axes = linearAxes ?? angularAxes;
  if (axes === undefined || (linearAxes !== undefined && angularAxes !== undefined))
    throw new RangeError(`a limit of ${name} must have either linear or angular axes`);
  const isLinear = linearAxes !== undefined;
  const isDistance = isLinear && axes.length === 3;
  // A soft limit without extent is a spring.
  if (stiffness !== undefined && !(min === max && (axes.length === 1 || isDistance)))
    throw new RangeError(`${name} has a soft limit, which is not supported`);
  const numbers = axes.map(axis => axis + (isLinear ? 0 : 3));
  // A distance has no sign, so a maximum of 0 locks as well.
  const isLock =
    stiffness === undefined && max === 0 && (min === 0 || (isLinear && axes.length > 1 && min < 0));
  const isRange = min > -Infinity || max < Infinity;
  if (isLock) for (const k of numbers) motions.locked[k] = true;
  else if (!isRange) return;
  else if (axes.length === 1) addTo(motions.along[numbers[0]]);
  else if (isDistance) addTo((motions.distance ??= {}));
  else if (
    !isLinear &&
    axes.length === 2 &&
    motions.cone === undefined &&
    min <= 0 &&
    stiffness === undefined
  )
    motions.cone = { angle: max, twist: [3, 4, 5].find(k => !numbers.includes(k))! };
  else throw refusal(name);

  function addTo(along: Writable<GltfJointAxis>): void {
    if (stiffness === undefined ? along.limits : along.spring) throw refusal(name);
    if (stiffness !== undefined) along.spring = { rest: min, stiffness, damping };
    else along.limits = [isDistance ? Math.max(min, 0) : min, max];
  }
}

function readDrive({ locked, along, distance }: Motions, drive: GltfDrive, name: string): void {
  const { type, axis, mode, maxForce = Infinity, stiffness = 0, damping = 0 } = drive;
  const k = axis + (type === 'linear' ? 0 : 3);
  const { velocityTarget = 0, positionTarget = 0 } = drive;
  if (locked[k] || distance || along[k]?.motor || !['linear', 'angular'].includes(type))
    throw new RangeError(`${name} must have drives along free motions only, one each`);
  // Without a target, a drive that is not stiff is a damper.
  const isServo = stiffness > 0 || (velocityTarget === 0 && damping > 0 && damping < stiffDamping);
  if (isServo && (velocityTarget !== 0 || mode === 'acceleration'))
    throw new RangeError(`${name} must have drives to a position or a velocity only, by a force`);
  const motor: GltfMotor = isServo
    ? { target: positionTarget, stiffness, damping, maxForce }
    : { speed: velocityTarget, maxForce };
  along[k].motor = motor;
}

function refusal(name: string): RangeError {
  return new RangeError(
    `${name} must be a ball, hinge, slider, fixed or distance joint, or limit single motions`,
  );
}

/** The kind of a joint; `first` is the number of the axis that becomes the first of its frame. */
function formOf(
  { locked, along, distance, cone }: Motions,
  name: string,
): Omit<JointForm, 'axis'> & { first: number } {
  const shifts = locked.slice(0, 3).filter(Boolean).length;
  const rotations = locked.slice(3).filter(Boolean).length;
  const free = [0, 1, 2, 3, 4, 5].filter(k => !locked[k]);
  const acted = free.filter(k => Object.keys(along[k]).length > 0);
  if (distance) {
    if (shifts + rotations + acted.length > 0 || cone) throw refusal(name);
    return { kind: 'distance', first: 0, ...distance, limits: distance.limits ?? [0, Infinity] };
  }
  const isBall = shifts === 3 && rotations === 0;
  if (cone || (isBall && acted.length === 1 && isLimitOnly(along[acted[0]]))) {
    const axis = cone ? cone.twist : acted[0];
    if (!isBall || acted.some(k => k !== axis || !isLimitOnly(along[k]))) throw refusal(name);
    const twist = along[axis].limits;
    return {
      kind: 'ball',
      first: axis - 3,
      ...(cone ? { swing: cone.angle } : {}),
      ...(twist ? { twist } : {}),
    };
  }
  if (free.length === 0) return { kind: 'fixed', first: 0 };
  if (isBall && acted.length === 0) return { kind: 'ball', first: 0 };
  if (free.length === 1)
    return { kind: free[0] < 3 ? 'slider' : 'hinge', first: free[0] % 3, ...along[free[0]] };
  return { kind: 'sixDof', first: 0, motions: along.map((motion, k) => (locked[k] ? undefined : motion)) };
}

function isLimitOnly({ motor, spring }: GltfJointAxis): boolean {
  return motor === undefined && spring === undefined;
}

/** Throws unless the ends of a joint coincide, except along shifts that are free. */
function requireTogether(
  locked: readonly boolean[],
  [a, b]: readonly [Matrix4, Matrix4],
  name: string,
): void {
  const apart = new Vector3().setFromMatrixPosition(b).sub(new Vector3().setFromMatrixPosition(a));
  for (let k = 0; k < 3; k++)
    if (locked[k] && Math.abs(columnOf(a, k).dot(apart)) > tolerance)
      throw new RangeError(`${name} must begin with both ends in the same place`);
}

/** A joint with its frames in the world. */
function placed(
  { first, ...form }: Omit<JointForm, 'axis'> & { first: number },
  [a, b]: readonly [Matrix4, Matrix4],
): JointForm {
  const second = (first + 1) % 3;
  const at = (frame: Matrix4, k: number): Vec3 => columnOf(frame, k).toArray();
  const isSame = [first, second].every(k => columnOf(a, k).distanceTo(columnOf(b, k)) < 1e-9);
  return {
    ...form,
    axis: at(a, first),
    normal: at(a, second),
    ...(isSame ? {} : { axisB: at(b, first), normalB: at(b, second) }),
  };
}

function columnOf(matrix: Matrix4, k: number): Vector3 {
  return new Vector3().setFromMatrixColumn(matrix, k).normalize();
}
