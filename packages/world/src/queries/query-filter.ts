/** Filters for queries. */
export type { QueryFilter } from '@colide/narrowphase';
