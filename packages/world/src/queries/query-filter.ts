/** What restricts queries. */
export type { QueryFilter } from '@colide/narrowphase';
