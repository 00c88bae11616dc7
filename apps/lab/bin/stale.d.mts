/** A stored result that was measured with other code than the present. */
export interface Stale {
  readonly name: string;
  readonly folder: string;
  readonly reason: string;
  readonly seconds: number | undefined;
}
/** Why the stored result of a module is not one of the present code, or undefined if it is. */
export function findReason(folder: string, name: string): Promise<string | undefined>;
export function findStale(): Promise<Stale[]>;
export function describeSeconds(seconds: number | undefined): string;
export function listStale(): Promise<number>;
