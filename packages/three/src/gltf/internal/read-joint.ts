/** A joint of a glTF document, which is a list of limits, as one of the joints that a world has. */
import type { Vec3 } from '@colide/core';
import { type Matrix4, Vector3 } from 'three';
import type { GltfJoint } from '../gltf-joint.ts';
import type { GltfDrive, GltfLimit } from '../gltf-json.ts';

type JointForm = Pick<GltfJoint, 'kind' | 'axis' | 'limits' | 'motor'>;

const noAxis: Vec3 = [1, 0, 0];

/** What the limits and drives amount to, given the frame of the joint in the world. */
export function readJoint(
  limits: readonly GltfLimit[],
  drives: readonly GltfDrive[],
  frame: Matrix4,
  name: string,
): JointForm {
  const locked = { linear: new Set<number>(), angular: new Set<number>() };
  const free: { limit: GltfLimit; axes: number[]; linear: boolean }[] = [];
  for (const limit of limits) {
    const linear = limit.linearAxes !== undefined;
    const axes = limit.linearAxes ?? limit.angularAxes;
    if (axes === undefined || linear === (limit.angularAxes !== undefined))
      throw new RangeError(`a limit of ${name} must have either linear or angular axes`);
    if (limit.stiffness !== undefined)
      throw new RangeError(`${name} has a soft limit, which is not supported`);
    if ((limit.min ?? -Infinity) >= 0 && limit.max === 0 && (limit.min ?? 0) === 0)
      for (const axis of axes) locked[linear ? 'linear' : 'angular'].add(axis);
    // A distance has no sign, so a maximum of 0 locks as well.
    else if (linear && axes.length > 1 && limit.max === 0) for (const axis of axes) locked.linear.add(axis);
    else if (limit.min !== undefined || limit.max !== undefined) free.push({ limit, axes, linear });
  }
  return formOf(locked.linear, locked.angular, free, drives, frame, name);
}

function formOf(
  linear: Set<number>,
  angular: Set<number>,
  free: readonly { limit: GltfLimit; axes: number[]; linear: boolean }[],
  drives: readonly GltfDrive[],
  frame: Matrix4,
  name: string,
): JointForm {
  const refused = new RangeError(`${name} must be a ball, hinge, slider, fixed or distance joint`);
  const [only] = free;
  if (free.length > 1) throw refused;
  if (linear.size === 3 && angular.size === 3 && !only) return { kind: 'fixed', axis: noAxis };
  if (linear.size === 3 && angular.size === 0 && !only) return { kind: 'ball', axis: noAxis };
  if (linear.size === 0 && angular.size === 0 && only?.linear && only.axes.length === 3)
    return { kind: 'distance', axis: noAxis, limits: [only.limit.min ?? 0, only.limit.max ?? Infinity] };
  const isHinge = linear.size === 3 && angular.size === 2;
  const isSlider = linear.size === 2 && angular.size === 3;
  if (!isHinge && !isSlider) throw refused;
  const axis = [0, 1, 2].find(k => !(isHinge ? angular : linear).has(k))!;
  if (only && (only.linear !== isSlider || only.axes.join() !== String(axis))) throw refused;
  const direction = new Vector3().setFromMatrixColumn(frame, axis).normalize().toArray();
  const form: { -readonly [K in keyof JointForm]: JointForm[K] } = {
    kind: isHinge ? 'hinge' : 'slider',
    axis: direction,
  };
  if (only) form.limits = [only.limit.min ?? -Infinity, only.limit.max ?? Infinity];
  const motor = motorOf(drives, isHinge ? 'angular' : 'linear', axis, name);
  if (motor) form.motor = motor;
  return form;
}

function motorOf(drives: readonly GltfDrive[], type: string, axis: number, name: string): GltfJoint['motor'] {
  if (drives.length === 0) return undefined;
  const [drive] = drives;
  if (drives.length > 1 || drive.type !== type || drive.axis !== axis || (drive.stiffness ?? 0) !== 0)
    throw new RangeError(`${name} must have no drive but one to a velocity, along the motion that is free`);
  return { speed: drive.velocityTarget ?? 0, maxForce: drive.maxForce ?? Infinity };
}
