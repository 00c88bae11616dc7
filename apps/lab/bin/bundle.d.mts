/** Bundles the given source as `.cache/<name>.mjs` and returns its path. */
export function bundle(name: string, source: string): Promise<string>;
