/** The layer of every published package by folder name. */
export declare const layers: Readonly<Record<string, number>>;
