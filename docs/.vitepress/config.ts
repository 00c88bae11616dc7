/**
 * The site runs from the packages' sources (the `colide-source` condition): no build comes first, and an edit in a
 * package reloads the page that uses it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { withChangelog } from './changelog.ts';
import { pagesOf } from './pages.ts';
import { readSignatures, withSignatures } from './signatures.ts';

const docsFolder = fileURLToPath(new URL('..', import.meta.url));

/** Without these two headers a page gets no SharedArrayBuffer. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Folders with one page per algorithm: what most visitors want first, then from the bottom layer up. */
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
];
const written = packages.filter(([folder]) => existsSync(join(docsFolder, folder, 'index.md')));

const signatures = readSignatures(join(docsFolder, '..', 'packages'));
const packagePage = new RegExp(`/docs/(?:${written.map(([folder]) => folder).join('|')})/[^/]+\\.md$`);

const sidebar = [
  {
    text: 'Guide',
    collapsed: false,
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
const decisions = [{ text: 'Decisions', link: '/decisions/', items: pagesOf(docsFolder, 'decisions') }];
/** The API reference takes longer to build than all other pages together: `npm start` and the tests leave it out. */
const hasApi = process.env['COLIDE_API'] !== '0' && existsSync(join(docsFolder, 'api', 'README.md'));

const browserOnly = /\/docs\/demos\/[^/]+\.ts$|\/apps\/playground\/src\/page\/playground\.ts$/;
let modules = 0;

/** The folder of the site on its host, with a slash at both ends; `COLIDE_BASE` may leave the last one out. */
const base = `${process.env['COLIDE_BASE'] ?? ''}/`.replace(/\/+$/, '/');

export default defineConfig({
  base,
  title: 'colide',
  description: 'Modular collision detection and physics for the web',
  lang: 'en-GB',
  srcExclude: ['README.md', 'node_modules/**', 'demos/**', 'test/**', ...(hasApi ? [] : ['api/**'])],
  rewrites: { 'api/README.md': 'api/index.md' },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  lastUpdated: false,
  ignoreDeadLinks: [/(^|\/)api\//],
  themeConfig: {
    logo: '/logo.svg',
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Guide', link: '/guide/', activeMatch: '^/guide/' },
      {
        text: 'Algorithms',
        items: written.map(([folder, text]) => ({ text, link: `/${folder}/` })),
      },
      { text: 'Playground', link: '/playground/', activeMatch: '^/playground/' },
      { text: 'Lab', link: '/lab/', activeMatch: '^/lab/' },
      ...(hasApi ? [{ text: 'API', link: '/api/', activeMatch: '^/api/' }] : []),
    ],
    sidebar: { '/': sidebar, '/decisions/': decisions, '/api/': [] },
    docFooter: { prev: false, next: false },
  },
  vite: {
    resolve: { conditions: ['colide-source'], dedupe: ['three'] },
    ssr: { resolve: { conditions: ['colide-source'] }, noExternal: [/^@colide\//] },
    plugins: [
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
        // Demos and the playground run in browsers only: rendering the pages in Node does without them.
        name: 'colide-browser-only',
        enforce: 'pre',
        load: (id, options) => (options?.ssr && browserOnly.test(id) ? 'export {};' : undefined),
      },
      {
        // Pages of packages end with the signatures of what they name.
        name: 'colide-signatures',
        enforce: 'pre',
        transform: (code, id) =>
          packagePage.test(id) && !id.endsWith('/index.md') ? withSignatures(code, signatures) : undefined,
      },
      {
        // One page has the changes of all packages.
        name: 'colide-changelog',
        enforce: 'pre',
        transform: (code, id) =>
          id.endsWith('/guide/changelog.md') ? withChangelog(code, join(docsFolder, '..')) : undefined,
      },
      {
        // Tells whoever started the build how many modules are done.
        name: 'colide-progress',
        transform() {
          process.send?.({ modules: ++modules });
        },
      },
    ],
    optimizeDeps: { include: ['three', 'three/addons/controls/OrbitControls.js'] },
    worker: { format: 'es' },
    build: { chunkSizeWarningLimit: 1500 },
  },
});
