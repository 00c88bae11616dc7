/**
 * One table of bad calls per class: a row per public method with good arguments, and for each argument the
 * values that must be rejected. `callBadly` makes every call with one bad value at a time and returns what is
 * wrong: no error, an error that does not name the argument, or a state that has changed.
 *
 * `MethodTable` has a row for every public method, or the compiler complains; private methods are not in it.
 */

/** The names of the public methods of a class. */
export type MethodsOf<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never;
}[keyof T] &
  string;

/** An argument: its name in errors, a good value and bad ones. */
export interface Argument {
  readonly name: string;
  readonly good: () => unknown;
  readonly bad: readonly unknown[];
}

/** The arguments of a method in their order; a list of arguments stands for the settings of one object. */
export type MethodRow = readonly (Argument | readonly Argument[])[];

/** A row per public method; a string says why a method has nothing to reject. */
export type MethodTable<T> = Readonly<Record<MethodsOf<T>, MethodRow | string>>;

const notNumbers = [null, '1', true, [], {}, [1], () => 1, 1n, Symbol('one')];
const notArrays = [null, 1, '1', 'abcdef', true, {}, () => 1];

/** Which numbers are valid. */
export interface NumberRange {
  readonly isOptional?: boolean;
  readonly isInteger?: boolean;
  readonly isSigned?: boolean;
  readonly isInfinite?: boolean;
  /** Further bad numbers. */
  readonly also?: readonly unknown[];
}

/** A number. */
export function numberArgument(name: string, good: number, range: NumberRange = {}): Argument {
  const { isOptional, isInteger, isSigned, isInfinite, also = [] } = range;
  const bad: unknown[] = [...notNumbers, Number.NaN, ...also];
  if (!isOptional) bad.push(undefined);
  if (!isSigned) bad.push(-1, -Infinity);
  if (!isInfinite) bad.push(Infinity, 1e308);
  if (isInteger) bad.push(1.5);
  return { name, good: () => good, bad };
}

/** An array of `good.length` numbers, bounded in size; `isNamed` ones may be objects with x, y and z. */
export function arrayArgument(name: string, good: readonly number[], isOptional = false): Argument {
  const bad: unknown[] = [
    ...notArrays,
    [],
    good.slice(1),
    good.map(String),
    new Float64Array(good.length - 1),
  ];
  for (const value of [Number.NaN, Infinity, -Infinity, '1', null, undefined])
    bad.push(good.map((number, i) => (i === good.length - 1 ? value : number)));
  if (!isOptional) bad.push(undefined);
  return { name, good: () => [...good], bad };
}

/** A vector or quaternion of a world: numbers by index or by name, at most 1e30. */
export function vectorArgument(name: string, good: readonly number[], isOptional = false): Argument {
  const { bad } = arrayArgument(name, good, isOptional);
  const huge = good.map(() => 1e308);
  const named = { x: Number.NaN, y: 0, z: 0, w: 1 };
  return { name, good: () => [...good], bad: [...bad, huge, { x: 1, y: 2 }, named, { ...named, x: '1' }] };
}

/** An array to write to. */
export function outArgument(name: string, length: number): Argument {
  return {
    name,
    good: () => new Float64Array(length),
    bad: [undefined, ...notArrays, new Float64Array(length - 1)],
  };
}

/** An object of some kind, and others that are not. */
export function objectArgument(name: string, good: () => unknown, others: readonly unknown[] = []): Argument {
  return { name, good, bad: [undefined, null, 1, '1', true, {}, [], () => 1, ...others] };
}

/** An argument that may be left out. */
export function optional({ name, good, bad }: Argument): Argument {
  return { name, good, bad: bad.filter(value => value !== undefined) };
}

/** One argument per setting: that one is bad and the others are good. */
export function settingsArgument(
  name: string,
  good: () => Readonly<Record<string, unknown>>,
  settings: readonly Argument[],
): Argument[] {
  const whole = { name, good, bad: [undefined, null, 1, '1', true] };
  return [
    whole,
    ...settings.map(setting => ({
      name: setting.name,
      good,
      bad: setting.bad.map(value => ({ ...good(), [setting.name]: value })),
    })),
  ];
}

/**
 * Calls a method with good arguments but one, for each bad value of each; returns how many calls that were,
 * and what went wrong.
 */
export async function callBadly(
  target: object,
  method: string,
  rows: MethodRow,
  state: () => unknown,
): Promise<{ calls: number; wrong: string[] }> {
  const wrong: string[] = [];
  let calls = 0;
  const before = state();
  for (const [i, row] of rows.entries())
    for (const { name, bad } of [row].flat())
      for (const value of bad) {
        const args = rows.map(other => [other].flat()[0].good());
        args[i] = value;
        calls++;
        const call = `${method}(${name} = ${show(value)})`;
        let error: unknown;
        try {
          await (target as Record<string, (...args: unknown[]) => unknown>)[method](...args);
          wrong.push(`${call} is accepted`);
        } catch (reason) {
          error = reason;
        }
        if (error instanceof Error && !error.message.includes(name))
          wrong.push(`${call} throws "${error.message}"`);
        if (error !== undefined && !(error instanceof Error)) wrong.push(`${call} throws no error`);
        if (show(state()) !== show(before)) wrong.push(`${call} changes the state`);
      }
  return { calls, wrong };
}

/** A value as text, to compare states and name calls. */
function show(value: unknown): string {
  if (value instanceof ArrayBuffer) return show(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${String(value)})`;
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
    const name = Object.getPrototypeOf(value)?.constructor?.name ?? 'null';
    if (name !== 'Object') return `a ${name}`;
    return `{ ${Object.entries(value)
      .map(([key, entry]) => `${key}: ${show(entry)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}
