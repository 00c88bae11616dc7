/**
 * The one build of every published package: each file directly under `src/` is an algorithm and becomes an
 * entry (`@colide/math/radix-sort`), `src/internal/` is shared between them and stays private.
 *
 * Three parts run side by side: ES modules, CommonJS, and the types of both. CommonJS takes robust-predicates in, which
 * is published as ES modules only and which Node before 20.19 cannot `require`.
 */
import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

const common: Options = {
  entry: ['src/*.ts'],
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  outExtension: ({ format }) => ({ js: format === 'cjs' ? '.cjs' : '.js' }),
};

// Cleared here, once: the parts would clear each other's files.
rmSync('dist', { recursive: true, force: true });

export default defineConfig([
  { ...common, format: 'esm', sourcemap: true },
  { ...common, format: 'cjs', sourcemap: true, noExternal: ['robust-predicates'] },
  { ...common, format: ['esm', 'cjs'], dts: { only: true } },
]);
