export declare function siteKey(folder?: string): string;
export interface SiteOptions {
  onModules?: (modules: number) => void;
  base?: string | undefined;
  coloured?: readonly string[] | undefined;
}

export declare function buildSite(outDir: string, options?: SiteOptions): Promise<number>;
export declare function currentSite(onModules?: (modules: number) => void): Promise<string | undefined>;
