/** In development, names of options that a structure does not have are errors. */
import { tellUnknown } from '@colide/core';
import type { TriangleQueryOptions } from '../meshes/triangle-queries.ts';
import type { BoxStructureOptions } from './box-structure.ts';

/** Passes on the options of a structure over boxes that has these besides those of all. */
export function knownBoxOptions<T extends BoxStructureOptions>(options: T, ...own: (keyof T & string)[]): T {
  tellUnknown('options', options, ['capacity', 'maxCapacity'], own);
  return options;
}

/** Passes on the options of a structure over triangles that has these besides those of all. */
export function knownTriangleOptions<T extends TriangleQueryOptions>(
  options: T,
  ...own: (keyof T & string)[]
): T {
  tellUnknown('options', options, ['watertight'], own);
  return options;
}
