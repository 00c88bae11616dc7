/**
 * Highlights code for two themes in one pass. Given a light and a dark theme, the highlighter goes through
 * every block of code twice, which was a fifth of the build. These two have the same rules in the same order
 * and differ in their colours alone: the light one is applied, and each of its colours brings the dark one
 * along. A span contains only the name of a class: written out, colours were a quarter of the site.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const light = 'github-light-high-contrast';
const dark = 'github-dark-high-contrast';

/** The rule of a theme for some scopes. */
export interface ThemeRule {
  readonly scope?: string | readonly string[] | undefined;
  readonly settings: { readonly foreground?: string | undefined; readonly fontStyle?: string | undefined };
}

/** The part of the highlighter that is used here. */
interface Highlighter {
  loadTheme(name: string): Promise<void>;
  getTheme(name: string): { readonly settings: readonly ThemeRule[] };
}

/** The colour of the second theme for each colour of the first; throws if the themes do not match. */
export function pairColours(first: readonly ThemeRule[], second: readonly ThemeRule[]): Map<string, string> {
  const shape = ({ scope, settings }: ThemeRule) => JSON.stringify([scope, settings.fontStyle]);
  if (first.map(shape).join() !== second.map(shape).join())
    throw new Error('the themes differ in their rules');
  const pairs = new Map<string, string>();
  first.forEach(({ settings }, i) => {
    const colour = settings.foreground?.toUpperCase();
    const other = second[i].settings.foreground?.toUpperCase();
    if (colour === undefined || other === undefined) return;
    if ((pairs.get(colour) ?? other) !== other) throw new Error(`${colour} stands for two colours`);
    pairs.set(colour, other);
  });
  return pairs;
}

let pairs = new Map<string, string>();

/** The dark colour of each light one that has a class in the style sheet. */
const styled = new Map(
  [
    ...readFileSync(fileURLToPath(new URL('./theme/code.css', import.meta.url)), 'utf8').matchAll(
      /--shiki-light: (#\w+);\s*--shiki-dark: (#\w+)/g,
    ),
  ].map(([, first, second]) => [first.toUpperCase(), second.toUpperCase()]),
);

/** Settings of the Markdown renderer. */
export const colours = {
  theme: light,
  async shikiSetup(highlighter: Highlighter): Promise<void> {
    await highlighter.loadTheme(dark);
    pairs = pairColours(highlighter.getTheme(light).settings, highlighter.getTheme(dark).settings);
  },
  codeTransformers: [
    {
      span({ properties }: { properties: Record<string, unknown> }): void {
        const [, colour, rest] = /^color:(#\w+);?(.*)$/.exec(String(properties['style'] ?? '')) ?? [];
        if (colour === undefined) return;
        const first = colour.toUpperCase();
        const second = pairs.get(first);
        const isStyled = styled.get(first) === second;
        if (isStyled) properties['class'] = `c${first.slice(1)}`;
        const style = isStyled ? rest : `--shiki-light:${first};--shiki-dark:${second};${rest}`;
        if (style) properties['style'] = style;
        else delete properties['style'];
      },
    },
  ],
};
