/** Formulas of the pages: all of them can be set, and Vue leaves them alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderMath } from '../.vitepress/math.ts';
import { docsFolder, markdownFiles } from './markdown-files.ts';

/** Blocks, then formulas inside lines, of a page without its code. */
function formulas(page: string): { tex: string; isBlock: boolean }[] {
  const text = readFileSync(join(docsFolder, page), 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
  const blocks = [...text.matchAll(/^\$\$\n([\s\S]*?)^\$\$$/gm)].map(([, tex]) => ({
    tex: tex!,
    isBlock: true,
  }));
  const lines = text.replace(/^\$\$\n[\s\S]*?^\$\$$/gm, '').matchAll(/\$(\S|\S[^$\n]*\S)\$/g);
  return [...blocks, ...[...lines].map(([, tex]) => ({ tex: tex!, isBlock: false }))];
}

const pages = markdownFiles().filter(file => formulas(file).length > 0);

describe('formulas', () => {
  it('are on pages of math, geometry, narrow phase, solvers and spatial structures', () => {
    const folders = new Set(pages.map(page => page.split('/')[0]));
    for (const folder of ['math', 'geometry', 'narrowphase', 'solvers', 'spatial'])
      expect(folders).toContain(folder);
  });

  it.each(pages)('of %s are all valid', page => {
    for (const { tex, isBlock } of formulas(page)) expect(renderMath(tex, isBlock)).toContain('<math');
  });

  it('are HTML that Vue does not read, and blocks can be scrolled', () => {
    expect(renderMath('x_{{i}}', false)).toMatch(/^<span v-pre>/);
    expect(renderMath('x', true)).toMatch(/^<div v-pre class="formula" tabindex="0">/);
  });

  it('with mistakes stop the build', () => {
    expect(() => renderMath('\\frac{1}', false)).toThrow();
  });
});
