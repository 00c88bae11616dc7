/** The command behind `pnpm lab variants`: draws variants of scenes, measures them and lists the failures. */
import { Random } from '@colide/math';
import type { PhysicsEngine } from '../physics/engine.ts';
import { variantRows } from '../physics/variants/all-variants.ts';
import { describeLimit, formatFigure, isWithin } from './figures.ts';

/** The value of an option such as `--count 40`. */
function numberOption(args: readonly string[], name: string, value: number): number {
  const at = args.indexOf(name);
  return at < 0 ? value : Number(args[at + 1]);
}

/** Runs `count` variants of each row whose name contains the filter, in each engine. */
export function variantsMain(
  engines: Readonly<Record<string, PhysicsEngine>>,
  args: readonly string[],
): void {
  const count = numberOption(args, '--count', 20);
  const seed = numberOption(args, '--seed', 1);
  const filter = args[0]?.startsWith('--') === false ? args[0] : '';
  for (const [name, engine] of Object.entries(engines))
    for (const row of variantRows.filter(each => each.name.includes(filter))) {
      const failures: string[] = [];
      for (let i = 0; i < count; i++) {
        const variant = row.draw(new Random(1000 * seed + i));
        let value = Number.NaN;
        let said = '';
        try {
          value = variant.measure(engine);
        } catch (error) {
          said = String(error);
        }
        if (!isWithin(value, row.mustBe))
          failures.push(`  ${1000 * seed + i}: ${formatFigure(value)} ${said} ${variant.label}`);
      }
      console.log(
        `${name}, ${row.name}: ${failures.length} of ${count} are not ${describeLimit(row.mustBe)} (${row.quantity})`,
      );
      for (const failure of failures) console.log(failure);
    }
}
