/**
 * The examples in READMEs work: every `ts` block is type-checked and run on its own, and must end without an
 * error. A block fenced as `ts no-run` (one that needs a page or a GPU) is type-checked only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBudget } from '@colide/tooling/bundle';
import { withSizes } from '@colide/tooling/sizes';
import { describe, expect, it } from 'vitest';
import { createRunner, extractExamples, runExample, runExamples, typeFaults } from './examples.ts';
import { readPackages } from './workspace.ts';

/** Sizes in a README that are more than a tenth away from the budget, or are those of no export. */
function sizeFaults(readme: string, budget: Record<string, number>): string[] {
  const list = readme.slice(readme.indexOf('<!-- sizes -->'), readme.indexOf('<!-- /sizes -->'));
  const sizes = [...list.matchAll(/`(\w+)` (\d+)/g)].map(([, name, bytes]) => [name, Number(bytes)] as const);
  expect(sizes.length).toBeGreaterThan(0);
  return sizes
    .filter(([name, bytes]) => !(Math.abs(bytes - budget[name]) <= 0.1 * budget[name]))
    .map(([name, bytes]) => `${name}: ${bytes}`);
}

const examples = readPackages().flatMap(({ folder, path }) => {
  const readme = join(path, 'README.md');
  if (!existsSync(readme)) return [];
  const blocks = extractExamples(readFileSync(readme, 'utf8')).filter(({ language }) => language === 'ts');
  return blocks.map(({ line, text, runs }) => ({
    title: `packages/${folder}/README.md:${line}`,
    file: `readme-${line}.ts`,
    folder: path,
    text: `${text}\nexport {};\n`,
    runs,
  }));
});

const running = examples.filter(({ runs }) => runs);
const run = createRunner(running);

describe('examples in READMEs', () => {
  it.each(readPackages())('$folder has one that runs', ({ path }) => {
    expect(examples.filter(example => example.folder === path && example.runs).length).toBeGreaterThan(0);
  });

  it('are free of type errors', () => {
    expect(typeFaults(examples)).toEqual([]);
  });

  it.each(running)('$title runs', async example => {
    await run(example);
  });
});

describe('sizes in READMEs', () => {
  const budgeted = readPackages().filter(({ folder }) => Object.keys(readBudget(folder)).length > 0);

  it.each(budgeted)('$folder: are near the budgets (else: pnpm size --write)', ({ folder, path }) => {
    expect(sizeFaults(readFileSync(join(path, 'README.md'), 'utf8'), readBudget(folder))).toEqual([]);
  });
});

describe('the README guard', () => {
  it('finds sizes that are not the budgets, and READMEs without a place for them', () => {
    const readme = withSizes('<!-- sizes --><!-- /sizes -->', { a: 1000, b: 20 });
    expect(sizeFaults(readme, { a: 1090, b: 20, c: 5 })).toEqual([]);
    expect(sizeFaults(readme, { a: 1120, c: 5 })).toEqual(['a: 1000', 'b: 20']);
    expect(() => withSizes('none', {})).toThrow('<!-- sizes -->');
  });

  const folder = readPackages().find(({ folder }) => folder === 'core')!.path;

  it('finds blocks of TypeScript and their marks', () => {
    const markdown =
      'a\n```ts\nlet x = 1;\n```\n```sh\nls\n```\n```ts no-run\ny();\n```\n```tsx\n<a />;\n```\n';
    expect(extractExamples(markdown)).toEqual([
      { line: 3, text: 'let x = 1;\n', language: 'ts', runs: true, needsGpu: false },
      { line: 9, text: 'y();\n', language: 'ts', runs: false, needsGpu: false },
      { line: 12, text: '<a />;\n', language: 'tsx', runs: false, needsGpu: false },
    ]);
  });

  it('finds examples that do not compile or that fail', async () => {
    const bad =
      "import { IdList, Missing } from '@colide/core';\nconst n: string = new IdList().count;\nexport { n };\n";
    // An example cannot import a package on which its own does not depend.
    const foreign = { folder, text: "import { World } from '@colide/world';\nvoid World;\n" };
    const faults = typeFaults([
      { folder, file: 'readme-bad.ts', text: bad },
      { ...foreign, file: 'readme-foreign.ts' },
    ]);
    expect(faults).toEqual([
      expect.stringMatching(/^packages\/core\/readme-bad\.ts:1: TS2305: .*Missing/),
      expect.stringMatching(/^packages\/core\/readme-bad\.ts:2: TS2322: /),
      expect.stringMatching(/^packages\/core\/readme-foreign\.ts:1: TS2307: /),
    ]);
    const failing = { folder, text: "throw new Error('no');" };
    await expect(runExample(failing)).rejects.toThrow();
    await expect(runExample(foreign)).rejects.toThrow('@colide/world');
    const [first, second] = await runExamples([failing, { folder, text: 'console.log(2);' }]);
    expect([first instanceof Error, second]).toEqual([true, '2\n']);
    const text = "import { IdList } from '@colide/core';\nif (new IdList().count !== 0) throw 1;";
    await runExample({ folder, text });
  });
});
