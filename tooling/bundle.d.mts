/** An application that uses one export of the package in folder `from`. */
export interface Application {
  readonly from: string;
  readonly exportName: string;
  /** Whether it imports the file that defines the export instead of the package. Default false. */
  readonly direct?: boolean;
}

/** An export, its budget and its sizes in gzipped bytes. */
export interface Measurement {
  readonly folder: string;
  readonly exportName: string;
  readonly budget: number;
  readonly esbuild: number;
  readonly rollup: number | undefined;
  readonly esbuildFacade: number | undefined;
  readonly largest: number;
  /** Bytes by esbuild before compression, which do not depend on the order of modules. */
  readonly minified: number;
  readonly minifiedFacade: number | undefined;
}

export declare function packageName(folder: string): string;
export declare function builtIndex(folder: string): string;
export declare function readBudget(folder: string): Record<string, number>;
export declare function isInFacade(folder: string): boolean;
export declare function bundleWithEsbuild(applications: readonly Application[]): Promise<Uint8Array[]>;
export declare function bundleWithRollup(applications: readonly Application[]): Promise<string[]>;
export declare function bundleUnused(path: string): Promise<string>;
export declare function measureBudgets(
  folders?: readonly string[],
  options?: { sampleEvery?: number },
): Promise<Measurement[]>;
