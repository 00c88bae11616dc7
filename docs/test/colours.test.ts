import { describe, expect, it } from 'vitest';
import { colours, pairColours, type ThemeRule } from '../.vitepress/colours.ts';

const rule = (scope: string, foreground: string): ThemeRule => ({ scope, settings: { foreground } });

describe('colours of code', () => {
  it('are paired, whatever their case', () => {
    const pairs = pairColours([rule('a', '#aaa'), rule('b', '#BBB')], [rule('a', '#111'), rule('b', '#222')]);
    expect([...pairs]).toEqual([
      ['#AAA', '#111'],
      ['#BBB', '#222'],
    ]);
  });

  it('are refused where rules differ or a colour stands for two', () => {
    expect(() => pairColours([rule('a', '#aaa')], [rule('b', '#111')])).toThrow(/rules/);
    expect(() => pairColours([rule('a', '#aaa')], [])).toThrow(/rules/);
    expect(() =>
      pairColours([rule('a', '#aaa'), rule('b', '#aaa')], [rule('a', '#111'), rule('b', '#222')]),
    ).toThrow('#AAA stands for two colours');
  });

  it('are those of both themes in what is written', async () => {
    await colours.shikiSetup({
      loadTheme: async () => {},
      getTheme: name => ({ settings: [rule('a', name.includes('light') ? '#aaa' : '#111')] }),
    });
    const { span } = colours.codeTransformers[0];
    const properties: Record<string, unknown> = { style: 'color:#aaa;font-style:italic' };
    span({ properties });
    expect(properties).toEqual({ style: '--shiki-light:#AAA;--shiki-dark:#111;font-style:italic' });
  });

  it('are written as classes where the style sheet has them', async () => {
    await colours.shikiSetup({
      loadTheme: async () => {},
      getTheme: name => ({ settings: [rule('a', name.includes('light') ? '#a0111f' : '#ff9492')] }),
    });
    const { span } = colours.codeTransformers[0];
    const properties: Record<string, unknown> = { style: 'color:#A0111F' };
    span({ properties });
    expect(properties).toEqual({ class: 'cA0111F' });
  });
});
