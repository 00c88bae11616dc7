/**
 * The site runs from the packages' sources (the `colide-source` condition): no build comes first, and an edit
 * in a package reloads the page that uses it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownEnv, type MarkdownRenderer } from 'vitepress';
import { withChangelog } from './changelog.ts';
import { colours } from './colours.ts';
import { decisionDescription, summaryDescription } from './descriptions.ts';
import { leanChunks } from './lean-chunks.ts';
import { withMath } from './math.ts';
import { pagesOf } from './pages.ts';
import { entryPages, linkTables, readReferences, withPackages } from './reference.ts';
import { readSignatures, withSignatures } from './signatures.ts';
import { withTimes } from './times.ts';

const docsFolder = fileURLToPath(new URL('..', import.meta.url));

/** A page has SharedArrayBuffer only with these two headers. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Folders with one page per algorithm: the most wanted first, then from the bottom layer up. */
const packages: [folder: string, title: string][] = [
  ['world', 'World'],
  ['three', 'three.js'],
  ['world2d', 'World in the plane'],
  ['workers', 'Workers'],
  ['core', 'Core'],
  ['math', 'Math'],
  ['geometry', 'Geometry'],
  ['bounds', 'Bounding volumes'],
  ['narrowphase', 'Narrow phase'],
  ['solvers', 'Solvers'],
  ['spatial', 'Spatial structures'],
  ['broadphase-gpu', 'Broad phase on the GPU'],
  ['simd', 'WebAssembly SIMD'],
];
const written = packages.filter(([folder]) => existsSync(join(docsFolder, folder, 'index.md')));

/** The benchmark of worlds, of which pages show times. */
const worldTimes = JSON.parse(
  readFileSync(join(docsFolder, '..', 'apps', 'lab', 'results', 'world.json'), 'utf8'),
);

const signatures = readSignatures(join(docsFolder, '..', 'packages'));
const packagePage = new RegExp(`/docs/(?:${written.map(([folder]) => folder).join('|')})/[^/]+\\.md$`);

/**
 * The sidebar; the guide is open on its own pages only, so that elsewhere the group of the page is in sight.
 */
const sidebarOf = (isGuide: boolean) => [
  {
    text: 'Guide',
    // With a link, the title is not a button around the button that opens the group.
    link: '/guide/',
    docFooterText: 'Get started',
    collapsed: !isGuide,
    items: [{ text: 'Get started', link: '/guide/' }, ...pagesOf(docsFolder, 'guide')],
  },
  // A group opens when one of its pages does.
  ...written.map(([folder, text]) => ({
    text,
    link: `/${folder}/`,
    collapsed: true,
    items: pagesOf(docsFolder, folder),
  })),
  { text: 'The lab', link: '/lab/', collapsed: true, items: pagesOf(docsFolder, 'lab') },
];
/** Beside each other: a sidebar that lists all of them would take more room than the pages themselves. */
const decisions = pagesOf(docsFolder, 'decisions');
const references = readReferences(join(docsFolder, '..', 'packages'));
const entries = entryPages(references);
const api = [
  {
    text: 'API reference',
    link: '/api/',
    items: references.map(({ folder, name }) => ({ text: name, link: `/api/${folder}` })),
  },
];

/**
 * The index for searching is made of all pages: the development server would be ready half a minute later.
 */
const hasSearch = process.env['NODE_ENV'] === 'production';
const search = {
  provider: 'local' as const,
  options: {
    miniSearch: {
      searchOptions: { boostDocument: searchWeight },
    },
    // The index is made of words, for which code need not be coloured: that takes longer than all the rest.
    _render(text: string, env: MarkdownEnv, markdown: MarkdownRenderer) {
      // Pages have the same renderer.
      const { options } = markdown;
      const { highlight } = options;
      options.highlight = null;
      const html = markdown.render(text, env);
      options.highlight = highlight;
      return env.frontmatter?.['search'] === false ? '' : html;
    },
  },
};

const browserOnly =
  /\/docs\/demos\/[^/]+\.ts$|\/apps\/playground\/src\/page\/playground\.ts$|^\/?@localSearchIndex/;
let modules = 0;

/** Nothing is printed about the time that plugins take: of a site, that is most of the time. */
const checks = { pluginTimings: false };

/**
 * Pages whose code is coloured, such as `api/simd.md`, separated by commas; all of them unless
 * `COLIDE_COLOURED` is set. Colouring takes a quarter of the build, and tests look at few pages.
 */
const coloured = process.env['COLIDE_COLOURED']?.split(',');

/**
 * The folder of the site on its host, with a slash at both ends; `COLIDE_BASE` may leave the last one out.
 */
const base = `${process.env['COLIDE_BASE'] ?? ''}/`.replace(/\/+$/, '/');

/** Where the site is, without a slash at its end; pictures beside links need whole addresses. */
const site = process.env['COLIDE_SITE']?.replace(/\/+$/, '');

/**
 * How much a page counts in search: those that explain most, lists and records less. It runs in the browser,
 * where it is sent as text: it knows nothing but its argument.
 */
