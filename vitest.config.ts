/**
 * Five projects: `unit` (Node), `soak` (unit tests that have a long form, at full length), `gpu` (WebGPU in
 * Node through Dawn), `browser` (Chromium) and `repo` (guards over the built packages). Sources are read
 * through the `colide-source` export condition: no build is needed first.
 *
 * In `unit`, every file has a process of its own. `npm test` runs the same files as two projects, which takes
 * a third less time: `unit-shared`, whose files share processes, and `unit-alone`, those that measure
 * allocation.
 *
 * With `COLIDE_BUILT=1`, as `npm test` sets it after the build, tests in Node import the packages as they are
 * published. Node loads those itself, where Vitest rewrites every import of a source file to a lookup:
 * simulations run two to three times as fast.
 */
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundleWorkers } from './testing/src/bundle-workers.ts';
import { chromiumPath, webgpuArguments } from './testing/src/chromium.ts';
import { meteredFiles, soakFiles } from './testing/src/test-files.ts';

const conditions = ['colide-source', 'module', 'import', 'default'];
const resolve = { conditions };
const ssr = { resolve: { conditions } };
const built = process.env['COLIDE_BUILT'] === '1';
const builtConditions = ['node', ...conditions.filter(condition => condition !== 'colide-source')];
const unitConditions = built ? builtConditions : conditions;
const everywhere = '{packages/*,apps/*,testing,docs}/test/**';
const exclude = ['**/node_modules/**', '**/dist/**'];
/**
 * How long a test or a hook may take, ms. On a busy machine things take their time; what hangs should fail
 * all the same, and soon enough to be seen. Waits inside of tests are shorter, so that they can tell what did
 * not come.
 */
const patience = { testTimeout: 300_000, hookTimeout: 600_000 };
const unitFiles = [`${everywhere}/*.test.ts`];
const unitExclude = [...exclude, '**/*.gpu.test.ts', '**/*.browser.test.ts'];

const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * The longest files, longest first: begun last, one of them would keep one core busy while the others wait.
 */
const longest = [
  'docs/test/site',
  'apps/playground/test/playground',
  'apps/lab/test/claims',
  'testing/repo/packages',
  'testing/repo/budgets',
  'apps/playground/test/scenes',
  'apps/playground/test/scene-hashes',
  'packages/workers/test/pool/worker-pool',
  'packages/workers/test/pool/particle-pool',
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

const root = fileURLToPath(new URL('.', import.meta.url));
const metered = meteredFiles(root);

const node = {
  resolve: { conditions: unitConditions },
  ssr: { resolve: { conditions: unitConditions } },
};
const unit = {
  server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  exclude: unitExclude,
  // Code is compiled at once: allocation tests need optimised code, and a busy machine would keep its
  // compiler thread waiting.
  execArgv: ['--expose-gc', '--no-concurrent-recompilation'],
  ...patience,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...node,
        test: { ...unit, name: 'unit', include: unitFiles },
      },
      {
        ...node,
        test: {
          ...unit,
          name: 'unit-shared',
          include: unitFiles,
          exclude: [...unitExclude, ...metered],
          isolate: false,
        },
      },
      {
        ...node,
        test: { ...unit, name: 'unit-alone', include: metered },
      },
      {
        ...node,
        test: {
          ...unit,
          name: 'soak',
          include: soakFiles(root),
          env: { COLIDE_SOAK: '1' },
          testTimeout: 3_600_000,
        },
      },
      {
        ...node,
        test: {
          name: 'gpu',
          server: unit.server,
          include: [`${everywhere}/*.gpu.test.ts`],
          exclude,
          pool: 'forks',
          maxWorkers: 1,
          // One process for all files: a device and its compiled shaders are shared.
          isolate: false,
          ...patience,
        },
      },
      {
        resolve,
        server: { headers: isolationHeaders },
        plugins: [bundleWorkers(isolationHeaders)],
        test: {
          name: 'browser',
          include: [`${everywhere}/*.browser.test.ts`],
          exclude,
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            // One page for all files, which loads the packages once.
            isolate: false,
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
          // Several guards look at the exports of all packages, which are read once per process.
          isolate: false,
          ...patience,
        },
      },
    ],
  },
});
