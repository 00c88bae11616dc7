/**
 * Lets VitePress bundle with Rolldown. Beside the chunk of each page, VitePress makes a lean one without the
 * static HTML, for readers who got that HTML with the page. It assigns these chunks to the bundle, which
 * Rolldown ignores: here they are emitted as files.
 */
import type { Plugin, Rolldown } from 'vite';

export function leanChunks(): Plugin {
  return {
    name: 'colide-lean-chunks',
    configResolved({ plugins }) {
      const vitepress = plugins.find(({ name }) => name === 'vitepress')!;
      const generate = vitepress.generateBundle as Rolldown.FunctionPluginHooks['generateBundle'];
      vitepress.generateBundle = {
        // After Vite has written the names of loaded files into the chunks.
        order: 'post',
        handler(options, bundle, isWrite) {
          const all = { ...bundle };
          generate.call(this, options, all, isWrite);
          for (const [name, chunk] of Object.entries(all))
            if (!(name in bundle) && chunk.type === 'chunk')
              this.emitFile({ type: 'asset', fileName: chunk.fileName, source: chunk.code });
        },
      };
    },
  };
}
