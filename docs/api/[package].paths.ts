/** The pages of the API reference, one per package. */
import { fileURLToPath } from 'node:url';
import {
  entryPages,
  readApiExamples,
  readExamplePages,
  readReferences,
  referencePage,
} from '../.vitepress/reference.ts';

const docs = fileURLToPath(new URL('..', import.meta.url));

export default {
  paths() {
    const references = readReferences(fileURLToPath(new URL('../../packages', import.meta.url)));
    const pages = entryPages(references);
    const examples = readExamplePages(docs, ['guide', ...references.map(({ folder }) => folder)]);
    return references.map(reference => ({
      params: { package: reference.folder },
      content: referencePage(reference, pages, examples, readApiExamples(docs, reference.folder)),
    }));
  },
};
