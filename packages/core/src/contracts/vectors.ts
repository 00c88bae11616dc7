/**
 * Vectors, quaternions and matrices are arrays of numbers: `number[]`, tuples, `Float32Array` and
 * `Float64Array` will all do, so that literals, gl-matrix vectors and slices of flat buffers need no
 * conversion. The names say how many numbers a function reads or writes; the compiler does not check lengths.
 *
 * Matrices are column-major, quaternions x, y, z, w.
 */

/** Numbers that are read by index or one after another. */
export interface ReadonlyNumbers extends Iterable<number> {
  readonly length: number;
  readonly [index: number]: number;
}

/** Numbers that are read and written by index. */
export interface Numbers extends Iterable<number> {
  readonly length: number;
  [index: number]: number;
}

/** A vector in the plane: x, y. */
export interface Vec2 extends Numbers {}
/** A read-only vector in the plane: x, y. */
export interface ReadonlyVec2 extends ReadonlyNumbers {}

/** A vector in space: x, y, z. */
export interface Vec3 extends Numbers {}
/** A read-only vector in space: x, y, z. */
export interface ReadonlyVec3 extends ReadonlyNumbers {}

/** Four numbers: a plane, a ball or weights of four points. */
export interface Vec4 extends Numbers {}
/** Four read-only numbers. */
export interface ReadonlyVec4 extends ReadonlyNumbers {}

/** A quaternion x, y, z, w; of unit length if it is a rotation. */
export interface Quat extends Numbers {}
/** A read-only quaternion: x, y, z, w. */
export interface ReadonlyQuat extends ReadonlyNumbers {}

/** A 2×2 matrix: two columns of two numbers. */
export interface Mat2 extends Numbers {}
/** A 2×2 matrix, read-only: two columns of two numbers. */
export interface ReadonlyMat2 extends ReadonlyNumbers {}

/** A 3×3 matrix: three columns of three numbers. */
export interface Mat3 extends Numbers {}
/** A 3×3 matrix, read-only: three columns of three numbers. */
export interface ReadonlyMat3 extends ReadonlyNumbers {}

/** A 4×4 matrix: four columns of four numbers. */
export interface Mat4 extends Numbers {}
/** A 4×4 matrix, read-only: four columns of four numbers. */
export interface ReadonlyMat4 extends ReadonlyNumbers {}

/** A vector with named components. */
export interface NamedVec3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A vector of the plane with named components. */
export interface NamedVec2 {
  readonly x: number;
  readonly y: number;
}

/** A quaternion with named components. */
export interface NamedQuat extends NamedVec3 {
  readonly w: number;
}

/** A vector: three numbers by index, or an object with `x`, `y` and `z`. */
export type Vec3Like = ReadonlyVec3 | NamedVec3;

/** A vector of the plane: two numbers by index, or an object with `x` and `y`. */
export type VectorLike2d = ReadonlyVec2 | NamedVec2;

/** A rotation: a quaternion x, y, z, w by index, or an object with `x`, `y`, `z` and `w`. */
export type QuatLike = ReadonlyQuat | NamedQuat;

/** Whether components have names. */
export function isNamedVector(value: Vec3Like | QuatLike): value is NamedVec3;
export function isNamedVector(value: object): value is NamedVec2;
export function isNamedVector(value: object): boolean {
  return typeof value === 'object' && value !== null && 'x' in value;
}

/** The components by index: `value` itself or a new array. Unchecked. */
export function vec3From(value: Vec3Like): ReadonlyVec3 {
  return isNamedVector(value) ? [value.x, value.y, value.z] : value;
}

/** The same for a vector of the plane. */
export function vectorFrom2d(value: VectorLike2d): ReadonlyVec2 {
  return isNamedVector(value) ? [value.x, value.y] : value;
}

/** The same for a quaternion. */
export function quatFrom(value: QuatLike): ReadonlyQuat {
  return isNamedVector(value) ? [value.x, value.y, value.z, value.w] : value;
}
