/** Names of the modules in a folder under `src`, each with the first sentence of its header comment. */
export function listModules(folder: string): { name: string; summary: string }[];
/** Bundles the given source as `.cache/<name>.mjs` and returns its path. */
export function bundle(name: string, source: string): Promise<string>;
/** Programs of the threads that experiments start, by experiment. */
export const threadPrograms: Readonly<Record<string, string>>;
/** A hash of the code that a module under `src` runs; comments and layout do not count. */
export function sourceKey(folder: string, name: string): Promise<string>;
/** Bundles experiments as programs `<name>.mjs` that share code, into a folder: quicker than one by one. */
export function bundleExperiments(names: readonly string[], dir: string): Promise<void>;
