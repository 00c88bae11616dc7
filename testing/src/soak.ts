/**
 * Soaks: the long forms of tests whose short forms run in `npm test`. `pnpm test:soak` runs the files that
 * have one, with `COLIDE_SOAK=1`. The assertions are the same; only the number of cases, bodies or steps
 * differs.
 */

/** Whether this run is a soak. */
export const isSoak: boolean = globalThis.process?.env['COLIDE_SOAK'] === '1';

/** `long` in a soak, `short` in every other run. */
export function soak(short: number, long: number): number {
  return isSoak ? long : short;
}
