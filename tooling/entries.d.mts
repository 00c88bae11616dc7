/** Paths of the public files below the folder `source`, by entry name. */
export declare function publicFiles(source: string): Record<string, string>;

/** Removes the files below a folder whose names match, if the folder is there. */
export function removeFiles(folder: string, pattern: RegExp): void;
export function isProgram(name: string): boolean;
