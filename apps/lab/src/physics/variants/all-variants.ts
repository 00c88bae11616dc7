/** All rows of random variants. */
import { restingRows } from './resting.ts';
import { slidingRows } from './sliding.ts';
import type { VariantRow } from './variant.ts';

/** The rows by theme. */
export const variantRows: readonly VariantRow[] = [...slidingRows, ...restingRows];
