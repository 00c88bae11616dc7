/** Every command that the READMEs, CONTRIBUTING and the guide tell a reader to type exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Manifest, readJson, readPackages, root } from './workspace.ts';

/** Commands of pnpm and npm themselves that texts mention. */
const builtIn = ['create', 'install'];
const scripts = Object.keys(readJson<Manifest>(join(root, 'package.json')).scripts!);
const suites = readdirSync(join(root, 'apps', 'lab', 'src', 'suites')).map(file => file.replace(/\.ts$/, ''));
const texts = [
  'README.md',
  'CONTRIBUTING.md',
  ...readPackages().map(({ folder }) => `packages/${folder}/README.md`),
  ...readdirSync(join(root, 'docs', 'guide')).map(file => `docs/guide/${file}`),
];

/** The commands in the code of a Markdown text that do not exist. */
function commandFaults(markdown: string): string[] {
  const code = markdown.match(/```sh\n[\s\S]*?```|`[^`\n]+`/g) ?? [];
  return code.flatMap(text =>
    [...text.matchAll(/\bp?npm (?:run )?([a-z][a-z:-]*)(?: ([a-z][a-z-]*))?/g)]
      .filter(([, script, suite]) => {
        const isKnown = builtIn.includes(script) || scripts.includes(script);
        return !isKnown || (script === 'bench' && suite !== undefined && !suites.includes(suite));
      })
      .map(([command]) => command),
  );
}

describe('commands', () => {
  it.each(texts)('of %s exist', path => {
    expect(commandFaults(readFileSync(join(root, path), 'utf8'))).toEqual([]);
  });

  it('are found where they do not exist', () => {
    const markdown =
      'Run `pnpm nothing`, `npm test` or `pnpm bench nowhere`.\n```sh\npnpm bench math\nnpm run no\n```';
    expect(commandFaults(markdown)).toEqual(['pnpm nothing', 'pnpm bench nowhere', 'npm run no']);
  });
});
