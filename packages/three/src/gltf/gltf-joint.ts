/** A joint of a glTF document in the terms of a world. */
import type { Vec3 } from '@colide/core';

/** A joint. Bodies are numbers in the list of bodies; undefined for the world. */
export interface GltfJoint {
  readonly node: number;
  readonly kind: 'ball' | 'hinge' | 'slider' | 'fixed' | 'distance';
  readonly bodies: readonly [a: number | undefined, b: number | undefined];
  /** Its anchor on either body, in world space. */
  readonly anchors: readonly [a: Vec3, b: Vec3];
  /** Axis of hinges and sliders, in world space. */
  readonly axis: Vec3;
  readonly limits?: readonly [lower: number, upper: number];
  readonly motor?: { readonly speed: number; readonly maxForce: number };
  /** Whether the joined bodies collide. */
  readonly collide: boolean;
}
