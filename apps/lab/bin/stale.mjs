/** `pnpm lab stale`: compares the code that a stored result was measured with and the present code. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { labFolder, listModules, sourceKey } from './bundle.mjs';

/** Stored results that were measured with other code than the present, with a reason each. */
export async function findStale() {
  const stale = [];
  for (const [folder, results] of [
    ['experiments', 'results/experiments'],
    ['suites', 'results'],
  ])
    for (const { name } of listModules(folder)) {
      const file = join(labFolder, results, `${name}.json`);
      if (!existsSync(file)) {
        stale.push({ name, reason: 'nothing is stored' });
        continue;
      }
      const stored = JSON.parse(readFileSync(file, 'utf8'));
      if (!stored.sourceKey) stale.push({ name, reason: 'stored without a key' });
      else if (stored.sourceKey !== (await sourceKey(folder, name)))
        stale.push({ name, reason: `the code has changed since ${stored.commit}, ${stored.machine.date}` });
    }
  return stale;
}

/** Prints them. */
export async function listStale() {
  const stale = await findStale();
  for (const { name, reason } of stale) console.log(`${name}: ${reason}`);
  console.log(
    stale.length === 0 ? 'all stored results are of the present code' : `${stale.length} to be run again`,
  );
  return 0;
}
