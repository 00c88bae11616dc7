/**
 * `pnpm size [package…]`: the cost of every budgeted export to an application, in gzipped bytes with esbuild,
 * with rollup and through the facade, next to its budget. Exits with code 1 if one is above its budget. Needs
 * a build. `pnpm size --write` only writes the budgets into the READMEs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureBudgets, readBudget } from '../bundle.mjs';
import { listPackages } from '../layers.mjs';
import { withSizes } from '../sizes.mjs';
import { root } from './run.mjs';

const wanted = process.argv.slice(2);
if (wanted[0] === '--write') {
  for (const folder of listPackages()) {
    const budget = readBudget(folder);
    const path = join(root, 'packages', folder, 'README.md');
    if (Object.keys(budget).length > 0) writeFileSync(path, withSizes(readFileSync(path, 'utf8'), budget));
  }
  process.exit(0);
}
const unknown = wanted.filter(folder => !listPackages().includes(folder));
if (unknown.length > 0) {
  console.error(`no package ${unknown.join(', ')}; there are ${listPackages().join(', ')}`);
  process.exit(2);
}

const rows = await measureBudgets(wanted.length > 0 ? wanted : listPackages());
const header = ['export', 'package', 'esbuild', 'rollup', 'esbuild*', 'largest', 'budget', ''];
const lines = rows.map(row => [
  row.exportName,
  row.folder,
  row.esbuild,
  row.rollup,
  row.esbuildFacade ?? '–',
  row.largest,
  row.budget,
  row.largest > row.budget ? 'ABOVE' : `${Math.round((100 * row.largest) / row.budget)} %`,
]);
const widths = header.map((_, i) => Math.max(...[header, ...lines].map(line => String(line[i]).length)));
for (const line of [header, ...lines])
  console.log(
    line
      .map((cell, i) => (i < 2 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
      .join('  '),
  );
const above = rows.filter(row => row.largest > row.budget).length;
console.log(
  `\n${rows.length} exports, ${above} above budget. Bytes, minified and gzipped; * through the facade.`,
);
process.exit(above === 0 ? 0 : 1);
