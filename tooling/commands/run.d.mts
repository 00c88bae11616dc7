/** Runs a program and resolves to its exit code; `limit` is in minutes. */
export declare function run(
  program: string,
  args: readonly string[],
  options?: {
    cwd?: string;
    env?: NodeJS.ProcessEnv;
    quiet?: boolean;
    onMessage?: (message: unknown) => void;
    limit?: number;
  },
): Promise<number>;
