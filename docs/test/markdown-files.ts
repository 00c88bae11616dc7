/** The Markdown files of the site. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const docsFolder: string = fileURLToPath(new URL('..', import.meta.url));

/**
 * Paths of all Markdown files below `docs`, from there. Listed with their types, so that links are not
 * followed: those of `node_modules` lead to 800 000 files, of the same packages again and again.
 */
export function markdownFiles(): string[] {
  return readdirSync(docsFolder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => relative(docsFolder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter(path => !/(^|\/)(node_modules|\.vitepress)\//.test(path));
}
