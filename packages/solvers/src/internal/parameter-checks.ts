/** Checks of parameters common to several constraints. */
import { requireInteger } from '@colide/core';

/** Throws a `RangeError` unless `value` lies in [0, 1]. */
export function requireFraction(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must lie in [0, 1], got ${value}`);
}

/** Throws a `RangeError` unless `value` lies in (0, 2), where over-relaxed Gauss–Seidel can converge. */
export function requireOverRelaxation(value: number): void {
  if (!(value > 0 && value < 2)) throw new RangeError(`overRelaxation must lie in (0, 2), got ${value}`);
}

/** Throws a `RangeError` unless 0 ≤ `count` ≤ `ids.length / arity`. */
export function requireCount(count: number, ids: ArrayLike<number>, arity: number): void {
  requireInteger('count', count, 0, Math.floor(ids.length / arity));
}
