/** Finds the pages of a folder and makes a sidebar of them, so that a new page needs no entry anywhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Link {
  text: string;
  link: string;
}

/** Links to the pages of `folder`, by `order` in the front matter, then by title; `index.md` is left out. */
export function pagesOf(docsFolder: string, folder: string): Link[] {
  const path = join(docsFolder, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter(file => file.endsWith('.md') && file !== 'index.md')
    .map(file => {
      const source = readFileSync(join(path, file), 'utf8');
      const order = Number(/^order:\s*(\d+)/m.exec(source)?.[1] ?? 1000);
      const text = /^# (.+)$/m.exec(source)?.[1] ?? file;
      return { order, text: text.replace(/[`*]/g, ''), link: `/${folder}/${file.slice(0, -3)}` };
    })
    .sort((a, b) => a.order - b.order || a.text.localeCompare(b.text, 'en'))
    .map(({ text, link }) => ({ text, link }));
}
