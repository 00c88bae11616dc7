/** In development, reports an option that a structure does not have as an error. */
import { tellUnknown } from '@colide/core';
import type { TriangleQueryOptions } from '../meshes/triangle-queries.ts';
import type { BoxStructureOptions } from './box-structure.ts';

/** Returns the options of a structure over boxes; `own` are those that not all structures have. */
export function knownBoxOptions<T extends BoxStructureOptions>(options: T, ...own: (keyof T & string)[]): T {
  tellUnknown('options', options, ['capacity', 'maxCapacity'], own);
  return options;
}

/** Returns the options of a structure over triangles; `own` are those that not all structures have. */
export function knownTriangleOptions<T extends TriangleQueryOptions>(
  options: T,
  ...own: (keyof T & string)[]
): T {
  tellUnknown('options', options, ['watertight'], own);
  return options;
}
