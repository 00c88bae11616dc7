/** The pages of the API reference, one per package. */
import { fileURLToPath } from 'node:url';
import { referenceDescription } from '../.vitepress/descriptions.ts';
import {
  entryPages,
  readApiExamples,
  readExamplePages,
  readReferences,
  referencePage,
  withRelated,
} from '../.vitepress/reference.ts';

const docs = fileURLToPath(new URL('..', import.meta.url));

export default {
  paths() {
    const references = readReferences(fileURLToPath(new URL('../../packages', import.meta.url)));
    const pages = entryPages(references);
    const folders = references.map(({ folder }) => folder);
    const programs = new Map(folders.map(folder => [folder, readApiExamples(docs, folder)]));
    const examples = withRelated(references, programs, readExamplePages(docs, ['guide', ...folders]));
    return references.map(reference => ({
      params: {
        package: reference.folder,
        description: referenceDescription(reference.name, reference.description),
      },
      content: referencePage(reference, pages, examples, programs.get(reference.folder)),
    }));
  },
};
