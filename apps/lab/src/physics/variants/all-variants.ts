/** All rows of random variants. */
import { builtRows } from './built.ts';
import { fallingRows } from './falling.ts';
import { motionRows } from './motion.ts';
import { restingRows } from './resting.ts';
import { slidingRows } from './sliding.ts';
import type { VariantRow } from './variant.ts';

/** The rows by theme. */
export const variantRows: readonly VariantRow[] = [
  ...slidingRows,
  ...restingRows,
  ...motionRows,
  ...fallingRows,
  ...builtRows,
];
