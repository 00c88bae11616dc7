/** A set that may be a core with a margin around it. */
interface Cored<T> {
  readonly core?: T;
}

/** The innermost core of a set: rounded sets may be nested. */
export function innermostCore<T extends Cored<T>>(set: T): T {
  let inner = set;
  while (inner.core !== undefined) inner = inner.core;
  return inner;
}
