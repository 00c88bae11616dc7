/**
 * Local matrices of objects fixed to a body, from the pose of the shape's frame or of a collider.
 */
import type { Quat, Vec3 } from '@colide/core';
import { poseCompose, poseInvert, rotationFromUnitQuat } from '@colide/math';
import { type BodyPoses, originAt } from './pose-matrix.ts';

const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const shapePosition = /* @__PURE__ */ new Float64Array(3);
const shapeRotation = /* @__PURE__ */ new Float64Array(4);

/** The part of a world that is read here: the poses of its bodies and of the frames of their shapes. */
export interface PoseSource {
  /** State of all bodies, by their ids. */
  readonly bodies: BodyPoses;
  /** Writes the pose of the frame of the shape of a body. */
  getPose(outPosition: Vec3, outRotation: Quat, body: number): void;
}

/** Twelve numbers, columns and position, of the frame of `body`'s shape relative to the frame of the body. */
export function localOfShape(out: Float64Array, world: PoseSource, body: number): void {
  world.getPose(shapePosition, shapeRotation, body);
  readInverse(world.bodies, body);
  poseCompose(position, rotation, position, rotation, shapePosition, shapeRotation);
  rotationFromUnitQuat(out, rotation);
  out.set(position, originAt);
}

/**
 * As {@link localOfShape}, for an object that is now at `matrix` in the world: three columns and a position.
 */
export function localOfMatrix(
  out: Float64Array,
  bodies: BodyPoses,
  body: number,
  matrix: ArrayLike<number>,
): void {
  readInverse(bodies, body);
  const [x, y, z, w] = rotation;
  for (let column = 0; column < 4; column++) {
    const a = matrix[3 * column];
    const b = matrix[3 * column + 1];
    const c = matrix[3 * column + 2];
    const cx = 2 * (y * c - z * b);
    const cy = 2 * (z * a - x * c);
    const cz = 2 * (x * b - y * a);
    out[3 * column] = a + w * cx + y * cz - z * cy;
    out[3 * column + 1] = b + w * cy + z * cx - x * cz;
    out[3 * column + 2] = c + w * cz + x * cy - y * cx;
  }
  for (let k = 0; k < 3; k++) out[originAt + k] += position[k];
}

/** Multiplies a local matrix by that of a child, as three.js would: `out · matrix`. */
export function localAppend(out: Float64Array, elements: ArrayLike<number>): void {
  const local = out.slice();
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 3; row++) {
      let sum = column === 3 ? local[originAt + row] : 0;
      for (let k = 0; k < 3; k++) sum += local[3 * k + row] * elements[4 * column + k];
      out[3 * column + row] = sum;
    }
}

/** Writes the inverse of the pose of a body to `position` and `rotation`. */
function readInverse(bodies: BodyPoses, body: number): void {
  for (let k = 0; k < 3; k++) position[k] = bodies.positions[3 * body + k];
  for (let k = 0; k < 4; k++) rotation[k] = bodies.rotations[4 * body + k];
  poseInvert(position, rotation, position, rotation);
}
