/** Every reference of a page can be followed: it has a DOI or another address. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsFolder, markdownFiles } from './markdown-files.ts';

/** Papers without a permanent address. */
const onPaperOnly = [/K\. Chung, W\. Wang, /, /F\. L\. Markley, /];

/** A page about our own measurements. */
const withoutReferences = ['spatial/choosing-a-broad-phase.md'];

/** The items of a page's list of references, each on one line. */
function referencesOf(file: string): string[] {
  const [, list = ''] =
    /^## References\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readFileSync(join(docsFolder, file), 'utf8')) ??
    [];
  return list
    .split(/^- /m)
    .slice(1)
    .map(item => item.replace(/\s+/g, ' ').trim());
}

const references = markdownFiles().flatMap(file => referencesOf(file).map(text => `${file}: ${text}`));

describe('references', () => {
  it('are found', () => {
    expect(references.length).toBeGreaterThan(80);
  });

  it('are on every page about an algorithm', () => {
    const bare = markdownFiles().filter(
      file =>
        /^(bounds|geometry|math|narrowphase|solvers|spatial)\/(?!index\.md)/.test(file) &&
        referencesOf(file).length === 0,
    );
    expect(bare).toEqual(withoutReferences);
  });

  it('have an address each, except those on paper only', () => {
    const bare = references.filter(text => !/\]\((https?:|\.\.\/lab\/)/.test(text));
    expect(bare.filter(text => !onPaperOnly.some(pattern => pattern.test(text)))).toEqual([]);
    for (const pattern of onPaperOnly)
      expect(
        bare.some(text => pattern.test(text)),
        `${pattern}`,
      ).toBe(true);
  });

  it('name the DOI that they link to', () => {
    for (const text of references)
      for (const [, name, address] of text.matchAll(/\[doi:([^\]]+)\]\(https:\/\/doi\.org\/([^)]+)\)/g))
        expect(decodeURIComponent(address), text).toBe(name);
  });
});
