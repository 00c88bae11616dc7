/** What a module exports, once it sees a memory. */

/** The exports of `module`, whose types the compiler cannot know, working in `memory`. */
export function instantiate<Exports>(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Exports;
}
