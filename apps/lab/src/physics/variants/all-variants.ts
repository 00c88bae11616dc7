/** All rows of random variants. */
import { builtRows } from './built.ts';
import { fallingRows } from './falling.ts';
import { motionRows } from './motion.ts';
import { pileRows } from './piles.ts';
import { restingRows } from './resting.ts';
import { rollingRows } from './rolling.ts';
import { slidingRows } from './sliding.ts';
import type { VariantRow } from './variant.ts';

/** The rows by theme. */
export const variantRows: readonly VariantRow[] = [
  ...slidingRows,
  ...rollingRows,
  ...restingRows,
  ...pileRows,
  ...motionRows,
  ...fallingRows,
  ...builtRows,
];
