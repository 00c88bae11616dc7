/**
 * Writes the API reference to docs/api from the doc comments of every package. With `--if-missing` it does nothing
 * when the folder is there.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(root, 'docs', 'api');

if (!(process.argv.includes('--if-missing') && existsSync(join(out, 'README.md')))) {
  console.log('Writing the API reference …');
  const entryPoints = readdirSync(join(root, 'packages'))
    .filter(name => name !== 'colide')
    .map(name => join(root, 'packages', name, 'src', 'index.ts'))
    .filter(file => existsSync(file) && /^export /m.test(readFileSync(file, 'utf8')));
  const application = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    name: 'API reference',
    entryPoints,
    out,
    tsconfig: join(root, 'tsconfig.json'),
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    skipErrorChecking: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    logLevel: 'Error',
  });
  const project = await application.convert();
  if (!project) throw new Error('the API reference could not be made from the sources');
  for (const module of project.children ?? []) module.name = module.name.replace(/\/src$/, '');
  await application.generateOutputs(project);
}
