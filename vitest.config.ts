/**
 * Four projects: `unit` (Node), `gpu` (WebGPU in Node through Dawn), `browser` (Chromium) and `repo` (guards over
 * the built packages). Sources are read through the `colide-source` export condition: no build is needed first.
 */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumPath, webgpuArguments } from './testing/src/chromium.ts';

const conditions = ['colide-source', 'module', 'import', 'default'];
const resolve = { conditions };
const ssr = { resolve: { conditions } };
const everywhere = '{packages/*,apps/*,testing,docs}/test/**';
const exclude = ['**/node_modules/**', '**/dist/**'];

const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          include: [`${everywhere}/*.test.ts`],
          exclude: [...exclude, '**/*.gpu.test.ts', '**/*.browser.test.ts'],
          execArgv: ['--expose-gc'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'gpu',
          include: [`${everywhere}/*.gpu.test.ts`],
          exclude,
          pool: 'forks',
          maxWorkers: 1,
          // One process for all files: a device and its compiled shaders are shared.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        server: { headers: isolationHeaders },
        test: {
          name: 'browser',
          include: [`${everywhere}/*.browser.test.ts`],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: chromiumPath,
                args: [...webgpuArguments],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'repo',
          include: ['testing/repo/*.test.ts'],
          exclude,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
