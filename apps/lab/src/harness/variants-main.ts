/** The command behind `pnpm lab variants`: measures random variants of the physics scenes. */
import { colideEngine, loadColideSimd } from '../physics/engines/colide.ts';
import { loadJolt } from '../physics/engines/jolt.ts';
import { loadRapier } from '../physics/engines/rapier.ts';
import { variantRows } from '../physics/variants/all-variants.ts';
import { failuresOf } from '../physics/variants/variant.ts';
import { describeLimit } from './figures.ts';

/** The value of an option such as `--count 40`. */
function numberOption(args: readonly string[], name: string, value: number): number {
  const at = args.indexOf(name);
  const given = at < 0 ? value : Number(args[at + 1]);
  if (!Number.isInteger(given) || given < 0) throw new Error(`${name} needs a number, got ${args[at + 1]}`);
  return given;
}

/**
 * Runs `--count` variants of each scene whose name contains the first argument, from the seed `--seed` on; in
 * other engines as well with `--peers`, in ours with the kernels of `@colide/simd` with `--simd`.
 */
export async function variantsMain(args: readonly string[]): Promise<void> {
  const count = numberOption(args, '--count', 20);
  const seed = numberOption(args, '--seed', 1);
  const filter = args[0]?.startsWith('--') === false ? args[0] : '';
  const rows = variantRows.filter(({ name }) => name.includes(filter));
  if (rows.length === 0)
    throw new Error(`no scene matches "${filter}": ${variantRows.map(({ name }) => name).join(', ')}`);
  const peers = args.includes('--peers') ? [await loadRapier(), await loadJolt()] : [];
  const ours = args.includes('--simd') ? await loadColideSimd() : colideEngine;
  for (const row of rows)
    for (const engine of [ours, ...peers]) {
      const failures = failuresOf(row, engine, seed, count);
      const limit = describeLimit(row.mustBe);
      console.log(
        `${row.name}, ${engine.name}: ${failures.length} of ${count} are not ${limit} (${row.quantity})`,
      );
      for (const failure of failures) console.log(`  ${failure}`);
    }
}
