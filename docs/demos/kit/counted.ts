/** A number of things in words: `1 pair`, `2 pairs`; `1 body`, `2 bodies` with a plural of its own. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
