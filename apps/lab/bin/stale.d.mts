/** A stored result that was measured with other code than the present. */
export interface Stale {
  readonly name: string;
  readonly folder: string;
  readonly reason: string;
  readonly seconds: number | undefined;
}
export function findStale(): Promise<Stale[]>;
export function describeSeconds(seconds: number | undefined): string;
export function listStale(): Promise<number>;
