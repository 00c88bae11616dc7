export declare function siteKey(folder?: string): string;
export declare function buildSite(outDir: string, onModules?: (modules: number) => void): Promise<number>;
export declare function currentSite(onModules?: (modules: number) => void): Promise<string | undefined>;
