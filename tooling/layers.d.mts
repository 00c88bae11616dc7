/** The layer of every published package by folder name. */
export declare const layers: Readonly<Record<string, number>>;

/** Folder names of the packages that are there, lowest layer first. */
export declare function listPackages(): string[];
