/**
 * Five projects: `unit` (Node), `soak` (unit tests that have a long form, at full length), `gpu` (WebGPU in Node through
 * Dawn), `browser` (Chromium) and `repo` (guards over the built packages). Sources are read through the `colide-source` export condition: no build is needed first.
 *
 * With `COLIDE_BUILT=1`, as `npm test` sets it after the build, unit tests import the packages as they are published. Node
 * loads those itself, where Vitest rewrites every import of a source file to a lookup: simulations run two to three times
 * as fast.
 */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumPath, webgpuArguments } from './testing/src/chromium.ts';

const conditions = ['colide-source', 'module', 'import', 'default'];
const resolve = { conditions };
const ssr = { resolve: { conditions } };
const built = process.env['COLIDE_BUILT'] === '1';
const builtConditions = conditions.filter(condition => condition !== 'colide-source');
const unitConditions = built ? builtConditions : conditions;
const everywhere = '{packages/*,apps/*,testing,docs}/test/**';
const exclude = ['**/node_modules/**', '**/dist/**'];

const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The longest files, longest first: begun last, one of them would keep one core busy while the others wait. */
const longest = [
  'docs/test/site',
  'apps/playground/test/scenes',
  'apps/playground/test/playground',
  'testing/test/allocation',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex(name => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Files that ask `soak` of @colide/testing how long to run; CONTRIBUTING says what each is for. */
const soaks = [
  'apps/playground/test/scenes',
  'apps/playground/test/scene-workers',
  'packages/spatial/test/{grids,pairs,sweeps,trees}/!(*allocation)',
].map(name => `${name}.test.ts`);

const node = {
  resolve: { conditions: unitConditions },
  ssr: { resolve: { conditions: unitConditions } },
};
const unit = {
  server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  exclude: [...exclude, '**/*.gpu.test.ts', '**/*.browser.test.ts'],
  // Code is compiled at once: allocation tests need optimised code, and a busy machine would keep its compiler thread waiting.
  execArgv: ['--expose-gc', '--no-concurrent-recompilation'],
  // On a busy machine things take their time.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...node,
        test: { ...unit, name: 'unit', include: [`${everywhere}/*.test.ts`] },
      },
      {
        ...node,
        test: { ...unit, name: 'soak', include: soaks, env: { COLIDE_SOAK: '1' }, testTimeout: 3_600_000 },
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
