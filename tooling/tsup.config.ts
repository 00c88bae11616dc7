/** The types of every published package, for ES modules and for CommonJS. Its code is built by `rolldown.config.ts`, before. */
import { defineConfig } from 'tsup';
import { publicFiles } from './entries.mjs';

export default defineConfig({
  entry: Object.fromEntries(Object.entries(publicFiles('src')).map(([name, file]) => [name, `src/${file}`])),
  format: ['esm', 'cjs'],
  dts: { only: true },
  outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
});
