/** The bytes of the module. */
export function compileModule(): Promise<Uint8Array>;
/** The source file that holds such bytes. */
export function moduleSource(bytes: Uint8Array): string;
