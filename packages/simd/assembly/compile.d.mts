/** The modules: their files of AssemblyScript, and the names of the text and of the files that hold it. */
export const modules: readonly { readonly entry: string; readonly name: string; readonly file: string }[];
/** The bytes of a module. */
export function compileModule(entry: string): Promise<Uint8Array>;
/** The source file that holds such bytes as the constant `name`. */
export function moduleSource(bytes: Uint8Array, name: string): string;
