/**
 * Formulas: `$…$` inside a line and `$$` … `$$` on lines of their own become HTML and MathML by KaTeX, when
 * the site is built.
 */
import katex from 'katex';
import type { MarkdownRenderer } from 'vitepress';

/** A formula as HTML that Vue leaves alone. */
export function renderMath(tex: string, displayMode: boolean): string {
  const html = katex.renderToString(tex, { displayMode, strict: true });
  return displayMode ? `<div v-pre class="formula" tabindex="0">${html}</div>` : `<span v-pre>${html}</span>`;
}

/** Teaches a Markdown renderer to read formulas. */
export function withMath(markdown: MarkdownRenderer): void {
  markdown.inline.ruler.after('escape', 'math', (state, silent) => {
    const found = /^\$(\S|\S[^$\n]*\S)\$/.exec(state.src.slice(state.pos, state.posMax));
    if (!found) return false;
    if (!silent) state.push('math', '', 0).content = found[1]!;
    state.pos += found[0].length;
    return true;
  });
  markdown.block.ruler.before(
    'paragraph',
    'math',
    (state, start, end, silent) => {
      const line = (i: number) =>
        state.src.slice(state.bMarks[i]! + state.tShift[i]!, state.eMarks[i]).trim();
      if (line(start) !== '$$') return false;
      let last = start + 1;
      while (last < end && line(last) !== '$$') last++;
      if (last === end) return false;
      if (silent) return true;
      const token = state.push('math_block', '', 0);
      token.content = Array.from({ length: last - start - 1 }, (_, i) => line(start + 1 + i)).join('\n');
      state.line = last + 1;
      return true;
    },
    { alt: ['paragraph'] },
  );
  markdown.renderer.rules['math'] = (tokens, i) => renderMath(tokens[i]!.content, false);
  markdown.renderer.rules['math_block'] = (tokens, i) => renderMath(tokens[i]!.content, true);
}
