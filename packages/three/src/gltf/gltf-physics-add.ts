/** Adds the bodies and joints of a glTF document to a world. */
import type { ReadonlyVec3 } from '@colide/core';
import { SphereShape } from '@colide/geometry';
import type { GltfBodySettings, GltfPhysics } from './gltf-physics-read.ts';

/** The part of a world that bodies are added to. `B` is the type of its bodies. */
export interface GltfTarget<B> {
  readonly bodies: B;
  readonly joints?: GltfJointTarget<B> | undefined;
  add(settings: GltfBodySettings): number;
}

/** The joints of a world: `world.joints`, the `RigidJoints` of @colide/solvers. */
export interface GltfJointTarget<B> {
  addBall(bodies: B, a: number, b: number, anchor: ReadonlyVec3): number;
  addHinge(bodies: B, a: number, b: number, anchor: ReadonlyVec3, axis: ReadonlyVec3): number;
  addSlider(bodies: B, a: number, b: number, anchor: ReadonlyVec3, axis: ReadonlyVec3): number;
  addFixed(bodies: B, a: number, b: number, anchor: ReadonlyVec3): number;
  addDistance(
    bodies: B,
    a: number,
    b: number,
    anchorA: ReadonlyVec3,
    anchorB: ReadonlyVec3,
    limits?: readonly [shortest: number, longest: number],
  ): number;
  setLimits(joint: number, lower: number, upper: number): void;
  setMotor(joint: number, speed: number, maxForce: number): void;
}

/** Ids of what was added. */
export interface GltfIds {
  /** Of the bodies, in the order of `physics.bodies`. */
  readonly bodies: number[];
  /** Of the joints, in the order of `physics.joints`. */
  readonly joints: number[];
}

/**
 * Adds what `gltfPhysicsRead` has found. A document with joints needs a world that has `joints`, by
 * `new WorldJoints(world)` or as an option. Joints to the world become joints to a small static body that
 * touches nothing.
 */
export function gltfPhysicsAdd<B>(
  world: GltfTarget<B>,
  physics: GltfPhysics,
  joints = world.joints,
): GltfIds {
  if (physics.joints.length > 0 && typeof joints?.addHinge !== 'function')
    throw new TypeError('joints must be world.joints: the document has some');
  const bodies = physics.bodies.map(({ settings }) => world.add(settings));
  const made = physics.joints.map(({ kind, bodies: ends, anchors, axis, limits, motor }) => {
    const [a, b] = ends.map((end, i) => (end === undefined ? addHolder(world, anchors[i]) : bodies[end]));
    const id = add(joints!, world.bodies);
    if (limits && kind !== 'distance') joints!.setLimits(id, limits[0], limits[1]);
    if (motor) joints!.setMotor(id, motor.speed, motor.maxForce);
    return id;

    function add(set: GltfJointTarget<B>, all: B): number {
      if (kind === 'distance') return set.addDistance(all, a, b, anchors[0], anchors[1], limits);
      if (kind === 'hinge') return set.addHinge(all, a, b, anchors[0], axis);
      if (kind === 'slider') return set.addSlider(all, a, b, anchors[0], axis);
      return kind === 'fixed' ? set.addFixed(all, a, b, anchors[0]) : set.addBall(all, a, b, anchors[0]);
    }
  });
  return { bodies, joints: made };
}

/** A static body as the fixed end of joints. */
function addHolder<B>(world: GltfTarget<B>, at: ReadonlyVec3): number {
  return world.add({
    shape: new SphereShape(1e-3),
    type: 'static',
    position: [at[0], at[1], at[2]],
    rotation: [0, 0, 0, 1],
    sensor: true,
    mask: 0,
  });
}
