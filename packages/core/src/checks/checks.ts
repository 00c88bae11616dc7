/**
 * Argument checks for public functions. Each throws an error that names the argument and shows the value: a
 * `RangeError` for a number that is out of range or an array that is too short, a `TypeError` for anything
 * that is not a number or an array. They cost nothing in hot loops, because arguments are checked on entry
 * only.
 */
/**
 * Throws for an argument that does not meet `demand`: a `RangeError` for numbers, otherwise a `TypeError`.
 */
export function refuse(name: string, demand: string, value: unknown): never {
  const kind = typeof value;
  const got = kind === 'number' || value === null ? value : kind === 'string' ? `'${value}'` : kind;
  throw new (kind === 'number' ? RangeError : TypeError)(`${name} must ${demand}, got ${got}`);
}

/**
 * The largest magnitude allowed for the inputs of a simulation: coordinates, velocities, forces, times. It is
 * far beyond anything real, yet so far from overflow that the products of a step stay finite.
 */
export const largestMagnitude = 1e30;

/** Whether `value` is a number whose magnitude is at most {@link largestMagnitude}. */
export function isBounded(value: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= largestMagnitude;
}

/** Throws unless `value` is a number whose magnitude is at most {@link largestMagnitude}. */
export function requireBounded(name: string, value: number): void {
  if (isBounded(value)) return;
  refuse(
    name,
    Number.isFinite(value) ? `be at most ${largestMagnitude} in magnitude` : 'be a finite number',
    value,
  );
}

/**
 * Throws unless the first `length` elements of `array` are numbers whose magnitude is at most
 * {@link largestMagnitude}.
 */
export function requireBoundedArray(name: string, array: ArrayLike<number>, length: number): void {
  // Does not call requireLength: V8 slows down checks that see many kinds of arrays, and steps call that one.
  if (!(typeof array === 'object' && array !== null && array.length >= length))
    refuse(name, `have at least ${length} elements`, array);
  for (let i = 0; i < length; i++) {
    // Compared here, since V8 might box the number to pass it on.
    const value = array[i];
    if (!(typeof value === 'number' && value <= largestMagnitude && value >= -largestMagnitude))
      requireBounded(`${name}[${i}]`, value);
  }
}

/** Throws unless `value` is a finite number. */
export function requireFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) refuse(name, 'be a finite number', value);
}

/** Throws unless `value` is a number from `min` to `max`, either of which may be infinite. */
export function requireBetween(name: string, value: number, min: number, max: number): void {
  if (!(typeof value === 'number' && value >= min && value <= max))
    refuse(name, `be from ${min} to ${max}`, value);
}

/** Throws unless `value` is a finite number above zero. */
export function requirePositive(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) refuse(name, 'be positive and finite', value);
}

/** Throws unless `value` is the length of a step: above zero and at most {@link largestMagnitude}. */
export function requireDuration(name: string, value: number): void {
  if (!(typeof value === 'number' && value > 0 && value <= largestMagnitude))
    refuse(name, `be positive and at most ${largestMagnitude}`, value);
}

/** Throws unless `value` is a finite number that is not below zero. */
export function requireNonNegative(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) refuse(name, 'be finite and not negative', value);
}

/** Throws unless `value` is an integer with `min` ≤ `value` ≤ `max`. */
export function requireInteger(name: string, value: number, min = 0, max = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isInteger(value) || value < min || value > max)
    refuse(name, `be an integer from ${min} to ${max}`, value);
}

/** Throws unless `value` is an object, such as a record of settings, a list or another structure. */
export function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) refuse(name, 'be an object', value);
}

/**
 * Throws unless `settings` is an object; the error names its first property that is not among `names`, such
 * as `postion`.
 */
export function requireKnown(name: string, settings: object, names: readonly string[]): void {
  requireObject(name, settings);
  for (const key in settings)
    if (!names.includes(key))
      throw new TypeError(`${name} must not have ${key}; there are ${names.join(', ')}`);
}

/** Found once: Node makes a new string whenever the environment is read. */
let development: boolean | undefined;

/**
 * Whether to report mistakes that production does not look for: true unless `NODE_ENV` is `'production'`.
 * Node reads it from the environment, and bundlers write it into the code. Where there is neither, as on a
 * page without a bundler, mistakes are reported.
 */
export function isDevelopment(): boolean {
  try {
    development ??= process.env.NODE_ENV !== 'production';
  } catch {
    development = true;
  }
  return development;
}

/**
 * Calls `tell` in development. Bundlers that write `NODE_ENV` into the first condition, as Vite does, leave
 * out all calls and what they name. In Node it makes a string, so calls in loops ask {@link isDevelopment}
 * instead.
 */
