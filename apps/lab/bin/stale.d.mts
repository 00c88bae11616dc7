/** An experiment or a suite, and why what is stored of it is not of the present code, if it is not. */
export interface Result {
  readonly name: string;
  readonly folder: string;
  readonly reason: string | undefined;
  readonly seconds: number | undefined;
}
/** What is stored of a module. */
export function readStored(
  folder: string,
  name: string,
): { readonly text: string; readonly isDisturbed: boolean } | undefined;
/** Why the stored result of a module is not one of the present code, or undefined if it is. */
export function findReason(folder: string, name: string): Promise<string | undefined>;
export function listResults(): Promise<Result[]>;
export function findStale(): Promise<Result[]>;
export function describeSeconds(seconds: number | undefined): string;
export function listStale(): Promise<number>;
