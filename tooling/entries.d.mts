/** Paths of the public files below the folder `source`, by entry name. */
export declare function publicFiles(source: string): Record<string, string>;
