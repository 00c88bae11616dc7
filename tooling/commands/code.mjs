/**
 * The code of all published packages, each built in its folder as `rolldown.config.ts` has it. One process
 * builds them one after the other, lower layers first, since the programs of workers contain the built
 * packages below; with a process for each, started by pnpm, most of the time goes into starting them.
 */
import { join } from 'node:path';
import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';
import { listPackages } from '../layers.mjs';
import { root } from './run.mjs';

const configure = await loadConfig(join(root, 'tooling', 'rolldown.config.ts'));
for (const folder of listPackages()) {
  process.chdir(join(root, 'packages', folder));
  await build(configure());
}
