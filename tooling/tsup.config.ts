/**
 * The one build of every published package: each file directly under `src/` is an algorithm and becomes an
 * entry (`@colide/math/radix-sort`), `src/internal/` is shared between them and stays private.
 */
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/*.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  splitting: true,
  sourcemap: true,
  clean: true,
  outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
});
