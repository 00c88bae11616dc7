/** All pages with folder, title, summary and demo, for the lists on the index pages of folders. */
import { createContentLoader } from 'vitepress';

export interface PageEntry {
  url: string;
  folder: string;
  title: string;
  summary: string;
  /** The first demo of the page, of which there is a picture. */
  demo?: string;
}

declare const data: PageEntry[];

export { data };

export default createContentLoader(['*/*.md', '!api/**'], {
  includeSrc: true,
  transform: (pages): PageEntry[] =>
    pages
      .filter(page => !page.url.endsWith('/'))
      .map(page => ({ page, order: Number(page.frontmatter['order'] ?? 1000) }))
      .sort((a, b) => a.order - b.order || a.page.url.localeCompare(b.page.url))
      .map(({ page }) => ({
        url: page.url,
        folder: page.url.split('/')[1] ?? '',
        title: /^# (.+)$/m.exec(page.src ?? '')?.[1]?.replaceAll('`', '') ?? page.url,
        summary: String(page.frontmatter['summary'] ?? ''),
        demo: /<Demo name="([\w-]+)"/.exec(page.src ?? '')?.[1],
      })),
});
