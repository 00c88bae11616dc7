/**
 * Compiles modules with a given WebAssembly, so that tests can check what happens if it is missing, too old
 * or forbidden without removing it from the whole process.
 */

/** The part of WebAssembly that compiling uses. */
export type Compiler = Pick<typeof WebAssembly, 'validate' | 'compile'>;

/** The bytes that `assembly/compile` has written as text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let count = 0;
  let high = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) - 40;
    if (code < 84) {
      bytes[count++] = high + code - 16;
      high = 0;
    } else high = 84 * (code - 83);
  }
  return bytes.slice(0, count);
}

/**
 * What is made of the module of such a text; undefined without a compiler, without SIMD or without
 * permission.
 */
export async function compileText<Kernels>(
  compiler: Compiler | undefined,
  text: string,
  make: (module: WebAssembly.Module) => Kernels,
): Promise<Kernels | undefined> {
  const bytes = bytesOf(text);
  try {
    if (compiler?.validate(bytes)) return make(await compiler.compile(bytes));
  } catch {
    // A content security policy without 'wasm-unsafe-eval' forbids it.
  }
  return undefined;
}
