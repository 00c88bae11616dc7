/** Stored results that were measured with other code than the present, with a reason each. */
export function findStale(): Promise<{ name: string; reason: string }[]>;
/** Prints them. */
export function listStale(): Promise<number>;
