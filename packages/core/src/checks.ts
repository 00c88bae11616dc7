/**
 * Argument checks for public functions. Each throws an error that names the argument and shows the value: a
 * `RangeError` for a number that is out of range or an array that is too short, a `TypeError` for what is not
 * a number or an array at all. They cost nothing in hot loops, because arguments are checked on entry only.
 */

/** Throws the error of an argument that is not what it must be: a `RangeError` for numbers, else a `TypeError`. */
export function refuse(name: string, demand: string, value: unknown): never {
  const message = `${name} must be ${demand}, got ${shown(value)}`;
  throw typeof value === 'number' ? new RangeError(message) : new TypeError(message);
}

/** A value as an error shows it: never long, never a failure of its own. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `the string '${value.slice(0, 40)}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const { length } = value as { length?: unknown };
  return typeof length === 'number' ? `an array of ${length}` : 'an object';
}

/**
 * The largest magnitude of the numbers that a simulation is given: coordinates, velocities, forces, times. Far
 * beyond anything real, and so far from overflow that the products of a step stay finite.
 */
export const largestMagnitude = 1e30;

/** Whether `value` is a number of at most {@link largestMagnitude}. */
export function isBounded(value: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= largestMagnitude;
}

/** Throws unless `value` is a number of at most {@link largestMagnitude}. */
export function requireBounded(name: string, value: number): void {
  if (isBounded(value)) return;
  refuse(
    name,
    Number.isFinite(value) ? `at most ${largestMagnitude} in magnitude` : 'a finite number',
    value,
  );
}

/** Throws unless the first `length` elements of `array` are numbers of at most {@link largestMagnitude}. */
export function requireBoundedArray(name: string, array: ArrayLike<number>, length: number): void {
  requireLength(name, array, length);
  for (let i = 0; i < length; i++) if (!isBounded(array[i])) requireBounded(`${name}[${i}]`, array[i]);
}

/** Throws unless `value` is a finite number. */
export function requireFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) refuse(name, 'a finite number', value);
}

/** Throws unless `value` is a number from `min` to `max`, either of which may be infinite. */
export function requireBetween(name: string, value: number, min: number, max: number): void {
  if (!(typeof value === 'number' && value >= min && value <= max))
    refuse(name, `from ${min} to ${max}`, value);
}

/** Throws unless `value` is a finite number above zero. */
export function requirePositive(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) refuse(name, 'positive and finite', value);
}

/** Throws unless `value` is a finite number that is not below zero. */
export function requireNonNegative(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) refuse(name, 'finite and not negative', value);
}

/** Throws unless `value` is an integer with `min` ≤ `value` ≤ `max`. */
export function requireInteger(name: string, value: number, min = 0, max = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isInteger(value) || value < min || value > max)
    refuse(name, `an integer from ${min} to ${max}`, value);
}

/** Throws unless `value` is an object, such as a record of settings, a list or another structure. */
export function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) refuse(name, 'an object', value);
}

/** Throws unless `value` is a boolean. */
export function requireBoolean(name: string, value: unknown): void {
  if (typeof value !== 'boolean') refuse(name, 'true or false', value);
}

/** Throws unless `array` has at least `length` elements. */
export function requireLength(name: string, array: ArrayLike<unknown>, length: number): void {
  requireArray(name, array);
  if (!(array.length >= length))
    throw new RangeError(`${name} must have at least ${length} elements, got ${array.length}`);
}

/** Throws unless the length of `array` is a multiple of `stride`. */
export function requireMultiple(name: string, array: ArrayLike<unknown>, stride: number): void {
  requireArray(name, array);
  if (array.length % stride !== 0)
    throw new RangeError(`${name} must hold a multiple of ${stride} numbers, got ${array.length}`);
}

/** Throws unless the first `length` elements of `array`, by default all, exist and are finite numbers. */
export function requireFiniteArray(name: string, array: ArrayLike<number>, length?: number): void {
  requireArray(name, array);
  const count = length ?? array.length;
  requireLength(name, array, count);
  for (let i = 0; i < count; i++)
    if (!Number.isFinite(array[i])) refuse(`${name}[${i}]`, 'a finite number', array[i]);
}

/** Throws unless `box` is six numbers, none NaN, with min ≤ max on every axis. */
export function requireAabb(name: string, box: ArrayLike<number>): void {
  requireLength(name, box, 6);
  for (let axis = 0; axis < 3; axis++) {
    const min = box[axis];
    const max = box[axis + 3];
    if (typeof min !== 'number') refuse(`${name}[${axis}]`, 'a number', min);
    if (typeof max !== 'number') refuse(`${name}[${axis + 3}]`, 'a number', max);
    if (!(min <= max))
      throw new RangeError(`${name} must have min ≤ max on axis ${'xyz'[axis]}, got ${min} and ${max}`);
  }
}

/** Throws unless `array` is an object with a length. */
function requireArray(name: string, array: ArrayLike<unknown>): void {
  if (typeof array !== 'object' || array === null || typeof array.length !== 'number')
    refuse(name, 'an array', array);
}