export function inDevelopment(tell: () => void): void {
  try {
    if (globalThis.process?.env?.NODE_ENV !== 'production' && process.env.NODE_ENV !== 'production') tell();
  } catch {
    // A mistake was told, and is told again, or there is no environment, or it may not be read, as in Deno.
    tell();
  }
}

/** In development, does what {@link requireObject} and {@link requireKnown} do. */
export function tellUnknown(name: string, settings: object, ...names: (readonly string[])[]): void {
  inDevelopment(() => {
    requireObject(name, settings);
    requireKnown(name, settings, names.flat());
  });
}

/** Worlds that {@link tellMilliseconds} has warned about. */
const told = /* @__PURE__ */ new WeakSet<object>();

/**
 * In development, warns once per world if a time, which should be in seconds, must have been meant in
 * milliseconds. `method` is the method that it was passed to.
 */
export function tellMilliseconds(world: object, dt: number, method = 'step'): void {
  inDevelopment(() => {
    if (told.has(world)) return;
    told.add(world);
    console.warn(`world.${method}(${dt}) is ${dt} s: times are in seconds, not in milliseconds`);
  });
}

/** Which world each structure, solver or part serves; see {@link tellShared}. */
const served = /* @__PURE__ */ new WeakMap<object, object>();

/** The options of a world that keep the state of one world, and their names. */
function statefulOf(options: object): [object, string][] {
  const given = options as Record<string, object | undefined> & { readonly parts?: readonly object[] };
  const things = (given.parts ?? []).map((part, p): [object, string] => [part, `parts[${p}]`]);
  for (const name of ['broadPhase', 'colliderBroadPhase', 'narrowPhase', 'solver', 'joints']) {
    const thing = given[name];
    // Functions and the settings of a solver have no state.
    if (thing && typeof thing === 'object' && (name !== 'solver' || 'step' in thing))
      things.push([thing, name]);
  }
  return things;
}

/**
 * In development, throws an error that names the first option of a world, such as its solver or a part, that
 * serves another world already. They serve this one from then on, until {@link forgetShared}.
 */
export function tellShared(world: { readonly options: object }): void {
  inDevelopment(() => {
    const things = statefulOf(world.options);
    for (const [thing, name] of things)
      if ((served.get(thing) ?? world) !== world)
        throw new TypeError(`${name} must serve one world only: make another, or dispose of the first world`);
    for (const [thing] of things) served.set(thing, world);
    // Assigning it would have no effect.
    Object.defineProperty(world, 'gravity', { writable: false });
  });
}

/** In development, lets the options of a world serve another one, after {@link tellShared}. */
export function forgetShared(options: object): void {
  inDevelopment(() => {
    for (const [thing] of statefulOf(options)) served.delete(thing);
  });
}

/** Throws unless `value` is a boolean. */
export function requireBoolean(name: string, value: unknown): void {
  if (typeof value !== 'boolean') refuse(name, 'be true or false', value);
}

/** Throws unless `array` has at least `length` elements. */
export function requireLength(name: string, array: ArrayLike<unknown>, length: number): void {
  if (typeof array !== 'object' || array === null) refuse(name, 'be an array', array);
  if (!(array.length >= length)) refuse(name, `have at least ${length} elements`, array.length);
}

/** Throws unless the length of `array` is a multiple of `stride`. */
export function requireMultiple(name: string, array: ArrayLike<unknown>, stride: number): void {
  if (typeof array !== 'object' || array === null) refuse(name, 'be an array', array);
  if (array.length % stride !== 0) refuse(name, `hold a multiple of ${stride} numbers`, array.length);
}

/** Throws unless the first `length` elements of `array`, by default all, exist and are finite numbers. */
export function requireFiniteArray(
  name: string,
  array: ArrayLike<number>,
  length = array?.length ?? 0,
): void {
  requireLength(name, array, length);
  for (let i = 0; i < length; i++) if (!Number.isFinite(array[i])) requireFinite(`${name}[${i}]`, array[i]);
}

/** Throws unless `box` is six numbers, none NaN, with min ≤ max on every axis. */
export function requireAabb(name: string, box: ArrayLike<number>): void {
  requireLength(name, box, 6);
  for (let axis = 0; axis < 3; axis++) {
    const min = box[axis];
    const max = box[axis + 3];
    if (!(typeof min === 'number' && typeof max === 'number' && min <= max))
      throw new RangeError(`${name} must have min <= max on axis ${'xyz'[axis]}, got ${min} and ${max}`);
  }
}

/** Throws unless `length` numbers can be written to `out`: a typed array does not grow. */
export function requireOut(name: string, out: ArrayLike<number>, length: number): void {
  requireLength(name, out, ArrayBuffer.isView(out) ? length : 0);
}
