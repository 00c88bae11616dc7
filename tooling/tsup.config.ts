/** The types of every published package, for ES modules and for CommonJS. Its code is built by `rolldown.config.ts`, before. */
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/*.ts'],
  format: ['esm', 'cjs'],
  dts: { only: true },
  outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
});