function searchWeight(id: string): number {
  if (/\/(api|decisions)\//.test(id)) return 0.3;
  if (/\/guide\/(migration|glossary|conventions|changelog|features)/.test(id)) return 0.4;
  if (/\/(lab|world2d)\//.test(id)) return 0.5;
  return /\/(guide|world)\//.test(id) ? 1.5 : 1;
}

export default defineConfig({
  base,
  title: 'colide',
  description: 'Modular collision detection and physics for the web',
  lang: 'en-GB',
  srcExclude: ['README.md', 'node_modules/**', 'demos/**', 'examples/**', 'test/**'],
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  lastUpdated: false,
  // The data about all pages is in one file, not in each of them.
  metaChunk: true,
  transformPageData(page) {
    // A page's summary in lists is its description in search engines as well.
    const { summary } = page.frontmatter;
    page.description ||= summary
      ? summaryDescription(page.title, summary)
      : String(page.params?.['description'] ?? '');
    // Its tables are wide.
    if (page.filePath.startsWith('lab/')) page.frontmatter['pageClass'] = 'lab-page';
    if (page.filePath.startsWith('decisions/')) {
      page.description ||= decisionDescription(readFileSync(join(docsFolder, page.filePath), 'utf8'));
      const place = decisions.findIndex(({ link }) => `${link.slice(1)}.md` === page.filePath);
      Object.assign(page.frontmatter, { prev: decisions[place - 1], next: decisions[place + 1] });
    }
  },
  transformHead({ title, description }) {
    const tags: [string, string][] = [
      ['og:type', 'website'],
      ['og:site_name', 'colide'],
      ['og:title', title],
      ['og:description', description],
      ['twitter:card', 'summary_large_image'],
    ];
    if (site) tags.push(['og:image', `${site}${base}card.png`]);
    return tags.map(([property, content]) => ['meta', { property, content }]);
  },
  markdown: {
    // Colours of code that have enough contrast with its background.
    ...colours,
    config: markdown => {
      withMath(markdown);
      withTimes(markdown, worldTimes);
      // The empty corner of a table is a cell, not a header without words.
      markdown.core.ruler.push('empty-corner', ({ tokens }) => {
        tokens.forEach((token, i) => {
          if (token.type === 'th_open' && tokens[i + 1]?.content === '') token.tag = tokens[i + 2].tag = 'td';
        });
      });
      markdown.core.ruler.push('plain-code', ({ tokens, env }) => {
        if (coloured && !coloured.includes((env as MarkdownEnv).relativePath))
          for (const token of tokens) if (token.type === 'fence') token.info = 'txt';
      });
      markdown.core.ruler.push('links-to-api', ({ tokens, Token }) =>
        linkTables(tokens, entries, (name, page, text) => {
          const open = new Token('link_open', 'a', 1);
          // VitePress puts the base in front of it.
          open.attrSet('href', `/api/${page}#${name}`);
          const code = new Token('code_inline', 'code', 0);
          code.content = text;
          return [open, code, new Token('link_close', 'a', -1)];
        }),
      );
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    ...(hasSearch ? { search } : {}),
    outline: { level: [2, 3] },
    nav: [
      { text: 'Guide', link: '/guide/', activeMatch: '^/guide/' },
      {
        text: 'Algorithms',
        items: written.map(([folder, text]) => ({ text, link: `/${folder}/` })),
      },
      { text: 'Playground', link: '/playground/', activeMatch: '^/playground/' },
      { text: 'Lab', link: '/lab/', activeMatch: '^/lab/' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
    ],
    sidebar: {
      '/': sidebarOf(false),
      '/guide/': sidebarOf(true),
      '/decisions/': [{ text: 'Decisions', link: '/decisions/' }],
      '/api/': api,
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  vite: {
    resolve: { conditions: ['colide-source'], dedupe: ['three'] },
    ssr: { resolve: { conditions: ['colide-source'] }, noExternal: [/^@colide\//] },
    plugins: [
      leanChunks(),
      {
        // VitePress writes its pages past `server.headers`, and in development without the icon's link.
        name: 'colide-site',
        configureServer(server) {
          server.middlewares.use((request, response, next) => {
            if (request.url === '/favicon.ico') request.url = '/logo.svg';
            for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
            next();
          });
        },
      },
      {
        // Demos, the playground and search run in browsers only: rendering the pages in Node does without
        // them.
        name: 'colide-browser-only',
        enforce: 'pre',
        load: (id, options) => (options?.ssr && browserOnly.test(id) ? 'export default {};' : undefined),
      },
      {
        // Pages of packages end with the signatures of the exports that they name.
        name: 'colide-signatures',
        enforce: 'pre',
        transform: (code, id) =>
          packagePage.test(id) && !id.endsWith('/index.md') ? withSignatures(code, signatures) : undefined,
      },
      {
        // Every browser that runs the demos reads WOFF2; the other two formats of the fonts would only take
        // room.
        name: 'colide-math-fonts',
        enforce: 'pre',
        transform: (code, id) =>
          /katex(\.min)?\.css/.test(id)
            ? code.replace(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\(["'](woff|truetype)["']\)/g, '')
            : undefined,
      },
      {
        name: 'colide-api',
        enforce: 'pre',
        transform: (code, id) => (id.endsWith('/api/index.md') ? withPackages(code, references) : undefined),
      },
      {
        // One page has the changes of all packages.
        name: 'colide-changelog',
        enforce: 'pre',
        transform: (code, id) =>
          id.endsWith('/guide/changelog.md') ? withChangelog(code, join(docsFolder, '..')) : undefined,
      },
      {
        // Reports the number of finished modules to the process that started the build.
        name: 'colide-progress',
        transform() {
          process.send?.({ modules: ++modules });
        },
      },
    ],
    optimizeDeps: { include: ['three', 'three/addons/controls/OrbitControls.js'] },
    worker: { format: 'es', rolldownOptions: { checks } },
    build: { chunkSizeWarningLimit: 1500, rolldownOptions: { checks } },
  },
});
