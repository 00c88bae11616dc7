/**
 * Argument checks for public functions. Each throws an error that names the argument and shows the value, and
 * costs nothing in hot loops, because arguments are checked on entry only.
 */

/** Throws a `RangeError` unless `value` is a finite number. */
export function requireFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a finite number, got ${value}`);
}

/** Throws a `RangeError` unless `value` is a finite number above zero. */
export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity))
    throw new RangeError(`${name} must be positive and finite, got ${value}`);
}

/** Throws a `RangeError` unless `value` is a finite number that is not below zero. */
export function requireNonNegative(name: string, value: number): void {
  if (!(value >= 0 && value < Infinity))
    throw new RangeError(`${name} must be finite and not negative, got ${value}`);
}

/** Throws a `RangeError` unless `value` is an integer with `min` ≤ `value` ≤ `max`. */
export function requireInteger(name: string, value: number, min = 0, max = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${name} must be an integer from ${min} to ${max}, got ${value}`);
}

/** Throws a `RangeError` unless `array` has at least `length` elements. */
export function requireLength(name: string, array: ArrayLike<unknown>, length: number): void {
  if (!(array.length >= length))
    throw new RangeError(`${name} must have at least ${length} elements, got ${array.length}`);
}

/** Throws a `RangeError` unless the length of `array` is a multiple of `stride`. */
export function requireMultiple(name: string, array: ArrayLike<unknown>, stride: number): void {
  if (array.length % stride !== 0)
    throw new RangeError(`${name} must hold a multiple of ${stride} numbers, got ${array.length}`);
}

/** Throws a `RangeError` unless the first `length` elements of `array` exist and are finite numbers. */
export function requireFiniteArray(name: string, array: ArrayLike<number>, length = array.length): void {
  requireLength(name, array, length);
  for (let i = 0; i < length; i++) {
    if (!Number.isFinite(array[i]))
      throw new RangeError(`${name}[${i}] must be a finite number, got ${array[i]}`);
  }
}

/** Throws a `RangeError` unless `box` is six numbers, none NaN, with min ≤ max on every axis. */
export function requireAabb(name: string, box: ArrayLike<number>): void {
  requireLength(name, box, 6);
  for (let axis = 0; axis < 3; axis++) {
    const min = box[axis];
    const max = box[axis + 3];
    if (!(min <= max))
      throw new RangeError(`${name} must have min ≤ max on axis ${'xyz'[axis]}, got ${min} and ${max}`);
  }
}
