/**
 * The changelog of all packages on one page: the next release, from the changesets, then the versions so far,
 * from the packages' own changelogs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The position of the list in the page. */
const mark = '<!-- changelog -->';

/** The page with the changelog of the repository at `root` in place of its mark. */
export function withChangelog(page: string, root: string): string {
  if (!page.includes(mark)) return page;
  return page.replace(mark, () => [...unreleased(join(root, '.changeset')), ...released(root)].join('\n\n'));
}

/** A section of the changes that no release has yet. */
function unreleased(folder: string): string[] {
  const changes = readdirSync(folder)
    .filter(file => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .flatMap(file => {
      const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(
        readFileSync(join(folder, file), 'utf8'),
      ) ?? ['', '', ''];
      const packages = [...head.matchAll(/^["']?([^"':]+)["']?:/gm)].map(([, name]) => name);
      return text.trim() === '' ? [] : [listItem(`${boldNames(packages)}: ${text.trim()}`)];
    });
  return changes.length === 0 ? [] : ['## Next release', ...changes];
}

/** A section per version, with a paragraph per package; all packages carry the same version. */
function released(root: string): string[] {
  const versions = new Map<string, string[]>();
  const packages = join(root, 'packages');
  for (const folder of readdirSync(packages).sort()) {
    const file = join(packages, folder, 'CHANGELOG.md');
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    const name = /^# (.+)$/m.exec(text)?.[1] ?? folder;
    for (const section of text.split(/^## /m).slice(1)) {
      const version = section.slice(0, section.indexOf('\n')).trim();
      const changes = section
        .slice(version.length)
        .replace(/^### .*$/gm, '')
        .trim();
      if (changes === '') continue;
      if (!versions.has(version)) versions.set(version, []);
      versions.get(version)!.push(`### ${name}\n\n${changes}`);
    }
  }
  return [...versions]
    .sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
    .flatMap(([version, sections]) => [`## ${version}`, ...sections]);
}

const boldNames = (names: readonly string[]) => `**${names.join(', ')}**`;

const listItem = (text: string) => `- ${text.replace(/\n/g, '\n  ')}`;
