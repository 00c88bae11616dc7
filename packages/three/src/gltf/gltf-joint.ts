/** A joint of a glTF document in the terms of a world. */
import type { Vec3 } from '@colide/core';

/** A motor: to a speed, or to a target, as a spring of this stiffness and damping would. */
export interface GltfMotor {
  readonly speed?: number;
  readonly target?: number;
  readonly stiffness?: number;
  readonly damping?: number;
  readonly maxForce: number;
}

/** Limits, motor and spring along a free motion. */
export interface GltfJointAxis {
  readonly limits?: readonly [lower: number, upper: number];
  readonly motor?: GltfMotor;
  readonly spring?: { readonly rest: number; readonly stiffness: number; readonly damping: number };
}

/**
 * A joint. Bodies are numbers in the list of bodies; undefined for the world. Limits, motor and spring are
 * those of the free motion of hinges, sliders and distances.
 */
export interface GltfJoint extends GltfJointAxis {
  readonly node: number;
  readonly kind: 'ball' | 'hinge' | 'slider' | 'fixed' | 'distance' | 'sixDof';
  readonly bodies: readonly [a: number | undefined, b: number | undefined];
  /** Its anchor on either body, in world space. */
  readonly anchors: readonly [a: Vec3, b: Vec3];
  /** First axis of its frame, in world space: that of hinges, sliders and twist. */
  readonly axis: Vec3;
  /** Second axis of its frame. Default arbitrary. */
  readonly normal?: Vec3;
  /** First and second axis of the frame on the second body, if it is rotated against the other. */
  readonly axisB?: Vec3;
  readonly normalB?: Vec3;
  /** Largest angle between the first axes of a ball joint, and limits of its twist about them. */
  readonly swing?: number;
  readonly twist?: readonly [lower: number, upper: number];
  /** Of a `sixDof`: shifts along the axes, then rotations about them; undefined for those that are locked. */
  readonly motions?: readonly (GltfJointAxis | undefined)[];
  /** Whether the joined bodies collide. */
  readonly collide: boolean;
}

/** A joint that is not part of a document. */
export type GltfLooseJoint = Omit<GltfJoint, 'node'>;
